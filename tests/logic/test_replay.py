"""What people wrote, asked of program and structure; the demo agrees, or says why not."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Program, Project, hash_text
from sara_annotate.domain.corpus import Case, Corpus, Instantiation
from sara_annotate.domain.labels import parse_label
from sara_annotate.exchange.demo import demo_load
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.services import job_claim, job_enqueue
from sara_annotate.logic.flags import count_flags
from sara_annotate.logic.models import ReplayFlag
from sara_annotate.logic.services import replay_project
from tests.factories import ferry_statute, load_corpus, make_project, make_user

pytestmark = pytest.mark.django_db

FACTS = 'passenger_(trip).\nagent_(trip,"Ada").\nage_("Ada",40).\nage_("Bo",5).'
PROGRAM = """
:- dynamic passenger_/1, agent_/2, age_/2.
s7_a(P, C, T) :- passenger_(C), agent_(C, P), age_(P, A), T is A rdiv 80.
s7_b_1(Child) :- age_(Child, A), A < 7.
s7_b_2(_) :- shell(x).
s7_b(P, _) :- loop(P).
loop(P) :- loop(P).
s7(P, T) :- s7_a(P, _, T).
"""


def make_row(
    label: str, given: dict[str, object], found: dict[str, object] | None, case: str = "c"
):  # type: ignore[no-untyped-def]
    truth = found is not None
    pairs = tuple((found or {}).items())
    return Instantiation(case, parse_label(label), tuple(given.items()), pairs, truth)  # type: ignore[arg-type]


@pytest.fixture
def ferry() -> Project:
    admin = make_user("admin", admin=True)
    project = make_project()
    case = Case("c", "Ada, 40, and Bo, 5, took the ferry.", "Does Ada owe ½ crown?", "Entailment",
                FACTS, ":- s7_b_1(\"Bo\").\n:- halt.", split="train")  # fmt: skip
    rows = (
        make_row("7(b)(1)", {"Child": "Bo"}, {}),
        make_row("7(b)(1)", {"Child": "Ada"}, {}),
        make_row("7(b)(1)", {}, {"Child": "Ada"}),
        make_row("7(b)(2)", {"Member": "Ada"}, None),
        make_row("7(b)", {"Passenger": "Ada"}, None),
        make_row("7(a)", {"Passenger": "Ada"}, {"Crossing": "a trip"}),
        make_row("7", {"Passenger": "Bo"}, {}),
        make_row("7(a)", {"Passenger": "Nobody", "Toll": 4}, None),
    )
    load_corpus(project, Corpus((ferry_statute(),), (case,), rows), by=admin)
    Program.objects.create(
        project=project, path="statutes/prolog/init.pl", text=PROGRAM, sha256=hash_text(PROGRAM)
    )
    return project


def test_each_difference_is_called_what_it_is(ferry: Project) -> None:
    flags = replay_project(project=ferry)
    said = [(f.row and f.row.value.label.plain, f.engine.value, f.replayed.status) for f in flags]
    program = [(label, status) for label, engine, status in said if engine == "program"]
    assert program == [
        (None, "same"),
        ("7(b)(1)", "same"),
        ("7(b)(1)", "wrong_truth"),
        ("7(b)(1)", "wrong_value"),
        ("7(b)(2)", "engine_error"),
        ("7(b)", "limit"),
        ("7(a)", "same"),
        ("7", "wrong_truth"),
        ("7(a)", "same"),
    ]
    refused = next(f.replayed for f in flags if f.replayed.status == "engine_error")
    assert "refused" in refused.detail and "shell" in refused.detail
    structure = [(label, status) for label, engine, status in said if engine == "structure"]
    assert structure == [("7(b)", "wrong_truth"), ("7", "wrong_truth")]


def test_the_number_of_workers_changes_nothing(ferry: Project) -> None:
    one = [f.as_json() for f in replay_project(project=ferry)]
    two = [f.as_json() for f in replay_project(project=ferry, jobs=2)]
    assert one == two


def test_old_arithmetic_is_said(ferry: Project) -> None:
    facts = FACTS.replace("40", "40.0")
    ferry.cases.update(facts=facts)
    strict = replay_project(project=ferry)
    old = replay_project(project=ferry, compat=True)
    assert count_flags(strict)["program"]["engine_error"] == 3
    assert count_flags(old)["program"]["engine_error"] == 1
    assert any("rdiv" in note for f in old for note in f.replayed.notes)


def test_a_missing_dot_is_an_error_or_is_said(ferry: Project) -> None:
    ferry.cases.update(facts=FACTS.removesuffix("."))
    strict = count_flags(replay_project(project=ferry))["program"]
    assert set(strict) == {"engine_error"}
    mended = replay_project(project=ferry, compat=True)
    assert any("dot was added" in note for f in mended for note in f.replayed.notes)
    assert count_flags(mended)["program"]["same"] >= 3


def test_the_command_prints_json_and_keeps_flags(ferry: Project) -> None:
    out = StringIO()
    call_command("replay", project="ferry", json=True, stdout=out)
    body = json.loads(out.getvalue())
    assert body["counts"]["program"]["wrong_truth"] == 2
    assert len(body["rows"]) == ReplayFlag.objects.count() == 11
    call_command("replay", project="ferry", stdout=StringIO())
    assert ReplayFlag.objects.count() == 11
    with pytest.raises(CommandError, match="no project"):
        call_command("replay", project="nowhere", stdout=StringIO())


def test_the_job_replays_with_progress(ferry: Project) -> None:
    user = User.objects.get(username="admin")
    job_enqueue(kind="logic_replay", owner=user, params={}, project_slug="ferry")
    job = job_claim(worker="test")
    assert job is not None
    job_run(job=job)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 1, 1)
    assert job.result["counts"]["program"]["same"] == 4


EXPLAINED = {
    # Six days are meant together; the program, left to choose, takes them one by one.
    ("s12_b_3_pos", "12(b)(3)(B)"): "wrong_value",
}


def test_the_demo_agrees_or_the_difference_is_known() -> None:
    make_user("admin", admin=True)
    demo_load()
    project = Project.objects.get(slug="port-merrow")
    flags = replay_project(project=project, jobs=2)
    gold = [f for f in flags if f.row is None or f.row.author == "gold"]
    program = [f for f in gold if f.engine.value == "program"]
    differ = {
        (f.case, f.row.value.label.plain if f.row else "test"): f.replayed.status
        for f in program
        if f.replayed.status != "same"
    }
    assert differ == EXPLAINED
    assert len(program) == 56 + 110
    structure = [f for f in gold if f.engine.value == "structure"]
    # Where all parts are annotated the structure says what people say; else what is missing.
    wrong = {
        (f.case, f.row.value.label.plain): f.replayed.status
        for f in structure
        if f.row and f.replayed.status not in ("same", "unknown")
    }
    assert wrong == EXPLAINED  # nor does a clause add up days
    assert all(f.replayed.detail for f in structure if f.replayed.status == "unknown")
    assert sum(f.replayed.status == "same" for f in structure) >= 13
    # What the two annotators got wrong on purpose, the engine sees.
    people = [f for f in flags if f.row is not None and f.row.author in ("robin", "sam")]
    assert any(f.replayed.status in ("wrong_truth", "wrong_value") for f in people)
