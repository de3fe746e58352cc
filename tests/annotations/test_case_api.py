"""A case over HTTP: read in one request, edited like everything else, never with unfit values."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Edit, Instantiation, Layer, Value
from sara_annotate.corpus.models import Role
from tests.annotations.test_edits_api import EDITS, make_edit, new_id
from tests.factories import ferry_corpus, load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
CASE = "/api/v1/projects/ferry/cases/s7_a_pos"
TEXT = "Ada took the ferry 🚢 twice on 1 May 2021."
Json = dict[str, Any]


@pytest.fixture
def ada() -> APIClient:
    project = make_project(ada=Role.ANNOTATOR, bob=Role.ANNOTATOR, rowan=Role.REVIEWER)
    load_corpus(project, by=User.objects.get(username="rowan"))
    return sign_in("ada")


def read(client: APIClient, which: str = "mine") -> Json:
    answer = client.get(f"{CASE}?layer={which}")
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def make_value(name: str, value: object, *evidence: tuple[int, int], role: str = "found") -> Json:
    return {"name": name, "role": role, "value": value, "order": 0, "evidence": list(evidence)}


def add(label: str, *values: Json, key: str | None = None) -> Json:
    item = {"id": key or new_id(), "label": label, "order": 0, "truth": None}
    return {"op": "add_instantiation", "instantiation": {**item, "values": list(values)}}


def send(client: APIClient, *operations: Json, layer: str | None = None, base: int = 0) -> Any:
    home = layer or read(client)["layer"]["id"]
    edits = [make_edit(home, operation, base) for operation in operations]
    body = {"edits": edits, "layers": {home: {"case": "s7_a_pos"}}}
    return client.post(EDITS, body, "json")


def test_one_request_holds_all_that_the_screen_needs(ada: APIClient) -> None:
    gold = read(ada, "gold")
    assert (gold["can_edit"], gold["layer"]["state"]) == (False, "accepted")
    (row,) = gold["instantiations"]
    assert [value["order"] for value in row["given"]] == [0]
    (subsection,) = gold["subsections"]
    names = [(one["number"], one["name"], one["value_type"]) for one in subsection["arguments"]]
    assert names == [(1, "Passenger", "span"), (2, "Crossing", "span"), (3, "Toll", "span")]
    place = (gold["previous"], gold["next"], gold["position"], gold["total"])
    assert place == ("s7_a_neg", None, 2, 2)
    mine = read(ada)
    assert (mine["can_edit"], mine["instantiations"], mine["layer"]["revision"]) == (True, [], 0)


def test_queries_do_not_grow_and_what_is_known_is_not_sent_again(ada: APIClient) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            read(ada)
        return len(seen)

    send(ada, add("7(a)", make_value("Toll", "½ crown")))
    few = count()
    operations = [add(label) for label in ("7(b)", "7(b)(1)", "7(b)(2)", "7")] * 5
    send(ada, *operations, base=1)
    assert count() == few
    first = ada.get(f"{CASE}?layer=mine")
    again = ada.get(f"{CASE}?layer=mine", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    send(ada, add("7"), base=21)
    fresh = ada.get(f"{CASE}?layer=mine", headers={"If-None-Match": first["ETag"]})
    assert fresh.status_code == 200


def test_values_truth_and_evidence_in_code_points(ada: APIClient) -> None:
    key = new_id()
    start = TEXT.index("twice")
    found = make_value("Crossing", "twice", (start, start + 5))
    answer = send(
        ada,
        add("7(a)", make_value("Passenger", "Ada", (0, 3), role="given"), key=key),
        {"op": "set_value", "instantiation": key, "value": found},
        {"op": "set_truth", "instantiation": key, "truth": True},
    )
    assert answer.status_code == 200, answer.json()
    (row,) = read(ada)["instantiations"]
    assert (row["truth"], row["given"][0]["evidence"]) == (True, [[0, 3]])
    (range_,) = row["found"][0]["evidence"]
    assert TEXT[slice(*range_)] == "twice"


def test_an_argument_of_ones_own_wins_over_the_gold(ada: APIClient) -> None:
    rows = ada.get("/api/v1/projects/ferry/statutes/7?layer=mine").json()["subsections"]
    layer = next(row["my_layer"] for row in rows if row["label"] == "7(a)")
    argument = {"id": new_id(), "name": "Fare", "value_type": "integer", "order": 0}
    edit = make_edit(layer, {"op": "new_argument", "argument": argument})
    ada.post(EDITS, {"edits": [edit], "layers": {layer: {"subsection": "7(a)"}}}, "json")
    assert send(ada, add("7(a)", make_value("fare", 3))).status_code == 200
    (subsection,) = read(ada)["subsections"]
    assert [one["name"] for one in subsection["arguments"]] == ["Fare"]
    answer = send(ada, add("7(a)", make_value("Fare", "3")), base=1)
    assert (answer.status_code, answer.json()["code"]) == (422, "value_type")
    assert answer.json()["extra"]["path"] == "instantiation.values.0.value"


BAD: list[tuple[Json, str, str]] = [
    (add("9(z)"), "subsection_unknown", "instantiation.label"),
    (add("7(a)", make_value("Berth", "x")), "argument_unknown", "instantiation.values.0.name"),
    (add("7(a)", make_value("Toll", 5)), "value_type", "instantiation.values.0.value"),
    (add("7(a)", make_value("Toll", ["a", 5])), "value_type", "instantiation.values.0.value"),
    (
        add("7(a)", make_value("Toll", "x", (0, 999))),
        "span_outside",
        "instantiation.values.0.evidence.0",
    ),
    (
        {"op": "batch", "ops": [add("7(a)", make_value("Berth", "x"))]},
        "argument_unknown",
        "ops.0.instantiation.values.0.name",
    ),
    (add("7(a)", make_value("Toll", 1.5)), "field_type", ""),
    (add("7(a)", make_value("@truth", "x")), "name_invalid", ""),
]


@pytest.mark.parametrize(("operation", "code", "path"), BAD)
def test_what_does_not_fit_is_refused_with_its_place(
    ada: APIClient, operation: Json, code: str, path: str
) -> None:
    before = [kind.objects.count() for kind in (Instantiation, Value, Edit)]
    answer = send(ada, add("7(a)"), operation)
    body = answer.json()
    assert (answer.status_code, body["code"]) == (422, code), body
    assert path in body["extra"]["path"]
    assert [kind.objects.count() for kind in (Instantiation, Value, Edit)] == before


def test_an_undo_brings_back_what_the_rules_would_not_take(ada: APIClient) -> None:
    """Gold that was imported may hold a number where text is meant; undo must be exact."""
    rowan = sign_in("rowan")
    gold = read(rowan, "gold")
    assert gold["can_edit"]
    (row,) = gold["instantiations"]
    home = gold["layer"]["id"]
    clear = {
        "op": "clear_value",
        "instantiation": row["id"],
        "role": "found",
        "name": "Crossing",
    }
    at = gold["layer"]["revision"]
    reopened = make_edit(home, {"op": "return_layer", "reason": "A value is doubtful."}, at)
    cleared = make_edit(home, clear, at)
    body = {"edits": [reopened, cleared], "layers": {}}
    assert rowan.post(EDITS, body, "json").status_code == 200
    back = {
        "op": "set_value",
        "instantiation": row["id"],
        "value": make_value("Crossing", ["one", 2]),
    }
    again = {"edits": [make_edit(home, back, at + 2)], "layers": {}}
    assert rowan.post(EDITS, again, "json").json()["code"] == "value_type"
    undone = {"edits": [make_edit(home, back, at + 2, undoes=cleared["id"])], "layers": {}}
    assert rowan.post(EDITS, undone, "json").status_code == 200
    (row,) = read(rowan, "gold")["instantiations"]
    assert row["found"][0]["value"] == ["one", 2]


def test_what_is_stale_is_shown_and_listed_until_somebody_looked(ada: APIClient) -> None:
    key = new_id()
    item = f"instantiation:{key}"
    stale = {"op": "mark_stale", "item": item, "reason": "Toll was removed from §7(a)."}
    assert send(ada, add("7(a)", key=key), stale).status_code == 200
    assert read(ada)["layer"]["stale"] == {item: "Toll was removed from §7(a)."}
    assert read(ada, "gold")["layer"]["stale"] == {}
    cases = "/api/v1/projects/ferry/cases"
    listed = ada.get(f"{cases}?stale=true").json()["results"]
    named = [(row["name"], row["stale"]) for row in listed]
    assert named == [("s7_a_pos", ["Toll was removed from §7(a)."])]
    assert ada.get(f"{cases}?stale=false").json()["count"] == 2
    # What is stale in another's layer is theirs to look at.
    assert sign_in("bob").get(f"{cases}?stale=true").json()["count"] == 0
    send(ada, {"op": "clear_stale", "item": item}, base=2)
    assert read(ada)["layer"]["stale"] == {}
    assert ada.get(f"{cases}?stale=true").json()["count"] == 0


def test_rights(ada: APIClient) -> None:
    gold = read(ada, "gold")["layer"]["id"]
    answer = send(ada, add("7(a)"), layer=gold)
    assert (answer.status_code, answer.json()["code"]) == (422, "layer_foreign")
    send(ada, add("7(a)"))
    mine = Layer.objects.get(author__username="ada", case__isnull=False)
    bob = send(sign_in("bob"), add("7(a)"), layer=str(mine.pk))
    assert bob.status_code == 422
    assert read(sign_in("bob"))["instantiations"] == []
    assert APIClient().get(CASE).status_code in (401, 403)


def test_a_case_is_submitted_and_then_closed(ada: APIClient) -> None:
    assert send(ada, add("7(a)"), {"op": "submit_layer"}).status_code == 200
    assert read(ada)["layer"]["state"] == "submitted"
    answer = send(ada, add("7"), base=2)
    assert answer.json()["code"] == "layer_frozen"


@pytest.mark.parametrize(
    ("search", "labels"),
    [
        ("s7_b", ["7(b)", "7(b)(1)", "7(b)(2)"]),
        ("§7(b)(1)", ["7(b)(1)"]),
        ("imposition", ["7(a)"]),
        ("%", []),
    ],
)
def test_subsections_by_any_spelling(ada: APIClient, search: str, labels: list[str]) -> None:
    answer = ada.get("/api/v1/projects/ferry/subsections", {"search": search, "layer": "mine"})
    assert [row["label"] for row in answer.json()["results"]] == labels
    if "7(b)(1)" in labels:
        row = next(row for row in answer.json()["results"] if row["label"] == "7(b)(1)")
        assert [one["name"] for one in row["arguments"]] == ["Child"]


def test_letter_case_of_a_name_does_not_matter() -> None:
    """Names that differ in letter case only are one argument."""
    project = make_project("ferry", ada=Role.ANNOTATOR)
    load_corpus(project, ferry_corpus(), by=User.objects.get(username="ada"))
    ada = sign_in("ada")
    key = str(uuid.uuid4())
    assert send(ada, add("7(a)", make_value("toll", "½ crown"), key=key)).status_code == 200
