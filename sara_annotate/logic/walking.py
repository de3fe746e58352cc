"""Work on several threads with progress, ended at once when somebody cancels."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from typing import TypeVar

Progress = Callable[[int, int], None]
T = TypeVar("T")
R = TypeVar("R")
SWITCH_SECONDS = 0.0005


def walk_results(
    threads: Executor,
    work: Callable[[T], R],
    items: Iterable[T],
    *,
    progress: Progress,
    before: int,
    total: int,
) -> Iterator[R]:
    """Results in order; what has not begun is dropped when `progress` raises."""
    results = threads.map(work, items)
    assert isinstance(results, Generator)
    # Threads here mostly wait for processes: one that has an answer must not wait for another
    # that reads a long one.
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        for done, result in enumerate(results, before + 1):
            progress(done, total)
            yield result
    finally:
        # Left to itself the executor would finish everything before it lets go.
        results.close()
        sys.setswitchinterval(usual)
