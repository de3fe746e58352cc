"""Jobs: claimed once, kept alive, taken over, given up, cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.jobs import runner
from sara_annotate.jobs.control import job_cancel
from sara_annotate.jobs.models import Job, JobState, Worker
from sara_annotate.jobs.registry import JOB_HANDLERS, JobContext, JobResult
from sara_annotate.jobs.services import (
    job_claim,
    job_enqueue,
    job_finish,
    job_heartbeat,
)
from sara_annotate.jobs.workers import worker_is_online, worker_note
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Kinds of job that only these tests know."""

    def count(context: JobContext) -> JobResult:
        for done in range(3):
            context.progress(done, 3)
        return {"counted": 3}

    def refuse(context: JobContext) -> JobResult:
        raise ConflictError("This cannot be done.")

    def break_down(context: JobContext) -> JobResult:
        raise ZeroDivisionError

    def cancel_itself(context: JobContext) -> JobResult:
        job_cancel(job=context.job)
        context.progress(1, 2)
        return {}

    kinds = {"count": count, "refuse": refuse, "break": break_down, "cancel": cancel_itself}
    JOB_HANDLERS.update(kinds)
    yield
    for kind in kinds:
        del JOB_HANDLERS[kind]


def enqueue(kind: str) -> Job:
    return job_enqueue(kind=kind, owner=make_user(f"owner of {kind}"), params={})


def run(kind: str) -> Job:
    enqueue(kind)
    job = job_claim(worker="w")
    assert job is not None
    runner.job_run(job=job)
    job.refresh_from_db()
    return job


def test_a_job_is_done_once() -> None:
    job = run("count")
    assert (job.state, job.result, job.done, job.total) == ("done", {"counted": 3}, 2, 3)
    assert job.finished_at is not None
    assert job_claim(worker="w") is None


def test_a_refusal_is_said_in_its_own_words() -> None:
    job = run("refuse")
    assert (job.state, job.message) == ("failed", "This cannot be done.")


def test_a_fault_of_ours_fails_the_job_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    job = run("break")
    assert job.state == "failed"
    assert "ZeroDivisionError" in job.message
    assert "Traceback" in caplog.text


def test_a_running_job_can_be_cancelled() -> None:
    assert run("cancel").state == "cancelled"


def test_a_queued_job_is_cancelled_at_once() -> None:
    job = enqueue("count")
    job_cancel(job=job)
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert job_claim(worker="w") is None


def test_a_lost_job_is_taken_over_and_the_first_worker_may_not_write() -> None:
    enqueue("count")
    first = job_claim(worker="first")
    assert first is not None
    assert job_claim(worker="second") is None, "the lease is still held"
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    second = job_claim(worker="second")
    assert second is not None
    assert second.attempts == 2
    assert not job_heartbeat(job=first)
    assert not job_finish(job=first, state=JobState.DONE)
    runner.job_run(job=first)
    first.refresh_from_db()
    assert (first.state, first.worker) == ("running", "second")
    assert job_finish(job=second, state=JobState.DONE)


def test_a_job_that_kills_its_workers_is_given_up() -> None:
    enqueue("count")
    for _ in range(3):
        assert job_claim(worker="w") is not None
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert job_claim(worker="w") is None
    job = Job.objects.get()
    assert job.state == "failed"
    assert "died 3 times" in job.message


def test_the_oldest_job_comes_first() -> None:
    first, second = enqueue("count"), enqueue("refuse")
    claimed = [job_claim(worker="w"), job_claim(worker="w")]
    assert [job.pk for job in claimed if job] == [first.pk, second.pk]


def test_workers_are_heard_of_for_a_while() -> None:
    assert not worker_is_online()
    worker_note(name="w", queues=["default"])
    assert worker_is_online()
    assert not worker_is_online("models")
    Worker.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    assert not worker_is_online()


@pytest.mark.django_db(transaction=True)
def test_many_workers_never_share_a_job() -> None:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():  # type: ignore[attr-defined]
        pytest.skip("An in-memory SQLite serves one thread; the live tests cover the file.")
    for number in range(10):
        job_enqueue(kind="count", owner=make_user(f"owner {number}"), params={})
    taken: list[object] = []

    def work() -> None:
        while job := job_claim(worker=threading.current_thread().name):
            taken.append(job.pk)
            time.sleep(0.01)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 10


@pytest.mark.django_db(transaction=True)
def test_a_long_step_keeps_its_lease(settings) -> None:  # type: ignore[no-untyped-def]
    if connection.vendor == "sqlite" and connection.is_in_memory_db():  # type: ignore[attr-defined]
        pytest.skip("An in-memory SQLite serves one thread; the live tests cover the file.")
    settings.JOB_LEASE_SECONDS = 1

    def sleep(context: JobContext) -> JobResult:
        time.sleep(2.5)
        return {"held": job_claim(worker="other") is None}

    JOB_HANDLERS["sleep"] = sleep
    assert run("sleep").result == {"held": True}
    del JOB_HANDLERS["sleep"]
