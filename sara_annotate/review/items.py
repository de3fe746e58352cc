"""What a thread is about: an item of a layer, a dispute, or the whole text."""

from __future__ import annotations

import re
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.annotations.models import Argument, Clause, Evidence, Instantiation, Mention
from sara_annotate.annotations.models import Value as ValueRow
from sara_annotate.domain.errors import DomainError
from sara_annotate.review.models import Thread

DISPUTE = "dispute:"
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
ITEM = (
    rf"^(?:|clause|(?:mention|argument|instantiation):{_UUID}"
    rf"|value:{_UUID}:(?:given|found):\w{{1,80}}|{DISPUTE}.{{1,220}})$"
)
_PARTS = re.compile(rf"^(\w+)(?::({_UUID})(?::(\w+):(\w+))?)?$")


NOTHING = uuid.UUID(int=0)


class ItemUnknownError(DomainError):
    code = "item_unknown"


@dataclass(frozen=True, slots=True)
class Item:
    """`value:ID:given:Toll` taken apart."""

    kind: str
    id: uuid.UUID = NOTHING
    role: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Whether an item is still in its layer, and where in the text it stands."""

    alive: bool
    start: int | None = None
    end: int | None = None


def parse_item(text: str) -> Item | None:
    """None for the whole text and for a dispute, which belong to no one layer."""
    found = _PARTS.match(text) if text and not text.startswith(DISPUTE) else None
    if found is None:
        return None
    return Item(
        found[1], uuid.UUID(found[2]) if found[2] else NOTHING, found[3] or "", found[4] or ""
    )


def places_read(threads: Sequence[Thread]) -> dict[int, Place]:
    """Where the items of these threads stand now; at most five queries."""
    by_kind: dict[str, dict[int, Item]] = defaultdict(dict)
    layers = {}
    places = {thread.pk: Place(True, thread.start, thread.end) for thread in threads}
    for thread in threads:
        item = parse_item(thread.item)
        if item is not None and thread.layer_id is not None:
            by_kind[item.kind][thread.pk] = item
            layers[thread.pk] = thread.layer_id
    for kind, items in by_kind.items():
        found = _READERS[kind](items, layers)
        places |= {pk: found.get(pk, Place(False, *_old(places[pk]))) for pk in items}
    return places


def _old(place: Place) -> tuple[int | None, int | None]:
    return place.start, place.end


Items = dict[int, Item]
Layers = dict[int, uuid.UUID]


def _mentions(items: Items, layers: Layers) -> dict[int, Place]:
    ids = [item.id for item in items.values()]
    rows = {row.pk: row for row in Mention.objects.filter(pk__in=ids, removed_at=None)}
    return {
        pk: Place(True, rows[item.id].start, rows[item.id].end)
        for pk, item in items.items()
        if item.id in rows and rows[item.id].layer_id == layers[pk]
    }


def _arguments(items: Items, layers: Layers) -> dict[int, Place]:
    ids = [item.id for item in items.values()]
    rows = {row.pk: row for row in Argument.objects.filter(pk__in=ids, removed_at=None)}
    spans: dict[uuid.UUID, tuple[int, int]] = {}
    for row in Mention.objects.filter(argument__in=rows, removed_at=None).order_by("-start"):
        spans[row.argument_id] = (row.start, row.end)
    return {
        pk: Place(True, *spans.get(item.id, (None, None)))
        for pk, item in items.items()
        if item.id in rows and rows[item.id].layer_id == layers[pk]
    }


def _clauses(items: Items, layers: Layers) -> dict[int, Place]:
    wanted = [layers[pk] for pk in items]
    rows = Clause.objects.filter(layer__in=wanted, removed_at=None)
    alive = set(rows.values_list("layer", flat=True))
    return {pk: Place(True) for pk in items if layers[pk] in alive}


def _instantiations(items: Items, layers: Layers) -> dict[int, Place]:
    ids = [item.id for item in items.values()]
    rows = Instantiation.objects.filter(pk__in=ids, removed_at=None)
    of = dict(rows.values_list("pk", "layer"))
    return {pk: Place(True) for pk, item in items.items() if of.get(item.id) == layers[pk]}


def _values(items: Items, layers: Layers) -> dict[int, Place]:
    ids = [item.id for item in items.values()]
    rows = ValueRow.objects.filter(
        instantiation__in=ids, removed_at=None, instantiation__removed_at=None
    ).select_related("instantiation")
    known = {(r.instantiation_id, r.role, r.name.upper()): r for r in rows}
    spans: dict[uuid.UUID, tuple[int, int]] = {}
    for said in Evidence.objects.filter(value__in=known.values()).order_by("-start"):
        spans[said.value_id] = (said.start, said.end)
    places = {}
    for pk, item in items.items():
        row = known.get((item.id, item.role, item.name.upper()))
        if row is not None and row.instantiation.layer_id == layers[pk]:
            places[pk] = Place(True, *spans.get(row.pk, (None, None)))
    return places


_READERS = {
    "mention": _mentions,
    "argument": _arguments,
    "clause": _clauses,
    "instantiation": _instantiations,
    "value": _values,
}
