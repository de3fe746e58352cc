"""Silver: the same bytes from any number of workers and after any kill; never an error as false."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Instantiation, Layer
from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import Case
from sara_annotate.domain.formats import instantiation
from sara_annotate.domain.formats.report import new_report
from sara_annotate.domain.labels import parse_label
from sara_annotate.exchange.demo import demo_load
from sara_annotate.jobs.control import job_act, job_pause
from sara_annotate.jobs.models import Queue
from sara_annotate.jobs.registry import JobCancelled
from sara_annotate.jobs.runner import RunningJob, job_run
from sara_annotate.jobs.services import job_claim, job_enqueue
from sara_annotate.logic.protocol import Limits
from sara_annotate.logic.selectors import row_list
from sara_annotate.logic.silver import SilverOptions, SilverRow
from sara_annotate.logic.silver_run import SilverInput, SilverResult, SilverRun
from sara_annotate.logic.silver_services import silver_store
from sara_annotate.logic.silver_text import find_years, write_value
from sara_annotate.logic.terms import Atom, Term
from sara_annotate.logic.walking import walk_results
from sara_annotate.logic.worker import Worker
from tests.factories import make_user
from tests.logic.conftest import make_program

PROGRAM = make_program(
    """
    :- dynamic son_/1, agent_/2, patient_/2, income_/3.
    s1_a(Child, Parent) :- son_(S), agent_(S, Child), patient_(S, Parent).
    s1_b(Taxp, Taxy, Tax) :- income_(Taxp, Taxy, I), Tax is I // 10.
    s1_c(Taxp) :- s1_b(Taxp, _, T), T > nonsense.
    s1_d(Taxp) :- agent_(_, Taxp), s1_d(Taxp).
    tax(Taxp, Taxy, Tax) :- s1_b(Taxp, Taxy, Tax).
    helper(_) :- fail.
    """
)
FACTS = "son_(x).\nagent_(x,bob).\npatient_(x,alice).\nincome_(alice,2017,2015).\n"
TEXT = "Alice has a son, Bob. In 2017 Alice earned $2015. Mary Jane Home is at home."
LABELS = tuple(map(parse_label, ["1(a)", "1(b)", "1(c)", "1(d)"]))


def make_case(name: str, split: str = "train") -> Case:
    question = "How much tax does Alice have to pay in 2017?"
    test = ":- tax(alice,2017,201).\n:- halt."
    return Case(name, TEXT, question, "$201", FACTS, test, split=split)  # type: ignore[arg-type]


def make_input(**options: object) -> SilverInput:
    limits = Limits(inferences=20_000, solutions=20)
    integers = {parse_label(label): frozenset({"TAX"}) for label in ("1(b)", "tax")}
    return SilverInput(
        PROGRAM,
        (make_case("one"), make_case("two"), make_case("three", "test")),
        LABELS,
        {},
        integers,
        (),
        SilverOptions(limits=limits, **options),  # type: ignore[arg-type]
    )


def rows_of(result: SilverResult, case: str = "one") -> list[tuple[str, str, str]]:
    return [
        (row.value.label.plain, row.tier, instantiation.render_row(row.value).split("\t", 2)[2])
        for row in result.rows
        if row.value.case == case
    ]


@pytest.fixture(scope="module")
def silver(tmp_path_factory: pytest.TempPathFactory) -> SilverResult:
    return SilverRun(make_input(), tmp_path_factory.mktemp("silver")).run()


def test_positives_are_what_the_program_shows(silver: SilverResult) -> None:
    rows = rows_of(silver)
    assert ("1(a)", "", '{"Child": "Bob", "Parent": "Alice"}\t{}\n') in rows
    assert ("1(a)", "", '{}\t{"Child": "Bob", "Parent": "Alice"}\n') in rows
    assert ("1(b)", "", '{"Taxp": "Alice", "Taxy": "2017"}\t{"Tax": 201}\n') in rows


def test_free_predicates_are_covered(silver: SilverResult) -> None:
    assert ("tax", "", '{"Taxp": "Alice", "Taxy": "2017"}\t{"Tax": 201}\n') in rows_of(silver)
    assert not any(label == "helper" for label, _, _ in rows_of(silver))


def test_negatives_carry_their_tier(silver: SilverResult) -> None:
    rows = rows_of(silver)
    assert ("1(a)", "C", '{"Child": "Alice"}\tfalse\n') in rows
    assert ("1(b)", "A", '{"Taxp": "Alice", "Taxy": "2016"}\tfalse\n') in rows
    bound = [given for label, tier, given in rows if (label, tier) == ("1(b)", "B")]
    assert '{"Taxp": "Alice", "Taxy": "2017", "Tax": 221}\tfalse\n' in bound
    assert {tier for _, tier, _ in rows} == {"", "A", "B", "C"}


def test_errors_and_limits_are_no_rows(silver: SilverResult) -> None:
    assert not any(label in ("1(c)", "1(d)") for label, _, _ in rows_of(silver))
    codes = Counter((outcome, code) for _, _, outcome, code in silver.failures)
    assert codes["error", "type_error"] and codes["limit", "inferences"]
    assert silver.counts["error"] + silver.counts["limit"] == len(silver.failures)


def test_test_cases_are_left_out(silver: SilverResult) -> None:
    assert {row.value.case for row in silver.rows} == {"one", "two"}


def test_workers_and_pieces_change_nothing(silver: SilverResult, tmp_path: Path) -> None:
    two = SilverRun(make_input(), tmp_path, jobs=2).run()
    assert (two.rows, two.counts, two.failures) == (silver.rows, silver.counts, silver.failures)

    class Stopped(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise Stopped

    folder = tmp_path / "stopped"
    with pytest.raises(Stopped):
        SilverRun(make_input(), folder, progress=stop).run()
    pieces = sorted(path.name for path in folder.glob("*/*.json"))
    assert "kinds-00001.json" in pieces and "rows-00000.json" in pieces
    resumed = SilverRun(make_input(), folder).run()
    assert resumed.rows == silver.rows
    assert not list(folder.glob("*/*.json"))


def test_a_cancelled_run_ends_at_once() -> None:
    begun: list[int] = []

    def work(item: int) -> int:
        begun.append(item)
        time.sleep(0.05)
        return item

    def cancel(done: int, total: int) -> None:
        raise JobCancelled

    with ThreadPoolExecutor(2) as threads, pytest.raises(JobCancelled):
        list(walk_results(threads, work, range(100), progress=cancel, before=0, total=100))
    assert len(begun) < 10


def test_other_options_other_pieces(tmp_path: Path) -> None:
    assert make_input().sha256 != make_input(seed=1).sha256
    few = SilverRun(make_input(tiers=frozenset("D")), tmp_path).run()
    assert {tier for _, tier, _ in rows_of(few)} <= {"", "D"}


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("Does Alice owe in 2017?", (2017,)),
        ("How much of $2015 and $1,999.50 in 2018 and 2016?", (2016, 2018)),
        ("Is 20175 or 2,017 a year? No. 2017.", (2017,)),
        ("Nothing.", (1999,)),
    ],
)
def test_years_are_no_amounts(question: str, years: tuple[int, ...]) -> None:
    assert find_years(question, "In 1999 it cost $1998.") == years


@pytest.mark.parametrize(
    ("term", "integer", "value"),
    [
        ("Alice", False, "Alice"),
        (Atom("alice"), False, "Alice"),
        (Atom("mary_jane"), False, "Mary Jane"),
        ("Ali", False, None),
        (Atom("zoe"), False, None),
        (2017, False, "2017"),
        (2018, False, None),
        (201, True, 201),
        ("2017-05-03", False, "May 3rd, 2017"),
        ("2017-05-04", False, None),
        ((Atom("alice"), Atom("bob")), False, ("Alice", "Bob")),
        ((Atom("alice"), Atom("zoe")), False, None),
    ],
)
def test_values_in_the_words_of_the_text(term: Term, integer: bool, value: object) -> None:
    text = "Alice met Bob and Mary Jane on May 3rd, 2017."
    assert write_value(term, text, integer=integer) == value


@pytest.fixture
def demo() -> Project:
    make_user("admin", admin=True)
    demo_load()
    return Project.objects.get(slug="port-merrow")


@pytest.mark.django_db
def test_the_command_writes_what_can_be_read_again(demo: Project, tmp_path: Path) -> None:
    out = tmp_path / "silver.tsv"
    call_command("silver", project=demo.slug, out=out, jobs=2, stdout=StringIO(), stderr=StringIO())
    report = new_report("silver.tsv")
    rows = instantiation.parse(out.read_text(encoding="utf-8"), report, origin="silver")
    assert rows and not report.report.errors
    test_cases = set(demo.cases.filter(split="test").values_list("name", flat=True))
    assert not test_cases & {row.case for row in rows}
    origins = (tmp_path / "silver.tsv.origin.jsonl").read_text().splitlines()
    assert len(origins) == len(rows)
    with pytest.raises(CommandError, match="no tier X"):
        call_command("silver", project=demo.slug, out=out, tiers="A,X")


@pytest.mark.django_db
def test_all_cases_are_asked_about_on_request_but_never_stored(
    demo: Project, tmp_path: Path
) -> None:
    out = tmp_path / "silver.tsv"
    said = StringIO()
    call_command("silver", project=demo.slug, out=out, all_cases=True, stdout=said, stderr=said)
    cases = {line.split("\t")[0] for line in out.read_text(encoding="utf-8").splitlines()}
    assert set(demo.cases.filter(split="test").values_list("name", flat=True)) <= cases
    with pytest.raises(CommandError, match="--all-cases goes with --out only"):
        call_command("silver", project=demo.slug, store=True, all_cases=True)


@pytest.mark.django_db
def test_the_job_stores_silver_apart_from_gold(demo: Project) -> None:
    admin = User.objects.get(username="admin")
    before = Instantiation.objects.count()
    job_enqueue(kind="logic_silver", owner=admin, params={"tiers": "AC"}, project_slug=demo.slug)
    job = job_claim(worker="test")
    assert job is not None
    job_run(job=job)
    job.refresh_from_db()
    assert job.state == "done", job.message
    made = Instantiation.objects.filter(origin="silver")
    assert made.count() == job.result["rows"] == Instantiation.objects.count() - before
    assert set(made.values_list("tier", flat=True)) <= {"", "A", "C"}
    assert set(made.values_list("layer__author_kind", flat=True)) == {"solver"}
    assert not made.filter(layer__case__split="test").exists()
    assert all(made.values_list("program_sha256", flat=True))
    assert Layer.objects.filter(author_kind="solver", run__startswith="silver-").exists()


@pytest.mark.django_db
def test_a_job_stores_once_though_its_worker_dies_after_it(demo: Project) -> None:
    admin = User.objects.get(username="admin")
    gold = [row.value for row in row_list(project=demo)][:5]
    result = SilverResult([SilverRow(value, "A") for value in gold], {}, [], "0" * 64)
    made = Instantiation.objects.filter(layer__author_kind="solver")
    for _ in range(2):
        assert silver_store(project=demo, result=result, by=admin, key="ab12cd34") == len(gold)
        assert made.count() == len(gold)
    silver_store(project=demo, result=result, by=admin)
    assert made.count() == 2 * len(gold), "another run is another run"


def test_a_killed_solver_changes_nothing(silver: SilverResult, tmp_path: Path) -> None:
    started: list[Worker] = []

    class Watched(Worker):
        def __init__(self, memory_bytes: int) -> None:
            super().__init__(memory_bytes)
            started.append(self)

        def ask(self, verb: str, *arguments: str, seconds: float) -> dict[str, object]:
            if verb == "batch" and len(started) <= 3:
                os.kill(self.pid, signal.SIGKILL)
            return super().ask(verb, *arguments, seconds=seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sara_annotate.logic.pool.Worker", Watched)
        result = SilverRun(make_input(), tmp_path, jobs=1).run()
    assert len(started) == 4
    assert (result.rows, result.counts) == (silver.rows, silver.counts)


SCRIPT = """
import pickle, sys
from pathlib import Path
from sara_annotate.logic.silver_run import SilverRun
given = pickle.loads(Path(sys.argv[1]).read_bytes())
print("begun", flush=True)
result = SilverRun(given, Path(sys.argv[2]), jobs=2).run()
print(repr(result.rows))
"""


def test_a_killed_run_goes_on(silver: SilverResult, tmp_path: Path) -> None:
    """kill -9 of the whole run, once something of it is on disk."""
    given = tmp_path / "input"
    given.write_bytes(pickle.dumps(make_input()))
    command = [sys.executable, "-c", SCRIPT, str(given), str(tmp_path / "parts")]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "parts").glob("*/*.json")) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout == f"begun\n{silver.rows!r}\n", done.stderr


@pytest.mark.django_db
def test_a_silver_job_is_paused_and_goes_on(demo: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paused in the middle by its owner; resumed, it makes what an undisturbed run makes."""
    admin = User.objects.get(username="admin")
    real = RunningJob.progress

    def pause_once(self: RunningJob, done: int, total: int) -> None:
        if done == 3 and not self.job.lines.exists():
            self.log("paused here")
            job_pause(job=self.job)
            self._written = None
        real(self, done, total)

    def store() -> dict[str, object]:
        job = job_enqueue(
            kind="logic_silver",
            owner=admin,
            params={"tiers": "A"},
            project_slug=demo.slug,
            queue=Queue.SOLVER,
        )
        states = []
        while (held := job_claim(worker="w")) is not None:
            job_run(job=held)
            job.refresh_from_db()
            states.append(job.state)
            if job.state == "paused":
                job_act(job=job, action="resume")
        return {"states": states, "result": job.result}

    plain = store()
    with monkeypatch.context() as patch:
        patch.setattr(RunningJob, "progress", pause_once)
        paused = store()
    assert (plain["states"], paused["states"]) == (["done"], ["paused", "done"])
    assert plain["result"] == paused["result"]
    assert plain["result"]["program_sha256"]  # type: ignore[index]
    first, second = sorted(
        Layer.objects.filter(project=demo, author_kind="solver").values_list("run", flat=True)
        .distinct().order_by()
    )  # fmt: skip
    kept = [
        list(
            Instantiation.objects.filter(layer__run=run)
            .order_by("layer__case__name", "position")
            .values_list("layer__case__name", "subsection__label", "truth", "tier", "position")
        )
        for run in (first, second)
    ]
    assert kept[0] == kept[1]


def test_what_was_left_out_is_said(tmp_path: Path) -> None:
    """More solutions than the cap, more rows than are drawn: counted, never in silence."""
    facts = "\n".join(f"income_(alice,2017,{amount})." for amount in range(2000, 2300, 10))
    case = Case("many", TEXT, "What of 2017?", "$1", FACTS + facts, ":- tax(alice,2017,200).",
                split="train")  # fmt: skip
    given = replace(make_input(tiers=frozenset("A")), cases=(case,))
    result = SilverRun(given, tmp_path).run()
    assert result.caps["queries_with_more_solutions"] > 0
    assert result.caps["positives_not_drawn"] > 0
