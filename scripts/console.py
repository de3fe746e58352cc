"""Plain words on the terminal, shared by the scripts; standard library only."""

from __future__ import annotations

import sys


class SetupError(Exception):
    """Something the person at the terminal has to put right; the text says what and how."""


def say(text: str) -> None:
    """Print one line at once, so that it stands before the output of what it announces."""
    print(text, flush=True)


def complain(text: str) -> None:
    """Print to the error stream, after everything already said."""
    sys.stdout.flush()
    print(text, file=sys.stderr, flush=True)
