"""Bad questions, facts and programs over HTTP: what is wrong, where, and nothing is kept."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from sara_annotate.annotations.models import Instantiation
from sara_annotate.corpus.models import Case, Program, Project, Role
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.services import job_claim
from sara_annotate.logic.models import ReplayFlag
from tests.factories import make_project, sign_in
from tests.logic.test_api import SOLVE, ada, program, project, solve  # noqa: F401

pytestmark = pytest.mark.django_db
URL = "/api/v1/projects/ferry"
BROKEN = "s7_b_1(Child) :- age_(Child, A), A < 7.\ns7_b_2(X) :- age_(X, ).\ns7(P"


@pytest.fixture
def dana(project: Project) -> APIClient:  # noqa: F811
    return sign_in("dana")


@pytest.mark.parametrize(
    ("facts", "line", "column", "words"),
    [
        ("age_(1", 1, 7, "the text ends too early"),
        ('age_("Bo",5).\nage_("Ada",40)).', 2, 15, "perhaps a bracket too many"),
        ('age_("Bo",5)\nage_("Ada",40).', 1, 14, "something is missing here"),
        ('age_("Bo",5).\nage_("Ada,40).', 2, 2, "a quotation mark is not closed"),
        ('age_("Bo",5).\n\n17.', 3, 0, "is no clause"),
    ],
)
def test_facts_that_do_not_parse(
    ada: APIClient,  # noqa: F811
    program: Program,  # noqa: F811
    facts: str,
    line: int,
    column: int,
    words: str,
) -> None:
    body = solve(ada, engine="program", label="7(b)(1)", what_if={"facts": facts})
    assert (body["outcome"], body["code"]) == ("error", "facts_invalid")
    assert body["place"] == {"file": "facts", "line": line, "column": column}
    assert f"line {line}" in body["message"] and words in body["message"]
    assert body["solutions"] == []
    assert body["base"]["outcome"] == "true", "the facts of the case are as they were"


def test_facts_of_the_case_itself(ada: APIClient, program: Program) -> None:  # noqa: F811
    Case.objects.filter(name="c").update(facts='age_("Bo",5).\nage_("Ada" 40).')
    body = solve(ada, engine="program", label="7(b)(1)")
    assert (body["code"], body["place"]["line"]) == ("facts_invalid", 2)


@pytest.mark.parametrize(
    ("goal", "code", "words", "nearest"),
    [
        ("s7_b_11(X)", "unknown_predicate", "have a predicate s7_b_11/1", "s7_b_1/1"),
        ("s7_b_1(X, Y)", "unknown_predicate", "s7_b_1 takes 1 argument, not 2.", "s7_b_1/1"),
        ("s7_b_1(X", "goal_syntax", "cannot be read at column", None),
        ("s7_b_1(X). s7(P, T)", "goal_syntax", "more than one goal", None),
        ("17", "type_error", "a value is of the wrong kind", None),
        ("X", "instantiation_error", "a value is needed that is not known yet", None),
        ("X is foo + 1", "type_error", "evaluable", None),
    ],
)
def test_goals_that_cannot_be_asked(
    ada: APIClient,  # noqa: F811
    program: Program,  # noqa: F811
    goal: str,
    code: str,
    words: str,
    nearest: str | None,
) -> None:
    body = solve(ada, engine="program", goal=goal)
    assert (body["outcome"], body["code"]) == ("error", code)
    assert words in body["message"]
    assert body["nearest"][:1] == ([nearest] if nearest else [])
    assert (body["place"] is not None) == (code == "goal_syntax")


@pytest.mark.parametrize(
    ("body", "status", "code", "words"),
    [
        ({"label": "7(z)"}, 400, "subsection_unknown", "no subsection 7(z)"),
        ({"label": "7(a)", "given": {"Toll": "a lot"}}, 400, "value_type", "whole number"),
        ({"label": "7(a)", "given": {"Toll": [4, "green"]}}, 400, "value_type", "green"),
        ({"label": "7(a)", "what_if": {"given": {"Toll": "x"}}}, 400, "value_type", "“x” is none"),
        ({"label": "7(a)", "given": {"Toll": None}}, 400, "validation_error", "null"),
        ({"label": "7(a)", "given": {"Toll": 1.5}}, 400, "validation_error", "integer"),
        ({"label": "7(a)", "given": [1]}, 400, "validation_error", "dictionary"),
        ({"label": "7(a)", "rows": [{"label": "7(b)", "truth": "maybe"}]}, 400,
         "validation_error", "boolean"),
        ({"label": "7(a)", "what_if": {"facts": "a\0"}}, 400, "validation_error", "Null"),
    ],
)  # fmt: skip
def test_questions_that_do_not_fit_the_project(
    ada: APIClient,  # noqa: F811
    project: Project,  # noqa: F811
    body: dict[str, Any],
    status: int,
    code: str,
    words: str,
) -> None:
    project.subsections.get(label="7(a)").layers.get().arguments.filter(name="Toll").update(
        value_type="integer"
    )
    before = Instantiation.objects.count()
    said = solve(ada, status, engine="structure", **body)
    assert said["code"] == code and words in said["message"], said
    assert Instantiation.objects.count() == before


def test_numbers_are_read_as_people_write_them(
    ada: APIClient,  # noqa: F811
    project: Project,  # noqa: F811
) -> None:
    project.subsections.get(label="7(a)").layers.get().arguments.filter(name="Toll").update(
        value_type="integer"
    )
    solve(ada, engine="structure", label="7(a)", given={"Toll": "$1,200"})


def test_a_given_value_that_is_no_term_is_not_passed_over(
    ada: APIClient,  # noqa: F811
    program: Program,  # noqa: F811
) -> None:
    """Asked without it, the program would say true of everybody."""
    fits = solve(ada, engine="program", label="7(b)(1)", given={"Child": "Bo"})
    assert fits["outcome"] == "true"
    other = solve(ada, engine="program", label="7(b)(1)", given={"Child": "some other child"})
    assert (other["outcome"], other["solutions"]) == ("false", [])


def test_a_program_that_does_not_load(
    dana: APIClient,
    program: Program,  # noqa: F811
    tmp_path: Path,
) -> None:
    Program.objects.update(text=BROKEN)
    answers = [
        dana.post(SOLVE, {"engine": "program", "label": "7(b)(1)"}, format="json"),
        dana.get(f"{URL}/program/report"),
    ]
    for answer in answers:
        body = answer.json()
        assert (answer.status_code, body["code"]) == (422, "program_not_loaded")
        assert "statutes/prolog/init.pl, line 2, column 22" in body["message"]
        assert "(and 1 more)" in body["message"]
        assert [p["line"] for p in body["extra"]["problems"]] == [2, 3]
    for kind in ("replay", "silver", "program/tabling"):
        key = dana.post(f"{URL}/{kind}", {}, format="json").json()["job"]
        job = run(key)
        assert job.state == "failed"
        assert "does not load: statutes/prolog/init.pl, line 2" in job.message
    out = tmp_path / "silver.tsv"
    for command in (["replay"], ["silver", "--out", str(out)], ["tabling"]):
        with pytest.raises(CommandError, match="line 2, column 22"):
            call_command(*command, "--project", "ferry", stdout=StringIO())
    assert not out.exists()
    assert not ReplayFlag.objects.exists()
    assert not Instantiation.objects.filter(layer__author_kind="solver").exists()


def run(key: str) -> Job:
    """The job, after a worker has done it."""
    job = job_claim(worker="test", queues=["solver"])
    assert job is not None and str(job.pk) == key
    job_run(job=job)
    job.refresh_from_db()
    return job


def test_a_project_without_a_program(dana: APIClient, project: Project) -> None:  # noqa: F811
    for kind in ("silver", "program/tabling"):
        answer = dana.post(f"{URL}/{kind}", {}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (400, "no_program")
    assert dana.get(f"{URL}/program/report").json()["code"] == "no_program"
    assert not Job.objects.exists()
    key = dana.post(f"{URL}/replay", {}, format="json").json()["job"]
    done = run(key)
    assert done.state == "done"
    assert "no Prolog program" in str(done.result["note"])
    said = StringIO()
    call_command("replay", "--project", "ferry", stdout=said)
    assert "no Prolog program" in said.getvalue()
    with pytest.raises(CommandError, match="no Prolog program"):
        call_command("silver", "--project", "ferry", "--out", "none.tsv", stdout=StringIO())


def test_an_empty_project() -> None:
    make_project("empty", dana=Role.MANAGER)
    dana = sign_in("dana")
    url = "/api/v1/projects/empty"
    key = dana.post(f"{url}/replay", {}, format="json").json()["job"]
    done = run(key)
    assert (done.state, done.result["counts"]) == ("done", {"program": {}, "structure": {}})
    assert "no cases" in str(done.result["note"])
    assert dana.get(f"{url}/replay").json()["count"] == 0
    assert dana.get(f"{url}/replay/counts").status_code == 200
    assert dana.get(f"{url}/cases").json()["count"] == 0
    assert dana.get(f"{url}/cases/none").status_code == 404
    said = StringIO()
    call_command("replay", "--project", "empty", stdout=said)
    assert "no cases" in said.getvalue()


def test_a_program_and_no_cases() -> None:
    bare = make_project("bare", dana=Role.MANAGER)
    Program.objects.create(project=bare, path="statutes/prolog/init.pl", text="s1(X) :- p_(X).")
    dana = sign_in("dana")
    for kind in ("replay", "silver", "program/tabling"):
        key = dana.post(f"/api/v1/projects/bare/{kind}", {}, format="json").json()["job"]
        done = run(key)
        assert done.state == "done", done.message
    report = dana.get("/api/v1/projects/bare/program/report").json()
    assert [p["name"] for p in report["without_subsection"]] == ["s1"]
