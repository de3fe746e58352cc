"""What holds of every edit, whatever it is and whatever came before."""

from __future__ import annotations

from itertools import combinations
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.log import Edit, accept_edits, apply_log, invert
from sara_annotate.domain.edits.operations import Operation
from sara_annotate.domain.edits.rebase import Conflict, rebase
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer, find_flaws
from sara_annotate.domain.edits.undo import plan_redo, plan_undo
from sara_annotate.domain.edits.wire import (
    layer_from_json,
    layer_to_json,
    operation_from_json,
    operation_to_json,
)
from tests.domain.edits.edit_strategies import (
    CASE,
    FULL_CASE,
    FULL_SUBSECTION,
    SUBSECTION,
    apply_where_allowed,
    layers,
    layers_with_operations,
    operations_for,
)

slow_to_draw = settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
    max_examples=60,
)
histories = st.sampled_from([SUBSECTION, CASE, FULL_SUBSECTION, FULL_CASE]).flatmap(
    lambda empty: st.tuples(st.just(empty), st.lists(operations_for(empty), max_size=25))
)


def make_edit(
    number: int,
    operation: Operation,
    *,
    author: str = "ann",
    base: int = 0,
    undoes: str | None = None,
) -> Edit:
    return Edit(
        id=str(UUID(int=number)),
        layer=SUBSECTION.id,
        author=author,
        time="2026-01-31T12:00:00Z",
        base_revision=base,
        operation=operation,
        undoes=undoes,
    )


@slow_to_draw
@given(layers_with_operations())
def test_apply_then_inverse_is_identity(drawn: tuple[Layer, list[Operation]]) -> None:
    before, operations = drawn
    for operation in operations:
        after, inverse = apply_operation(before, operation)
        restored, again = apply_operation(after, inverse)
        assert restored == before
        assert apply_operation(restored, again)[0] == after


@slow_to_draw
@given(histories)
def test_no_sequence_breaks_a_layer(drawn: tuple[Layer, list[Operation]]) -> None:
    layer, operations = drawn
    for operation in operations:
        layer, _ = apply_where_allowed(layer, [operation])
        assert find_flaws(layer) == []


@slow_to_draw
@given(histories)
def test_replaying_the_log_gives_the_layer_and_back(drawn: tuple[Layer, list[Operation]]) -> None:
    empty, operations = drawn
    current, taken = apply_where_allowed(empty, operations)
    replay = apply_log(empty, [make_edit(i, op) for i, op in enumerate(taken)])
    assert replay.layer == current
    back = current
    for edit in reversed(replay.edits):
        back, _ = apply_operation(back, invert(edit))
    assert back == empty


@slow_to_draw
@given(histories, st.data())
def test_the_same_edit_twice_is_one(
    drawn: tuple[Layer, list[Operation]], data: st.DataObject
) -> None:
    empty, operations = drawn
    current, taken = apply_where_allowed(empty, operations)
    edits = [make_edit(i, op) for i, op in enumerate(taken)]
    cut = data.draw(st.integers(0, len(edits)))
    twice = [*edits[:cut], *edits]
    assert apply_log(empty, twice).layer == current
    stored = apply_log(empty, edits[:cut])
    history = dict(enumerate(stored.edits, start=1))
    assert accept_edits(stored.layer, edits, history=history).layer == current


@slow_to_draw
@given(layers_with_operations())
def test_edits_of_different_items_commute(drawn: tuple[Layer, list[Operation]]) -> None:
    layer, operations = drawn
    for one, two in combinations(operations, 2):
        if isinstance(rebase(one, [two]), Conflict):
            assert isinstance(rebase(two, [one]), Conflict)
            continue
        assert rebase(two, [one]) == two
        first = apply_operation(apply_operation(layer, one)[0], two)[0]
        second = apply_operation(apply_operation(layer, two)[0], one)[0]
        assert first == second


@slow_to_draw
@given(layers_with_operations(), st.data())
def test_rebase_over_many_equals_applying_in_turn(
    drawn: tuple[Layer, list[Operation]], data: st.DataObject
) -> None:
    layer, operations = drawn
    cut = data.draw(st.integers(0, min(4, len(operations))))
    theirs, taken = apply_where_allowed(layer, operations[:cut])
    for mine in operations[cut:]:
        moved = rebase(mine, taken)
        if isinstance(moved, Conflict):
            assert moved.theirs
            assert all(other in taken for other in moved.theirs)
            continue
        mine_first = apply_operation(layer, mine)[0]
        in_turn, all_taken = apply_where_allowed(mine_first, taken)
        assert apply_operation(theirs, moved)[0] == in_turn
        assert all_taken == taken


@slow_to_draw
@given(histories, st.lists(st.sampled_from(["undo", "redo"]), max_size=30))
def test_undo_and_redo_walk_through_the_states(
    drawn: tuple[Layer, list[Operation]], walk: list[str]
) -> None:
    """A model of states and a place in them; the log alone must lead to the same layer."""
    empty, operations = drawn
    states, log, layer = [empty], [], empty
    for operation in apply_where_allowed(empty, operations)[1]:
        replay = apply_log(layer, [make_edit(len(log), operation)])
        layer, log = replay.layer, [*log, *replay.edits]
        states.append(layer)
    place = len(states) - 1
    for move in walk:
        step = plan_undo(log, "ann") if move == "undo" else plan_redo(log, "ann")
        wanted = place + (-1 if move == "undo" else 1)
        assert (step is not None) == (0 <= wanted < len(states))
        if step is None:
            continue
        [target] = step.edits
        edit = make_edit(len(log), invert(target), undoes=target.id)
        replay = apply_log(layer, [edit])
        layer, log, place = replay.layer, [*log, *replay.edits], wanted
        assert layer == states[place]


@slow_to_draw
@given(layers())
def test_layer_json_there_and_back(layer: Layer) -> None:
    assert layer_from_json(layer_to_json(layer)) == layer


@slow_to_draw
@given(histories)
def test_operation_json_there_and_back(drawn: tuple[Layer, list[Operation]]) -> None:
    for operation in drawn[1]:
        assert operation_from_json(operation_to_json(operation)) == operation


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
)


@slow_to_draw
@given(st.sampled_from([SUBSECTION, CASE]).flatmap(operations_for), json_values, st.data())
def test_spoilt_json_is_refused_with_its_place(
    operation: Operation, junk: object, data: st.DataObject
) -> None:
    """Whatever stands in a field, reading ends in an operation or a refusal, never a crash."""
    good = operation_to_json(operation)
    field = data.draw(st.sampled_from(sorted(good)))
    try:
        read = operation_from_json({**good, field: junk})
    except EditRefused as refusal:
        assert refusal.path.split(".")[0] in {*good, "op", "ops", ""}
    else:
        assert operation_to_json(read)["op"] in (good["op"], junk)


@pytest.mark.parametrize(("length", "code"), [(100_000, None), (100_001, "text_long")])
def test_clause_has_a_longest_length(length: int, code: str | None) -> None:
    clause = {"op": "set_clause", "clause": {"text": "½" * length, "note": ""}}
    if code is None:
        operation_from_json(clause)
        return
    with pytest.raises(EditRefused) as caught:
        operation_from_json(clause)
    assert (caught.value.code, caught.value.path) == (code, "clause.text")


def test_invert_before_applying_is_misuse() -> None:
    with pytest.raises(ValueError, match="has not been applied"):
        invert(make_edit(1, operation_from_json({"op": "submit_layer"})))
