"""The index of calls follows the clauses, whoever writes them."""

from __future__ import annotations

import importlib
import uuid

import pytest
from django.apps import apps

from sara_annotate.accounts.models import User
from sara_annotate.annotations.calls import call_list
from sara_annotate.annotations.models import Clause, ClauseCall
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.labels import parse_label
from sara_annotate.exchange.exporting import export_chunks
from sara_annotate.exchange.full_in import full_import
from tests.factories import load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
GOLD = [
    ("7", "7(a)", [["PASSENGER", "PASSENGER"], ["TOLL", "TOLL"]]),
    ("7", "7(b)", [["PASSENGER", "PASSENGER"]]),
    ("7(b)", "7(b)(1)", [["CHILD", "PASSENGER"]]),
    ("7(b)", "7(b)(2)", [["MEMBER", "PASSENGER"]]),
]


def calls_of(project: Project, *, gold: bool = True) -> list[tuple[str, str, object]]:
    found = call_list(project=project, gold=gold).order_by("clause__position", "position")
    return list(found.values_list("clause__layer__subsection__label", "label", "pairs"))


@pytest.fixture
def ferry() -> Project:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="dana"))
    return project


def set_clause(text: str | None, label: str = "7(b)", revision: int = 0) -> None:
    ada = sign_in("ada")
    rows = ada.get("/api/v1/projects/ferry/statutes/7").json()["subsections"]
    layer = next(row["my_layer"] for row in rows if row["label"] == label)
    edit = {
        "id": str(uuid.uuid4()), "layer": layer, "time": "2026-01-31T12:00:00Z",
        "base_revision": revision,
        "operation": {"op": "set_clause", "clause": {"text": text, "note": ""}},
    }  # fmt: skip
    body = {"edits": [edit], "layers": {layer: {"subsection": label}}}
    answer = ada.post("/api/v1/projects/ferry/edits", body, format="json")
    assert answer.status_code == 200, answer.json()


def test_an_import_fills_the_index(ferry: Project) -> None:
    assert calls_of(ferry) == GOLD


def test_callers_of_a_subsection_are_found_by_its_label(ferry: Project) -> None:
    found = call_list(project=ferry, labels=[parse_label("7(b)")])
    assert [call.clause.text for call in found] == [Clause.objects.get(text__startswith="s7(").text]


def test_an_edit_replaces_its_own_calls_and_no_others(ferry: Project) -> None:
    set_clause("s7_b(PASSENGER) :- s7_b_2(MEMBER:PASSENGER)")
    set_clause("s7_b(PASSENGER) :- s7_b_1(CHILD:PASSENGER)", revision=1)
    assert calls_of(ferry) == GOLD
    mine = [row for row in calls_of(ferry, gold=False) if row not in GOLD]
    assert mine == []
    assert len(calls_of(ferry, gold=False)) == len(GOLD) + 1
    set_clause(None, revision=2)
    assert len(calls_of(ferry, gold=False)) == len(GOLD)


def test_what_can_be_read_of_a_clause_in_error_is_indexed(ferry: Project) -> None:
    set_clause("s7_b(PASSENGER) :- s7_b_1(CHILD:PASSENGER) AND [ s8_zz(X) OR ")
    labels = {label for _, label, _ in calls_of(ferry, gold=False)}
    assert "8(zz)" in labels


def test_a_label_longer_than_any_subsection_fits_and_names_none(ferry: Project) -> None:
    long = "s7" + "_b" * 200
    set_clause(f"s7_b(PASSENGER) :- {long}(PASSENGER)")
    cut = [label for _, label, _ in calls_of(ferry, gold=False) if label.endswith("…")]
    assert [len(label) for label in cut] == [80]


def test_the_full_format_fills_the_index(ferry: Project) -> None:
    lines = b"".join(export_chunks(project=ferry, format="full")).splitlines(keepends=True)
    other = make_project("other")
    full_import(project=other, lines=lines)
    assert calls_of(other) == GOLD


def test_the_migration_indexes_what_is_there(ferry: Project) -> None:
    ClauseCall.objects.all().delete()
    migration = importlib.import_module("sara_annotate.annotations.migrations.0003_clause_calls")
    migration.fill(apps, None)
    assert calls_of(ferry) == GOLD
