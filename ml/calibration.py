"""Confidence that means what it says: a line through the log-odds, learnt on held-out spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np
from scipy.optimize import minimize

_EDGE = 1e-4


@dataclass(frozen=True, slots=True)
class Calibration:
    """p ↦ sigmoid(slope · log-odds(p) + shift)."""

    slope: float = 1.0
    shift: float = 0.0

    def apply(self, chance: float) -> float:
        return 1 / (1 + exp(-(self.slope * _log_odds(chance) + self.shift)))


@dataclass(frozen=True, slots=True)
class Bin:
    """Suggestions of like confidence, and how many of them were right."""

    confidence: float
    accuracy: float
    count: int


def _log_odds(chance: float) -> float:
    inside = min(max(chance, _EDGE), 1 - _EDGE)
    return log(inside / (1 - inside))


def learn_calibration(chances: Sequence[float], rights: Sequence[bool]) -> Calibration:
    """The line that makes what was seen likeliest, held near the identity by few examples."""
    if len(set(rights)) < 2:
        return Calibration()
    odds = np.array([_log_odds(c) for c in chances])
    target = np.array(rights, dtype=float)

    def loss(line: np.ndarray) -> float:
        score = line[0] * odds + line[1]
        fit = np.logaddexp(0, score) - target * score
        return float(fit.sum() + (line[0] - 1) ** 2 + line[1] ** 2)

    found = minimize(loss, np.array([1.0, 0.0])).x
    return Calibration(max(float(found[0]), 0.05), float(found[1]))


def bin_confidences(chances: Sequence[float], rights: Sequence[bool], count: int = 10) -> list[Bin]:
    """Reliability: equal-width bins that hold something."""
    rows: list[list[tuple[float, bool]]] = [[] for _ in range(count)]
    for chance, right in zip(chances, rights, strict=True):
        rows[min(int(chance * count), count - 1)].append((chance, right))
    return [
        Bin(sum(c for c, _ in row) / len(row), sum(r for _, r in row) / len(row), len(row))
        for row in rows
        if row
    ]


def measure_calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: mean gap of confidence and accuracy, weighted."""
    total = sum(b.count for b in bins)
    return sum(b.count * abs(b.confidence - b.accuracy) for b in bins) / total if total else 0.0
