"""Reading what models suggest: for each subsection of a statute, what the newest run said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from sara_annotate.annotations.blind import blind_percent, shows_suggestions
from sara_annotate.annotations.models import (
    Argument,
    AuthorKind,
    Clause,
    Layer,
    Mention,
    ModelRun,
)
from sara_annotate.annotations.selectors import ALIVE, OfLayer
from sara_annotate.corpus.models import Project, Statute

R = TypeVar("R", bound=OfLayer)


def statute_suggestions(*, project: Project, statute: Statute) -> list[dict[str, object]]:
    """The newest run's word on each subsection that a model spoke of, but for blind ones."""
    percent = blind_percent(project)
    newest = [
        layer
        for layer in _newest(project, statute)
        if layer.subsection and shows_suggestions(project, percent, layer.subsection.label)
    ]
    runs = {row.name: row for row in ModelRun.objects.filter(project=project)}
    inside = Layer.objects.filter(pk__in=[layer.pk for layer in newest]).values("pk")
    arguments = _by_layer(Argument.objects.filter(ALIVE, layer__in=inside).order_by("position"))
    mentions = _by_layer(Mention.objects.filter(ALIVE, layer__in=inside).order_by("start"))
    clauses = _by_layer(Clause.objects.filter(ALIVE, layer__in=inside))
    return [
        {
            **_source(layer, runs.get(layer.run), statute),
            "arguments": [_argument(row) for row in arguments[layer.pk]],
            "mentions": [_mention(row) for row in mentions[layer.pk]],
            "clause": next(map(_clause, clauses[layer.pk]), None),
        }
        for layer in newest
    ]


def _by_layer(rows: Iterable[R]) -> dict[UUID, list[R]]:
    grouped: dict[UUID, list[R]] = defaultdict(list)
    for row in rows:
        grouped[row.layer_id].append(row)
    return grouped


def _newest(project: Project, statute: Statute) -> Iterable[Layer]:
    layers = Layer.objects.filter(
        project=project, author_kind=AuthorKind.MODEL, subsection__statute=statute
    ).select_related("subsection")
    ordered = layers.order_by("subsection__position", "created_at", "run")
    return {layer.subsection_id: layer for layer in ordered}.values()


def _source(layer: Layer, run: ModelRun | None, statute: Statute) -> dict[str, object]:
    """Who suggests: the run's name, its model, and what that model had been trained on."""
    fold: Mapping[str, Any] = run.folds.get(statute.section, {}) if run else {}
    return {
        "layer": layer.pk,
        "label": layer.subsection.label if layer.subsection else "",
        "run": layer.run,
        "model": run.model if run else "",
        "fold": fold.get("name", ""),
        "trained_on": fold.get("trained_on", []),
        "created_at": layer.created_at.isoformat(),
    }


def _argument(row: Argument) -> dict[str, object]:
    return {
        "id": row.pk,
        "name": row.name,
        "value_type": row.value_type,
        "confidence": row.confidence,
        "why": row.why,
    }


def _mention(row: Mention) -> dict[str, object]:
    return {
        "id": row.pk,
        "start": row.start,
        "end": row.end,
        "argument": row.argument_id,
        "confidence": _known(row.confidence),
        "why": row.why,
    }


def _clause(row: Clause) -> dict[str, object]:
    return {
        "id": row.pk,
        "text": row.text,
        "confidence": _known(row.confidence),
        "why": row.why,
    }


def _known(confidence: float | None) -> float:
    """A layer from elsewhere may not say how sure it is: then it is not."""
    return 0.0 if confidence is None else confidence
