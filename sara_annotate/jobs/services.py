"""Queue, claim and finish jobs."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from sara_annotate.accounts.models import User
from sara_annotate.jobs.models import Job, JobLine, JobState, Queue

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
MAX_LINES = 1000
LOG_FULL = "The log is full: further lines are not kept."


def job_enqueue(
    *,
    kind: str,
    owner: User,
    params: dict[str, object],
    project_slug: str = "",
    queue: Queue = Queue.DEFAULT,
) -> Job:
    """A queued job; workers are woken once the surrounding transaction is committed."""
    job = Job.objects.create(
        kind=kind, owner=owner, params=params, project_slug=project_slug, queue=queue
    )
    transaction.on_commit(lambda: workers_wake(queue))
    return job


def workers_wake(queue: str) -> None:
    """Tell a worker to look. Without a broker nothing is lost: workers look by themselves too."""
    from sara_annotate.jobs.tasks import job_wake

    try:
        job_wake.apply_async(args=(str(queue),), queue=str(queue), retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("No broker (%s); a worker will find the job by itself.", error)


def jobs_claimable(queues: Collection[str]) -> QuerySet[Job]:
    """Queued jobs, and running ones whose worker has not been heard of."""
    lost = Q(state=JobState.RUNNING, lease_until__lt=timezone.now())
    free = [queue for queue in queues if not _is_full(queue)]
    found = Job.objects.filter(Q(state=JobState.QUEUED) | lost, queue__in=free)
    return found.order_by("created_at")


def _is_full(queue: str) -> bool:
    """True when so many jobs of this queue run that more would only be in each other's way."""
    if queue != Queue.SOLVER or not settings.SOLVER_JOBS:
        return False
    running = Job.objects.filter(queue=queue, lease_until__gt=timezone.now())
    most: int = settings.SOLVER_JOBS
    return running.filter(state=JobState.RUNNING).count() >= most


@transaction.atomic
def job_claim(*, worker: str, queues: Collection[str] = tuple(Queue.values)) -> Job | None:
    """The next job of these queues, now held by this worker, or None."""
    job = jobs_claimable(queues).select_for_update(skip_locked=True).first()
    if job is None:
        return None
    if job.attempts >= MAX_ATTEMPTS:
        job.state, job.finished_at = JobState.FAILED, timezone.now()
        job.message = f"Given up: the worker died {job.attempts} times while doing this."
        job.save()
        return job_claim(worker=worker, queues=queues)
    now = timezone.now()
    if job.attempts:
        job_line_add(job=job, text=f"{job.worker} was lost; {worker} goes on.")
    job.state, job.worker, job.attempts = JobState.RUNNING, worker, job.attempts + 1
    job.lease, job.lease_until = uuid.uuid4(), now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    job.started_at = job.started_at or now
    job.seconds_left = None
    job.save()
    return job


def job_heartbeat(*, job: Job) -> bool:
    """Prolong the lease; False when it is no longer ours."""
    until = timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    return _held(job).update(lease_until=until) == 1


@transaction.atomic
def job_finish(*, job: Job, state: JobState, message: str = "", result: object = None) -> bool:
    """Write the end of a job if the lease is still ours; only what is done needs no pieces."""
    ended = _held(job).update(
        state=state,
        message=message,
        result=result or {},
        finished_at=timezone.now(),
        seconds_left=None,
    )
    if ended and state == JobState.DONE:
        job.pieces.all().delete()
    return ended == 1


def job_suspend(*, job: Job) -> bool:
    """Let a job go that somebody has paused; nobody takes it until it is resumed."""
    return (
        _held(job).update(
            state=JobState.PAUSED,
            pause_requested=False,
            lease=None,
            lease_until=None,
            attempts=0,
            seconds_left=None,
        )
        == 1
    )


def _held(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, lease=job.lease, state=JobState.RUNNING)


def job_line_add(*, job: Job, text: str, item: str = "", is_problem: bool = False) -> None:
    """A line of the job's log; the last one that has room says that it is the last."""
    if item:
        values = {"text": text, "is_problem": is_problem}
        found = JobLine.objects.filter(job=job, item=item[:200])
        if found.update(**values):
            return
    count = job.lines.count()
    if count < MAX_LINES:
        JobLine.objects.create(job=job, item=item[:200], is_problem=is_problem, text=text)
    elif count == MAX_LINES:
        JobLine.objects.create(job=job, text=LOG_FULL)
