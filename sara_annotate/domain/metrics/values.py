"""Argument instantiation: truth, numbers and strings, each with its 90 % interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from scipy.stats import t as student

Kind = Literal["truth", "number", "string", "other"]
FLOOR = 5000.0
SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Outcome:
    """One value asked for: its kind, whether it was right, and which case-level metric it feeds.

    `other` is a value that has no metric of its own (a list, say) and counts in unified only.
    """

    kind: Kind
    correct: bool
    is_tax_case: bool = False
    is_tax: bool = False


@dataclass(frozen=True, slots=True)
class Accuracy:
    correct: int
    total: int

    @property
    def value(self) -> float | None:
        return self.correct / self.total if self.total else None

    @property
    def margin(self) -> float | None:
        """Half of the 90 % interval: t.isf(0.05, df = n)·s/√n with s over n − 1."""
        if self.total < 2:
            return None
        share = self.correct / self.total
        deviation = sqrt(share * (1 - share) * self.total / (self.total - 1))
        return float(student.isf(0.05, self.total)) * deviation / sqrt(self.total)

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        margin = "" if self.margin is None else f" ± {100 * self.margin:.1f}"
        return f"{100 * self.value:.1f}{margin}"


@dataclass(frozen=True, slots=True)
class ValueScores:
    truth: Accuracy
    numbers: Accuracy
    strings: Accuracy
    unified: Accuracy
    binary: Accuracy
    numerical: Accuracy


def measure_error(gold: float, proposed: float) -> float:
    """Δ = |y − ŷ| / max(0.1·y, 5000)."""
    return abs(gold - proposed) / max(SHARE * gold, FLOOR)


def measure_hinge(gold: float, proposed: float) -> float:
    """max(Δ − 1, 0): no loss inside the tolerance."""
    return max(measure_error(gold, proposed) - 1.0, 0.0)


def number_matches(gold: float, proposed: float) -> bool:
    """True iff Δ < 1."""
    return measure_error(gold, proposed) < 1.0


def score_values(outcomes: Iterable[Outcome]) -> ValueScores:
    """Accuracies of each kind, of all together, and the two of the first SARA release."""
    rows = list(outcomes)
    return ValueScores(
        truth=_rate([o for o in rows if o.kind == "truth"]),
        numbers=_rate([o for o in rows if o.kind == "number"]),
        strings=_rate([o for o in rows if o.kind == "string"]),
        unified=_rate(rows),
        binary=_rate([o for o in rows if o.kind == "truth" and not o.is_tax_case]),
        numerical=_rate([o for o in rows if o.is_tax_case and o.is_tax]),
    )


def _rate(rows: Sequence[Outcome]) -> Accuracy:
    return Accuracy(sum(o.correct for o in rows), len(rows))
