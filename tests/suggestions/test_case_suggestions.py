"""What a run of a model says of a case: read, decided by edits, and told as news."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import ModelRun
from sara_annotate.annotations.news import suggestion_news
from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.blind import is_blind
from sara_annotate.suggestions.value_sources import CaseProposal, ProposedRow
from sara_annotate.suggestions.values import values_store
from tests.annotations.test_case_api import TEXT
from tests.annotations.test_edits_api import EDITS, make_edit
from tests.factories import load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
FERRY = "/api/v1/projects/ferry"
CASE = f"{FERRY}/cases/s7_a_pos"
Json = dict[str, Any]


@pytest.fixture
def project() -> Project:
    made = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(made, by=User.objects.get(username="dana"))
    return made


@pytest.fixture
def ada(project: Project) -> APIClient:
    return sign_in("ada")


def suggest(project: Project, run: str, *, truth: bool = True, label: str = "7(a)") -> None:
    """A run that speaks of one case, as its job stores it."""
    row = ProposedRow(
        label,
        [("Passenger", "Ada")],
        [("Crossing", "twice"), ("Toll", "½ crown")],
        truth,
        0.8,
        "as asked",
    )
    by = User.objects.get(username="dana")
    folds = {"s7_a_pos": {"name": "2 of 5", "trained_on": ["s7_b_pos"]}}
    ModelRun.objects.create(project=project, name=run, model="values model", folds=folds)
    values_store(
        project=project,
        run=run,
        proposals=[CaseProposal("s7_a_pos", row, Fold("2 of 5", ("s7_b_pos",)))],
        by=by,
    )


def read(client: APIClient) -> Json:
    answer = client.get(f"{CASE}/suggestions")
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def send(client: APIClient, base: int, *operations: Json) -> Any:
    home = client.get(f"{CASE}?layer=mine").json()["layer"]["id"]
    batch = {"op": "batch", "ops": list(operations)}
    body = {"edits": [make_edit(home, batch, base)], "layers": {home: {"case": "s7_a_pos"}}}
    return client.post(EDITS, body, "json")


def test_the_newest_run_says_who_it_is_and_of_what_it_speaks(
    project: Project, ada: APIClient
) -> None:
    assert read(ada) == {"source": None, "rows": [], "subsections": []}
    suggest(project, "run 1", truth=False)
    suggest(project, "run 2")
    said = read(ada)
    source = said["source"]
    assert (source["run"], source["model"], source["fold"]) == ("run 2", "values model", "2 of 5")
    (row,) = said["rows"]
    assert (row["label"], row["truth"], row["confidence"], row["why"]) == (
        *("7(a)", True, 0.8),
        "as asked",
    )
    # What the text says once is where it was found; what it does not say has no place.
    values = [(one["role"], one["name"], one["value"], one["evidence"]) for one in row["values"]]
    start = TEXT.index("twice")
    assert values == [
        ("given", "Passenger", "Ada", []),
        ("found", "Crossing", "twice", [[start, start + 5]]),
        ("found", "Toll", "½ crown", []),
    ]
    (subsection,) = said["subsections"]
    assert [one["name"] for one in subsection["arguments"]] == ["Passenger", "Crossing", "Toll"]


def test_a_blind_case_has_no_suggestions_for_anybody(project: Project, ada: APIClient) -> None:
    """The share is by name, so at 100 percent every case is blind."""
    suggest(project, "run 1")
    layer = read(ada)["source"]["layer"]
    assert ada.get(f"{FERRY}/layers/{layer}/history").status_code == 200
    dana = sign_in("dana")
    dana.patch(f"{FERRY}/models/overview", {"blind_percent": 100}, format="json")
    assert read(ada) == {"source": None, "rows": [], "subsections": []}
    assert ada.get(f"{FERRY}/layers/{layer}/history").status_code == 404
    percent = next(n for n in range(101) if is_blind("ferry", "s7_a_pos", n))
    dana.patch(f"{FERRY}/models/overview", {"blind_percent": percent - 1}, format="json")
    assert len(read(ada)["rows"]) == 1


def test_a_decision_is_kept_with_the_layer_and_named_in_its_history(
    project: Project, ada: APIClient
) -> None:
    suggest(project, "run 1")
    (row,) = read(ada)["rows"]
    toll = row["values"][2]
    key = str(uuid.uuid4())
    item = {"id": key, "label": "7(a)", "order": 0, "truth": None, "values": []}
    value = {"name": "Toll", "role": "found", "value": "½ crown", "order": 3, "evidence": []}
    answer = send(
        *(ada, 0),
        {"op": "add_instantiation", "instantiation": item},
        {
            "op": "set_value",
            "instantiation": key,
            "value": {**value, "from_suggestion": toll["id"]},
        },
        {"op": "decide_suggestion", "suggestion": toll["id"], "decision": "accepted"},
        {"op": "decide_suggestion", "suggestion": row["id"], "decision": "rejected"},
    )
    assert answer.status_code == 200, answer.json()
    mine = ada.get(f"{CASE}?layer=mine").json()
    assert mine["layer"]["decisions"] == {toll["id"]: "accepted", row["id"]: "rejected"}
    assert mine["instantiations"][0]["found"][0]["from_suggestion"] == toll["id"]
    home = mine["layer"]["id"]
    (entry,) = ada.get(f"{FERRY}/layers/{home}/history").json()["results"]
    assert entry["suggested_by"] == ["run 1"]


def test_a_run_over_many_cases_is_one_piece_of_news(project: Project, ada: APIClient) -> None:
    person = User.objects.get(username="ada")
    assert suggestion_news(project, person) == {}
    suggest(project, "run 1")
    (news,) = suggestion_news(project, person).values()
    assert (news.body["run"], news.body["section"], news.body["layers"]) == ("run 1", None, 1)


def test_queries_do_not_grow_with_runs(project: Project, ada: APIClient) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            read(ada)
        return len(seen)

    suggest(project, "run 1")
    few = count()
    for number in range(2, 6):
        suggest(project, f"run {number}")
    assert count() == few
