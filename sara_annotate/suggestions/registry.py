"""Which models there are and which one is in use."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.jobs.models import Job
from sara_annotate.suggestions.models import ModelState, TrainedModel


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
    if not comparison or comparison["difference"] > 0:
        model_use(model=row)
        if prelabel:
            _prelabel(row, job.owner)
    return row


def _prelabel(row: TrainedModel, by: User) -> None:
    from sara_annotate.suggestions.services import prelabel_enqueue

    prelabel_enqueue(project=row.project, by=by)


@transaction.atomic
def model_use(*, model: TrainedModel) -> TrainedModel:
    """Put a model to use; the one before is retired and remembered as one step back."""
    now: datetime = timezone.now()
    before = (
        TrainedModel.objects.select_for_update()
        .filter(project=model.project_id, state=ModelState.IN_USE)
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
def model_roll_back(*, project: Project) -> TrainedModel | None:
    """One step back: the model before is in use again, or the rules where there was none."""
    current = (
        TrainedModel.objects.select_for_update()
        .filter(project=project, state=ModelState.IN_USE)
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
