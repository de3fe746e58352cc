"""Suggestions beside a person's layer: the shared table, and what must hold of any."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain import suggestions as rules
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.state import Layer, find_flaws
from sara_annotate.domain.edits.wire import layer_from_json, operation_to_json
from sara_annotate.domain.naming import ProposedName, know_name
from sara_annotate.domain.phrases import fold_phrase
from sara_annotate.domain.suggestions import (
    SuggestedArgument,
    SuggestedClause,
    SuggestedMention,
    Suggestions,
)
from tests.domain.edits import edit_strategies as some

TABLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "edits" / "suggestions.json").read_text(encoding="utf-8")
)
Row = dict[str, Any]


def load_suggestions(name: str) -> Suggestions:
    said = TABLE["suggestions"][name]
    return Suggestions(
        {a["id"]: SuggestedArgument(**a) for a in said["arguments"]},
        tuple(SuggestedMention(**m) for m in said["mentions"]),
        SuggestedClause(**said["clause"]) if said["clause"] else None,
    )


def id_maker() -> Callable[[], str]:
    numbers = count(1)
    return lambda: some.make_id("e", next(numbers))


@pytest.mark.parametrize("row", TABLE["decide"], ids=[row["name"] for row in TABLE["decide"]])
def test_deciding(row: Row) -> None:
    layer = layer_from_json(TABLE["layers"][row["layer"]])
    said = load_suggestions(row["suggestions"])
    assert [m.id for m in rules.open_mentions(layer, said)] == row["open"]
    clause = rules.open_clause(layer, said)
    assert (clause.id if clause else None) == row["clause"]
    known = [know_name(words, at, ProposedName(n, t)) for words, at, n, t in row.get("known", [])]
    operation = rules.plan_accept(layer, said, row["wanted"], TABLE["text"], id_maker(), known)
    assert (operation_to_json(operation) if operation else None) == row["accept"]
    if operation is not None:
        after, _ = apply_operation(layer, operation)
        assert find_flaws(after) == []


@pytest.mark.parametrize("row", TABLE["above"], ids=str)
def test_above_a_threshold(row: Row) -> None:
    assert rules.above(load_suggestions("three").mentions, row["threshold"]) == row["ids"]


def test_accepting_a_clause() -> None:
    row = TABLE["accept_clause"]
    clause = load_suggestions(row["suggestions"]).clause
    assert clause is not None
    assert operation_to_json(rules.plan_accept_clause(clause, row["note"])) == row["operation"]


@pytest.mark.parametrize(("text", "folded"), TABLE["fold"])
def test_words_as_they_are_compared(text: str, folded: str) -> None:
    assert fold_phrase(text) == folded


TEXT = "The vessel of such master, the vessel and its dues."
suggested_arguments = {
    key: SuggestedArgument(key, name)
    for key, name in zip(
        (some.make_id("5", n) for n in range(3)), ("Taxp", "Income", "Vessel"), strict=True
    )
}
suggested_mentions = st.builds(
    lambda number, span, argument, sure: SuggestedMention(
        some.make_id("d", number), span.start, span.end, argument, sure
    ),
    st.integers(0, 5),
    some.spans,
    st.sampled_from(list(suggested_arguments)),
    st.floats(0, 1),
)
suggestions = st.lists(suggested_mentions, max_size=6, unique_by=lambda m: m.id).map(
    lambda found: Suggestions(suggested_arguments, tuple(found))
)
layers = some.layers().filter(lambda layer: layer.kind == "subsection")


@given(layers, suggestions, st.floats(0, 1))
def test_accepting_is_one_step_that_can_be_taken_back(
    layer: Layer, said: Suggestions, threshold: float
) -> None:
    wanted = rules.above(rules.open_mentions(layer, said), threshold)
    operation = rules.plan_accept(layer, said, wanted, TEXT, id_maker())
    if operation is None:
        assert wanted == []
        return
    after, inverse = apply_operation(layer, operation)
    assert find_flaws(after) == []
    assert not set(wanted) & {m.id for m in rules.open_mentions(after, said)}
    back, _ = apply_operation(after, inverse)
    assert back == layer


@given(layers, suggestions)
def test_rejecting_closes_one_and_changes_nothing_else(layer: Layer, said: Suggestions) -> None:
    for mention in rules.open_mentions(layer, said):
        after, inverse = apply_operation(layer, rules.plan_reject(mention.id))
        left = [m for m in rules.open_mentions(layer, said) if m.id != mention.id]
        assert rules.open_mentions(after, said) == left
        assert (after.mentions, after.arguments) == (layer.mentions, layer.arguments)
        assert apply_operation(after, inverse)[0] == layer
