"""Argument identification: spans found, exactly or within a tolerance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.spans import Ranged, Span


def cut_spans(spans: Iterable[Ranged], parts: Sequence[Ranged]) -> frozenset[Span]:
    """Spans cut to the parts of a subsection, each once; what lies outside is dropped.

    A span that straddles two parts belongs to the one that holds more of it.
    """
    found: set[Span] = set()
    for span in spans:
        pieces = [Span(max(span.start, p.start), min(span.end, p.end)) for p in parts]
        pieces = [piece for piece in pieces if piece.start < piece.end]
        if pieces:
            found.add(max(pieces, key=lambda piece: (piece.end - piece.start, -piece.start)))
    return frozenset(found)


def count_spans(
    gold: Iterable[Ranged], proposed: Iterable[Ranged], *, tolerance: int = 0
) -> Counts:
    """Spans right, proposed and expected; repeats count once.

    With a tolerance each edge may be off by so many characters, and every gold span answers
    for one proposed span at most.
    """
    expected = {(s.start, s.end) for s in gold}
    offered = {(s.start, s.end) for s in proposed}
    if tolerance <= 0:
        return Counts(len(expected & offered), len(offered), len(expected))
    right = _match_near(sorted(expected), sorted(offered), tolerance)
    return Counts(right, len(offered), len(expected))


def _match_near(
    gold: Sequence[tuple[int, int]], proposed: Sequence[tuple[int, int]], tolerance: int
) -> int:
    if not gold or not proposed:
        return 0
    distance = np.abs(np.array(gold)[:, None, :] - np.array(proposed)[None, :, :]).max(axis=2)
    near = (distance <= tolerance).astype(float)
    rows, columns = linear_sum_assignment(near, maximize=True)
    return int(near[rows, columns].sum())
