"""What kinds of job there are. Each app's `job_handlers` module adds its own, in workers only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from django.utils.module_loading import autodiscover_modules

from sara_annotate.jobs.models import Job

JobResult = dict[str, object]


class JobContext(Protocol):
    """What a handler sees of the job that it does."""

    job: Job

    def progress(self, done: int, total: int) -> None:
        """Say how far it is; raises JobStopped when the job was cancelled or paused."""

    def log(self, text: str) -> None:
        """Add a line to the job's log."""

    def report(self, item: str, text: str) -> None:
        """Say that one item cannot be done; the others go on."""

    def recall(self, name: str) -> Any:
        """What an earlier attempt at this job has kept under this name, or None."""

    def keep(self, name: str, data: object) -> None:
        """Keep a piece of the result, as JSON, until the job is done."""


JobHandler = Callable[[JobContext], JobResult]
JOB_HANDLERS: dict[str, JobHandler] = {}


class JobStopped(Exception):
    """Somebody wants the job to stop; what was kept stays for when it goes on."""


class JobCancelled(JobStopped):
    """It was cancelled."""


class JobPaused(JobStopped):
    """It was paused: it goes on when somebody resumes it."""


class JobLost(Exception):
    """The lease went to another worker; this one must not write any more."""


def job_handler(kind: str) -> Callable[[JobHandler], JobHandler]:
    """Makes a function the handler of a kind of job. It must be safe to run twice."""

    def register(handler: JobHandler) -> JobHandler:
        JOB_HANDLERS[kind] = handler
        return handler

    return register


def find_handler(kind: str) -> JobHandler:
    if kind not in JOB_HANDLERS:
        autodiscover_modules("job_handlers")
    return JOB_HANDLERS[kind]
