"""Does one claimed job: beats its heart, reports progress, writes how it ended."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import OperationalError, connection

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.domain.errors import DomainError
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.jobs.registry import JobCancelled, JobLost, find_handler
from sara_annotate.jobs.services import job_finish, job_heartbeat

logger = logging.getLogger(__name__)


class RunningJob:
    """The context that a handler gets."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.lost = threading.Event()

    def progress(self, done: int, total: int) -> None:
        if self.lost.is_set():
            raise JobLost
        held = Job.objects.filter(pk=self.job.pk, lease=self.job.lease)
        if not held.update(done=done, total=total):
            raise JobLost
        if held.filter(cancel_requested=True).exists():
            raise JobCancelled


def job_run(*, job: Job) -> None:
    """Run the job's handler to its end, whatever that is."""
    running = RunningJob(job)
    try:
        with _heart(running):
            result = find_handler(job.kind)(running)
        job_finish(job=job, state=JobState.DONE, result=result)
    except JobCancelled:
        job_finish(job=job, state=JobState.CANCELLED, message="Cancelled.")
    except JobLost:
        logger.warning("Job %s went on elsewhere; this worker stops.", job.pk)
    except (ApplicationError, DomainError) as error:
        job_finish(job=job, state=JobState.FAILED, message=error.message)
    except Exception as error:  # the one boundary where a fault becomes a state
        logger.exception("Job %s (%s) failed", job.pk, job.kind)
        job_finish(
            job=job,
            state=JobState.FAILED,
            message=f"A fault of ours: {type(error).__name__}. The worker's log has the details.",
        )


@contextmanager
def _heart(running: RunningJob) -> Iterator[None]:
    """Beats in a thread of its own, so that long steps keep the lease."""
    stop = threading.Event()

    def beat() -> None:
        while not stop.wait(settings.JOB_LEASE_SECONDS / 3):
            try:
                held = job_heartbeat(job=running.job)
            except OperationalError as error:
                # A long write of ours may hold SQLite; the job itself goes on.
                logger.warning("Heartbeat of job %s missed: %s", running.job.pk, error)
                continue
            if not held:
                running.lost.set()
                break
        connection.close()

    thread = threading.Thread(target=beat, daemon=True, name=f"heart-{running.job.pk}")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
