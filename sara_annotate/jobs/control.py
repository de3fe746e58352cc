"""What people do with jobs: cancel, pause, go on, try again."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.jobs.services import workers_wake

ACTIONS: dict[str, tuple[JobState, ...]] = {
    "cancel": (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED),
    "pause": (JobState.QUEUED, JobState.RUNNING),
    "resume": (JobState.PAUSED,),
    "retry": (JobState.FAILED, JobState.CANCELLED),
}
"""In which states a job may be asked to do what."""


def actions_of(job: Job) -> list[str]:
    """What can be done with the job as it is."""
    return [name for name, states in ACTIONS.items() if job.state in states]


def job_cancel(*, job: Job) -> None:
    """Ask for the end of a job; one that nobody is at ends at once."""
    Job.objects.filter(pk=job.pk, state__in=ACTIONS["cancel"]).update(cancel_requested=True)
    Job.objects.filter(pk=job.pk, state__in=(JobState.QUEUED, JobState.PAUSED)).update(
        state=JobState.CANCELLED, message="Cancelled.", finished_at=timezone.now()
    )


def job_pause(*, job: Job) -> None:
    """Ask a job to stop for now; one that nobody has begun stops at once."""
    Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(pause_requested=True)
    Job.objects.filter(pk=job.pk, state=JobState.QUEUED).update(state=JobState.PAUSED)


def job_resume(*, job: Job) -> None:
    """Let a paused job go on where it was; a pause that was only asked for is taken back."""
    Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(pause_requested=False)
    _requeue(job, (JobState.PAUSED,))


def job_retry(*, job: Job) -> None:
    """Try a job again that failed or was cancelled; the pieces that it kept are used."""
    _requeue(job, ACTIONS["retry"])


def _requeue(job: Job, states: tuple[JobState, ...]) -> None:
    moved = Job.objects.filter(pk=job.pk, state__in=states).update(
        state=JobState.QUEUED,
        cancel_requested=False,
        pause_requested=False,
        attempts=0,
        lease=None,
        lease_until=None,
        message="",
        result={},
        finished_at=None,
    )
    if moved:
        transaction.on_commit(lambda: workers_wake(job.queue))


_DO = {"cancel": job_cancel, "pause": job_pause, "resume": job_resume, "retry": job_retry}


def job_act(*, job: Job, action: str) -> Job:
    """Do one of ACTIONS; refuses what makes no sense in the job's state."""
    pausing = job.state == JobState.RUNNING and job.pause_requested and action == "resume"
    if action not in actions_of(job) and not pausing:
        raise ConflictError(f"This job is {job.state}: there is nothing to {action}.")
    _DO[action](job=job)
    job.refresh_from_db()
    return job
