"""Which models there are and which one is in use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.jobs.models import Job
from sara_annotate.suggestions.models import LearningSettings, ModelState, ModelTask, TrainedModel


@transaction.atomic
def model_add(
    *,
    job: Job,
    project: Project,
    before: TrainedModel | None,
    comparison: dict[str, Any],
    prelabel: bool = False,
    **fields: Any,
) -> TrainedModel:
    """A trained model; it takes over when it is better, or when there is nothing to compare."""
    Project.objects.select_for_update().get(pk=project.pk)  # numbers are given one at a time
    last = TrainedModel.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    row = TrainedModel.objects.create(
        project=project,
        number=(last or 0) + 1,
        compared_with=before,
        comparison=comparison,
        job=job,
        created_by=job.owner,
        **fields,
    )
    if is_better(comparison, clearly=clearly_wanted(project)):
        model_use(model=row)
        if prelabel:
            _prelabel(row, job.owner)
    return row


def is_better(comparison: Mapping[str, Any], *, clearly: bool) -> bool:
    """Whether a model takes over; `clearly`: only when 95 in 100 draws say so too."""
    if not comparison:
        return True
    return bool(comparison["difference"] > 0 and (not clearly or comparison["low"] > 0))


def clearly_wanted(project: Project) -> bool:
    """The project's word on taking over; without one, any better model does."""
    found = LearningSettings.objects.filter(project=project)
    return bool(found.values_list("clearly_better", flat=True).first())


def _prelabel(row: TrainedModel, by: User) -> None:
    from sara_annotate.suggestions.services import prelabel_enqueue

    tasks = ("values",) if row.task == ModelTask.VALUES else ("arguments", "clauses")
    prelabel_enqueue(project=row.project, by=by, tasks=tasks)


@transaction.atomic
def model_use(*, model: TrainedModel) -> TrainedModel:
    """Put a model to use; the one before is retired and remembered as one step back."""
    now: datetime = timezone.now()
    before = (
        TrainedModel.objects.select_for_update()
        .filter(project=model.project_id, task=model.task, state=ModelState.IN_USE)
        .exclude(pk=model.pk)
        .first()
    )
    if before is not None:
        before.state = ModelState.RETIRED
        before.save(update_fields=["state"])
        model.replaced = before
    model.state, model.used_at = ModelState.IN_USE, now
    model.save(update_fields=["state", "used_at", "replaced"])
    return model


@transaction.atomic
def model_retire(*, model: TrainedModel) -> TrainedModel:
    """Take a model out of use; the rules suggest until another is put to use."""
    model.state = ModelState.RETIRED
    model.save(update_fields=["state"])
    return model


@transaction.atomic
def model_roll_back(*, project: Project, task: str = ModelTask.SPANS) -> TrainedModel | None:
    """One step back: the model before is in use again, or the rules where there was none."""
    current = (
        TrainedModel.objects.select_for_update()
        .filter(project=project, task=task, state=ModelState.IN_USE)
        .first()
    )
    if current is None:
        raise ConflictError("No model is in use, so there is nothing to go back from.")
    back = current.replaced
    model_retire(model=current)
    if back is None:
        return None
    back.state, back.used_at = ModelState.IN_USE, timezone.now()
    back.save(update_fields=["state", "used_at"])
    return back
