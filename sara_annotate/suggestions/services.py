"""What managers ask for: train, evaluate, pre-label, settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.blind import BlindShare
from sara_annotate.corpus.models import Case, Project, Statute
from sara_annotate.jobs.models import Job, JobState, Queue
from sara_annotate.jobs.services import job_enqueue
from sara_annotate.suggestions.errors import ModelBusyError
from sara_annotate.suggestions.models import LearningSettings, ModelState, ModelTask, TrainedModel
from sara_annotate.suggestions.proposers.choose import IN_USE, RULES, model_check

TRAIN, EVALUATE, PRELABEL = "model_train", "model_evaluate", "model_prelabel"
BUSY = (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED)
LEARNING_FIELDS = (
    "kind",
    "encoder",
    "source",
    "after_subsections",
    "every_hours",
    "prelabel_after",
    "clearly_better",
)


class NotThereError(ApplicationError):
    code = "not_there"


def settings_of(project: Project) -> LearningSettings:
    """The project's settings, or what holds while nobody has set any."""
    found = LearningSettings.objects.filter(project=project).first()
    return found or LearningSettings(project=project)


@transaction.atomic
def settings_change(*, project: Project, by: User, **changes: Any) -> LearningSettings:
    """Keep what was changed; `blind_percent` is kept where suggestions are shown."""
    percent = changes.pop("blind_percent", None)
    if percent is not None:
        BlindShare.objects.update_or_create(project=project, defaults={"percent": percent})
    known = {name: value for name, value in changes.items() if name in LEARNING_FIELDS}
    row, _ = LearningSettings.objects.update_or_create(
        project=project, defaults={**known, "changed_by": by}
    )
    return row


def train_enqueue(*, project: Project, by: User, **wanted: Any) -> Job:
    """A job that trains as the settings say, but for what is said here; one at a time."""
    chosen = settings_of(project)
    if Job.objects.filter(project_slug=project.slug, kind=TRAIN, state__in=BUSY).exists():
        raise ModelBusyError("A training is under way already. Wait for it, or cancel it.")
    params: dict[str, object] = {
        "kind": wanted.get("kind") or chosen.kind,
        "encoder": wanted.get("encoder", chosen.encoder),
        "source": wanted.get("source") or chosen.source,
        "changes": wanted.get("changes") or {},
        "prelabel": wanted.get("prelabel", chosen.prelabel_after),
    }
    return _enqueue(TRAIN, project, by, params)


def evaluate_enqueue(*, project: Project, by: User, source: str = "gold") -> Job:
    return _enqueue(EVALUATE, project, by, {"source": source})


def prelabel_enqueue(
    *,
    project: Project,
    by: User,
    model: str = IN_USE,
    sections: Sequence[str] = (),
    cases: Sequence[str] = (),
    tasks: Sequence[str] = ("arguments", "clauses"),
    values_by: str = "",
) -> Job:
    """A job that pre-labels these statutes and cases; all of them when none are named."""
    model_check(project=project, model=model)
    _check_known("statute", sections, Statute.objects.filter(project=project), "section")
    _check_known("case", cases, Case.objects.filter(project=project), "name")
    params: dict[str, object] = {
        "model": model,
        "name": _name(project, model),
        "sections": list(sections),
        "cases": list(cases),
        "tasks": list(tasks),
        "values_by": values_by,
    }
    return _enqueue(PRELABEL, project, by, params)


def _name(project: Project, model: str) -> str:
    """What the run is called after: the model as it is now, also if another takes over."""
    if model != IN_USE:
        return f"model {model}" if model.isdecimal() else model
    row = TrainedModel.objects.filter(
        project=project, task=ModelTask.SPANS, state=ModelState.IN_USE
    ).first()
    return row.name if row else RULES


def _check_known(what: str, wanted: Sequence[str], rows: Any, field: str) -> None:
    found = set(rows.filter(**{f"{field}__in": list(wanted)}).values_list(field, flat=True))
    missing = [name for name in wanted if name not in found]
    if missing:
        raise NotThereError(f"There is no {what} “{missing[0]}” in this project.")


def _enqueue(kind: str, project: Project, by: User, params: dict[str, object]) -> Job:
    return job_enqueue(
        kind=kind, owner=by, params=params, project_slug=project.slug, queue=Queue.MODELS
    )
