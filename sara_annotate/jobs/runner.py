"""Does one claimed job: beats its heart, reports progress, writes how it ended."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.domain.errors import DomainError
from sara_annotate.jobs.estimate import Pace
from sara_annotate.jobs.models import Job, JobPiece, JobState
from sara_annotate.jobs.registry import (
    JobCancelled,
    JobLost,
    JobPaused,
    find_handler,
)
from sara_annotate.jobs.services import (
    job_finish,
    job_heartbeat,
    job_line_add,
    job_suspend,
)

logger = logging.getLogger(__name__)

WRITE_EVERY_S = 0.3


class RunningJob:
    """The context that a handler gets."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.lost = threading.Event()
        self._pace = Pace()
        self._written: float | None = None
        self._latest: tuple[int, int] | None = None

    def progress(self, done: int, total: int) -> None:
        """Often called: written a few times a second, and looked then whether to stop."""
        if self.lost.is_set():
            raise JobLost
        self._latest = (done, total)
        now = time.monotonic()
        if self._written is None or now - self._written >= WRITE_EVERY_S:
            self._written = now
            self.flush()
            self._look()

    def flush(self) -> None:
        """Write the progress that was said last."""
        if self._latest is None:
            return
        done, total = self._latest
        left = self._pace.seconds_left(time.monotonic(), done, total)
        if not self._held().update(
            done=done, total=total, seconds_left=left, progress_at=timezone.now()
        ):
            raise JobLost

    def _look(self) -> None:
        asked = self._held().values_list("cancel_requested", "pause_requested").first()
        if asked is None:
            raise JobLost
        if asked[0]:
            raise JobCancelled
        if asked[1]:
            raise JobPaused

    def log(self, text: str) -> None:
        job_line_add(job=self.job, text=text)

    def report(self, item: str, text: str) -> None:
        job_line_add(job=self.job, text=text, item=item, is_problem=True)

    def recall(self, name: str) -> Any:
        found = JobPiece.objects.filter(job=self.job, name=name).values_list("data", flat=True)
        return found.first()

    def keep(self, name: str, data: object) -> None:
        if self.lost.is_set():
            raise JobLost
        JobPiece.objects.update_or_create(job=self.job, name=name, defaults={"data": data})

    def _held(self) -> Any:
        return Job.objects.filter(pk=self.job.pk, lease=self.job.lease, state=JobState.RUNNING)


def job_run(*, job: Job) -> None:
    """Run the job's handler to its end, whatever that is."""
    running = RunningJob(job)
    try:
        with _heart(running):
            result = find_handler(job.kind)(running)
            running.flush()
        job_finish(job=job, state=JobState.DONE, result=result)
    except JobCancelled:
        job_finish(job=job, state=JobState.CANCELLED, message="Cancelled.")
    except JobPaused:
        job_suspend(job=job)
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
