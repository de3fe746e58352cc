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


def row_of(label: str) -> Instantiation:
    rows = Instantiation.objects.filter(subsection__label=label, layer__author_kind=AuthorKind.GOLD)
    return rows.order_by("position")[0]


FLAGS = "/api/v1/projects/ferry/cases/c/flags"


def test_one_row_is_checked_at_once_and_kept(dana: APIClient) -> None:
    row = row_of("7(b)(1)")
    body = {"instantiation": str(row.pk), "engine": "program"}
    assert dana.post(FLAGS, body, format="json").json()["status"] == "same"
    Instantiation.objects.filter(pk=row.pk).update(truth=False)
    flag = dana.post(FLAGS, body, format="json").json()
    assert (flag["status"], flag["outdated"], flag["note"]) == ("wrong_truth", "", "")
    assert ReplayFlag.objects.count() == 1
    cases = "/api/v1/projects/ferry/cases"
    assert dana.get(f"{cases}?flag=differs").json()["results"][0]["flags"] == ["wrong_truth"]
    assert dana.get(f"{REPLAY}/next?case=c").json()["flag"]["case"] == "c"
    noted = dana.post(FLAGS, {**body, "note": "The text is older."}, format="json").json()
    assert (noted["note"], noted["noted_by"]) == ("The text is older.", "dana")
    assert dana.get(f"{cases}?flag=differs").json()["count"] == 0
    assert dana.get(cases).json()["results"][0]["flags"] == ["noted"]
    assert dana.get(f"{REPLAY}/next?case=c").json()["flag"] is None
    replay_now(dana)
    again = dana.get(f"{REPLAY}?engine=program&label=7(b)(1)&status=wrong_truth").json()["results"]
    assert [flag["note"] for flag in again] == ["The text is older."]
    cleared = dana.post(FLAGS, {**body, "note": ""}, format="json").json()
    assert (cleared["note"], cleared["noted_by"]) == ("", None)
    Instantiation.objects.filter(pk=row.pk).update(truth=True)
    assert dana.post(FLAGS, body, format="json").json()["status"] == "same"


def test_flags_out_of_date_narrow_the_list(dana: APIClient) -> None:
    replay_now(dana)
    cases = "/api/v1/projects/ferry/cases?flag=outdated"
    assert dana.get(cases).json()["count"] == 0
    Program.objects.update(text="s7_a(1, 2, 3).")
    found = dana.get(cases).json()
    assert found["count"] == 1
    assert "outdated" in found["results"][0]["flags"]


def test_what_cannot_be_checked_is_said(dana: APIClient) -> None:
    row = row_of("7(b)(1)")
    body = {"instantiation": str(row.pk), "engine": "structure"}
    leaf = dana.post(FLAGS, body, format="json")
    assert (leaf.status_code, leaf.json()["code"]) == (400, "row_leaf")
    # Gold is a reviewer's to settle.
    assert sign_in("ada").post(FLAGS, body, format="json").status_code == 403
    Instantiation.objects.filter(pk=row.pk).update(truth=None)
    undecided = dana.post(FLAGS, {**body, "engine": "program"}, format="json")
    assert (undecided.status_code, undecided.json()["code"]) == (400, "row_open")
    other = {**body, "instantiation": "00000000-0000-4000-9000-000000000001"}
    assert dana.post(FLAGS, other, format="json").status_code == 404
    assert dana.post(FLAGS, {"engine": "magic"}, format="json").status_code == 400
    assert dana.get(f"{REPLAY}/next?case=nowhere").status_code == 404
    assert not ReplayFlag.objects.exists()
