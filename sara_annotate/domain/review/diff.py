"""Where any number of layers of one text differ, suggestions and gold included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from sara_annotate.domain.edits.state import Kind, Layer
from sara_annotate.domain.review.diff_case import Row, diff_rows, match_rows
from sara_annotate.domain.review.diff_subsection import diff_clause, diff_groups, diff_places
from sara_annotate.domain.review.groups import Group, group_arguments
from sara_annotate.domain.review.items import Item
from sara_annotate.domain.review.places import Place, find_places


@dataclass(frozen=True, slots=True)
class Differences:
    """All items of some layers, agreed and in dispute, and how they hang together."""

    kind: Kind
    layers: tuple[Layer, ...]
    items: tuple[Item, ...]
    places: tuple[Place, ...] = ()
    groups: tuple[Group, ...] = ()
    rows: tuple[Row, ...] = ()

    @property
    def disputes(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.disputed)

    @property
    def agreed(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if not item.disputed)

    @property
    def fingerprint(self) -> str:
        """Changes whenever anything does that a decision could be about."""
        digest = blake2b(digest_size=12)
        for item in self.items:
            digest.update(item.fingerprint.encode())
        return digest.hexdigest()


def diff_layers(layers: Sequence[Layer]) -> Differences:
    """Every item of these layers, which must be of the same text; in the order of the text."""
    if not layers or len({layer.kind for layer in layers}) > 1:
        raise ValueError("layers of one kind are compared, at least one")
    if layers[0].kind == "case":
        rows = match_rows(layers)
        items = tuple(diff_rows(rows, len(layers)))
        return Differences("case", tuple(layers), items, rows=rows)
    places = find_places(layers)
    groups = group_arguments(layers, places)
    found = [*diff_places(layers, places), *diff_groups(groups, len(layers))]
    found.sort(key=lambda item: item.at.start if item.at else 1 << 60)
    items = (*found, diff_clause(layers, groups))
    return Differences("subsection", tuple(layers), items, places, groups)
