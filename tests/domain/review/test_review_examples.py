"""Disputes as a reviewer meets them: one vessel or two, where a span ends, what a clause says."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from sara_annotate.domain.edits.state import (
    Argument,
    CaseValue,
    Clause,
    Instantiation,
    Layer,
    Mention,
    value_key,
)
from sara_annotate.domain.review.dates import read_date
from sara_annotate.domain.review.decide import resolve
from sara_annotate.domain.review.diff import Differences, diff_layers
from sara_annotate.domain.review.items import Choice, DecisionRefused, Item
from sara_annotate.domain.review.place import place_result
from sara_annotate.domain.review.renaming import rename_in_clause
from sara_annotate.domain.review.values import relate_values
from sara_annotate.domain.review.wire import differences_to_json
from sara_annotate.domain.spans import Span

TEXT = "the master of a vessel for any day if the vessel is described for the season of such day"


def subsection(clause: str | None = None, **arguments: list[str]) -> Layer:
    """Arguments by name with the phrases that they stand for; a type after two underscores."""
    made, mentions = {}, {}
    for number, (name, phrases) in enumerate(arguments.items()):
        name, _, kind = name.partition("__")
        made[name] = Argument(name, name, "integer" if kind else "span", number)
        for phrase in phrases:
            at = TEXT.index(phrase)
            key = f"{name}{at}"
            mentions[key] = Mention(key, at, at + len(phrase), name)
    parts = (Span(0, len(TEXT)),)
    return Layer("x", "subsection", parts, arguments=made, mentions=mentions, clause=Clause(clause))


def case(truth: bool | None, **values: Any) -> Layer:
    found = {
        value_key("found", n): CaseValue(n, "found", v, i)
        for i, (n, v) in enumerate(values.items())
    }
    row = Instantiation("r", "12(c)", 0, truth, found)
    return Layer("y", "case", (Span(0, 9),), instantiations={"r": row})


def disputes(*layers: Layer) -> dict[str, Item]:
    return {item.kind: item for item in diff_layers(layers).disputes}


def decide(differences: Differences, **taken: int) -> dict[str, list[str]]:
    """Names with their texts after taking these versions, by kind of item."""
    choices = [Choice(i.key, taken[i.kind]) for i in differences.disputes if i.kind in taken]
    numbers = count()
    empty = Layer("g", "subsection", differences.layers[0].parts)
    made = place_result(empty, resolve(differences, choices), lambda: f"n{next(numbers)}").layer
    found: dict[str, list[str]] = {a.name: [] for a in made.arguments.values()}
    for m in sorted(made.mentions.values(), key=lambda m: m.start):
        found[made.arguments[m.argument].name].append(TEXT[m.start : m.end])
    return found


ROBIN = subsection(Master=["the master"], Vessel=["a vessel", "the vessel"])
SAM = subsection(Master=["the master"], Vessel=["a vessel"], Craft=["the vessel"])


def test_one_vessel_or_two() -> None:
    found = diff_layers([ROBIN, SAM])
    (dispute,) = found.disputes
    assert (dispute.kind, dispute.relation, dispute.subject) == ("cluster", "split", "Vessel")
    assert [len(v.content["arguments"]) for v in dispute.versions] == [1, 2]
    assert decide(found, cluster=1) == {
        "Master": ["the master"],
        "Vessel": ["a vessel", "the vessel"],
    }
    assert decide(found, cluster=2) == {
        "Master": ["the master"],
        "Vessel": ["a vessel"],
        "Craft": ["the vessel"],
    }


def test_an_edge_and_a_missing_span_are_disputes_of_the_span_alone() -> None:
    longer = subsection(Season=["the season of such day"], Day=["any day"])
    shorter = subsection(Season=["the season"])
    found = {item.relation: item for item in diff_layers([longer, shorter]).disputes}
    assert set(found) == {"edge", "missing"}
    start = TEXT.index("the season")
    assert [v.content["spans"] for v in found["edge"].versions] == [
        [[start, start + 22]],
        [[start, start + 10]],
    ]
    assert decide(diff_layers([longer, shorter]), span=2) == {"Season": ["the season"]}


def test_names_and_types_are_decided_apart() -> None:
    left = subsection(Vessel=["a vessel"])
    right = subsection(Craft__int=["a vessel"])
    found = disputes(left, right)
    assert {(i.kind, i.relation) for i in found.values()} == {
        ("name", "renamed"),
        ("type", "retyped"),
    }
    assert decide(diff_layers([left, right]), name=2) == {"Craft": ["a vessel"]}


def test_a_clause_is_the_same_under_other_names_and_follows_the_decision() -> None:
    left = subsection("s1(VESSEL) :- s2(VESSEL) AND s3(X:VESSEL)", Vessel=["a vessel"])
    right = subsection("s1(CRAFT) :- s3(X:CRAFT) AND s2(VESSEL:CRAFT)", Craft=["a vessel"])
    found = diff_layers([left, right])
    assert [i.kind for i in found.disputes] == ["name"]
    craft = next(i for i in found.items if i.kind == "name").key
    result = resolve(found, [Choice(craft, 2)])
    assert result.clause.text == "s1(CRAFT) :- s2(VESSEL:CRAFT) AND s3(X:CRAFT)"


def test_a_clause_dispute_is_told_in_words() -> None:
    left = subsection("s1(A) :- s2(A) OR s3(A)")
    right = subsection("s1(A) :- s2(A) OR NOT s3(A)")
    dispute = disputes(left, right)["clause"]
    assert dispute.versions[1].words == ("NOT before §3(A) is new",)
    assert disputes(left, subsection())["clause"].versions[1].words == ("The clause is missing",)


def test_three_layers_share_versions() -> None:
    found = diff_layers([ROBIN, SAM, ROBIN])
    (dispute,) = found.disputes
    assert [v.layers for v in dispute.versions] == [(0, 2), (1,)]


def test_two_arguments_of_one_name_are_a_problem_until_renamed() -> None:
    left = subsection(Vessel=["a vessel"])
    right = subsection(Vessel=["any day"])
    found = diff_layers([left, right])
    first, second = (i.key for i in found.disputes)
    both = [Choice(first, 1), Choice(second, 2)]
    assert [p.code for p in resolve(found, both).problems] == ["name_taken"]
    name = next(i.key for i in found.items if i.kind == "name" and i.at and i.at.start > 20)
    mended = resolve(found, [*both, Choice(name, edit={"name": "Day"})])
    assert mended.problems == ()
    assert [a.name for a in mended.arguments] == ["Vessel", "Day"]


def test_edited_clusters_hold_what_the_reviewer_says() -> None:
    found = diff_layers([ROBIN, SAM])
    (dispute,) = found.disputes
    spans = [v.content["arguments"][0]["spans"] for v in dispute.versions]
    edit = {"arguments": [{"name": "Ship", "value_type": "span", "spans": spans[0]}]}
    result = resolve(found, [Choice(dispute.key, edit=edit)])
    assert [(a.name, len(a.mentions)) for a in result.arguments] == [("Master", 1), ("Ship", 2)]


@pytest.mark.parametrize(
    "choice",
    [
        Choice("span:1-2", 1),
        Choice("clause", 2),
        Choice("clause"),
        Choice("clause", 1, {"text": None, "note": ""}),
        Choice("clause", edit={"text": 3, "note": ""}),
        Choice("clause", edit={"words": "x"}),
    ],
)
def test_a_choice_that_cannot_be_is_refused(choice: Choice) -> None:
    with pytest.raises(DecisionRefused):
        resolve(diff_layers([ROBIN, ROBIN]), [choice])


def test_values_of_a_case() -> None:
    left = case(True, Season="2017-04-24", Days=("a", "b"), Dues=100, Tax=1)
    right = case(False, Season="April 24th, 2017", Days=("b", "a"), Dues=900, Tax=90_000)
    found = {i.key.rpartition(":")[2]: i for i in diff_layers([left, right]).items}
    assert {k: (i.relation, i.disputed) for k, i in found.items()} == {
        "12(c)#1": ("differs", True),
        "SEASON": ("form", False),
        "DAYS": ("order", False),
        "DUES": ("near", True),
        "TAX": ("differs", True),
    }
    missing = {i.kind for i in diff_layers([left, Layer("z", "case", left.parts)]).disputes}
    assert missing == {"row"}


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        ("a  b", "a b", "form"),
        ("1 May 2021", "May 1, 2021", "form"),
        ("Sept 3rd, 2020", "2020-09-03", "form"),
        (5, "5", "differs"),
        ((1, 2), (2, 1), "order"),
        (("2020-01-01",), ("January 1, 2020",), "form"),
        (1, (1,), "differs"),
        (None, 1, "missing"),
        (10, 10, "same"),
        (100_000, 109_000, "near"),
        (100_000, 111_000, "differs"),
    ],
)
def test_how_values_relate(one: Any, other: Any, relation: str) -> None:
    assert relate_values(one, other) == relation == relate_values(other, one)


def test_dates_that_are_none() -> None:
    assert [read_date(t) for t in ("", "May", "2021-02-30", "Xyz 1, 2020", "ma 1, 2020")] == [
        None
    ] * 5


def test_names_in_a_clause() -> None:
    text = "§1(Vessel, Day) :- §2(Vessel) AND §3(Vessel=Day)."
    assert rename_in_clause(text, {"VESSEL": "Craft"}) == (
        "§1(CRAFT, Day) :- §2(Vessel=CRAFT) AND §3(Vessel=Day)."
    )
    assert rename_in_clause("no clause at all", {"NO": "Yes"}) == "no clause at all"


def test_json_speaks_of_items_and_versions() -> None:
    data = differences_to_json(diff_layers([ROBIN, SAM]))
    assert (data["disputes"], data["agreed"]) == (1, 7)
    assert {item["kind"] for item in data["items"]} == {"span", "cluster", "name", "type", "clause"}
