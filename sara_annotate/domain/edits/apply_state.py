"""How a layer is submitted, reopened, accepted and returned.

The reason belongs to the state "returned" alone, so leaving it puts the reason into the
inverse and no other state has one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sara_annotate.domain.edits.operations import (
    AcceptLayer,
    Batch,
    Operation,
    ReopenLayer,
    ReturnLayer,
    SubmitLayer,
)
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer, State

Applied = tuple[Layer, Operation]


def _submit_layer(layer: Layer, op: SubmitLayer) -> Applied:
    if layer.state == "in_progress" or layer.state == "returned":
        return _move(layer, "submitted"), ReopenLayer(layer.state, layer.reason)
    raise _refuse(layer, "submitted")


def _reopen_layer(layer: Layer, op: ReopenLayer) -> Applied:
    if layer.state == "accepted" and op.to == "submitted":
        return _move(layer, "submitted"), AcceptLayer()
    if layer.state == "submitted" and op.to != "submitted":
        return _move(layer, op.to, op.reason), SubmitLayer()
    raise _refuse(layer, op.to)


def _accept_layer(layer: Layer, op: AcceptLayer) -> Applied:
    if layer.state != "submitted":
        raise _refuse(layer, "accepted")
    return _move(layer, "accepted"), ReopenLayer("submitted")


def _return_layer(layer: Layer, op: ReturnLayer) -> Applied:
    if not layer.is_frozen:
        raise _refuse(layer, "returned")
    inverse = Batch((SubmitLayer(), AcceptLayer())) if layer.state == "accepted" else SubmitLayer()
    return _move(layer, "returned", op.reason), inverse


def _move(layer: Layer, state: State, reason: str = "") -> Layer:
    return replace(layer, state=state, reason=reason if state == "returned" else "")


def _refuse(layer: Layer, to: str) -> EditRefused:
    return EditRefused(
        "state_invalid",
        f"A layer that is {layer.state} cannot become {to}.",
        position={"state": layer.state, "to": to},
    )


APPLY: dict[type, Callable[[Layer, Any], Applied]] = {
    SubmitLayer: _submit_layer,
    ReopenLayer: _reopen_layer,
    AcceptLayer: _accept_layer,
    ReturnLayer: _return_layer,
}
