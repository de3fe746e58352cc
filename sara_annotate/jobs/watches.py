"""What workers look after from time to time, besides jobs; by queue, filled by apps."""

from __future__ import annotations

from collections.abc import Callable, Collection

WATCHES: dict[str, Callable[[], None]] = {}
EVERY_BEATS = 10
"""Of the beats of a worker's heart, every so many."""


def watches_run(queues: Collection[str]) -> None:
    """Whatever these queues' apps look after."""
    for queue, watch in WATCHES.items():
        if queue in queues:
            watch()
