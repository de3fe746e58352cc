"""Values of cases by the program: the demo's, asked of a real SWI-Prolog."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from sara_annotate.annotations.models import Instantiation, ModelRun
from sara_annotate.corpus.models import Case, Program, Project
from sara_annotate.exchange.demo import demo_load
from sara_annotate.jobs.models import Job
from tests.factories import sign_in
from tests.suggestions.conftest import work

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/port-merrow"
Json = dict[str, Any]


@pytest.fixture
def demo() -> Project:
    assert demo_load()
    return Project.objects.get(slug="port-merrow")


@pytest.fixture
def dana(demo: Project) -> APIClient:
    return sign_in("dana")


def prelabel(dana: APIClient, **body: object) -> Job:
    answer = dana.post(f"{PROJECT}/prelabel", {"tasks": ["values"], **body}, format="json")
    assert answer.status_code == 202, answer.content
    work()
    return Job.objects.get(pk=answer.json()["job"])


def suggested(dana: APIClient, case: str) -> Json:
    [row] = dana.get(f"{PROJECT}/cases/{case}/suggestions").json()["rows"]
    return dict(row)


def named(row: Json, role: str) -> Json:
    return {one["name"]: one["value"] for one in row["values"] if one["role"] == role}


def test_the_program_answers_every_case_of_the_demo_as_gold_does(dana: APIClient) -> None:
    job = prelabel(dana)
    assert job.state == "done", job.message
    assert job.result["cases"] == Case.objects.count() == 56
    assert not job.lines.filter(is_problem=True).exists()
    assert ModelRun.objects.get(name=job.result["run"]).model == "values by the program"
    said = Instantiation.objects.filter(layer__run=job.result["run"]).select_related("layer__case")
    for row in said:
        gold = Instantiation.objects.filter(
            layer__author_kind="gold", layer__case=row.layer.case, subsection=row.subsection
        )
        assert row.truth in set(gold.values_list("truth", flat=True)), row.layer.case
        assert row.confidence == 0.95


def test_it_finds_in_the_words_of_the_case(dana: APIClient) -> None:
    prelabel(dana, cases=["s12_c_pos", "dues_case_1", "s21_a_neg"])
    row = suggested(dana, "s12_c_pos")
    assert (row["label"], row["truth"]) == ("12(c)", True)
    assert named(row, "given") == {"Day": "15 June 2025", "Master": "Morwenna Tregear"}
    found = {"Licence": "fishing licence 417", "Vessel": "the Kittiwake", "Year": "2025"}
    assert named(row, "found") == found
    # An amount is asked for: it is found, not given, and the season has no words in the case.
    row = suggested(dana, "dues_case_1")
    assert named(row, "found") == {"Dues": 48, "Vessel": "the Halcyon Days"}
    assert "'dues'(A1, \"Philippa Stroud\", 'season'('high', 2025), A4)" in row["why"]
    assert row["why"].endswith("In no words of the case: Season")
    row = suggested(dana, "s21_a_neg")
    assert (row["truth"], row["values"]) == (False, [])


def test_what_the_program_cannot_answer_is_named_and_the_rest_done(dana: APIClient) -> None:
    Case.objects.filter(name="s8_a_pos").update(test=":- s8_a(X), s8_b(X).\n:- halt.")
    Case.objects.filter(name="s8_b_pos").update(test=":- s8_b(A,B).\n:- halt.")
    Case.objects.filter(name="s8_c_pos").update(facts="agent_(")
    job = prelabel(dana, cases=["s8_a_pos", "s8_b_pos", "s8_c_pos", "s8_b_neg"])
    assert (job.state, job.result["cases"]) == ("done", 1)
    problems = dict(job.lines.filter(is_problem=True).values_list("item", "text"))
    assert problems["s8_a_pos"] == "s8_a_pos: The test is a compound goal."
    assert problems["s8_b_pos"] == "s8_b_pos: The program has no s8_b of 2 arguments."
    assert problems["s8_c_pos"].startswith("s8_c_pos: ")


def test_a_program_that_never_ends_is_given_up(dana: APIClient) -> None:
    Program.objects.filter(path__endswith="section8.pl").update(
        text="s8_b(Fee,L,P,Y) :- s8_b(Fee,L,P,Y), true.\n"
    )
    job = prelabel(dana, cases=["s8_b_pos"])
    assert job.state == "failed"
    assert "given up" in job.lines.get(is_problem=True).text


def test_without_a_program_only_a_count_is_left_or_a_refusal(dana: APIClient) -> None:
    Program.objects.all().delete()
    assert prelabel(dana, cases=["s8_b_pos"], values_by="program").message.startswith(
        "The project has no program"
    )
    assert "Train one" in prelabel(dana, cases=["s8_b_pos"], values_by="model").message
    job = prelabel(dana, cases=["s8_b_pos"])
    assert job.state == "done", job.message
    assert suggested(dana, "s8_b_pos")["why"].startswith("Only a count")
    bad = dana.post(f"{PROJECT}/prelabel", {"tasks": ["values"], "values_by": "x"}, format="json")
    assert bad.status_code == 400
