"""How the instantiations of a case change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sara_annotate.domain.edits.operations import (
    AddInstantiation,
    ClearValue,
    Operation,
    RemoveInstantiation,
    SetTruth,
    SetValue,
)
from sara_annotate.domain.edits.refusal import EditRefused, join_path
from sara_annotate.domain.edits.state import CaseValue, Instantiation, Layer, value_key
from sara_annotate.domain.errors import SpanError
from sara_annotate.domain.spans import check_span

Applied = tuple[Layer, Operation]


def _add_instantiation(layer: Layer, op: AddInstantiation) -> Applied:
    item = op.instantiation
    if item.id in layer.instantiations:
        raise EditRefused(
            "id_taken",
            "This id is in use already.",
            path="instantiation.id",
            position={"id": item.id},
        )
    for index, value in enumerate(item.values.values()):
        _check_evidence(layer, value, f"instantiation.values.{index}")
    return _put(layer, item), RemoveInstantiation(item.id)


def _remove_instantiation(layer: Layer, op: RemoveInstantiation) -> Applied:
    item = _get(layer, op.id, "id")
    left = {k: i for k, i in layer.instantiations.items() if k != op.id}
    return replace(layer, instantiations=left), AddInstantiation(item)


def _set_truth(layer: Layer, op: SetTruth) -> Applied:
    before = _get(layer, op.instantiation, "instantiation")
    return _put(layer, replace(before, truth=op.truth)), SetTruth(before.id, before.truth)


def _set_value(layer: Layer, op: SetValue) -> Applied:
    item = _get(layer, op.instantiation, "instantiation")
    _check_evidence(layer, op.value, "value")
    key = value_key(op.value.role, op.value.name)
    before = item.values.get(key)
    cleared = ClearValue(item.id, op.value.role, op.value.name)
    inverse = SetValue(item.id, before) if before else cleared
    return _put(layer, replace(item, values={**item.values, key: op.value})), inverse


def _clear_value(layer: Layer, op: ClearValue) -> Applied:
    item = _get(layer, op.instantiation, "instantiation")
    key = value_key(op.role, op.name)
    if key not in item.values:
        raise EditRefused(
            "value_unknown",
            f"{op.name} has no value here.",
            path="name",
            position={"name": op.name},
        )
    left = {k: v for k, v in item.values.items() if k != key}
    return _put(layer, replace(item, values=left)), SetValue(item.id, item.values[key])


def _put(layer: Layer, item: Instantiation) -> Layer:
    return replace(layer, instantiations={**layer.instantiations, item.id: item})


def _get(layer: Layer, item: str, path: str) -> Instantiation:
    if item not in layer.instantiations:
        raise EditRefused(
            "instantiation_unknown",
            "The layer has no such instantiation.",
            path=path,
            position={"instantiation": item},
        )
    return layer.instantiations[item]


def _check_evidence(layer: Layer, value: CaseValue, path: str) -> None:
    """Evidence lies in the case's text; pieces of evidence may share characters."""
    for index, span in enumerate(value.evidence):
        try:
            check_span(span, parts=layer.parts, others=())
        except SpanError as error:
            position = {k: v for k, v in error.extra.items() if k != "reason"}
            raise EditRefused(
                str(error.extra["reason"]),
                error.message,
                path=join_path(path, f"evidence.{index}"),
                position=position,
            ) from error


APPLY: dict[type, Callable[[Layer, Any], Applied]] = {
    AddInstantiation: _add_instantiation,
    RemoveInstantiation: _remove_instantiation,
    SetTruth: _set_truth,
    SetValue: _set_value,
    ClearValue: _clear_value,
}
