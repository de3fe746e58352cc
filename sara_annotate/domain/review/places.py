"""Mentions of several layers put together: places of overlapping spans, and which are the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from sara_annotate.domain.edits.state import Layer, Mention, ordered_mentions
from sara_annotate.domain.spans import Ranged, Span

H = TypeVar("H", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Owned:
    """A mention and the layer that it is of."""

    layer: int
    mention: Mention

    @property
    def start(self) -> int:
        return self.mention.start

    @property
    def end(self) -> int:
        return self.mention.end

    @property
    def span(self) -> Span:
        return Span(self.mention.start, self.mention.end)

    @property
    def argument(self) -> tuple[int, str]:
        return self.layer, self.mention.argument


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of text that mentions of some layers share; no mention reaches out of it."""

    at: Span
    mentions: tuple[Owned, ...]

    def of_layer(self, layer: int) -> tuple[Owned, ...]:
        return tuple(m for m in self.mentions if m.layer == layer)


def find_places(layers: Sequence[Layer]) -> tuple[Place, ...]:
    """Mentions joined as long as they overlap, in the order of the text."""
    found = [Owned(n, m) for n, layer in enumerate(layers) for m in ordered_mentions(layer)]
    places: list[list[Owned]] = []
    reach = -1
    for owned in sorted(found, key=lambda o: (o.start, o.end, o.layer)):
        if places and owned.start < reach:
            places[-1].append(owned)
        else:
            places.append([owned])
        reach = max(reach, owned.end)
    return tuple(
        Place(Span(group[0].start, max(o.end for o in group)), tuple(group)) for group in places
    )


def match_place(place: Place) -> list[tuple[Owned, Owned]]:
    """Mentions of two layers that mean the same: each has one partner, best overlap first."""
    pairs: list[tuple[Owned, Owned]] = []
    layers = sorted({m.layer for m in place.mentions})
    for left, right in combinations(layers, 2):
        pairs += _match(place.of_layer(left), place.of_layer(right))
    return pairs


def _match(left: Sequence[Owned], right: Sequence[Owned]) -> list[tuple[Owned, Owned]]:
    likely = sorted(
        ((measure_likeness(a, b), a, b) for a in left for b in right),
        key=lambda row: (-row[0], row[1].start, row[2].start),
    )
    taken: set[tuple[int, str]] = set()
    pairs = []
    for likeness, a, b in likely:
        ends = {(a.layer, a.mention.id), (b.layer, b.mention.id)}
        if likeness and not ends & taken:
            taken |= ends
            pairs.append((a, b))
    return pairs


def measure_likeness(a: Ranged, b: Ranged) -> float:
    """Shared characters over all characters of both: 1 for equal spans, 0 for disjoint ones."""
    shared = min(a.end, b.end) - max(a.start, b.start)
    return shared / (max(a.end, b.end) - min(a.start, b.start)) if shared > 0 else 0.0


def join_groups(nodes: Iterable[H], pairs: Iterable[tuple[H, H]]) -> list[list[H]]:
    """Nodes that pairs connect, each group and the groups in the order of the nodes."""
    root = {node: node for node in nodes}

    def find(node: H) -> H:
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for a, b in pairs:
        root[find(a)] = find(b)
    groups: dict[H, list[H]] = {}
    for node in root:
        groups.setdefault(find(node), []).append(node)
    return list(groups.values())
