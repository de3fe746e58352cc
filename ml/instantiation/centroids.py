"""Numbers that stand for all numbers of the training set."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sara_annotate.domain.metrics.values import measure_error


def find_centroids(values: Sequence[int], *, seed: int = 0) -> tuple[float, ...]:
    """k-means centres, k = 2, 4, 8, … until every value is within Δ < 1 of its centre."""
    distinct = sorted(set(values))
    if len(distinct) <= 2:
        return tuple(float(v) for v in distinct) or (0.0,)
    k = 2
    while k < len(distinct):
        centres = _cluster(distinct, k, seed)
        if all(measure_error(v, nearest_centroid(v, centres)) < 1 for v in distinct):
            return centres
        k *= 2
    return tuple(float(v) for v in distinct)


def _cluster(values: Sequence[int], k: int, seed: int) -> tuple[float, ...]:
    from sklearn.cluster import KMeans

    points: NDArray[np.float64] = np.array(values, dtype=float)[:, None]
    found = KMeans(n_clusters=k, n_init=4, random_state=seed).fit(points)
    return tuple(sorted(float(c) for c in found.cluster_centers_[:, 0]))


def nearest_centroid(value: float, centres: Sequence[float]) -> float:
    """The centre closest to a value."""
    return min(centres, key=lambda c: abs(c - value))
