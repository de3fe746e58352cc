"""Exports as jobs: a worker writes the file, which is there for a while to be fetched."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from uuid import UUID

from django.core.files.storage import default_storage
from django.http import Http404

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.exchange.exporting import EXPORTS, export_chunks, export_name, export_warnings
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.jobs.services import job_enqueue

KIND = "export"
KEPT_DAYS = 7


def export_enqueue(*, project: Project, by: User, format: str) -> Job:
    return job_enqueue(kind=KIND, owner=by, params={"format": format}, project_slug=project.slug)


def export_run(context: JobContext) -> JobResult:
    """The whole file or none; made again from the start when a worker was lost over it."""
    project = Project.objects.get(slug=context.job.project_slug)
    wanted = str(context.job.params["format"])
    place = _place(context.job.pk, wanted)
    place.parent.mkdir(parents=True, exist_ok=True)
    _forget_old(place.parent)
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    size, digest = 0, hashlib.sha256()
    try:
        with draft.open("wb") as file:
            for chunk in export_chunks(project=project, format=wanted):
                file.write(chunk)
                digest.update(chunk)
                size += len(chunk)
                context.progress(size // 1024, 0)
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)
    for problem in export_warnings(project=project, format=wanted):
        context.log(f"warning: {problem}")
    name = export_name(project=project, format=wanted)
    return {"name": name, "bytes": size, "sha256": digest.hexdigest()}


def export_file(*, project: Project, job_id: UUID) -> tuple[Path, str, str]:
    """The file that an export's job wrote, what to call it, and its content type."""
    job = Job.objects.filter(pk=job_id, kind=KIND, project_slug=project.slug).first()
    if job is None:
        raise Http404
    if job.state != JobState.DONE:
        raise ConflictError(f"This export is {job.state}; there is a file when it is done.")
    wanted = str(job.params["format"])
    place = _place(job.pk, wanted)
    if not place.is_file():
        raise ConflictError(f"Exports are kept for {KEPT_DAYS} days. Ask for a new one.")
    return place, str(job.result["name"]), EXPORTS[wanted][2]


def _place(job_id: UUID, format: str) -> Path:
    return Path(default_storage.path(f"exports/{job_id}{EXPORTS[format][1]}"))


def _forget_old(folder: Path) -> None:
    """Also drafts of workers that died; whoever wants such a file again asks for a new one."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for path in folder.iterdir():
        if path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
