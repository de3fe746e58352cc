"""What Celery calls, and what a worker does by itself: being heard of, looking for lost jobs."""

from __future__ import annotations

import itertools
import logging
import os
import socket
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down
from celery.worker import state as worker_state
from django.db import DatabaseError, connection

from sara_annotate.jobs.models import Queue
from sara_annotate.jobs.services import job_claim, jobs_claimable, workers_wake
from sara_annotate.jobs.watches import EVERY_BEATS, watches_run
from sara_annotate.jobs.workers import BEAT_S, worker_leave, worker_note

logger = logging.getLogger(__name__)

_stop = threading.Event()


@shared_task(name="jobs.wake")
def job_wake(queue: str = Queue.DEFAULT) -> None:
    """Do jobs of this queue until there are none left to claim."""
    # Imported here: handlers may bring what only workers need.
    from sara_annotate.jobs.runner import job_run

    while job := job_claim(worker=_name(), queues=(queue,)):
        job_run(job=job)


def _name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


@worker_ready.connect
def watch_start(sender: Any = None, **_: object) -> None:
    """Watch over the queues that this worker consumes."""
    queues = sorted(sender.app.amqp.queues.consume_from)
    concurrency = int(sender.pool.num_processes)
    threading.Thread(target=_watch, args=(queues, concurrency), daemon=True, name="watch").start()


@worker_shutting_down.connect
def watch_stop(**_: object) -> None:
    _stop.set()


def _watch(queues: list[str], concurrency: int) -> None:
    """Say that this worker lives, and wake for jobs whose message or worker was lost."""
    for beat in itertools.count():
        try:
            worker_note(name=_name(), queues=queues, concurrency=concurrency)
            _look(queues, concurrency)
            if beat % EVERY_BEATS == 0:
                watches_run(queues)
        except DatabaseError as error:
            logger.warning("The database cannot be reached (%s); looking again soon.", error)
            connection.close()
        if _stop.wait(BEAT_S):
            break
    try:
        worker_leave(name=_name())
    except DatabaseError as error:
        logger.warning("The database cannot be reached (%s): it will notice our end.", error)
    connection.close()


def _look(queues: list[str], concurrency: int) -> None:
    """Wake for what waits, unless all hands are busy: messages would only pile up."""
    if len(worker_state.reserved_requests) >= concurrency:
        return
    for queue in jobs_claimable(queues).order_by().values_list("queue", flat=True).distinct():
        workers_wake(queue)
