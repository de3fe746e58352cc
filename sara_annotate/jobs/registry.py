"""What kinds of job there are. Each app's `job_handlers` module adds its own, in workers only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from django.utils.module_loading import autodiscover_modules

from sara_annotate.jobs.models import Job

JobResult = dict[str, object]


class JobContext(Protocol):
    """What a handler sees of the job that it does."""

    job: Job

    def progress(self, done: int, total: int) -> None:
        """Say how far it is; raises JobCancelled when the owner has changed their mind."""


JobHandler = Callable[[JobContext], JobResult]
JOB_HANDLERS: dict[str, JobHandler] = {}


class JobCancelled(Exception):
    """The owner cancelled; what was not committed is not kept."""


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
