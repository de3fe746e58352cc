"""The engine over HTTP."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Instantiation
from sara_annotate.corpus.models import Program, Project, Role, hash_text
from sara_annotate.domain.corpus import Case, Corpus
from sara_annotate.jobs.models import Job
from sara_annotate.logic.flags import flags_store
from sara_annotate.logic.models import ReplayFlag
from sara_annotate.logic.services import replay_project
from tests.factories import ferry_statute, load_corpus, make_project, make_user, sign_in
from tests.logic.test_replay import FACTS, PROGRAM, make_row

pytestmark = pytest.mark.django_db
SOLVE = "/api/v1/projects/ferry/cases/c/solve"


@pytest.fixture
def project() -> Project:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    text = "Ada, 40, and Bo, 5, took the ferry."
    test = ':- s7_b_1("Bo").\n:- halt.'
    case = Case("c", text, "Does Ada owe ½ crown?", "Entailment", FACTS, test, split="train")
    rows = (
        make_row("7(b)(1)", {"Child": "Bo"}, {}),
        make_row("7(b)(1)", {"Child": "Ada"}, None),
        make_row("7(a)", {"Passenger": "Ada"}, {"Crossing": "a trip", "Toll": "½ crown"}),
    )
    by = User.objects.get(username="dana")
    load_corpus(project, Corpus((ferry_statute(),), (case,), rows), by=by)
    return project


@pytest.fixture
def ada(project: Project) -> APIClient:
    return sign_in("ada")


@pytest.fixture
def program(project: Project) -> Program:
    return Program.objects.create(
        project=project, path="statutes/prolog/init.pl", text=PROGRAM, sha256=hash_text(PROGRAM)
    )


def solve(client: APIClient, status: int = 200, **body: object) -> dict:  # type: ignore[type-arg]
    response = client.post(SOLVE, body, format="json")
    assert response.status_code == status, response.json()
    return response.json()  # type: ignore[no-any-return]


def test_by_structure(ada: APIClient) -> None:
    body = solve(ada, engine="structure", label="7(b)", given={"Passenger": "Bo"})
    assert body["outcome"] == "true"
    (root,) = body["derivation"]
    assert (root["label"], root["values"]) == ("7(b)", {"PASSENGER": "Bo"})
    leaf = root["items"][0]["items"][0]
    assert (leaf["kind"], leaf["label"], leaf["values"]) == ("leaf", "7(b)(1)", {"CHILD": "Bo"})


def test_what_is_missing_is_named(ada: APIClient) -> None:
    body = solve(ada, engine="structure", label="7(b)", given={"Passenger": "Ada"})
    assert (body["outcome"], body["missing"]) == ("unknown", ["7(b)(2)"])


def test_what_if_a_leaf_were_otherwise(ada: APIClient) -> None:
    before = Instantiation.objects.count()
    row = {"label": "s7_b_2", "values": {"Member": "Ada"}, "truth": True}
    body = solve(ada, engine="structure", label="7(b)", given={"Passenger": "Ada"},
                 what_if={"rows": [row]})  # fmt: skip
    assert (body["outcome"], body["base"]["outcome"]) == ("true", "unknown")
    changed = {step["text"]: (step["before"], step["after"]) for step in body["changed"]}
    assert changed["§7(b)"] == ("unknown", "true")
    assert changed["§7(b)(2)"] == ("unknown", "true")
    assert Instantiation.objects.count() == before


def test_by_program(ada: APIClient, program: Program) -> None:
    body = solve(ada, engine="program", label="7(b)(1)")
    assert (body["outcome"], body["solutions"]) == ("true", [{"CHILD": "Bo"}])
    (root,) = body["derivation"]
    assert (root["label"], root["values"], root["line"]) == ("7(b)(1)", {"Child": "Bo"}, 4)
    assert root["items"][0]["file"] == "facts"
    none = solve(ada, engine="program", label="7(b)(1)", given={"Child": "Ada"})
    assert none["outcome"] == "false"
    assert none["derivation"][0]["items"][0]["text"] == "<(40, 7)"


def test_what_if_a_fact_were_otherwise(ada: APIClient, program: Program) -> None:
    facts = FACTS.replace("40", "4")
    body = solve(ada, engine="program", label="7(b)(1)", given={"Child": "Ada"},
                 what_if={"facts": facts})  # fmt: skip
    assert (body["outcome"], body["base"]["outcome"]) == ("true", "false")
    assert body["changed"]


def test_errors_and_limits_are_answers(ada: APIClient, program: Program) -> None:
    refused = solve(ada, engine="program", label="7(b)(2)")
    assert (refused["outcome"], refused["code"]) == ("error", "refused")
    limit = solve(ada, engine="program", label="7(b)")
    assert (limit["outcome"], limit["code"]) == ("limit", "inferences")
    near = solve(ada, engine="program", goal="s7_b_11(X)")
    assert (near["code"], near["nearest"][0]) == ("unknown_predicate", "s7_b_1/1")
    arity = solve(ada, engine="program", goal="s7_b_1(X, Y)")
    assert (arity["code"], arity["nearest"]) == ("unknown_predicate", ["s7_b_1/1"])
    syntax = solve(ada, engine="program", goal="s7_b_1(X")
    assert syntax["code"] == "goal_syntax"
    facts = solve(ada, engine="program", label="7(b)(1)", what_if={"facts": "age_(1"})
    assert (facts["outcome"], facts["code"]) == ("error", "facts_invalid")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"engine": "structure"}, "validation_error"),
        ({"engine": "program"}, "validation_error"),
        ({"engine": "magic", "label": "7"}, "validation_error"),
        ({"engine": "structure", "label": "what?"}, "validation_error"),
        ({"engine": "structure", "label": "7", "given": {"A": 1.5}}, "validation_error"),
        ({"engine": "structure", "label": "7", "given": {"A": {"b": 1}}}, "validation_error"),
        ({"engine": "program", "label": "7"}, "no_program"),
    ],
)
def test_bad_questions(ada: APIClient, body: dict[str, object], code: str) -> None:
    assert solve(ada, 400, **body)["code"] == code


def test_a_subsection_without_predicate(ada: APIClient, program: Program) -> None:
    body = solve(ada, 400, engine="program", label="7(c)")
    assert body["code"] == "predicate_missing"
    assert "s7_b/2" in body["extra"]["nearest"] or "s7_a/3" in body["extra"]["nearest"]


def test_strangers_see_nothing(project: Project) -> None:
    make_user("eve")
    body = {"engine": "structure", "label": "7"}
    assert sign_in("eve").post(SOLVE, body, format="json").status_code == 404
    assert APIClient().post(SOLVE, body, format="json").status_code in (401, 403)


def test_report_replay_and_silver(project: Project, program: Program, ada: APIClient) -> None:
    report = ada.get("/api/v1/projects/ferry/program/report").json()
    assert report["without_predicate"] == []
    assert [p["name"] for p in report["helpers"]] == ["loop"]
    assert ["s7", "s7_b"] in report["edges_only_in_clauses"]
    flags_store(project=project, flags=replay_project(project=project), compat=False)
    page = ada.get("/api/v1/projects/ferry/replay").json()
    assert page["count"] == ReplayFlag.objects.count() > 0
    some = ada.get("/api/v1/projects/ferry/replay?engine=program&status=same").json()
    assert 0 < some["count"] < page["count"]
    assert ada.get("/api/v1/projects/ferry/replay?status=odd").status_code == 400
    assert ada.post("/api/v1/projects/ferry/replay", {}, format="json").status_code == 403
    dana = sign_in("dana")
    started = dana.post("/api/v1/projects/ferry/replay", {"compat": True}, format="json")
    assert started.status_code == 202
    job = Job.objects.get(pk=started.json()["job"])
    assert (job.kind, job.queue, job.params) == (
        "logic_replay",
        "solver",
        {"compat": True, "jobs": 1},
    )
    silver = dana.post("/api/v1/projects/ferry/silver", {"tiers": "AB"}, format="json")
    assert Job.objects.get(pk=silver.json()["job"]).kind == "logic_silver"
