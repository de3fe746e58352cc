"""Edits over HTTP: once, in order, all or nothing, never over someone else's."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Argument, AuthorKind, Edit, Layer, Mention
from sara_annotate.annotations.rows import layer_read
from sara_annotate.annotations.services import edit_value
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.edits.log import apply_log
from sara_annotate.domain.edits.state import Layer as LayerState
from tests.factories import FERRY, load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
EDITS = "/api/v1/projects/ferry/edits"
Json = dict[str, Any]


@pytest.fixture
def ada() -> APIClient:
    project = make_project(ada=Role.ANNOTATOR, bob=Role.ANNOTATOR, rowan=Role.REVIEWER)
    load_corpus(project, by=User.objects.get(username="rowan"))
    return sign_in("ada")


def new_id() -> str:
    return str(uuid.uuid4())


def my_layer(client: APIClient, label: str) -> str:
    rows = client.get("/api/v1/projects/ferry/statutes/7?layer=mine").json()["subsections"]
    return next(str(row["my_layer"]) for row in rows if row["label"] == label)


def make_edit(layer: str, operation: Json, base: int = 0, **other: Any) -> Json:
    head = {"id": new_id(), "layer": layer, "time": "2026-01-02T03:04:05Z", "base_revision": base}
    return {**head, "operation": operation, **other}


def add_argument(name: str, key: str) -> Json:
    argument = {"id": key, "name": name, "value_type": "span", "order": 0}
    return {"op": "new_argument", "argument": argument}


def add_mention(phrase: str, argument: str, key: str | None = None) -> Json:
    start = FERRY.index(phrase)
    mention = {"id": key or new_id(), "start": start, "end": start + len(phrase)}
    return {"op": "add_mention", "mention": {**mention, "argument": argument}}


def mark(layer: str, phrase: str, name: str, base: int = 0) -> Json:
    key = new_id()
    ops = [add_argument(name, key), add_mention(phrase, key)]
    return make_edit(layer, {"op": "batch", "ops": ops}, base)


def send(client: APIClient, *edits: Json, label: str = "7(a)") -> Any:
    layers = {edit["layer"]: {"subsection": label} for edit in edits}
    return client.post(EDITS, {"edits": list(edits), "layers": layers}, "json")


def replayed(layer: Layer) -> LayerState:
    """The layer as its log alone tells it."""
    now = layer_read(layer)
    empty = LayerState(id=now.id, kind=now.kind, parts=now.parts)
    return apply_log(empty, [edit_value(e) for e in layer.edits.order_by("revision")]).layer


def test_the_first_edit_makes_the_layer(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    edit = mark(layer, "every passenger", "Passenger")
    answer = send(ada, edit)
    assert answer.status_code == 200, answer.json()
    assert answer.json() == {"revisions": {layer: 1}, "applied": [edit["id"]]}
    row = Layer.objects.get(pk=layer)
    assert (row.author_kind, row.author.username, row.revision) == ("person", "ada", 1)  # type: ignore[union-attr]
    assert [m.argument.name for m in row.mentions.all()] == ["Passenger"]
    shown = ada.get("/api/v1/projects/ferry/statutes/7?layer=mine").json()["layers"]
    assert [len(found["mentions"]) for found in shown] == [1]
    assert replayed(row) == layer_read(row)


def test_the_same_edit_again_is_one_edit(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    edit = mark(layer, "every passenger", "Passenger")
    for _ in range(3):
        answer = send(ada, edit)
        assert answer.json()["revisions"] == {layer: 1}
    assert answer.json()["applied"] == []
    assert Edit.objects.filter(layer=layer).count() == 1


def test_an_id_used_for_something_else_is_refused(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    edit = mark(layer, "every passenger", "Passenger")
    send(ada, edit)
    other = {**mark(layer, "each crossing", "Crossing", 1), "id": edit["id"]}
    answer = send(ada, other)
    assert (answer.status_code, answer.json()["code"]) == (422, "edit_id_reused")


def test_edits_on_other_items_are_rebased(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    send(ada, mark(layer, "every passenger", "Passenger"))
    answer = send(ada, mark(layer, "each crossing", "Crossing", base=0))
    assert answer.json()["revisions"] == {layer: 2}


def test_a_conflict_names_both_versions_and_changes_nothing(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    first = mark(layer, "every passenger", "Passenger")
    send(ada, first)
    mention = first["operation"]["ops"][1]["mention"]
    shorter = {"op": "resize_mention", "id": mention["id"], "start": mention["start"] + 6}
    longer = {**shorter, "start": mention["start"], "end": mention["end"] + 3}
    send(ada, make_edit(layer, {**shorter, "end": mention["end"]}, 1))
    mine = make_edit(layer, longer, 1)
    answer = send(ada, mine, mark(layer, "each crossing", "Crossing", 1))
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "edit_conflict")
    found = body["extra"]["conflicts"][mine["id"]]
    assert found["items"] == [f"mention:{mention['id']}"]
    assert found["mine"]["end"] == mention["end"] + 3
    assert found["theirs"][0]["start"] == mention["start"] + 6
    assert body["extra"]["revision"] == 2
    assert Layer.objects.get(pk=layer).revision == 2, "the other edit was not applied either"


def test_a_refused_edit_takes_the_whole_request_with_it(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    good = mark(layer, "every passenger", "Passenger")
    bad = mark(layer, "passenger of the", "Other")
    answer = send(ada, good, bad)
    body = answer.json()
    assert (answer.status_code, body["code"]) == (422, "span_overlap")
    assert body["extra"]["edit"] == bad["id"]
    assert not Layer.objects.filter(pk=layer).exists()
    assert not Edit.objects.filter(pk=good["id"]).exists()


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (
            {"op": "add_mention", "mention": {"id": "x", "start": 1, "end": 2, "argument": "y"}},
            None,
        ),
        ({"op": "fly"}, "op_unknown"),
        ({}, "field_missing"),
        ({"op": "remove_mention", "id": str(uuid.uuid4())}, "mention_unknown"),
        (
            {"op": "set_truth", "instantiation": str(uuid.uuid4()), "truth": True},
            "operation_foreign",
        ),
        ({"op": "batch", "ops": []}, "batch_empty"),
        ({"op": "rename_argument", "id": str(uuid.uuid4()), "name": "a,b"}, None),
        ({"op": "new_argument", "argument": None}, None),
    ],
)
def test_nonsense_is_refused_with_a_code(ada: APIClient, operation: Json, code: str | None) -> None:
    answer = send(ada, make_edit(my_layer(ada, "7(a)"), operation))
    assert answer.status_code == 422
    assert code is None or answer.json()["code"] == code
    assert not Edit.objects.filter(layer__author_kind=AuthorKind.PERSON).exists()


def test_spans_outside_or_empty_are_refused(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    key = new_id()
    for start, end, code in (
        (0, 5, "span_outside"),
        (60, 60, "span_empty"),
        (9**9, 9**9 + 1, "span_outside"),
    ):
        mention = {"id": new_id(), "start": start, "end": end, "argument": key}
        ops = [add_argument("A", key), {"op": "add_mention", "mention": mention}]
        answer = send(ada, make_edit(layer, {"op": "batch", "ops": ops}))
        assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.parametrize(
    "body", [[], {}, {"edits": []}, {"edits": [1]}, {"edits": [{}]}, {"edits": {}}]
)
def test_a_body_that_is_no_request_is_refused(ada: APIClient, body: object) -> None:
    answer = ada.post(EDITS, body, "json")
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"code", "message", "extra"}


def test_layers_of_others_cannot_be_changed(ada: APIClient) -> None:
    mine = my_layer(ada, "7(a)")
    send(ada, mark(mine, "every passenger", "Passenger"))
    gold = Layer.objects.get(author_kind=AuthorKind.GOLD, subsection__label="7(a)")
    for layer in (mine, str(gold.pk), new_id()):
        answer = send(sign_in("bob"), mark(layer, "½ crown", "Toll", 1))
        assert (answer.status_code, answer.json()["code"]) == (422, "layer_foreign")


def test_ids_of_others_cannot_be_taken(ada: APIClient) -> None:
    mine = my_layer(ada, "7(a)")
    theirs = Argument.objects.get(layer__author_kind=AuthorKind.GOLD, name="Crossing")
    edit = make_edit(mine, add_argument("Crossing", str(theirs.pk)))
    answer = send(ada, edit)
    assert (answer.status_code, answer.json()["code"]) == (422, "id_taken")
    theirs.refresh_from_db()
    assert theirs.layer.author_kind == AuthorKind.GOLD


def test_nobody_accepts_their_own_work(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    send(ada, mark(layer, "every passenger", "Passenger"))
    assert send(ada, make_edit(layer, {"op": "submit_layer"}, 1)).status_code == 200
    for op in ({"op": "accept_layer"}, {"op": "return_layer", "reason": "x"}):
        batch = {"op": "batch", "ops": [op]}
        for operation in (op, batch):
            answer = send(ada, make_edit(layer, operation, 2))
            assert (answer.status_code, answer.json()["code"]) == (422, "not_allowed")
    frozen = send(ada, mark(layer, "each crossing", "Crossing", 2))
    assert frozen.json()["code"] == "layer_frozen"


def test_a_reviewer_may_change_gold(ada: APIClient) -> None:
    gold = Layer.objects.get(author_kind=AuthorKind.GOLD, subsection__label="7(a)")
    frozen = send(sign_in("rowan"), mark(str(gold.pk), "There is", "X", 1))
    assert frozen.json()["code"] == "layer_frozen"
    reopen = [
        {"op": "reopen_layer", "to": "submitted", "reason": ""},
        {"op": "reopen_layer", "to": "in_progress", "reason": ""},
    ]
    answer = send(
        sign_in("rowan"),
        make_edit(str(gold.pk), {"op": "batch", "ops": reopen}, 1),
        mark(str(gold.pk), "There is", "X", 1),
    )
    assert answer.status_code == 200, answer.json()
    gold.refresh_from_db()
    assert gold.mentions.filter(removed_at=None).count() == 4
    assert replayed(gold) == layer_read(gold)


def test_imported_layers_replay_from_their_log(ada: APIClient) -> None:
    for layer in Layer.objects.select_related("case"):
        assert replayed(layer) == layer_read(layer)


def test_values_of_a_case(ada: APIClient) -> None:
    from sara_annotate.annotations.services import layer_key
    from sara_annotate.corpus.models import Case

    case = Case.objects.get(name="s7_a_pos")
    layer = str(layer_key(user=User.objects.get(username="ada"), case=case))
    item = new_id()
    instantiation = {"id": item, "label": "7(a)", "order": 0, "truth": None, "values": []}
    value = {"name": "Passenger", "role": "given", "value": "Ada", "order": 0, "evidence": [[0, 3]]}
    edits = [
        make_edit(layer, {"op": "add_instantiation", "instantiation": instantiation}),
        make_edit(layer, {"op": "set_value", "instantiation": item, "value": value}),
        make_edit(layer, {"op": "set_truth", "instantiation": item, "truth": True}),
    ]
    body = {"edits": edits, "layers": {layer: {"case": "s7_a_pos"}}}
    answer = ada.post(EDITS, body, "json")
    assert answer.status_code == 200, answer.json()
    row = ada.get("/api/v1/projects/ferry/cases/s7_a_pos?layer=mine").json()["instantiations"][0]
    assert row["truth"] is True
    assert row["given"] == [{"name": "Passenger", "value": "Ada", "order": 0, "evidence": [[0, 3]]}]
    stored = Layer.objects.get(pk=layer)
    assert replayed(stored) == layer_read(stored)


def test_a_layer_that_was_imported_is_known_by_its_own_id(ada: APIClient) -> None:
    project = Project.objects.get(slug="ferry")
    load_corpus(project, by=User.objects.get(username="ada"), gold=False)
    layer = my_layer(ada, "7(a)")
    assert Layer.objects.get(pk=layer).author == User.objects.get(username="ada")
    assert send(ada, mark(layer, "There is", "X", 1)).status_code == 200


def test_undo_is_an_edit_too(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    edit = mark(layer, "every passenger", "Passenger")
    send(ada, edit)
    stored = Edit.objects.get(pk=edit["id"])
    undo = make_edit(layer, stored.inverse, 1, undoes=edit["id"])
    assert send(ada, undo).json()["revisions"] == {layer: 2}
    row = Layer.objects.get(pk=layer)
    assert not layer_read(row).mentions
    assert Mention.objects.filter(layer=row).exclude(removed_at=None).count() == 1
    again = make_edit(layer, Edit.objects.get(pk=undo["id"]).inverse, 2, undoes=undo["id"])
    assert send(ada, again).status_code == 200
    assert len(layer_read(row).mentions) == 1
    log = ada.get(f"{EDITS}?layer={layer}&mine=true").json()["results"]
    assert [e["undoes"] for e in log] == [None, edit["id"], undo["id"]]


def test_annotators_see_only_their_own_log(ada: APIClient) -> None:
    assert ada.get(EDITS).json()["count"] == 0
    assert sign_in("rowan").get(EDITS).json()["count"] == 7
    assert ada.get(f"{EDITS}?layer=nonsense").status_code == 400


def test_one_edit_takes_the_same_queries_whatever_the_layer_holds(ada: APIClient) -> None:
    layer = my_layer(ada, "7(a)")
    send(ada, mark(layer, "is imposed", "A0"))
    counts = []
    for base, word in enumerate(["There", "on every", "of the", "for each", "a toll"], start=1):
        with CaptureQueriesContext(connection) as seen:
            answer = send(ada, mark(layer, word, f"A{base}", base))
        assert answer.status_code == 200, answer.json()
        counts.append(len(seen))
    assert len(set(counts)) == 1, counts
