"""Flags of replays: filtered, counted, private, and out of date when something changes."""

from __future__ import annotations

import json

import pytest
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind, Clause, Instantiation, Layer
from sara_annotate.corpus.models import Case, Program, Project
from sara_annotate.domain.corpus import Corpus
from sara_annotate.exchange.importing import CorpusImport
from sara_annotate.jobs.control import job_pause
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.runner import RunningJob, job_run
from sara_annotate.jobs.services import job_claim
from sara_annotate.logic import services
from sara_annotate.logic.models import ReplayFlag
from sara_annotate.logic.services import replay_project
from tests.factories import MemoryReader, sign_in
from tests.logic.test_api import program, project  # noqa: F401 - fixtures
from tests.logic.test_replay import make_row

pytestmark = pytest.mark.django_db
REPLAY = "/api/v1/projects/ferry/replay"


def replay_now(dana: APIClient, **params: object) -> Job:
    """Start the job over HTTP and do it as a worker would."""
    started = dana.post(REPLAY, params, format="json")
    assert started.status_code == 202
    job = job_claim(worker="w", queues=("solver",))
    assert job is not None
    assert str(job.id) == started.json()["job"]
    job_run(job=job)
    job.refresh_from_db()
    return job


@pytest.fixture
def dana(project: Project, program: Program) -> APIClient:  # noqa: F811
    return sign_in("dana")


def test_a_replay_from_start_to_flags(dana: APIClient) -> None:
    job = replay_now(dana)
    assert (job.state, job.done, job.total) == ("done", 1, 1)
    counts = dana.get(f"{REPLAY}/counts").json()
    assert counts["counts"] == job.result["counts"]
    assert counts["outdated"] == {}
    assert counts["replayed_at"]
    flags = dana.get(REPLAY).json()
    assert flags["count"] == sum(n for one in counts["counts"].values() for n in one.values())
    assert {flag["outdated"] for flag in flags["results"]} == {""}
    assert {flag["author"] for flag in flags["results"]} == {None, "gold"}
    wrong = dana.get(f"{REPLAY}?status=differs").json()
    assert 0 < wrong["count"] < flags["count"]
    some = dana.get(f"{REPLAY}?label=7(b)(1)&author=gold&engine=program").json()
    assert {flag["label"] for flag in some["results"]} == {"7(b)(1)"}
    assert dana.get(f"{REPLAY}?author=nobody").json()["count"] == 0


def test_cases_are_narrowed_by_flag(dana: APIClient) -> None:
    replay_now(dana)
    cases = "/api/v1/projects/ferry/cases"
    assert dana.get(f"{cases}?flag=same").json()["count"] == 1
    assert dana.get(f"{cases}?flag=not_comparable").json()["count"] == 0
    assert dana.get(f"{cases}?flag=same&search=no such words").json()["count"] == 0
    assert dana.get(f"{cases}?flag=%27").status_code == 400


def outdated(dana: APIClient) -> set[str]:
    return {flag["outdated"] for flag in dana.get(REPLAY).json()["results"]}


def test_what_changes_makes_flags_old_and_leaves_them(dana: APIClient) -> None:
    replay_now(dana)
    before = ReplayFlag.objects.count()
    clause = Clause.objects.filter(layer__subsection__label="7(b)").get()
    Clause.objects.filter(pk=clause.pk).update(text=clause.text.replace(" OR ", " AND "))
    assert outdated(dana) == {"clauses"}
    Clause.objects.filter(pk=clause.pk).update(text=clause.text)
    assert outdated(dana) == {""}
    Program.objects.update(text="s7_b_1(_).")
    old = dana.get(f"{REPLAY}?outdated=true").json()["results"]
    assert {(flag["engine"], flag["outdated"]) for flag in old} == {("program", "program")}
    Case.objects.update(sha256="0" * 64)
    assert outdated(dana) == {"facts"}
    Layer.objects.exclude(case=None).update(revision=99)
    assert outdated(dana) == {"facts", "values"}
    counts = dana.get(f"{REPLAY}/counts").json()["outdated"]
    assert sum(counts.values()) == before == ReplayFlag.objects.count()
    assert dana.get(f"{REPLAY}?outdated=false").json()["count"] == 0
    replay_now(dana)
    assert outdated(dana) == {""}


def test_annotators_see_their_own_rows_and_the_gold(project: Project, dana: APIClient) -> None:  # noqa: F811
    dan = User.objects.get(username="dana")
    row = make_row("7(b)(1)", {"Child": "Ada"}, {})
    reader = MemoryReader(Corpus((), (), (row,)))
    CorpusImport(project, Author(dan, AuthorKind.PERSON), reader).save()
    replay_now(dana)
    mine = dana.get(f"{REPLAY}?author=dana").json()
    assert {flag["status"] for flag in mine["results"]} >= {"wrong_truth"}
    ada = sign_in("ada")
    assert ada.get(f"{REPLAY}?author=dana").json()["count"] == 0
    assert 0 < ada.get(REPLAY).json()["count"] < dana.get(REPLAY).json()["count"]
    cases = "/api/v1/projects/ferry/cases?flag=wrong_truth"
    assert dana.get(cases).json()["count"] >= ada.get(cases).json()["count"]


class Shelf(dict):  # type: ignore[type-arg]
    """Pieces in memory."""

    recall = dict.get
    keep = dict.__setitem__


def test_a_replay_goes_on_with_what_it_has(
    project: Project,  # noqa: F811
    dana: APIClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shelf = Shelf()
    first = replay_project(project=project, pieces=shelf)
    assert len(shelf) == 1
    shelf.update(json.loads(json.dumps(shelf)))

    def refuse(*_: object) -> object:
        raise AssertionError("asked again")

    with monkeypatch.context() as patch:
        patch.setattr(services, "_replay_case", refuse)
        assert replay_project(project=project, pieces=shelf) == first
    Instantiation.objects.filter(truth=True).update(truth=False)
    assert replay_project(project=project, pieces=shelf) != first, "other values, other pieces"
    assert len(shelf) == 2


def test_a_running_replay_is_paused_and_resumed(
    dana: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = RunningJob.progress

    def pause_first(self: RunningJob, done: int, total: int) -> None:
        if not self.job.result and not Job.objects.filter(lines__text="asked").exists():
            self.log("asked")
            job_pause(job=self.job)
        real(self, done, total)

    monkeypatch.setattr(RunningJob, "progress", pause_first)
    job = replay_now(dana)
    assert (job.state, ReplayFlag.objects.count()) == ("paused", 0)
    address = f"/api/v1/projects/ferry/jobs/{job.id}"
    assert dana.post(address, {"action": "resume"}, format="json").json()["state"] == "queued"
    again = job_claim(worker="w")
    assert again is not None
    job_run(job=again)
    assert dana.get(address).json()["state"] == "done"
    assert ReplayFlag.objects.count() > 0
