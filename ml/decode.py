"""Exact inference in a linear chain: best path, and the probability of each span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    return measure_batch([chain], least)[0]


def measure_batch(chains: Sequence[Chain], least: float = _LEAST) -> list[dict[Run, float]]:
    """The same for several chains of one CRF, whose sums run side by side."""
    if not chains:
        return []
    alpha, beta = _sum_paths(chains)
    found = []
    for k, chain in enumerate(chains):
        size = len(chain.emissions)
        total = float(np.logaddexp.reduce(alpha[k, size - 1] + chain.end))
        found.append(_collect_spans(chain, alpha[k, :size], beta[k, :size], total, least))
    return found


def _collect_spans(
    chain: Chain, alpha: Floats, beta: Floats, total: float, least: float
) -> dict[Run, float]:
    found: dict[Run, float] = {}
    limit = float(np.log(least)) + total
    closing = _close_spans(chain, beta)
    onward = chain.emissions[:, I].tolist()
    ahead, inside = beta[:, I].tolist(), float(chain.transitions[I, I])
    for first in np.flatnonzero(alpha[:, B] + beta[:, B] > limit).tolist():
        score, tag = float(alpha[first, B]), B
        for last in range(first, len(onward)):
            if last > first:
                score += onward[last] + (inside if tag == I else float(chain.transitions[B, I]))
                tag = I
                if score + ahead[last] < limit:
                    break
            chance = float(np.exp(score + closing[last, tag] - total))
            if chance >= least:
                found[(first, last)] = min(chance, 1.0)
    return found


def _close_spans(chain: Chain, beta: Floats) -> Floats:
    """For each place and tag, the log-sum of all ways to go on that do not lengthen a span."""
    stop = [t for t in range(len(chain.start)) if t != I]
    closing = np.empty_like(chain.emissions)
    closing[-1] = chain.end
    ways = chain.transitions[None, :, stop] + (chain.emissions + beta)[1:, None, stop]
    closing[:-1] = np.logaddexp.reduce(ways, axis=2)
    return closing


def _sum_paths(chains: Sequence[Chain]) -> tuple[Floats, Floats]:
    """Forward and backward log-sums: chains × places × tags."""
    start, end, moves = chains[0].start, chains[0].end, chains[0].transitions
    sizes = np.array([len(c.emissions) for c in chains])
    emissions = np.zeros((len(chains), int(sizes.max()), len(start)))
    for k, chain in enumerate(chains):
        emissions[k, : sizes[k]] = chain.emissions
    alpha, beta = np.empty_like(emissions), np.empty_like(emissions)
    alpha[:, 0] = start + emissions[:, 0]
    for k in range(1, emissions.shape[1]):
        alpha[:, k] = emissions[:, k] + _log_sum(alpha[:, k - 1, :, None] + moves, 1)
    beta[:, -1] = end
    for k in range(emissions.shape[1] - 2, -1, -1):
        onward = _log_sum(moves + (emissions[:, k + 1] + beta[:, k + 1])[:, None, :], 2)
        beta[:, k] = np.where((sizes == k + 1)[:, None], end, onward)
    return alpha, beta


def _log_sum(values: Floats, axis: int) -> Floats:
    top = values.max(axis, keepdims=True)
    total: Floats = np.log(np.exp(values - top).sum(axis)) + top.squeeze(axis)
    return total


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
