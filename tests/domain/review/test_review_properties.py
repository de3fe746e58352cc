"""What holds for any layers: nothing is lost in a merge, and a plan does what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.state import (
    Layer,
    find_flaws,
    mentions_of,
    ordered_arguments,
    ordered_instantiations,
)
from sara_annotate.domain.review.decide import resolve
from sara_annotate.domain.review.diff import Differences, diff_layers
from sara_annotate.domain.review.items import Choice
from sara_annotate.domain.review.place import place_result
from sara_annotate.domain.review.plan import plan_changes, plan_on_gold
from tests.domain.edits.edit_strategies import CASE, SUBSECTION, layers, make_id

FRESH = {"subsection": SUBSECTION, "case": CASE}


def ids() -> Iterator[str]:
    return (make_id("e", n) for n in count())


@st.composite
def same_kind(draw: st.DrawFn, size: int) -> list[Layer]:
    first = draw(layers())
    rest = [draw(layers().filter(lambda x: x.kind == first.kind)) for _ in range(size - 1)]
    return [first, *rest]


def say(layer: Layer) -> object:
    """What a layer says, whatever its ids, orders and letter case of names."""
    arguments = {
        (
            a.name.upper(),
            a.value_type,
            frozenset((m.start, m.end) for m in mentions_of(layer, a.id)),
        )
        for a in ordered_arguments(layer)
    }
    rows = sorted(
        (i.label, str(i.truth), sorted((k, repr(v.value)) for k, v in i.values.items()))
        for i in ordered_instantiations(layer)
    )
    return arguments, layer.clause.text, layer.clause.note, rows


def apply_all(layer: Layer, operations: list[ops.SingleOperation]) -> Layer:
    for operation in operations:
        layer, _ = apply_operation(layer, operation)
    return layer


@given(same_kind(2))
def test_a_plan_leads_from_any_layer_to_any_other(pair: list[Layer]) -> None:
    before, after = (replace(x, state="in_progress", reason="") for x in pair)
    assert apply_all(before, plan_changes(before, after)) == after
    assert plan_changes(after, after) == []


@given(layers(), st.integers(1, 3))
def test_merging_equal_layers_gives_that_layer(layer: Layer, copies: int) -> None:
    found = diff_layers([layer] * copies)
    assert found.disputes == ()
    result = resolve(found)
    assert (result.open, result.problems) == ((), ())
    fresh = ids()
    merged = place_result(FRESH[layer.kind], result, lambda: next(fresh)).layer
    assert say(merged) == say(layer)


@given(same_kind(3), st.data())
def test_any_decision_gives_a_sound_gold_that_the_plan_reaches(
    found: list[Layer], data: st.DataObject
) -> None:
    gold, *said = found
    gold = replace(gold, state="accepted", reason="")
    differences = diff_layers(said)
    choices = draw_choices(data, differences)
    result = resolve(differences, choices)
    assert set(result.open) == {i.key for i in differences.disputes} - {c.key for c in choices}
    fresh = ids()
    preview = place_result(gold, result, lambda: next(fresh))
    assert find_flaws(preview.layer) == []
    assert set(preview.sources) >= {f"mention:{key}" for key in preview.layer.mentions}
    operation = plan_on_gold(gold, preview.layer)
    reached = gold if operation is None else apply_operation(gold, operation)[0]
    assert reached == preview.layer
    if operation is not None:
        assert apply_operation(reached, apply_operation(gold, operation)[1])[0] == gold


def draw_choices(data: st.DataObject, differences: Differences) -> list[Choice]:
    choices = []
    for item in differences.items:
        if data.draw(st.booleans()):
            numbers = st.sampled_from([v.number for v in item.versions])
            choices.append(Choice(item.key, data.draw(numbers)))
        elif item.kind == "span" and data.draw(st.integers(0, 3)) == 0:
            start = data.draw(st.integers(0, 40))
            span = [start, start + data.draw(st.integers(0, 5))]
            choices.append(Choice(item.key, edit={"spans": [span]}))
    return choices


@given(same_kind(2))
def test_taking_all_of_one_layer_gives_its_spans_and_rows(said: list[Layer]) -> None:
    differences = diff_layers(said)
    choices = [
        Choice(item.key, version.number)
        for item in differences.items
        for version in item.versions
        if 1 in version.layers
    ]
    fresh = ids()
    empty = FRESH[said[0].kind]
    merged = place_result(empty, resolve(differences, choices), lambda: next(fresh)).layer
    assert {(m.start, m.end) for m in merged.mentions.values()} == {
        (m.start, m.end) for m in said[1].mentions.values()
    }
    assert say(merged)[3] == say(said[1])[3]  # type: ignore[index]


@given(same_kind(2))
def test_items_have_keys_of_their_own_and_every_layer_a_say(said: list[Layer]) -> None:
    differences = diff_layers(said)
    keys = [item.key for item in differences.items]
    assert len(keys) == len(set(keys))
    for item in differences.items:
        assert len({n for v in item.versions for n in v.layers}) >= 1
        assert item.disputed <= (len(item.versions) > 1)
    assert diff_layers(said).fingerprint == differences.fingerprint
