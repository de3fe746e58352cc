"""Edits in order: each once, all of a request or none of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sara_annotate.domain.edits import read, wire
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.operations import Operation
from sara_annotate.domain.edits.rebase import Conflict, rebase
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.errors import DomainError


@dataclass(frozen=True, slots=True)
class Edit:
    """One change, kept for ever. `inverse` is None until it has been applied.

    `undoes` names the edit that this one takes back; edits of one `group` are one undo step,
    also across layers.
    """

    id: str
    layer: str
    author: str
    time: str
    base_revision: int
    operation: Operation
    inverse: Operation | None = None
    undoes: str | None = None
    group: str | None = None
    from_suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A layer after edits, and those that were applied, each with its inverse."""

    layer: Layer
    edits: tuple[Edit, ...]


class EditsConflict(DomainError):
    """Others changed the same items since; nothing was applied."""

    code = "edit_conflict"

    def __init__(self, conflicts: Mapping[str, Conflict]) -> None:
        super().__init__("Someone else changed the same items. Choose which version stays.")
        self.conflicts = dict(conflicts)


def invert(edit: Edit) -> Operation:
    """The operation that takes an applied edit back."""
    if edit.inverse is None:
        raise ValueError(f"edit {edit.id} has not been applied")
    return edit.inverse


def apply_edit(layer: Layer, edit: Edit) -> tuple[Layer, Edit]:
    """The layer afterwards, and the edit with its inverse."""
    if edit.layer != layer.id:
        raise EditRefused(
            "layer_foreign",
            "The edit belongs to another layer.",
            position={"edit": edit.id, "layer": edit.layer},
        )
    try:
        after, inverse = apply_operation(layer, edit.operation)
    except EditRefused as refusal:
        raise refusal.at("", edit=edit.id) from refusal
    return after, replace(edit, inverse=inverse)


def apply_log(layer: Layer, edits: Iterable[Edit], *, known: Iterable[Edit] = ()) -> Replay:
    """The layer after all edits; one that came before, here or in `known`, is passed over."""
    seen = {edit.id: edit for edit in known}
    applied: list[Edit] = []
    for edit in edits:
        if edit.id in seen:
            _check_same(seen[edit.id], edit)
            continue
        layer, done = apply_edit(layer, edit)
        seen[edit.id] = edit
        applied.append(done)
    return Replay(layer, tuple(applied))


def accept_edits(
    layer: Layer,
    edits: Sequence[Edit],
    *,
    history: Mapping[int, Edit],
    known: Iterable[Edit] = (),
) -> Replay:
    """Edits of one request on the current layer, rebased over what came in between.

    `history` holds, by revision, at least the edits after the smallest base revision, and
    `known` the stored edits whose ids come again. A sender repeats its edits until they are
    acknowledged, so those it sends are no strangers to each other. Raises EditsConflict with
    every edit in conflict, or EditRefused with the first that cannot be applied.
    """
    stored = {edit.id: edit for edit in (*history.values(), *known)}
    own = {edit.id for edit in edits}
    conflicts: dict[str, Conflict] = {}
    for edit in edits:
        if edit.id not in stored:
            others = [
                other.operation
                for revision, other in sorted(history.items())
                if revision > edit.base_revision and other.id not in own
            ]
            outcome = rebase(edit.operation, others)
            if isinstance(outcome, Conflict):
                conflicts[edit.id] = outcome
    if conflicts:
        raise EditsConflict(conflicts)
    return apply_log(layer, edits, known=stored.values())


def _check_same(first: Edit, again: Edit) -> None:
    """An id that comes again must bring the same change, or one of them would be lost."""
    if (first.layer, first.operation) != (again.layer, again.operation):
        raise EditRefused(
            "edit_id_reused",
            "This id belongs to a different edit. Make a new id for a new edit.",
            position={"edit": again.id},
        )


def edit_from_json(data: object, path: str = "") -> Edit:
    """The edit that this JSON says; author and inverse may be missing, the server knows them."""
    shape: dict[str, read.Reader[Any]] = {
        "id": read.read_id,
        "layer": read.read_id,
        "time": read.read_time,
        "base_revision": read.read_offset,
        "operation": wire.operation_from_json,
    }
    optional: dict[str, read.Reader[Any]] = {
        "author": read.read_short,
        "inverse": read.nullable(wire.operation_from_json),
        "undoes": read.nullable(read.read_id),
        "group": read.nullable(read.read_id),
        "from_suggestion": read.nullable(read.read_id),
    }
    return Edit(**{"author": "", **read.read_fields(data, path, shape, optional)})


def edit_to_json(edit: Edit) -> wire.Json:
    """The JSON of an edit; reading it gives the edit back."""
    return {
        "id": edit.id,
        "layer": edit.layer,
        "author": edit.author,
        "time": edit.time,
        "base_revision": edit.base_revision,
        "operation": wire.operation_to_json(edit.operation),
        "inverse": None if edit.inverse is None else wire.operation_to_json(edit.inverse),
        "undoes": edit.undoes,
        "group": edit.group,
        "from_suggestion": edit.from_suggestion,
    }
