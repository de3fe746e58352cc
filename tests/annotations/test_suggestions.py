"""Runs of models: stored whole or not at all, and what a person reads and does with them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Argument, Edit, Layer, Mention, ModelRun
from sara_annotate.annotations.rows import layer_read
from sara_annotate.annotations.services import edit_value
from sara_annotate.annotations.suggestion_services import (
    Fold,
    RunExistsError,
    SuggestionRefused,
    model_layers_store,
)
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.edits.log import apply_log
from sara_annotate.domain.edits.state import Layer as LayerState
from sara_annotate.domain.proposals import (
    ProposedArgument,
    ProposedClause,
    ProposedLayer,
    ProposedMention,
)
from tests.factories import FERRY, load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
STATUTE = "/api/v1/projects/ferry/statutes/7"
EDITS = "/api/v1/projects/ferry/edits"
FOLDS = {"7": Fold("1 of 3", ("8", "12"))}


@pytest.fixture
def project() -> Project:
    made = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(made, by=User.objects.get(username="dana"))
    return made


@pytest.fixture
def ada(project: Project) -> APIClient:
    return sign_in("ada")


def span(words: str, confidence: float = 0.9, why: str = "") -> ProposedMention:
    start = FERRY.index(words)
    return ProposedMention(start, start + len(words), confidence, why)


def proposal(label: str = "7(a)") -> ProposedLayer:
    return ProposedLayer(
        label,
        (
            ProposedArgument("Passenger", (span("every passenger", 0.9, "seen often"),)),
            ProposedArgument("Toll", (span("a toll", 0.4),), "integer", 0.4, "an amount"),
        ),
        ProposedClause("s7_a(PASSENGER)", 0.7, "nothing to call"),
    )


def store(
    project: Project,
    run: str = "run 1",
    layers: Sequence[ProposedLayer] = (proposal(),),
    folds: dict[str, Fold] = FOLDS,
) -> ModelRun:
    dana = User.objects.get(username="dana")
    return model_layers_store(
        project=project, run=run, model="spans", layers=layers, folds=folds, by=dana
    )


def read(client: APIClient) -> dict[str, Any]:
    return dict(client.get(f"{STATUTE}?layer=mine").json())


def test_a_person_reads_what_the_run_says(project: Project, ada: APIClient) -> None:
    store(project)
    [said] = read(ada)["suggestions"]
    assert (said["label"], said["run"], said["model"]) == ("7(a)", "run 1", "spans")
    assert (said["fold"], said["trained_on"]) == ("1 of 3", ["8", "12"])
    names = {a["id"]: a["name"] for a in said["arguments"]}
    shown = [
        (FERRY[m["start"] : m["end"]], names[m["argument"]], m["confidence"], m["why"])
        for m in said["mentions"]
    ]
    assert shown == [
        ("every passenger", "Passenger", 0.9, "seen often"),
        ("a toll", "Toll", 0.4, ""),
    ]
    assert said["arguments"][1]["value_type"] == "integer"
    assert said["clause"]["text"] == "s7_a(PASSENGER)"
    assert said["clause"]["why"] == "nothing to call"
    assert ada.get(STATUTE).json()["suggestions"] == []


def test_the_edit_of_a_models_layer_explains_its_rows(project: Project) -> None:
    store(project)
    layer = Layer.objects.get(author_kind="model")
    [row] = Edit.objects.filter(layer=layer)
    now = layer_read(layer)
    replay = apply_log(LayerState(now.id, "subsection", now.parts), [edit_value(row)])
    assert replay.layer == now


def test_a_new_run_stands_beside_the_old_one_and_is_the_one_shown(
    project: Project, ada: APIClient
) -> None:
    store(project)
    old = set(Mention.objects.filter(layer__run="run 1").values_list("pk", flat=True))
    before = ada.get(f"{STATUTE}?layer=mine")["ETag"]
    store(project, "run 2", [ProposedLayer("7(a)", (ProposedArgument("Fare", (span("a toll"),)),))])
    answer = ada.get(f"{STATUTE}?layer=mine", HTTP_IF_NONE_MATCH=before)
    assert answer.status_code == 200
    [said] = answer.json()["suggestions"]
    assert (said["run"], [a["name"] for a in said["arguments"]]) == ("run 2", ["Fare"])
    assert set(Mention.objects.filter(layer__run="run 1").values_list("pk", flat=True)) == old
    with pytest.raises(RunExistsError):
        store(project, "run 2")
    assert ModelRun.objects.count() == 2


@pytest.mark.parametrize(
    ("layers", "folds", "reason"),
    [
        ([proposal(), proposal()], FOLDS, "label_repeated"),
        ([proposal(), ProposedLayer("7(z)")], FOLDS, "label_unknown"),
        ([proposal()], {}, "fold_missing"),
        ([proposal()], {"7": Fold("1", ("7",))}, "trained_on_statute"),
        (
            [proposal(), ProposedLayer("7(b)", (ProposedArgument("A", (span("a toll"),)),))],
            FOLDS,
            "span_outside",
        ),
        (
            [
                ProposedLayer(
                    "7(a)",
                    (
                        ProposedArgument(
                            "A",
                            (span("a toll"), span("toll of")),
                        ),
                    ),
                )
            ],
            FOLDS,
            "span_overlap",
        ),
        ([ProposedLayer("7(a)", (ProposedArgument("no name", ()),))], FOLDS, "name_invalid"),
        (
            [ProposedLayer("7(a)", (ProposedArgument("A", (span("a toll", 1.5),)),))],
            FOLDS,
            "confidence_range",
        ),
        ([ProposedLayer("7(a)", clause=ProposedClause("", 0.5))], FOLDS, "text_empty"),
    ],
)
def test_a_run_with_a_fault_leaves_nothing(
    project: Project, layers: list[ProposedLayer], folds: dict[str, Fold], reason: str
) -> None:
    with pytest.raises(SuggestionRefused) as refused:
        store(project, layers=layers, folds=folds)
    assert refused.value.extra["reason"] == reason
    assert not ModelRun.objects.exists()
    assert not Layer.objects.filter(author_kind="model").exists()


def accept(client: APIClient, *, layer: str, suggestion: dict[str, Any]) -> dict[str, Any]:
    argument, mention = str(uuid.uuid4()), str(uuid.uuid4())
    named = {"id": argument, "name": "Rider", "value_type": "span", "order": 1}
    marked = {"id": mention, "argument": argument, "from_suggestion": suggestion["id"]}
    ops = [
        {
            "op": "new_argument",
            "argument": {**named, "from_suggestion": suggestion["argument"]},
        },
        {
            "op": "add_mention",
            "mention": {**marked, "start": suggestion["start"], "end": suggestion["end"]},
        },
        {
            "op": "decide_suggestion",
            "suggestion": suggestion["id"],
            "decision": "accepted",
        },
    ]
    edit = {
        "id": str(uuid.uuid4()),
        "layer": layer,
        "time": "2026-01-31T12:00:00Z",
        "base_revision": 0,
        "operation": {"op": "batch", "ops": ops},
        "from_suggestion": suggestion["id"],
    }
    body = {"edits": [edit], "layers": {layer: {"subsection": "7(a)"}}}
    answer = client.post(EDITS, body, format="json")
    assert answer.status_code == 200, answer.content
    return edit


def test_an_accepted_suggestion_is_remembered_and_its_decision_read(
    project: Project, ada: APIClient
) -> None:
    store(project)
    statute = read(ada)
    suggestion = statute["suggestions"][0]["mentions"][0]
    home = next(s["my_layer"] for s in statute["subsections"] if s["label"] == "7(a)")
    accept(ada, layer=home, suggestion=suggestion)
    [layer] = read(ada)["layers"]
    assert layer["mentions"][0]["from_suggestion"] == suggestion["id"]
    assert layer["arguments"][0]["from_suggestion"] == suggestion["argument"]
    assert layer["decisions"] == {suggestion["id"]: "accepted"}
    assert Argument.objects.get(layer=home).from_suggestion == suggestion["argument"]
    [edit] = ada.get(f"{EDITS}?layer={home}").json()["results"]
    assert edit["from_suggestion"] == suggestion["id"]
    assert Layer.objects.get(author_kind="model").revision == 1


def test_queries_do_not_grow_with_suggestions(project: Project, ada: APIClient) -> None:
    counts = []
    words = [word for word in FERRY[FERRY.index("There") : FERRY.index("(b)")].split() if word]
    start = FERRY.index("There is imposed")
    for number, many in enumerate((1, 12)):
        place, mentions = start, []
        for word in words[:many]:
            place = FERRY.index(word, place)
            mentions.append(ProposedMention(place, place + len(word), 0.5))
            place += len(word)
        said = (ProposedArgument("A", tuple(mentions)),)
        store(project, f"run {number}", [ProposedLayer("7(a)", said)])
        with CaptureQueriesContext(connection) as seen:
            [found] = read(ada)["suggestions"]
        counts.append((len(found["mentions"]), len(seen)))
    assert [n for n, _ in counts] == [1, 12]
    assert counts[0][1] == counts[1][1] <= 32


def test_the_etag_changes_when_anybody_marks_something(project: Project, ada: APIClient) -> None:
    """Paragraphs are set around everybody's spans, so that the answer may change with any."""
    before = ada.get(STATUTE)["ETag"]
    assert ada.get(STATUTE, HTTP_IF_NONE_MATCH=before).status_code == 304
    store(project)
    dana = sign_in("dana")
    statute = read(dana)
    home = next(s["my_layer"] for s in statute["subsections"] if s["label"] == "7(a)")
    accept(dana, layer=home, suggestion=statute["suggestions"][0]["mentions"][0])
    assert ada.get(STATUTE, HTTP_IF_NONE_MATCH=before).status_code == 200


def test_a_returned_layer_says_why(project: Project, ada: APIClient) -> None:
    layer = Layer.objects.filter(subsection__label="7(a)").get()
    Layer.objects.filter(pk=layer.pk).update(state="returned", state_reason="Edges.")
    found = next(row for row in ada.get(STATUTE).json()["layers"] if row["label"] == "7(a)")
    assert (found["state"], found["reason"]) == ("returned", "Edges.")


def test_subsections_say_how_many_cases_apply_them(project: Project, ada: APIClient) -> None:
    counts = {row["label"]: row["cases"] for row in ada.get(STATUTE).json()["subsections"]}
    assert (counts["7(a)"], counts["7(b)"]) == (2, 0)
