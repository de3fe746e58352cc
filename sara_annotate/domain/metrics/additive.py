"""Scores made of sums over texts, and their bootstrap intervals.

A text gives a few named numbers; a score is a function of the sums of these over all texts. So
a resample of the texts is a weighted sum, and a thousand resamples are one product of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Numbers = Mapping[Hashable, float]
"""What one text adds, by name; a name that is missing adds nothing."""
Array = NDArray[np.float64]

SAMPLES = 1000
SEED = 2021
AT_ONCE = 2_000_000
"""Weights in memory at a time."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over texts, one row for each resample."""

    names: tuple[Hashable, ...]
    rows: Array

    def get(self, name: Hashable) -> Array:
        """One number of every resample; zeros when no text has it."""
        if name not in self.names:
            return np.zeros(len(self.rows))
        return np.asarray(self.rows[:, self.names.index(name)])

    def keyed(self, head: str) -> tuple[list[int], Array]:
        """The numbers named (head, n): their n in order, and a column for each."""
        found = sorted(
            (name[1], column)
            for column, name in enumerate(self.names)
            if isinstance(name, tuple) and name[0] == head
        )
        return [n for n, _ in found], self.rows[:, [column for _, column in found]]


Score = Callable[[Sums], Array]
"""One value for each row; NaN where it is not defined."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score of some texts with its 95 % interval; None where it is not defined."""

    value: float | None
    low: float | None
    high: float | None
    texts: int


def add_numbers(many: Iterable[Numbers]) -> dict[Hashable, float]:
    """The sum of several texts' numbers."""
    total: dict[Hashable, float] = {}
    for one in many:
        for name, number in one.items():
            total[name] = total.get(name, 0.0) + number
    return total


def divide(top: Array, bottom: Array) -> Array:
    """top / bottom, NaN where there is nothing to divide by."""
    out: Array = np.full(len(top), np.nan)
    np.divide(top, bottom, out=out, where=bottom != 0)
    return out


def compute_score(score: Score, numbers: Numbers) -> float | None:
    """The score of these sums alone."""
    names = tuple(numbers)
    row = np.array([[numbers[name] for name in names]], dtype=float).reshape(1, len(names))
    return _plain(score(Sums(names, row))[0])


def estimate_score(
    score: Score, texts: Sequence[Numbers], *, samples: int = SAMPLES, seed: int = SEED
) -> Estimate:
    """The score over all texts and the 2.5 and 97.5 percentiles of resampled texts.

    Deterministic: the same texts in the same order give the same interval.
    """
    value = compute_score(score, add_numbers(texts))
    if value is None or len(texts) < 2:
        return Estimate(value, None, None, len(texts))
    drawn = np.concatenate([score(sums) for sums in _resample(texts, samples, seed)])
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return Estimate(value, None, None, len(texts))
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Estimate(value, float(low), float(high), len(texts))


def _resample(texts: Sequence[Numbers], samples: int, seed: int) -> Iterable[Sums]:
    names = tuple(dict.fromkeys(name for text in texts for name in text))
    table = _make_table(texts, names)
    rng = np.random.default_rng(seed)
    count, size = len(texts), max(1, AT_ONCE // len(texts))
    for start in range(0, samples, size):
        drawn = rng.integers(0, count, size=(min(size, samples - start), count))
        weights = np.zeros(drawn.shape)
        for row, chosen in enumerate(drawn):
            weights[row] = np.bincount(chosen, minlength=count)
        yield Sums(names, np.asarray((table.T @ weights.T).T))


def _make_table(texts: Sequence[Numbers], names: Sequence[Hashable]) -> csr_matrix:
    columns = {name: n for n, name in enumerate(names)}
    cells = [(row, columns[name], x) for row, text in enumerate(texts) for name, x in text.items()]
    rows, places, values = zip(*cells, strict=True) if cells else ((), (), ())
    shape = (len(texts), len(names))
    return csr_matrix((values, (rows, places)), shape=shape, dtype=float)


def _plain(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
