"""Reading jobs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from sara_annotate.jobs.control import actions_of
from sara_annotate.jobs.models import Job, JobState


def job_list(
    *, project_slug: str | None = None, state: str | None = None, kind: str | None = None
) -> QuerySet[Job]:
    """Jobs, the newest first, with the number of items that could not be done."""
    jobs = Job.objects.select_related("owner").order_by("-created_at", "id")
    if project_slug is not None:
        jobs = jobs.filter(project_slug=project_slug)
    if state is not None:
        jobs = jobs.filter(state=state)
    if kind is not None:
        jobs = jobs.filter(kind=kind)
    return jobs.annotate(problem_count=Count("lines", filter=Q(lines__is_problem=True)))


def job_rows(jobs: Sequence[Job], *, online: frozenset[str]) -> list[dict[str, object]]:
    """Jobs as screens and scripts see them; `online` are the queues that have a worker."""
    now = timezone.now()
    return [_row(job, now, online) for job in jobs]


def _row(job: Job, now: datetime, online: frozenset[str]) -> dict[str, object]:
    waits = job.state == JobState.QUEUED and job.queue not in online
    return {
        "id": job.id,
        "kind": job.kind,
        "project": job.project_slug,
        "queue": job.queue,
        "owner": job.owner.username,
        "state": job.state,
        "stopping": _stopping(job),
        "done": job.done,
        "total": job.total,
        "seconds_left": seconds_left(job, now),
        "message": f"No worker serves the queue “{job.queue}”." if waits else job.message,
        "result": job.result,
        "params": job.params,
        "problem_count": getattr(job, "problem_count", 0),
        "attempts": job.attempts,
        "worker": job.worker,
        "actions": actions_of(job),
        "created_at": job.created_at,
        "started_at": job.started_at,
        "finished_at": job.finished_at,
    }


def _stopping(job: Job) -> str:
    """What a running job was asked to do and has not done yet."""
    if job.state != JobState.RUNNING:
        return ""
    return "cancel" if job.cancel_requested else "pause" if job.pause_requested else ""


def seconds_left(job: Job, now: datetime) -> float | None:
    """What is left of the estimate that the worker wrote."""
    if job.state != JobState.RUNNING or job.seconds_left is None or job.progress_at is None:
        return None
    return round(max(0.0, job.seconds_left - (now - job.progress_at).total_seconds()), 1)
