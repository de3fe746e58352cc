"""How marks of what a person should look at come and go; the state of the layer is no matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sara_annotate.domain.edits.operations import ClearStale, MarkStale, Operation
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer

Applied = tuple[Layer, Operation]


def _mark_stale(layer: Layer, op: MarkStale) -> Applied:
    _check_kind(layer, op.item)
    before = layer.stale.get(op.item)
    inverse = ClearStale(op.item) if before is None else MarkStale(op.item, before)
    return replace(layer, stale={**layer.stale, op.item: op.reason}), inverse


def _clear_stale(layer: Layer, op: ClearStale) -> Applied:
    _check_kind(layer, op.item)
    if op.item not in layer.stale:
        raise EditRefused(
            "stale_unknown",
            "Nothing marks this item; someone has looked at it already.",
            path="item",
            position={"item": op.item},
        )
    left = {item: reason for item, reason in layer.stale.items() if item != op.item}
    return replace(layer, stale=left), MarkStale(op.item, layer.stale[op.item])


def _check_kind(layer: Layer, item: str) -> None:
    wanted = "case" if item.startswith("instantiation:") else "subsection"
    if wanted != layer.kind:
        raise EditRefused(
            "operation_foreign",
            f"This layer is of a {layer.kind}; the operation changes a {wanted}.",
        )


APPLY: dict[type, Callable[[Layer, Any], Applied]] = {
    MarkStale: _mark_stale,
    ClearStale: _clear_stale,
}
