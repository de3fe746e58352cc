"""Reading models, and what they suggest for cases."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from sara_annotate.accounts.models import User
from sara_annotate.annotations.blind import blind_percent, shows_suggestions
from sara_annotate.annotations.case_checks import arguments_of
from sara_annotate.annotations.case_reading import seen_layers, subsection_rows
from sara_annotate.annotations.models import (
    AuthorKind,
    Instantiation,
    Layer,
    ModelRun,
    Value,
    ValueRole,
)
from sara_annotate.corpus.models import Case, Project
from sara_annotate.domain.case_suggestions import find_place
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.suggestions.learning import new_subsections
from sara_annotate.suggestions.models import TrainedModel
from sara_annotate.suggestions.proposers.elsewhere import elsewhere_list
from sara_annotate.suggestions.services import EVALUATE, LEARNING_FIELDS, settings_of

Json = dict[str, Any]


def model_list(*, project: Project) -> QuerySet[TrainedModel]:
    """The newest first."""
    found = TrainedModel.objects.filter(project=project).order_by("-number")
    return found.select_related("compared_with", "replaced", "created_by")


def model_get(*, project: Project, model_id: UUID) -> TrainedModel:
    found = model_list(project=project).filter(pk=model_id).first()
    if found is None:
        raise Http404
    return found


def model_row(row: TrainedModel) -> Json:
    """A model as screens and scripts see it."""
    return {
        "id": row.pk,
        "number": row.number,
        "name": row.name,
        "kind": row.kind,
        "task": row.task,
        "state": row.state,
        "source": row.source,
        "encoder": str(row.parameters.get("encoder", "")),
        "parameters": row.parameters,
        "data_hash": row.data_hash,
        "subsections": row.subsections,
        "folds": row.folds,
        "scores": row.scores,
        "comparison": row.comparison or None,
        "previous": row.replaced.name if row.replaced else "",
        "created_at": row.created_at,
        "used_at": row.used_at,
        "created_by": row.created_by.username,
        "job": row.job_id,
    }


def overview(*, project: Project) -> Json:
    """What the page shows beside models and jobs: settings, models elsewhere, the last table."""
    row = settings_of(project)
    done = Job.objects.filter(project_slug=project.slug, kind=EVALUATE, state=JobState.DONE)
    last = done.order_by("-finished_at").first()
    return {
        "settings": {
            **{name: getattr(row, name) for name in LEARNING_FIELDS},
            "blind_percent": blind_percent(project),
        },
        "new_subsections": new_subsections(project),
        "elsewhere": elsewhere_list(),
        "runs": list(
            ModelRun.objects.filter(project=project)
            .order_by("-created_at", "-id")
            .values("name", "model", "created_at")[:20]
        ),
        "evaluated_at": last.finished_at if last else None,
        "evaluation": (last.result or {}).get("rows", []) if last else [],
    }


def case_suggestions(*, project: Project, user: User, case: Case) -> Json:
    """What the newest run of a model says of a case, with the arguments that it speaks of."""
    layers = Layer.objects.filter(project=project, author_kind=AuthorKind.MODEL, case=case)
    layer = layers.order_by("-created_at", "run").first()
    if layer is None or not shows_suggestions(project, blind_percent(project), case.name):
        return {"source": None, "rows": [], "subsections": []}
    values = Value.objects.filter(removed_at=None).order_by("position")
    rows = list(
        Instantiation.objects.filter(removed_at=None, layer=layer)
        .select_related("subsection__statute")
        .order_by("position")
        .prefetch_related(Prefetch("values", queryset=values.prefetch_related("evidence")))
    )
    used = list({row.subsection.pk: row.subsection for row in rows}.values())
    known = arguments_of(
        layers=seen_layers(project=project, user=user),
        labels=[one.label for one in used],
        author_id=user.pk,
    )
    return {
        "source": _source(layer, case),
        "rows": [_suggested_row(row, layer.run, case.text) for row in rows],
        "subsections": subsection_rows(used, known),
    }


def _source(layer: Layer, case: Case) -> Json:
    """Who suggests. A fold of values has learnt from cases: too many to name on a screen."""
    run = ModelRun.objects.filter(project=layer.project_id, name=layer.run).first()
    fold: Json = run.folds.get(case.name, {}) if run else {}
    return {
        "layer": layer.pk,
        "run": layer.run,
        "model": run.model if run else "",
        "fold": fold.get("name", ""),
        "trained_on": [],
        "created_at": layer.created_at,
    }


def _suggested_row(row: Instantiation, run: str, text: str) -> Json:
    return {
        "id": row.pk,
        "run": run,
        "label": row.subsection.label,
        "truth": row.truth,
        "confidence": row.confidence,
        "why": row.why,
        "values": [
            {
                "id": value.pk,
                "role": value.role,
                "name": value.name,
                "value": value.value,
                "confidence": value.confidence,
                "evidence": _evidence(value, text),
            }
            for value in row.values.all()
        ],
    }


def _evidence(value: Value, text: str) -> list[list[int]]:
    """Where the model found it or, where it does not say, the one place with its words."""
    said = [[one.start, one.end] for one in value.evidence.all()]
    if said or value.role != ValueRole.FOUND or not isinstance(value.value, str):
        return said
    place = find_place(text, value.value)
    return [[place.start, place.end]] if place else []
