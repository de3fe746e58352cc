"""Correct, proposed and expected: what every precision and recall is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Counts:
    """How many were right, how many were proposed, how many there are."""

    correct: int = 0
    proposed: int = 0
    expected: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.correct + other.correct,
            self.proposed + other.proposed,
            self.expected + other.expected,
        )

    @property
    def precision(self) -> float | None:
        """Share of the proposed that is right; None when nothing was proposed."""
        return self.correct / self.proposed if self.proposed else None

    @property
    def recall(self) -> float | None:
        """Share of the expected that was found; None when nothing was expected."""
        return self.correct / self.expected if self.expected else None

    @property
    def f1(self) -> float | None:
        """2c/(e+p); None when there is nothing on either side."""
        total = self.proposed + self.expected
        return 2 * self.correct / total if total else None

    @property
    def is_perfect(self) -> bool:
        return self.correct == self.proposed == self.expected


@dataclass(frozen=True, slots=True)
class Average:
    """Mean and population standard deviation of the values that are defined."""

    mean: float | None
    deviation: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Scores of many items (subsections, folds): averaged, pooled, and how many are perfect."""

    precision: Average
    recall: Average
    f1: Average
    pooled: Counts
    perfect: float | None


def average_values(values: Iterable[float | None]) -> Average:
    """Mean and population deviation; undefined values are left out."""
    known = [v for v in values if v is not None]
    if not known:
        return Average(None, None, 0)
    mean = sum(known) / len(known)
    return Average(mean, sqrt(sum((v - mean) ** 2 for v in known) / len(known)), len(known))


def pool_counts(items: Iterable[Counts]) -> Counts:
    """The counts of all items together."""
    return sum(items, Counts())


def summarize_counts(items: Sequence[Counts]) -> Summary:
    """Average over items, pooled counts and the share of perfect items."""
    return Summary(
        precision=average_values(c.precision for c in items),
        recall=average_values(c.recall for c in items),
        f1=average_values(c.f1 for c in items),
        pooled=pool_counts(items),
        perfect=sum(c.is_perfect for c in items) / len(items) if items else None,
    )
