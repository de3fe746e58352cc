"""The demo's cases solved as on the screen: what-if on any node, days read as days."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from sara_annotate.domain.clauses.derive import RESTED, LeafRow, derive
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.labels import Label
from sara_annotate.exchange.demo import demo_load
from tests.factories import sign_in

pytestmark = pytest.mark.django_db
CASE = "/api/v1/projects/port-merrow/cases/s12_c_neg"
GIVEN = {"Day": "15 June 2025", "Master": "Morwenna Tregear"}
Json = dict[str, Any]


@pytest.fixture
def dana() -> APIClient:
    demo_load()
    return sign_in("dana")


def ask(client: APIClient, end: str = "", **body: object) -> Json:
    whole = {"engine": "structure", "label": "12(c)", "given": GIVEN, "truth": False, **body}
    answer = client.post(f"{CASE}/solve{end}", whole, format="json")
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def flip(label: str, truth: bool) -> Json:
    return {"what_if": {"rows": [{"label": label, "values": {}, "truth": truth}]}}


def test_inner_subsections_can_be_assumed_otherwise(dana: APIClient) -> None:
    """12(c)(2) and (3) have clauses: what their leaves say must not win over the assumption."""
    base = ask(dana, rest=True)
    assert (base["outcome"], base["verdict"]["status"]) == ("false", "same")
    two = ask(dana, rest=True, **flip("12(c)(2)", True))
    assert (two["outcome"], two["base"]["outcome"]) == ("true", "false")
    assert {"§12(c)", "§12(c)(2)"} <= {step["text"] for step in two["changed"]}
    free = ask(dana, rest=True, **flip("14(b)", False))
    assert free["outcome"] == "true"
    three = {"rows": [*flip("14(b)", False)["what_if"]["rows"],
                      *flip("12(c)(3)", False)["what_if"]["rows"]]}  # fmt: skip
    assert ask(dana, rest=True, what_if=three)["outcome"] == "false"


def test_leaves_alone_leave_it_open_and_name_what_is_missing(dana: APIClient) -> None:
    found = ask(dana)
    assert (found["outcome"], found["verdict"]["status"]) == ("unknown", "unknown")
    assert "8(a)(1)" in found["missing"]
    assert ask(dana, **flip("12(c)(2)", True))["outcome"] == "true"


def test_why_not_says_only_what_was_tried(dana: APIClient) -> None:
    why = ask(dana, "/why", rest=True, path=[0])
    assert why["then"] == "true"
    assert why["parts"]
    rows = [
        {"label": part["label"], "values": part["values"], "truth": part["wanted"]}
        for part in why["parts"]
    ]
    assert ask(dana, rest=True, what_if={"rows": rows})["outcome"] == "true"


def test_steps_below_a_step_are_those_of_the_whole(dana: APIClient) -> None:
    top = ask(dana, rest=True)["derivation"][0]
    page = ask(dana, "/steps", rest=True, path=top["path"])
    assert page["count"] == top["count"] == len(page["items"])
    assert page["items"][0]["path"] == [0, 0]
    missing = {"engine": "structure", "label": "12(c)", "path": [0, 99]}
    answer = dana.post(f"{CASE}/solve/steps", missing, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "step_missing")
    bad = dana.post(f"{CASE}/solve/steps", {**missing, "path": [-1]}, format="json")
    assert bad.status_code == 400


def test_the_program_reads_a_day_as_a_day(dana: APIClient) -> None:
    found = ask(dana, engine="program")
    assert '"2025-06-15"' in found["goal"]
    assert (found["outcome"], found["verdict"]["status"]) == ("false", "same")
    text = dana.get(CASE).json()["text"]
    words = {text[slice(*span)] for step in found["derivation"] for span in step["spans"]}
    assert "Morwenna Tregear" in words
    facts = dana.get(CASE).json()["facts"].replace("rebate_(march_rebate).", "")
    without = ask(dana, engine="program", what_if={"facts": facts})
    assert (without["outcome"], without["base"]["outcome"]) == ("true", "false")
    assert without["changed"]


def test_another_given_value_for_once(dana: APIClient) -> None:
    for engine in ("structure", "program"):
        found = ask(dana, engine=engine, rest=True, what_if={"given": {"Day": "15 July 2025"}})
        assert found["derivation"][0]["values"] != found["base"]["derivation"][0]["values"]
        assert found["changed"], engine


def test_rows_of_the_screen_stand_in_for_the_stored(dana: APIClient) -> None:
    row = {"label": "12(c)(1)", "values": {}, "truth": True}
    season = {"label": "12(d)(1)", "values": {}, "truth": True}
    assert ask(dana, rows=[row, season])["outcome"] == "true"
    assert ask(dana, rows=[])["outcome"] == "unknown"


def clause_of(text: str) -> Any:
    return parse_clause(text).clause


def test_an_assumption_wins_only_where_it_fits() -> None:
    texts = ["s1(X) :- s2(X)", "s2(X) :- s3(X)", "s3(X)"]
    clauses = {c.head: c for c in map(clause_of, texts)}
    rows = {Label("3"): [LeafRow({}, True)]}
    assumed = {Label("2"): [LeafRow({"X": "Ann"}, False)]}
    for name, truth in (("Ann", "false"), ("Bob", "true")):
        found = derive(Label("1"), {"X": name}, clauses.get, rows, assumed=assumed)
        assert found.truth == truth


def test_an_inner_row_is_rested_on_only_where_its_parts_are_unknown() -> None:
    texts = ["s1(X) :- s2(X)", "s2(X) :- s3(X)", "s3(X)"]
    clauses = {c.head: c for c in map(clause_of, texts)}
    own = {Label("1"): [LeafRow({}, False)], Label("2"): [LeafRow({}, True)]}
    found = derive(Label("1"), {}, clauses.get, own, rest=True)
    assert (found.truth, found.items[0].note) == ("true", RESTED)
    known = {**own, Label("3"): [LeafRow({}, False)]}
    assert derive(Label("1"), {}, clauses.get, known, rest=True).truth == "false"
    alone = {Label("1"): [LeafRow({}, False)]}
    assert derive(Label("1"), {}, clauses.get, alone, rest=True).truth == "unknown"
