"""A look at Prolog text that is never run here: where its clauses end and what is odd."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sara_annotate.domain.formats.text import shorten

Kind = Literal["clause", "comment", "unfinished"]

_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*|/\*.*?(?:\*/|\Z))"
    r"|(?P<quoted>'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.|\"\")*\")"
    r"|(?P<char>0'(?:\\.|''|.))"
    r"|(?P<dot>\.(?=\s|%|\Z))"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<space>\s+)"
    r"|(?P<word>[A-Za-z0-9_]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of Prolog text with the line on which it starts, counted from 1."""

    kind: Kind
    text: str
    line: int


def scan_prolog(text: str) -> Iterator[Piece]:
    """Clauses, comments and clauses without a final dot, in order."""
    start: int | None = None
    depth, line, first = 0, 1, 1
    last = ""
    for token in _TOKEN.finditer(text):
        kind, raw = token.lastgroup, token[0]
        if kind == "comment":
            yield Piece("comment", raw, line)
        elif kind == "dot":
            if start is not None:
                yield Piece("clause", text[start : token.end()], first)
            start, depth, last = None, 0, ""
        elif kind == "space":
            if start is not None and depth == 0 and last == ")" and _new_fact(text, token):
                yield Piece("unfinished", text[start : token.start()], line)
                start, last = None, ""
        else:
            if start is None:
                start, first = token.start(), line
            depth += (kind == "open") - (kind == "close")
            last = raw
        line += raw.count("\n")
    if start is not None:
        yield Piece(
            "unfinished",
            text[start:].rstrip(),
            line_of(text, len(text[:start]) + len(text[start:].rstrip())),
        )


_FACT = re.compile(r"[a-z][A-Za-z0-9_]*\(|:-")


def _new_fact(text: str, space: re.Match[str]) -> bool:
    """True when after `)` a new line begins with what can only be another fact."""
    at = space.end()
    return "\n" in space[0] and text[at - 1] == "\n" and bool(_FACT.match(text, at))


def line_of(text: str, offset: int) -> int:
    """The line of an offset, counted from 1."""
    return text.count("\n", 0, offset) + 1


def name_piece(piece: Piece) -> str:
    """The piece for a message, on one line."""
    return shorten(" ".join(piece.text.split()))
