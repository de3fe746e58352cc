"""The shared table of example edits, through Python. TypeScript runs the same file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.log import (
    Edit,
    EditsConflict,
    accept_edits,
    apply_log,
    edit_from_json,
    edit_to_json,
)
from sara_annotate.domain.edits.operations import Operation
from sara_annotate.domain.edits.plans import (
    plan_argument_removal,
    plan_assignment,
    plan_mention_removal,
)
from sara_annotate.domain.edits.read import read_label
from sara_annotate.domain.edits.rebase import Conflict, rebase
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer, find_flaws
from sara_annotate.domain.edits.undo import UndoStep, plan_redo, plan_undo
from sara_annotate.domain.edits.wire import (
    layer_from_json,
    layer_to_json,
    operation_from_json,
    operation_to_json,
)

TABLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "edits" / "table.json").read_text(encoding="utf-8")
)
Row = dict[str, Any]


def rows(section: str) -> pytest.MarkDecorator:
    cases = TABLE[section]
    return pytest.mark.parametrize("row", cases, ids=[case["name"] for case in cases])


def load_layer(name: str) -> Layer:
    return layer_from_json(TABLE["layers"][name])


@pytest.mark.parametrize("name", TABLE["layers"])
def test_layers_are_sound_and_keep_their_json(name: str) -> None:
    layer = load_layer(name)
    assert find_flaws(layer) == []
    assert layer_to_json(layer) == TABLE["layers"][name]


@rows("apply")
def test_apply(row: Row) -> None:
    before = load_layer(row["layer"])
    operation = operation_from_json(row["operation"])
    assert operation_to_json(operation) == row["operation"]
    if "refused" in row:
        with pytest.raises(EditRefused) as caught:
            apply_operation(before, operation)
        found = {k: getattr(caught.value, k) for k in ("code", "path", "position")}
        assert found == row["refused"]
        return
    after, inverse = apply_operation(before, operation)
    assert layer_to_json(after) == {**TABLE["layers"][row["layer"]], **row["after"]}
    assert operation_to_json(inverse) == row["inverse"]
    assert find_flaws(after) == []
    restored, again = apply_operation(after, inverse)
    assert restored == before
    assert apply_operation(restored, again)[0] == after


@rows("malformed")
def test_malformed(row: Row) -> None:
    with pytest.raises(EditRefused) as caught:
        operation_from_json(row["operation"])
    assert (caught.value.code, caught.value.path) == (row["code"], row["path"])


@pytest.mark.parametrize("label", TABLE["labels"])
def test_labels(label: str) -> None:
    assert read_label(label, "label") == label


@rows("rebase")
def test_rebase(row: Row) -> None:
    mine = operation_from_json(row["mine"])
    others = [operation_from_json(other) for other in row["others"]]
    outcome = rebase(mine, others)
    if row["conflict"] is None:
        assert outcome == mine
        return
    wanted = row["conflict"]
    theirs = tuple(others[index] for index in wanted["theirs"])
    assert outcome == Conflict(tuple(wanted["items"]), mine, theirs)


@rows("accept")
def test_accept(row: Row) -> None:
    stored = apply_log(load_layer(row["layer"]), map(edit_from_json, row["stored"]))
    history = dict(enumerate(stored.edits, start=1))
    sent = [edit_from_json(edit) for edit in row["sent"]]
    if "conflicts" in row:
        with pytest.raises(EditsConflict) as conflict:
            accept_edits(stored.layer, sent, history=history)
        found = {k: list(c.items) for k, c in conflict.value.conflicts.items()}
        assert found == row["conflicts"]
    elif "refused" in row:
        with pytest.raises(EditRefused) as refused:
            accept_edits(stored.layer, sent, history=history)
        error = refused.value
        assert row["refused"] == {
            "code": error.code,
            "path": error.path,
            "edit": error.position["edit"],
        }
    else:
        outcome = accept_edits(stored.layer, sent, history=history)
        assert [edit.id for edit in outcome.edits] == row["applied"]
        assert layer_to_json(outcome.layer) == {**TABLE["layers"][row["layer"]], **row["after"]}


@rows("undo")
def test_undo(row: Row) -> None:
    edits = [edit_from_json(edit) for edit in row["edits"]]
    for plan, name in ((plan_undo, "undo"), (plan_redo, "redo")):
        step = plan(edits, row["author"]) or UndoStep(())
        assert [edit.id for edit in step.edits] == row[name]
        assert [list(c.items) for c in step.conflicts] == row[f"{name}_conflicts"]


@rows("plans")
def test_plans(row: Row) -> None:
    layer, args = load_layer(row["layer"]), row["args"]
    plans = {
        "mention_removal": plan_mention_removal,
        "assignment": plan_assignment,
        "argument_removal": plan_argument_removal,
    }
    made: Operation = plans[row["plan"]](layer, **args)
    assert operation_to_json(made) == row["operation"]
    apply_operation(layer, made)


def test_edit_json_there_and_back() -> None:
    edits: list[Edit] = [edit_from_json(e) for row in TABLE["undo"] for e in row["edits"]]
    assert edits
    assert [edit_from_json(edit_to_json(edit)) for edit in edits] == edits
