"""Apply an operation to a layer: the new layer and the operation that takes it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args

from sara_annotate.domain.edits import apply_case, apply_stale, apply_state, apply_subsection
from sara_annotate.domain.edits.operations import (
    Batch,
    CaseOperation,
    DecideSuggestion,
    Operation,
    SingleOperation,
    StaleOperation,
    StateOperation,
    SubsectionOperation,
    make_batch,
)
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Kind, Layer

Applied = tuple[Layer, Operation]
V = TypeVar("V")


def apply_operation(layer: Layer, operation: Operation) -> Applied:
    """The layer afterwards and the exact inverse; EditRefused when it cannot be done."""
    if isinstance(operation, Batch):
        return _apply_batch(layer, operation)
    _check_applies(layer, operation)
    return _APPLY[type(operation)](layer, operation)


def _apply_batch(layer: Layer, batch: Batch) -> Applied:
    if not batch.ops:
        raise EditRefused("batch_empty", "A batch needs at least one operation.", path="ops")
    inverses: list[Operation] = []
    for index, operation in enumerate(batch.ops):
        try:
            layer, inverse = apply_operation(layer, operation)
        except EditRefused as refusal:
            raise refusal.at(f"ops.{index}") from refusal
        inverses.append(inverse)
    return layer, make_batch(inverses[::-1])


def _check_applies(layer: Layer, operation: SingleOperation) -> None:
    """Refuse an operation of the other kind of layer, and any change of a submitted one."""
    if isinstance(operation, StateOperation | StaleOperation):
        return
    wanted = _wanted_kind(operation)
    if wanted not in (None, layer.kind):
        raise EditRefused(
            "operation_foreign",
            f"This layer is of a {layer.kind}; the operation changes a {wanted}.",
        )
    if layer.is_frozen:
        raise EditRefused(
            "layer_frozen",
            f"The layer is {layer.state}. Reopen it before changing it.",
            position={"state": layer.state},
        )


def _wanted_kind(operation: SingleOperation) -> Kind | None:
    if isinstance(operation, SubsectionOperation):
        return "subsection"
    return "case" if isinstance(operation, CaseOperation) else None


def _decide_suggestion(layer: Layer, op: DecideSuggestion) -> Applied:
    before = layer.decisions.get(op.suggestion)
    others = _without(layer.decisions, op.suggestion)
    decisions = others if op.decision is None else {**others, op.suggestion: op.decision}
    return replace(layer, decisions=decisions), DecideSuggestion(op.suggestion, before)


def _without(items: Mapping[str, V], key: str) -> dict[str, V]:
    return {k: v for k, v in items.items() if k != key}


_APPLY: dict[type, Callable[[Layer, Any], Applied]] = {
    **apply_subsection.APPLY,
    **apply_case.APPLY,
    **apply_state.APPLY,
    **apply_stale.APPLY,
    DecideSuggestion: _decide_suggestion,
}

if missing := set(get_args(SingleOperation)) - set(_APPLY):
    raise TypeError(f"operations without a rule: {missing}")
