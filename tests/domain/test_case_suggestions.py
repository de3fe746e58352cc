"""What a model suggests for a case beside a person's layer: the shared table, and any at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain import case_suggestions as rules
from sara_annotate.domain.case_suggestions import KnownArgument, SuggestedRow, SuggestedValue
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.state import Layer, find_flaws
from sara_annotate.domain.edits.wire import layer_from_json, operation_to_json
from sara_annotate.domain.spans import Span
from tests.domain.edits import edit_strategies as some

TABLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "edits" / "case_suggestions.json").read_text(encoding="utf-8")
)
KNOWN = {
    label: [KnownArgument(**one) for one in arguments]
    for label, arguments in TABLE["known"].items()
}
Row = dict[str, Any]


def load_value(said: Row) -> SuggestedValue:
    value = tuple(said["value"]) if isinstance(said["value"], list) else said["value"]
    evidence = tuple(Span(*one) for one in said["evidence"])
    return SuggestedValue(said["id"], said["role"], said["name"], value, evidence)


def load_rows(name: str) -> list[SuggestedRow]:
    return [
        SuggestedRow(
            row["id"], row["label"], row["truth"], tuple(load_value(v) for v in row["values"])
        )
        for row in TABLE["rows"][name]
    ]


def id_maker() -> Callable[[], str]:
    numbers = count(1)
    return lambda: some.make_id("e", next(numbers))


@pytest.mark.parametrize("row", TABLE["decide"], ids=[row["name"] for row in TABLE["decide"]])
def test_deciding(row: Row) -> None:
    layer = layer_from_json(TABLE["layers"][row["layer"]])
    said = load_rows(row["rows"])
    assert [item.id for item in rules.open_items(layer, said, KNOWN)] == row["open"]
    operation = rules.plan_accept(layer, said, row["wanted"], KNOWN, id_maker())
    assert (operation_to_json(operation) if operation else None) == row["accept"]
    if operation is not None:
        after, inverse = apply_operation(layer, operation)
        assert find_flaws(after) == []
        assert apply_operation(after, inverse)[0] == layer


@pytest.mark.parametrize(("text", "words", "place"), TABLE["places"])
def test_the_place_of_words(text: str, words: str, place: list[int] | None) -> None:
    assert rules.find_place(text, words) == (Span(*place) if place else None)


TREGEAR = "Morwenna Tregear, the master of the Kittiwake (a boat of 9.4 metres), left."


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        ("na Trege", "Morwenna Tregear"),
        (", the master", "the master"),
        ("Kittiwake (", "Kittiwake"),
        ("the Kittiwake", "the Kittiwake"),
        ("(a boat of 9", "a boat of 9"),
        (", ", ", "),
        ("nowhere", "nowhere"),
        ("", ""),
    ],
)
def test_what_a_model_cut_out_becomes_whole_words(cut: str, words: str) -> None:
    assert rules.widen_to_words(TREGEAR, cut) == words


@given(st.text("ab ,.é", max_size=12), st.data())
def test_whole_words_stand_in_the_text_and_stay_so(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    words = rules.widen_to_words(text, text[start:end])
    assert words in text
    assert rules.widen_to_words(words, words) == words


names = st.sampled_from(["Passenger", "crossing", "TOLL", "Berth"])
values = st.one_of(st.text("ab", max_size=3), st.integers(0, 9), st.just(("a", "b")))
rows = st.lists(
    st.builds(
        lambda key, label, truth, said: SuggestedRow(
            some.make_id("5", key),
            label,
            truth,
            tuple(
                SuggestedValue(some.make_id("4", 10 * key + n), role, name, value)
                for n, (role, name, value) in enumerate(said)
            ),
        ),
        st.integers(0, 9),
        st.sampled_from(["7(a)", "8", "9"]),
        st.sampled_from([True, False, None]),
        st.lists(
            st.tuples(st.sampled_from(["given", "found"]), names, values),
            max_size=3,
            unique_by=lambda one: (one[0], one[1].lower()),
        ),
    ),
    max_size=3,
    unique_by=lambda row: row.id,
)


@given(rows, st.sampled_from(sorted(TABLE["layers"])))
def test_accepting_all_leaves_a_sound_layer_and_nothing_open(
    said: list[SuggestedRow], name: str
) -> None:
    layer: Layer = layer_from_json(TABLE["layers"][name])
    wanted = {item.id for item in rules.open_items(layer, said, KNOWN)}
    operation = rules.plan_accept(layer, said, wanted, KNOWN, id_maker())
    if operation is None:
        assert not wanted
        return
    after, inverse = apply_operation(layer, operation)
    assert find_flaws(after) == []
    assert rules.open_items(after, said, KNOWN) == []
    assert apply_operation(after, inverse)[0] == layer


@given(rows)
def test_rejecting_all_changes_nothing_but_the_decisions(said: list[SuggestedRow]) -> None:
    layer: Layer = layer_from_json(TABLE["layers"]["begun"])
    ids = [item.id for item in rules.open_items(layer, said, KNOWN)]
    operation = rules.plan_reject(ids)
    if operation is None:
        assert not ids
        return
    after, _ = apply_operation(layer, operation)
    assert rules.open_items(after, said, KNOWN) == []
    assert after.instantiations == layer.instantiations
