"""What Celery calls, and what a worker does by itself: being heard of, looking for lost jobs."""

from __future__ import annotations

import logging
import os
import socket
import threading

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.db import DatabaseError, connection

from sara_annotate.jobs.services import job_claim, jobs_claimable, worker_note, workers_wake

logger = logging.getLogger(__name__)

_stop = threading.Event()
LOOK_EVERY_S = 5.0


@shared_task(name="jobs.wake")
def job_wake() -> None:
    """Do jobs until there are none left to claim."""
    # Imported here: handlers may bring what only workers need.
    from sara_annotate.jobs.runner import job_run

    name = f"{socket.gethostname()}:{os.getpid()}"
    while job := job_claim(worker=name):
        job_run(job=job)


@worker_ready.connect
def watch_start(**_: object) -> None:
    threading.Thread(target=_watch, daemon=True, name="watch").start()


@worker_shutting_down.connect
def watch_stop(**_: object) -> None:
    _stop.set()


def _watch() -> None:
    """Say that this worker lives, and wake for jobs whose message or worker was lost."""
    name = f"{socket.gethostname()}:{os.getpid()}"
    while True:
        try:
            worker_note(name=name)
            if jobs_claimable().exists():
                workers_wake()
        except DatabaseError as error:
            logger.warning("The database cannot be reached (%s); looking again soon.", error)
            connection.close()
        if _stop.wait(LOOK_EVERY_S):
            break
    connection.close()
