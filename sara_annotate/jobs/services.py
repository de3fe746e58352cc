"""Queue, claim and finish jobs."""

from __future__ import annotations

import logging
import uuid
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

from sara_annotate.accounts.models import User
from sara_annotate.jobs.models import Job, JobState, Worker

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3


def job_enqueue(
    *, kind: str, owner: User, params: dict[str, object], project_slug: str = ""
) -> Job:
    """A queued job; workers are woken once the surrounding transaction is committed."""
    job = Job.objects.create(kind=kind, owner=owner, params=params, project_slug=project_slug)
    transaction.on_commit(workers_wake)
    return job


def workers_wake() -> None:
    """Tell a worker to look. Without a broker nothing is lost: workers look by themselves too."""
    from sara_annotate.jobs.tasks import job_wake

    try:
        job_wake.apply_async(retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("No broker (%s); a worker will find the job by itself.", error)


def job_cancel(*, job: Job) -> None:
    """Ask for the end of a job; one that nobody has begun ends at once."""
    Job.objects.filter(pk=job.pk, state__in=(JobState.QUEUED, JobState.RUNNING)).update(
        cancel_requested=True
    )
    Job.objects.filter(pk=job.pk, state=JobState.QUEUED).update(
        state=JobState.CANCELLED, finished_at=timezone.now()
    )


def jobs_claimable() -> QuerySet[Job]:
    """Queued jobs, and running ones whose worker has not been heard of."""
    lost = Q(state=JobState.RUNNING, lease_until__lt=timezone.now())
    return Job.objects.filter(Q(state=JobState.QUEUED) | lost).order_by("created_at")


@transaction.atomic
def job_claim(*, worker: str) -> Job | None:
    """The next job, now held by this worker, or None."""
    job = jobs_claimable().select_for_update(skip_locked=True).first()
    if job is None:
        return None
    if job.attempts >= MAX_ATTEMPTS:
        job.state, job.finished_at = JobState.FAILED, timezone.now()
        job.message = f"Given up: the worker died {job.attempts} times while doing this."
        job.save()
        return job_claim(worker=worker)
    now = timezone.now()
    job.state, job.worker, job.attempts = JobState.RUNNING, worker, job.attempts + 1
    job.lease, job.lease_until = uuid.uuid4(), now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    job.started_at = job.started_at or now
    job.save()
    return job


def job_heartbeat(*, job: Job) -> bool:
    """Prolong the lease; False when it is no longer ours."""
    until = timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)
    held = Job.objects.filter(pk=job.pk, lease=job.lease, state=JobState.RUNNING)
    return held.update(lease_until=until) == 1


def job_finish(*, job: Job, state: JobState, message: str = "", result: object = None) -> bool:
    """Write the end of a job if the lease is still ours."""
    held = Job.objects.filter(pk=job.pk, lease=job.lease, state=JobState.RUNNING)
    return (
        held.update(state=state, message=message, result=result or {}, finished_at=timezone.now())
        == 1
    )


def worker_note(*, name: str) -> None:
    Worker.objects.update_or_create(name=name, defaults={"seen_at": timezone.now()})


def worker_is_online() -> bool:
    """True when any worker was heard of in the last seconds."""
    return Worker.objects.filter(seen_at__gt=timezone.now() - timedelta(seconds=15)).exists()
