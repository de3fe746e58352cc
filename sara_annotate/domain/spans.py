"""Half-open ranges of code points, and the one place where overlap is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sara_annotate.domain.errors import SpanError


class Ranged(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


R = TypeVar("R", bound=Ranged)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open [start, end) range, in code points of one text."""

    start: int
    end: int

    def text_of(self, text: str) -> str:
        return text[self.start : self.end]


def overlaps(a: Ranged, b: Ranged) -> bool:
    return a.start < b.end and b.start < a.end


def contains(outer: Ranged, inner: Ranged) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def find_overlaps(spans: Iterable[R]) -> list[tuple[R, R]]:
    """Pairs of neighbours that overlap, in order of their start."""
    ordered = sorted(spans, key=lambda s: (s.start, s.end))
    pairs: list[tuple[R, R]] = []
    widest: R | None = None
    for span in ordered:
        if widest is not None and overlaps(widest, span):
            pairs.append((widest, span))
        if widest is None or span.end > widest.end:
            widest = span
    return pairs


def part_index(span: Ranged, parts: Sequence[Ranged]) -> int | None:
    """Index of the part that holds the whole span, or None."""
    return next((i for i, part in enumerate(parts) if contains(part, span)), None)


def check_span(span: Ranged, *, parts: Sequence[Ranged], others: Iterable[Ranged]) -> None:
    """Refuse a span that is empty, leaves its subsection, or overlaps another."""
    place = {"start": span.start, "end": span.end}
    if span.start >= span.end:
        raise SpanError("The span is empty.", extra={"reason": "span_empty", **place})
    if part_index(span, parts) is None:
        raise SpanError(
            f"The span {span.start}–{span.end} lies outside its subsection.",
            extra={"reason": "span_outside", **place},
        )
    for other in others:
        if overlaps(span, other):
            raise SpanError(
                f"The span {span.start}–{span.end} overlaps {other.start}–{other.end}.",
                extra={"reason": "span_overlap", **place, "other": [other.start, other.end]},
            )
