"""Exact inference in a linear chain: best path, and the probability of each span."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ml.alignment import B, I

Floats = NDArray[np.float64]
Run = tuple[int, int]
_LEAST = 0.02


@dataclass(frozen=True, slots=True)
class Chain:
    """Scores of one sequence: length × tags, and the transitions of its CRF."""

    emissions: Floats
    start: Floats
    end: Floats
    transitions: Floats


def find_best_path(chain: Chain) -> list[int]:
    """Viterbi's tags."""
    score = chain.start + chain.emissions[0]
    back: list[NDArray[np.int64]] = []
    for emission in chain.emissions[1:]:
        table = score[:, None] + chain.transitions
        back.append(table.argmax(0))
        score = table.max(0) + emission
    path = [int((score + chain.end).argmax())]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    return path[::-1]


def measure_spans(chain: Chain, least: float = _LEAST) -> dict[Run, float]:
    """Probability under the CRF of every span [first, last] that is not negligible."""
    alpha, beta, total = _sum_paths(chain)
    begin = alpha[:, B] + beta[:, B] - total
    size = len(chain.emissions)
    found: dict[Run, float] = {}
    stop = np.array([t != I for t in range(len(chain.start))])
    for first in np.flatnonzero(begin > np.log(least)):
        score, tag = alpha[first, B], B
        for last in range(first, size):
            if last > first:
                score += chain.transitions[tag, I] + chain.emissions[last, I]
                tag = I
            if score + beta[last, tag] - total < np.log(least):
                break
            chance = float(np.exp(score + _after(chain, beta, last, tag, stop) - total))
            if chance >= least:
                found[(int(first), last)] = min(chance, 1.0)
    return found


def _after(chain: Chain, beta: Floats, last: int, tag: int, stop: NDArray[np.bool_]) -> float:
    """Log-sum of all ways to go on that do not lengthen the span."""
    if last == len(chain.emissions) - 1:
        return float(chain.end[tag])
    onward = chain.transitions[tag] + chain.emissions[last + 1] + beta[last + 1]
    return float(np.logaddexp.reduce(onward[stop]))


def _sum_paths(chain: Chain) -> tuple[Floats, Floats, float]:
    size, tags = chain.emissions.shape
    alpha = np.empty((size, tags))
    beta = np.empty((size, tags))
    alpha[0] = chain.start + chain.emissions[0]
    for k in range(1, size):
        alpha[k] = chain.emissions[k] + np.logaddexp.reduce(
            alpha[k - 1][:, None] + chain.transitions, axis=0
        )
    beta[-1] = chain.end
    for k in range(size - 2, -1, -1):
        beta[k] = np.logaddexp.reduce(
            chain.transitions + chain.emissions[k + 1] + beta[k + 1], axis=1
        )
    return alpha, beta, float(np.logaddexp.reduce(alpha[-1] + chain.end))


def average_spans(members: Sequence[Mapping[Run, float]]) -> dict[Run, float]:
    """Mean probability over the members of an ensemble."""
    runs = {run for member in members for run in member}
    return {run: sum(m.get(run, 0.0) for m in members) / len(members) for run in runs}


def choose_spans(chances: Mapping[Run, float], threshold: float) -> list[tuple[Run, float]]:
    """Spans above the threshold that do not overlap, the likelier first taken."""
    kept: list[tuple[Run, float]] = []
    for run, chance in sorted(chances.items(), key=lambda item: (-item[1], item[0])):
        if chance < threshold:
            break
        if all(run[1] < other[0] or other[1] < run[0] for other, _ in kept):
            kept.append((run, chance))
    return sorted(kept)


def measure_runs(chances: Mapping[Run, float], runs: Iterable[Run]) -> list[tuple[Run, float]]:
    """Given spans with their probability."""
    return [(run, chances.get(run, 0.0)) for run in runs]
