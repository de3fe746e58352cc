"""Uploads: stored, checked by a worker, saved by a worker once someone has confirmed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from sara_annotate.accounts.errors import ApplicationError, ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus.models import Project
from sara_annotate.domain.formats.report import FormatError
from sara_annotate.exchange.models import Import, ImportInto, ImportState
from sara_annotate.exchange.reading import import_check, import_save
from sara_annotate.jobs.control import job_cancel
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.jobs.services import job_enqueue


class UploadTooLargeError(ApplicationError):
    code = "upload_too_large"
    status = 413


@transaction.atomic
def import_create(*, project: Project, user: User, upload: UploadedFile[Any], into: str) -> Import:
    """Keep the upload and have it checked."""
    if (upload.size or 0) > settings.IMPORT_MAX_BYTES:
        limit = settings.IMPORT_MAX_BYTES // (1024 * 1024)
        raise UploadTooLargeError(f"The file is larger than {limit} MB. Split the data set.")
    name = Path(upload.name or "upload").name[:255]
    row = Import(project=project, created_by=user, file_name=name, into=into)
    row.file.save(f"{row.id}.upload", upload, save=False)
    row.job = _enqueue(row, user, "import_check")
    row.save()
    return row


@transaction.atomic
def import_confirm(*, row: Import, user: User) -> Import:
    """Have a checked import saved."""
    row = Import.objects.select_for_update().get(pk=row.pk)
    if row.state != ImportState.READY:
        raise ConflictError(f"This import is {row.state}; only one that is ready can be saved.")
    row.state = ImportState.SAVING
    row.job = _enqueue(row, user, "import_save")
    row.save()
    return row


@transaction.atomic
def import_cancel(*, row: Import) -> Import:
    """Give an import up, unless it is saved already."""
    row = Import.objects.select_for_update(of=("self",)).select_related("job").get(pk=row.pk)
    if row.state in (ImportState.DONE, ImportState.REFUSED, ImportState.FAILED):
        raise ConflictError(f"This import is {row.state} already.")
    if row.job is not None:
        job_cancel(job=row.job)
    # A save that is under way ends by itself: the row then says what became of it.
    if row.state != ImportState.SAVING or row.job is None or row.job.state == JobState.QUEUED:
        row.state = ImportState.CANCELLED
        row.save()
    return row


def import_run_check(context: JobContext) -> JobResult:
    """The job that looks through an upload."""
    row = _row(context)
    if row.state not in (ImportState.QUEUED, ImportState.CHECKING):
        return {}
    _move(row, ImportState.CHECKING)
    preview = import_check(
        path=Path(row.file.path),
        project=row.project,
        author=_author(row),
        progress=lambda done: context.progress(done, 0),
    )
    row.preview = preview.as_json()
    state = ImportState.REFUSED if preview.error_count else ImportState.READY
    _move(row, state)
    return {"state": str(state)}


def import_run_save(context: JobContext) -> JobResult:
    """The job that saves an upload. Rows and the word "done" are one transaction."""
    row = _row(context)
    if row.state != ImportState.SAVING:
        return {}
    try:
        with transaction.atomic():
            counts = import_save(path=Path(row.file.path), project=row.project, author=_author(row))
            _move(row, ImportState.DONE)
            context.progress(sum(counts.values()), sum(counts.values()))
    except FormatError as error:
        row.message = error.message
        _move(row, ImportState.REFUSED)
    return {"state": str(row.state)}


def _enqueue(row: Import, user: User, kind: str) -> Job:
    return job_enqueue(
        kind=kind, owner=user, params={"import": str(row.id)}, project_slug=row.project.slug
    )


def _row(context: JobContext) -> Import:
    rows = Import.objects.select_related("project", "created_by")
    return rows.get(pk=context.job.params["import"])


def _author(row: Import) -> Author:
    kind = AuthorKind.GOLD if row.into == ImportInto.GOLD else AuthorKind.PERSON
    return Author(row.created_by, kind)


def _move(row: Import, state: ImportState) -> None:
    row.state = state
    row.save(update_fields=["state", "preview", "message"])
