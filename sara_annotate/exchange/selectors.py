"""Reading imports."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from sara_annotate.corpus.models import Project
from sara_annotate.exchange.models import Import, ImportState
from sara_annotate.jobs.models import JobState
from sara_annotate.jobs.workers import worker_is_online

UNDER_WAY = (ImportState.QUEUED, ImportState.CHECKING, ImportState.SAVING)
ENDED_BADLY = {JobState.FAILED: ImportState.FAILED, JobState.CANCELLED: ImportState.CANCELLED}


def import_list(*, project: Project) -> QuerySet[Import]:
    return Import.objects.filter(project=project).select_related("created_by", "job")


def import_get(*, project: Project, import_id: UUID) -> Import:
    row = import_list(project=project).filter(pk=import_id).first()
    if row is None:
        raise Http404
    return row


def import_view(row: Import, *, worker_online: bool | None = None) -> dict[str, object]:
    """An import as the screens show it. A job that ended badly ends its import too."""
    job = row.job
    state, message = row.state, row.message
    if job is not None and row.state in UNDER_WAY and job.state in ENDED_BADLY:
        state, message = ENDED_BADLY[JobState(job.state)], job.message
    return {
        "id": row.id,
        "file_name": row.file_name,
        "into": row.into,
        "state": state,
        "created_at": row.created_at,
        "created_by": row.created_by.display_name,
        "progress": {"done": job.done if job else 0, "total": job.total if job else 0},
        "worker_online": worker_is_online() if worker_online is None else worker_online,
        "preview": row.preview,
        "message": message,
    }
