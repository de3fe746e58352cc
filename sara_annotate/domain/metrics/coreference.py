"""Argument coreference: exact match, and MUC, B³, CEAF, BLANC, LEA with singletons kept.

Clusters hold any hashable mentions. Every metric is computed from the table of overlaps, so
its cost grows with the mentions, not with the pairs of clusters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from sara_annotate.domain.metrics.counts import Counts

Cluster = Collection[Hashable]
Clusters = Sequence[Cluster]
METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")


@dataclass(frozen=True, slots=True)
class Ratios:
    """Numerators and denominators of recall and precision, which add up over documents."""

    recall_top: float = 0.0
    recall_bottom: float = 0.0
    precision_top: float = 0.0
    precision_bottom: float = 0.0

    def __add__(self, other: Ratios) -> Ratios:
        return Ratios(
            self.recall_top + other.recall_top,
            self.recall_bottom + other.recall_bottom,
            self.precision_top + other.precision_top,
            self.precision_bottom + other.precision_bottom,
        )

    @property
    def recall(self) -> float:
        return self.recall_top / self.recall_bottom if self.recall_bottom else 0.0

    @property
    def precision(self) -> float:
        return self.precision_top / self.precision_bottom if self.precision_bottom else 0.0

    @property
    def f1(self) -> float:
        return harmonic_mean(self.precision, self.recall)


@dataclass(frozen=True, slots=True)
class Score:
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Overlap:
    """Sizes of the clusters on both sides and of every non-empty intersection."""

    key: tuple[int, ...]
    response: tuple[int, ...]
    shared: Mapping[tuple[int, int], int]


def harmonic_mean(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def count_arguments(gold: Clusters, proposed: Clusters) -> Counts:
    """Exact match: an argument is right iff its set of mentions is a gold set."""
    expected = {frozenset(c) for c in gold if c}
    offered = {frozenset(c) for c in proposed if c}
    return Counts(len(expected & offered), len(offered), len(expected))


def score_coreference(
    documents: Iterable[tuple[Clusters, Clusters]],
) -> dict[str, Score]:
    """Each metric over (key, response) documents, pooled as the reference scorer pools them."""
    overlaps = [measure_overlap(key, response) for key, response in documents]
    found = {
        name: _to_score(sum((measure(o) for o in overlaps), Ratios()))
        for name, measure in _RATIOS.items()
    }
    found["blanc"] = score_blanc(overlaps)
    return {name: found[name] for name in METRICS}


def _to_score(ratios: Ratios) -> Score:
    return Score(ratios.precision, ratios.recall, ratios.f1)


def measure_overlap(key: Clusters, response: Clusters) -> Overlap:
    """The table of overlaps; a mention named twice belongs where it was named first."""
    key_of = _index_mentions(key)
    response_of = _index_mentions(response)
    shared = Counter((key_of[m], response_of[m]) for m in key_of if m in response_of)
    return Overlap(_count_sizes(key_of), _count_sizes(response_of), dict(shared))


def _index_mentions(clusters: Clusters) -> dict[Hashable, int]:
    found: dict[Hashable, int] = {}
    for number, cluster in enumerate(clusters):
        for mention in cluster:
            found.setdefault(mention, number)
    numbers = {old: new for new, old in enumerate(dict.fromkeys(found.values()))}
    return {mention: numbers[number] for mention, number in found.items()}


def _count_sizes(index: Mapping[Hashable, int]) -> tuple[int, ...]:
    sizes = Counter(index.values())
    return tuple(sizes[k] for k in range(len(sizes)))


def measure_muc(overlap: Overlap) -> Ratios:
    """Links kept: each cluster's size less the pieces that the other side cuts it into."""
    shared_key: Counter[int] = Counter()
    shared_response: Counter[int] = Counter()
    parts_key: Counter[int] = Counter()
    parts_response: Counter[int] = Counter()
    for (k, r), count in overlap.shared.items():
        shared_key[k] += count
        shared_response[r] += count
        parts_key[k] += 1
        parts_response[r] += 1
    return Ratios(
        sum(shared_key[k] - parts_key[k] for k in shared_key),
        sum(size - 1 for size in overlap.key),
        sum(shared_response[r] - parts_response[r] for r in shared_response),
        sum(size - 1 for size in overlap.response),
    )


def measure_bcub(overlap: Overlap) -> Ratios:
    """B³: for each mention, the share of its cluster that the other side keeps with it."""
    return Ratios(
        sum(n * n / overlap.key[k] for (k, _), n in overlap.shared.items()),
        sum(overlap.key),
        sum(n * n / overlap.response[r] for (_, r), n in overlap.shared.items()),
        sum(overlap.response),
    )


def measure_ceafm(overlap: Overlap) -> Ratios:
    """CEAF by mentions: the best one-to-one alignment of clusters by shared mentions."""
    best = _align_clusters({pair: float(n) for pair, n in overlap.shared.items()})
    return Ratios(best, sum(overlap.key), best, sum(overlap.response))


def measure_ceafe(overlap: Overlap) -> Ratios:
    """CEAF by entities: the best alignment by the Dice coefficient of clusters."""
    likeness = {
        (k, r): 2 * n / (overlap.key[k] + overlap.response[r])
        for (k, r), n in overlap.shared.items()
    }
    best = _align_clusters(likeness)
    return Ratios(best, len(overlap.key), best, len(overlap.response))


def measure_lea(overlap: Overlap) -> Ratios:
    """LEA: links kept in each cluster, weighted by its size; a singleton links to itself."""
    kept_key: defaultdict[int, float] = defaultdict(float)
    kept_response: defaultdict[int, float] = defaultdict(float)
    for (k, r), n in overlap.shared.items():
        if overlap.key[k] == overlap.response[r] == 1:
            kept_key[k] = kept_response[r] = 1.0
        kept_key[k] += _count_pairs(n)
        kept_response[r] += _count_pairs(n)
    return Ratios(
        _weigh_links(kept_key, overlap.key),
        sum(overlap.key),
        _weigh_links(kept_response, overlap.response),
        sum(overlap.response),
    )


def _weigh_links(kept: Mapping[int, float], sizes: Sequence[int]) -> float:
    return sum(sizes[c] * links / max(1, _count_pairs(sizes[c])) for c, links in kept.items())


def _count_pairs(size: int) -> int:
    return size * (size - 1) // 2


def _align_clusters(likeness: Mapping[tuple[int, int], float]) -> float:
    """Greatest total likeness of a one-to-one alignment.

    Clusters that share nothing add nothing, so each connected group is solved by itself.
    """
    return sum(_solve_group(group) for group in _split_groups(likeness))


def _split_groups(
    likeness: Mapping[tuple[int, int], float],
) -> list[dict[tuple[int, int], float]]:
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        root.setdefault(node, node)
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for k, r in likeness:
        root[find(("key", k))] = find(("response", r))
    groups: defaultdict[tuple[str, int], dict[tuple[int, int], float]] = defaultdict(dict)
    for (k, r), value in likeness.items():
        groups[find(("key", k))][(k, r)] = value
    return list(groups.values())


def _solve_group(group: Mapping[tuple[int, int], float]) -> float:
    if len(group) == 1:
        return next(iter(group.values()))
    rows = {k: i for i, k in enumerate(dict.fromkeys(k for k, _ in group))}
    columns = {r: i for i, r in enumerate(dict.fromkeys(r for _, r in group))}
    table = np.zeros((len(rows), len(columns)))
    for (k, r), value in group.items():
        table[rows[k], columns[r]] = value
    chosen = linear_sum_assignment(table, maximize=True)
    return float(table[chosen].sum())


def score_blanc(overlaps: Sequence[Overlap]) -> Score:
    """BLANC extended to differing mentions: the mean of coreferent and other links.

    As in the reference scorer, a kind of link that the key lacks is left out, and a key
    without any link scores zero.
    """
    links = [_count_links(o) for o in overlaps]
    linked = sum((pair[0] for pair in links), Ratios())
    apart = sum((pair[1] for pair in links), Ratios())
    kinds = [ratios for ratios in (linked, apart) if ratios.recall_bottom]
    if not kinds:
        return Score(0.0, 0.0, 0.0)
    return Score(
        sum(r.precision for r in kinds) / len(kinds),
        sum(r.recall for r in kinds) / len(kinds),
        sum(r.f1 for r in kinds) / len(kinds),
    )


def _count_links(overlap: Overlap) -> tuple[Ratios, Ratios]:
    """Coreferent links, and links between different arguments, of one document."""
    common = sum(overlap.shared.values())
    common_key: Counter[int] = Counter()
    common_response: Counter[int] = Counter()
    for (k, r), n in overlap.shared.items():
        common_key[k] += n
        common_response[r] += n
    both = sum(_count_pairs(n) for n in overlap.shared.values())
    neither = (
        _count_pairs(common)
        - sum(_count_pairs(n) for n in common_key.values())
        - sum(_count_pairs(n) for n in common_response.values())
        + both
    )
    key, response = (
        sum(_count_pairs(n) for n in sizes) for sizes in (overlap.key, overlap.response)
    )
    all_key, all_response = _count_pairs(sum(overlap.key)), _count_pairs(sum(overlap.response))
    return (
        Ratios(both, key, both, response),
        Ratios(neither, all_key - key, neither, all_response - response),
    )


_RATIOS = {
    "muc": measure_muc,
    "bcub": measure_bcub,
    "ceafm": measure_ceafm,
    "ceafe": measure_ceafe,
    "lea": measure_lea,
}
