"""What an argument might be called: the table shared with the browser, and what holds of any."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import Argument, Layer, Mention
from sara_annotate.domain.naming import (
    ProposedName,
    know_name,
    list_names,
    match_names,
    name_selection,
    read_names,
)
from sara_annotate.domain.phrases import find_head, fold_likeness
from sara_annotate.domain.spans import Span

TABLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "edits" / "known_names.json").read_text(encoding="utf-8")
)
KNOWN = [know_name(words, start, ProposedName(n, t)) for words, start, n, t in TABLE["known"]]


@pytest.mark.parametrize("row", TABLE["fold"], ids=[row["text"] for row in TABLE["fold"]])
def test_words_are_like_others(row: dict[str, str]) -> None:
    assert (fold_likeness(row["text"]), find_head(row["text"])) == (row["like"], row["head"])


@pytest.mark.parametrize("row", TABLE["rows"], ids=[row["name"] for row in TABLE["rows"]])
def test_names_that_fit(row: dict[str, Any]) -> None:
    words, start, taken = row["words"], row["start"], row["taken"]
    offered = [ProposedName(*one) for one in row["offered"]]
    others = [ProposedName(*one) for one in row["others"]]
    assert [one.name for one in match_names(KNOWN, words, start)] == row["match"]
    listed = list_names(KNOWN, words, start, offered, others, taken)
    assert [one.name for one in listed] == row["list"]
    made = name_selection(KNOWN, words[0], start, taken, "span" if row["match"] else "integer")
    assert [made.name, made.value_type] == row["new"]


def test_names_are_read_off_layers() -> None:
    text = "The vessel pays dues."
    layer = Layer(
        "one",
        "subsection",
        (Span(0, len(text)),),
        arguments={"a": Argument("a", "Ship", "span", 0), "b": Argument("b", "Due", "integer", 1)},
        mentions={"m": Mention("m", 16, 20, "b"), "n": Mention("n", 0, 10, "a")},
    )
    found = read_names([layer], text)
    assert [(k.same, k.start, k.proposed.name) for k in found] == [
        ("vessel", 0, "Ship"),
        ("dues", 16, "Due"),
    ]
    assert found[1].proposed.value_type == "integer"


words = st.text("abs of#1,.½$ ", max_size=12)


@given(st.lists(st.tuples(words, st.integers(0, 50), words)), st.lists(words), st.lists(words))
def test_each_name_is_listed_once_and_never_when_taken(
    named: list[tuple[str, int, str]], some: list[str], taken: list[str]
) -> None:
    known = [know_name(text, start, ProposedName(name)) for text, start, name in named]
    listed = [fold_name(n.name) for n in list_names(known, some, 7, [], [], taken)]
    assert len(listed) == len(set(listed))
    assert set(listed) == {fold_name(n) for *_, n in named} - {fold_name(n) for n in taken}
