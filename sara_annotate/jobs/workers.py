"""Which workers there are. Each says every few seconds that it lives, for each of its queues."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from sara_annotate.jobs.models import Job, JobState, Queue, Worker

BEAT_S = 3.0
GONE_S = 10.0
FORGOTTEN_S = 3600.0
_START = "python -m celery -A sara_annotate.config.celery:app worker"
HOW_TO_START = {
    Queue.DEFAULT: f"{_START} --concurrency 2 -Q default",
    Queue.SOLVER: f"{_START} --concurrency 1 -Q solver",
    Queue.MODELS: f"{_START} --concurrency 1 -Q models",
}


def worker_note(*, name: str, queues: Collection[str], concurrency: int = 1) -> None:
    """This worker lives."""
    now = timezone.now()
    for queue in queues:
        Worker.objects.update_or_create(
            name=name, queue=queue, defaults={"seen_at": now, "concurrency": concurrency}
        )
    Worker.objects.filter(seen_at__lt=now - timedelta(seconds=FORGOTTEN_S)).delete()


def worker_leave(*, name: str) -> None:
    """This worker ends: nobody need wait until it is missed."""
    Worker.objects.filter(name=name).delete()


def worker_list() -> list[Worker]:
    """Workers heard of in the last seconds, by queue."""
    since = timezone.now() - timedelta(seconds=GONE_S)
    return list(Worker.objects.filter(seen_at__gt=since))


def queues_online() -> frozenset[str]:
    """Queues with a worker: one that was heard of, or that holds a job.

    While a long import writes, SQLite lets nobody say that they live.
    """
    held = Job.objects.filter(state=JobState.RUNNING, lease_until__gt=timezone.now())
    at_work = held.order_by().values_list("queue", flat=True).distinct()
    return frozenset(worker.queue for worker in worker_list()) | frozenset(at_work)


def worker_is_online(queue: str = Queue.DEFAULT) -> bool:
    """True when a worker of this queue was heard of in the last seconds."""
    return queue in queues_online()


def queue_list() -> list[dict[str, object]]:
    """Each queue with its workers, the jobs that wait there, and how to start a worker."""
    workers = worker_list()
    states = (JobState.QUEUED, JobState.RUNNING)
    jobs = list(Job.objects.filter(state__in=states).values_list("queue", "state"))
    served = queues_online()
    return [
        _queue(queue, [w for w in workers if w.queue == queue], queue in served, jobs)
        for queue in Queue
    ]


def _queue(
    queue: Queue, workers: list[Worker], online: bool, jobs: list[tuple[str, str]]
) -> dict[str, object]:
    return {
        "queue": queue.value,
        "online": online,
        "workers": workers,
        "queued": jobs.count((queue, JobState.QUEUED)),
        "running": jobs.count((queue, JobState.RUNNING)),
        "message": "" if online else f"No worker serves the queue “{queue}”: its jobs wait.",
        "start": HOW_TO_START[queue],
    }
