"""Learning from what is accepted: after so many subsections, or every so many hours."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.corpus.models import Project
from sara_annotate.jobs.models import Job
from sara_annotate.suggestions.errors import ModelBusyError
from sara_annotate.suggestions.models import LearningSettings, ModelTask, TrainedModel
from sara_annotate.suggestions.services import train_enqueue


def new_subsections(project: Project) -> int:
    """Subsections whose gold or accepted layer changed since the newest model read its data."""
    last = TrainedModel.objects.filter(project=project, task=ModelTask.SPANS).aggregate(
        at=Max("data_at")
    )["at"]
    layers = Layer.objects.filter(
        project=project,
        author_kind__in=(AuthorKind.GOLD, AuthorKind.PERSON),
        state=LayerState.ACCEPTED,
    ).exclude(subsection=None)
    layers = layers.filter(updated_at__gt=last) if last else layers
    return layers.values("subsection").distinct().count()


def is_due(row: LearningSettings) -> bool:
    """Whether the project should learn now; nothing new, nothing to learn."""
    if not row.after_subsections and not row.every_hours:
        return False
    new = new_subsections(row.project)
    if row.after_subsections and new >= row.after_subsections:
        return True
    if not row.every_hours or not new:
        return False
    since = row.asked_at
    return since is None or timezone.now() - since >= timedelta(hours=row.every_hours)


@transaction.atomic
def learn_if_due(row: LearningSettings) -> Job | None:
    """A training, when one is due and none is under way; asked by many, it starts once."""
    locked = LearningSettings.objects.select_for_update().get(pk=row.pk)
    if locked.changed_by is None or not is_due(locked):
        return None
    try:
        job = train_enqueue(project=locked.project, by=locked.changed_by)
    except ModelBusyError:
        return None
    locked.asked_at = timezone.now()
    locked.save(update_fields=["asked_at"])
    return job


def layer_moved(layer: Layer) -> None:
    """Called when a layer's state changes: it may have been the last one needed."""
    if layer.state != LayerState.ACCEPTED or layer.subsection_id is None:
        return
    row = LearningSettings.objects.filter(project=layer.project_id, after_subsections__gt=0).first()
    if row is not None:
        transaction.on_commit(lambda: learn_if_due(row))


def learn_all_due() -> None:
    """What a worker does from time to time: look at every project that learns by itself."""
    rows = LearningSettings.objects.filter(project__archived_at=None).select_related("project")
    for row in rows.exclude(after_subsections=0, every_hours=0):
        learn_if_due(row)
