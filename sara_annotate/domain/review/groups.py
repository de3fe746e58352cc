"""Arguments of several layers that are one: by the mentions they share, then by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import Argument, Layer, ordered_arguments
from sara_annotate.domain.review.places import Owned, Place, join_groups, match_place

Key = tuple[int, str]
"""A layer's place in the list and the id of an argument of it."""


@dataclass(frozen=True, slots=True)
class Group:
    """Arguments that stand for one variable, or for what some layer makes one of."""

    key: str
    arguments: tuple[tuple[int, Argument], ...]
    mentions: tuple[Owned, ...]

    @property
    def layers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(n for n, _ in self.arguments))

    @property
    def is_split(self) -> bool:
        """True when some layer has two arguments where others have one."""
        return len(self.arguments) > len(self.layers)

    def of_layer(self, layer: int) -> tuple[Argument, ...]:
        return tuple(a for n, a in self.arguments if n == layer)

    def mentions_of(self, layer: int, argument: str) -> tuple[Owned, ...]:
        return tuple(m for m in self.mentions if m.argument == (layer, argument))


def group_arguments(layers: Sequence[Layer], places: Sequence[Place]) -> tuple[Group, ...]:
    """Every argument of every layer in one group, in the order of the text."""
    known = {(n, a.id): a for n, layer in enumerate(layers) for a in ordered_arguments(layer)}
    mentions: dict[Key, list[Owned]] = {key: [] for key in known}
    for owned in (m for place in places for m in place.mentions):
        mentions[owned.argument].append(owned)
    pairs = [(a.argument, b.argument) for place in places for a, b in match_place(place)]
    marked = [key for key in known if mentions[key]]
    joined = join_groups(marked, pairs)
    for key in known:
        if not mentions[key]:
            _join_by_name(joined, key, known)
    return tuple(
        sorted(
            (_make(group, known, mentions) for group in joined),
            key=lambda g: (not g.mentions, g.mentions[0].start if g.mentions else 0, g.key),
        )
    )


def _join_by_name(groups: list[list[Key]], key: Key, known: dict[Key, Argument]) -> None:
    """An argument without mentions joins its namesake, unless its layer has one there."""
    name = fold_name(known[key].name)
    for group in groups:
        named = any(fold_name(known[k].name) == name for k in group)
        if named and all(layer != key[0] for layer, _ in group):
            group.append(key)
            return
    groups.append([key])


def _make(group: list[Key], known: dict[Key, Argument], mentions: dict[Key, list[Owned]]) -> Group:
    keys = sorted(group, key=lambda k: (k[0], known[k].order, k[1]))
    owned = sorted(
        (m for key in keys for m in mentions[key]), key=lambda m: (m.start, m.end, m.layer)
    )
    first = owned[0] if owned else None
    key = f"{first.start}-{first.end}.{first.layer + 1}" if first else _name_key(keys[0], known)
    return Group(key, tuple((k[0], known[k]) for k in keys), tuple(owned))


def _name_key(key: Key, known: dict[Key, Argument]) -> str:
    return f"{fold_name(known[key].name)}.{key[0] + 1}"
