"""Jobs that are paused, resumed, tried again; what they keep and what they say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.jobs import services
from sara_annotate.jobs.control import ACTIONS, job_act, job_cancel, job_pause
from sara_annotate.jobs.estimate import Pace
from sara_annotate.jobs.models import Job, JobState, Queue
from sara_annotate.jobs.registry import JOB_HANDLERS, JobContext, JobResult
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.selectors import job_list, job_rows
from sara_annotate.jobs.services import LOG_FULL, job_claim, job_enqueue, job_line_add
from sara_annotate.jobs.workers import queue_list, queues_online, worker_leave, worker_note
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def worked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """A job of five items that keeps each, and can be stopped after any."""
    worked: list[int] = []
    monkeypatch.setattr("sara_annotate.jobs.runner.WRITE_EVERY_S", 0.0)

    def collect(context: JobContext) -> JobResult:
        found = []
        for item in range(5):
            kept = context.recall(f"item {item}")
            if kept is None:
                if item == context.job.params.get("pause_at") and item not in worked:
                    job_pause(job=context.job)
                if item == context.job.params.get("fail_at") and item not in worked:
                    worked.append(item)
                    raise ConflictError("Not today.")
                worked.append(item)
                kept = item * item
                context.keep(f"item {item}", kept)
            found.append(kept)
            context.progress(item + 1, 5)
        return {"found": found}

    def poisoned(context: JobContext) -> JobResult:
        good = 0
        for item in ("a", "b", "c"):
            if item == "b":
                context.report(item, "b cannot be read.")
            else:
                good += 1
            context.progress(good, 3)
        context.log("All that could be done is done.")
        return {"good": good}

    JOB_HANDLERS.update(collect=collect, poisoned=poisoned)
    yield worked
    del JOB_HANDLERS["collect"], JOB_HANDLERS["poisoned"]


def enqueue(kind: str = "collect", **params: object) -> Job:
    return job_enqueue(kind=kind, owner=make_user(f"owner of {kind}"), params=params)


def run_next() -> Job:
    job = job_claim(worker="w")
    assert job is not None
    job_run(job=job)
    job.refresh_from_db()
    return job


def test_a_paused_job_goes_on_where_it_was(worked: list[int]) -> None:
    enqueue(pause_at=2)
    job = run_next()
    assert (job.state, job.done, job.lease, worked) == ("paused", 3, None, [0, 1, 2])
    assert job_claim(worker="w") is None, "nobody takes a paused job"
    job_act(job=job, action="resume")
    job = run_next()
    assert (job.state, job.result) == ("done", {"found": [0, 1, 4, 9, 16]})
    assert worked == [0, 1, 2, 3, 4], "each item was done once"
    assert not job.pieces.exists()


def test_a_failed_job_is_tried_again_with_what_it_kept(worked: list[int]) -> None:
    enqueue(fail_at=3)
    job = run_next()
    assert (job.state, job.message) == ("failed", "Not today.")
    job_act(job=job, action="retry")
    assert (job.state, job.message, job.finished_at) == ("queued", "", None)
    assert run_next().result == {"found": [0, 1, 4, 9, 16]}
    assert worked == [0, 1, 2, 3, 3, 4]


def test_another_worker_uses_what_a_lost_one_kept(worked: list[int]) -> None:
    job = enqueue()
    services.JobLine.objects.all().delete()
    job.pieces.create(name="item 0", data=100)
    assert job_claim(worker="lost") is not None
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    done = run_next()
    assert done.result == {"found": [100, 1, 4, 9, 16]}
    assert [line.text for line in done.lines.all()] == ["lost was lost; w goes on."]


def test_a_queued_job_is_paused_and_a_paused_one_cancelled_at_once() -> None:
    job = enqueue()
    job_act(job=job, action="pause")
    assert job.state == "paused"
    job_act(job=job, action="cancel")
    assert (job.state, job.message) == ("cancelled", "Cancelled.")
    job_act(job=job, action="retry")
    assert run_next().state == "done"


@pytest.mark.parametrize("state", JobState.values)
def test_what_makes_no_sense_is_refused(state: str) -> None:
    job = enqueue()
    lease = {"lease": job.id} if state == "running" else {}
    Job.objects.update(state=state, **lease)
    job.refresh_from_db()
    for action, states in ACTIONS.items():
        if state not in states:
            with pytest.raises(ConflictError, match=f"{state}: there is nothing to {action}"):
                job_act(job=job, action=action)


def test_a_pause_that_was_only_asked_for_can_be_taken_back() -> None:
    job = enqueue()
    assert job_claim(worker="w") is not None
    job.refresh_from_db()
    job_act(job=job, action="pause")
    assert (job.state, job.pause_requested) == ("running", True)
    job_act(job=job, action="resume")
    assert (job.state, job.pause_requested) == ("running", False)


def test_a_poisoned_item_is_reported_and_the_rest_done() -> None:
    enqueue("poisoned")
    job = run_next()
    assert (job.state, job.result) == ("done", {"good": 2})
    lines = [(line.item, line.is_problem, line.text) for line in job.lines.all()]
    assert lines == [
        ("b", True, "b cannot be read."),
        ("", False, "All that could be done is done."),
    ]
    (row,) = job_rows(list(job_list()), online=frozenset())
    assert row["problem_count"] == 1


def test_an_item_is_reported_once_however_often_it_is_tried() -> None:
    job = enqueue()
    for text in ("first", "second"):
        job_line_add(job=job, item="x", text=text, is_problem=True)
    assert [line.text for line in job.lines.all()] == ["second"]


def test_a_full_log_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_LINES", 2)
    job = enqueue()
    for number in range(5):
        job_line_add(job=job, text=str(number))
    assert [line.text for line in job.lines.all()] == ["0", "1", LOG_FULL]


def test_a_worker_takes_jobs_of_its_own_queues_only() -> None:
    make = {"owner": make_user("o"), "params": {}}
    job_enqueue(kind="collect", queue=Queue.MODELS, **make)  # type: ignore[arg-type]
    assert job_claim(worker="w", queues=("default", "solver")) is None
    assert job_claim(worker="w", queues=("models",)) is not None


def test_solver_jobs_can_be_kept_to_so_many_at_once(settings) -> None:  # type: ignore[no-untyped-def]
    owner = make_user("o")
    for _ in range(2):
        job_enqueue(kind="collect", owner=owner, params={}, queue=Queue.SOLVER)
    settings.SOLVER_JOBS = 1
    assert job_claim(worker="w") is not None
    assert job_claim(worker="w") is None
    Job.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))
    assert job_claim(worker="w") is not None, "one that was lost holds nobody up"


def test_workers_come_and_go() -> None:
    worker_note(name="w", queues=["default", "solver"], concurrency=2)
    online = {queue["queue"]: queue["online"] for queue in queue_list()}
    assert online == {"default": True, "solver": True, "models": False}
    models = next(queue for queue in queue_list() if queue["queue"] == "models")
    assert "-Q models" in str(models["start"])
    assert "No worker" in str(models["message"])
    worker_leave(name="w")
    assert not any(queue["online"] for queue in queue_list())


def test_a_worker_that_holds_a_job_is_there() -> None:
    """Also when a long write keeps it from saying so."""
    enqueue()
    assert not queues_online()
    assert job_claim(worker="w") is not None
    assert queues_online() == {"default"}
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert not queues_online()


# ── the estimate ──────────────────────────────────────────────────────────────────────


@given(
    st.lists(st.tuples(st.floats(0.01, 5), st.integers(0, 10)), min_size=1, max_size=50),
    st.integers(0, 500),
)
def test_an_estimate_is_never_negative(steps: list[tuple[float, int]], more: int) -> None:
    pace, now, done = Pace(), 0.0, 0
    total = sum(step for _, step in steps) + more
    for seconds, step in steps:
        now, done = now + seconds, done + step
        left = pace.seconds_left(now, done, total)
        assert left is None or left >= 0


def test_an_even_pace_is_told_exactly() -> None:
    pace = Pace()
    left = [pace.seconds_left(second * 2.0, second, 100) for second in range(51)]
    assert left[0] is None
    assert left[50] == pytest.approx(100.0)


def test_a_new_stage_starts_a_new_estimate() -> None:
    pace = Pace()
    for second in range(10):
        pace.seconds_left(second, second * 10, 100)
    assert pace.seconds_left(10, 0, 100) is None
    assert pace.seconds_left(11, 1, 100) == pytest.approx(99)


# ── the command ───────────────────────────────────────────────────────────────────────


def test_the_command_lists_and_acts(capsys: pytest.CaptureFixture[str]) -> None:
    job = enqueue("poisoned")
    call_command("jobs")
    listed = capsys.readouterr().out
    assert str(job.id)[:8] in listed
    assert "No worker serves the queue “default”" in listed
    call_command("jobs", "pause", str(job.id)[:8])
    assert "paused" in capsys.readouterr().out
    call_command("jobs", "resume", str(job.id), "--json")
    assert '"state": "queued"' in capsys.readouterr().out
    run_next()
    call_command("jobs", "log", str(job.id))
    assert "problem: b cannot be read." in capsys.readouterr().out
    call_command("jobs", "workers")
    assert "default: no worker; 0 queued, 0 running\n  start one: " in capsys.readouterr().out
    with pytest.raises(CommandError, match="nothing to pause"):
        call_command("jobs", "pause", str(job.id))
    with pytest.raises(CommandError, match="0 jobs have an id"):
        call_command("jobs", "cancel", "zzz")
    with pytest.raises(CommandError, match="Name the job"):
        call_command("jobs", "retry")


def test_a_cancelled_job_keeps_its_state() -> None:
    job = enqueue()
    job_cancel(job=job)
    call_command("jobs", "--state", "cancelled")
    job.refresh_from_db()
    assert job.state == "cancelled"
