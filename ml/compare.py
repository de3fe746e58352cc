"""Two runs on the same items: is the difference more than luck?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ml.errors import RunError
from sara_annotate.domain.metrics.counts import Counts, pool_counts


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pooled F1 of both, their difference with its 95 % interval, and how often it vanishes."""

    first: float
    second: float
    difference: float
    low: float
    high: float
    p_value: float
    items: int


def compare_items(
    first: Mapping[str, Counts],
    second: Mapping[str, Counts],
    *,
    rounds: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Paired bootstrap over items (subsections or rows), pooled F1 each time."""
    if set(first) != set(second):
        odd = sorted(set(first) ^ set(second))[0]
        raise RunError(f"The runs were not scored on the same items: only one has “{odd}”.")
    names = sorted(first)
    if not names:
        raise RunError("The runs hold no items to compare.")
    a, b = (_to_array(side, names) for side in (first, second))
    picks = np.random.default_rng(seed).integers(0, len(names), (rounds, len(names)))
    draws = np.apply_along_axis(lambda row: _f1(b[row]) - _f1(a[row]), 1, picks)
    difference = _f1(b) - _f1(a)
    low, high = np.quantile(draws, [0.025, 0.975])
    against = float(np.mean(draws <= 0) if difference > 0 else np.mean(draws >= 0))
    return Comparison(
        first=pool_counts(first.values()).f1 or 0.0,
        second=pool_counts(second.values()).f1 or 0.0,
        difference=difference,
        low=float(low),
        high=float(high),
        p_value=min(1.0, 2 * against),
        items=len(names),
    )


def _to_array(side: Mapping[str, Counts], names: list[str]) -> np.ndarray:
    return np.array([(side[n].correct, side[n].proposed, side[n].expected) for n in names])


def _f1(rows: np.ndarray) -> float:
    correct, proposed, expected = rows.sum(0)
    return float(2 * correct / (proposed + expected)) if proposed + expected else 0.0
