"""Tabling: used where it changes no answer; never where a sum over duplicates would change."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from sara_annotate.corpus.models import Program, Project, Role, hash_text
from sara_annotate.domain.corpus import Case, Corpus
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.services import job_claim
from sara_annotate.logic.models import ProgramTabling
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits, LogicProgram, Query
from sara_annotate.logic.selectors import program_get
from sara_annotate.logic.silver import SilverOptions
from sara_annotate.logic.silver_services import silver_input
from sara_annotate.logic.tabling import TablingTrial, sample_cases
from sara_annotate.logic.tabling_services import tabling_measure
from tests.factories import ferry_statute, load_corpus, make_project, make_user, sign_in
from tests.logic.conftest import make_program

BAG = """
:- dynamic income_/2.
pay(P, A) :- income_(P, A).
total(P, T) :- person(P), findall(A, pay(P, A), L), sum_list(L, T).
half(P, T) :- person(P), findall(A, pay(P, A), L), sum_list(L, S), T is S // 2.
person(ann).
"""
STEPS = """
steps(0, 1).
steps(1, 1).
steps(N, F) :- N > 1, A is N - 1, B is N - 2, steps(A, X), steps(B, Y), F is X + Y.
all_steps(F) :- between(10, 14, N), steps(N, F).
"""
FACTS = "income_(ann,10).\nincome_(ann,10).\n"
LIMITS = Limits(inferences=200_000, solutions=50)


def solve(pool: SolverPool, program: LogicProgram, goal: str) -> object:
    return pool.solve(Query(program, goal, FACTS, LIMITS)).solutions


def test_what_tabling_does_to_a_bag(pool: SolverPool) -> None:
    """The reason for all this: two equal payments become one."""
    program = make_program(BAG)
    assert solve(pool, program, "total(ann, T)") == ({"T": 20},)
    assert solve(pool, program.with_tabling((("pay", 2),)), "total(ann, T)") == ({"T": 10},)


def test_a_predicate_that_would_change_a_sum_is_refused(pool: SolverPool) -> None:
    found = TablingTrial(make_program(BAG), (FACTS,), LIMITS, pool).choose()
    assert ("pay", 2) in found.refused
    assert ("pay", 2) not in found.predicates


def test_a_predicate_that_repeats_itself_is_tabled(pool: SolverPool) -> None:
    program = make_program(BAG + STEPS)
    found = TablingTrial(program, (FACTS, ""), LIMITS, pool).choose()
    assert ("steps", 2) in found.predicates
    assert ("pay", 2) in found.refused
    assert found.is_worth_it
    tabled = program.with_tabling(found.predicates)
    for goal in ("total(P, T)", "half(P, T)", "all_steps(F)", "steps(12, F)"):
        assert solve(pool, program, goal) == solve(pool, tabled, goal)


def test_a_tabled_program_keeps_nothing_between_queries_and_cases(pool: SolverPool) -> None:
    program = make_program(BAG).with_tabling((("pay", 2),))
    goals = ["pay(ann, A)", "total(ann, T)"]
    for facts, amount in (("income_(ann,3).\n", 3), ("income_(ann,4).\n", 4), ("", None)):
        answers = pool.solve_batch(program, facts, goals, LIMITS)
        wanted = () if amount is None else ({"A": amount},)
        assert answers[0].solutions == wanted
    first, second = (pool.solve(Query(program, "total(ann, T)", FACTS, LIMITS)) for _ in "ab")
    assert abs(first.inferences - second.inferences) < 50, "what was asked before does not help"


def test_the_hash_of_a_program_is_its_text(pool: SolverPool) -> None:
    program = make_program(STEPS)
    tabled = program.with_tabling((("steps", 2),))
    assert tabled.sha256 == program.sha256
    assert tabled.key != program.key


@pytest.mark.parametrize("number", [0, 1, 39, 40, 41, 376])
def test_a_sample_is_even_and_bounded(number: int) -> None:
    some = sample_cases([str(i) for i in range(number)])
    assert len(some) <= 40
    assert bool(some) == bool(number)


@pytest.fixture
def project() -> Project:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    case = Case("c", "Ann was paid twice.", "How much?", "Entailment", FACTS, ":- total(ann, 20).")
    load_corpus(project, Corpus((ferry_statute(),), (case,), ()), by=make_user("admin", admin=True))
    return project


def add_program(project: Project, text: str) -> None:
    path = "statutes/prolog/init.pl"
    Program.objects.create(project=project, path=path, text=text, sha256=hash_text(text))


@pytest.mark.django_db
def test_the_choice_is_kept_with_the_program(project: Project, pool: SolverPool) -> None:
    with pytest.raises(CommandError, match="no Prolog program"):
        call_command("tabling", project="ferry")
    add_program(project, BAG + STEPS)
    options = SilverOptions()
    assert silver_input(project=project, options=options, compat=False).program.tabled == ()
    dana = sign_in("dana")
    assert sign_in("ada").post("/api/v1/projects/ferry/program/tabling", {}, format="json").status_code == 403  # fmt: skip # noqa: E501
    started = dana.post("/api/v1/projects/ferry/program/tabling", {}, format="json")
    assert started.status_code == 202
    job = job_claim(worker="w", queues=("solver",))
    assert job is not None
    job_run(job=job)
    assert Job.objects.get().state == "done"
    given = silver_input(project=project, options=options, compat=False)
    assert ("steps", 2) in given.program.tabled
    report = dana.get("/api/v1/projects/ferry/program/report").json()["tabling"]
    assert report["is_used"]
    assert ["pay", 2] in report["refused"]
    assert report["inferences_after"] < report["inferences_before"]
    Program.objects.update(text=BAG)
    assert silver_input(project=project, options=options, compat=False).program.tabled == ()
    assert dana.get("/api/v1/projects/ferry/program/report").json()["tabling"] is None


@pytest.mark.django_db
def test_what_is_not_worth_it_is_not_used(project: Project) -> None:
    add_program(project, BAG)
    row = tabling_measure(project=project)
    program = program_get(project=project)
    assert program is not None
    assert (row.is_used, row.program_sha256) == (False, program.sha256)
    tabling_measure(project=project)
    assert ProgramTabling.objects.count() == 1
