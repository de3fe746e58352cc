"""Storing what a run of a model says: all of it or nothing, and never over an older run."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.annotations import models as rows
from sara_annotate.annotations.loading import RowBuffer
from sara_annotate.corpus.models import Project, Subsection
from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits import state, wire
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.proposals import (
    ProposedArgument,
    ProposedClause,
    ProposedLayer,
    ProposedMention,
)
from sara_annotate.domain.spans import Span, part_index


class RunExistsError(ConflictError):
    code = "run_exists"


class SuggestionRefused(DomainError):
    """A layer of a run that cannot be stored; nothing of the run was."""

    code = "suggestion_invalid"


@dataclass(frozen=True, slots=True)
class Fold:
    """Which of the run's models spoke of a statute, and the sections it was trained on."""

    name: str = ""
    trained_on: tuple[str, ...] = ()


@transaction.atomic
def model_layers_store(
    *,
    project: Project,
    run: str,
    model: str,
    layers: Sequence[ProposedLayer],
    folds: Mapping[str, Fold],
    by: User,
) -> rows.ModelRun:
    """Keep a run's layers. `folds` says, by section, what the model behind them had seen."""
    _check_folds(folds)
    if rows.ModelRun.objects.filter(project=project, name=run).exists():
        raise RunExistsError(f"There is a run “{run}” already. Give the new one another name.")
    now = timezone.now()
    row = rows.ModelRun.objects.create(
        project=project,
        name=run,
        model=model,
        created_at=now,
        folds={
            section: {"name": fold.name, "trained_on": list(fold.trained_on)}
            for section, fold in folds.items()
        },
    )
    found = _subsections(project, [layer.label for layer in layers])
    storing = _Storing(row, by, now)
    for layer in layers:
        storing.add(_find(found, folds, layer), layer)
    storing.buffer.flush()
    return row


def _check_folds(folds: Mapping[str, Fold]) -> None:
    for section, fold in folds.items():
        if section in fold.trained_on:
            raise SuggestionRefused(
                f"The model was trained on §{section} and must not make suggestions for it.",
                extra={"section": section, "reason": "trained_on_statute"},
            )


def _subsections(project: Project, labels: Sequence[str]) -> dict[str, Subsection]:
    if len(set(labels)) < len(labels):
        raise SuggestionRefused(
            "A run says one thing of a subsection; here one comes twice.",
            extra={"reason": "label_repeated"},
        )
    found = Subsection.objects.filter(project=project, label__in=labels)
    return {row.label: row for row in found.select_related("statute").prefetch_related("parts")}


def _find(
    found: Mapping[str, Subsection], folds: Mapping[str, Fold], layer: ProposedLayer
) -> Subsection:
    subsection = found.get(layer.label)
    if subsection is None:
        raise SuggestionRefused(
            f"There is no subsection {layer.label} in this project.",
            extra={"label": layer.label, "reason": "label_unknown"},
        )
    if subsection.statute.section not in folds:
        raise SuggestionRefused(
            f"The run does not say what its model for §{subsection.statute.section} had seen.",
            extra={"section": subsection.statute.section, "reason": "fold_missing"},
        )
    return subsection


@dataclass(slots=True)
class _Storing:
    run: rows.ModelRun
    by: User
    now: datetime
    buffer: RowBuffer = field(default_factory=RowBuffer)

    def add(self, subsection: Subsection, proposed: ProposedLayer) -> None:
        layer = rows.Layer(
            project=self.run.project,
            subsection=subsection,
            author_kind=rows.AuthorKind.MODEL,
            run=self.run.name,
            created_at=self.now,
            updated_at=self.now,
        )
        made = [*self._arguments(layer, subsection, proposed.arguments)]
        if proposed.clause is not None:
            made.append(self._clause(layer, subsection, proposed.clause))
        self.buffer.add(layer)
        self._edit(layer, subsection, made)

    def _arguments(
        self, layer: rows.Layer, subsection: Subsection, proposed: Iterable[ProposedArgument]
    ) -> Iterable[ops.Operation]:
        for order, item in enumerate(proposed):
            fields = {"name": item.name, "value_type": item.value_type, "position": order}
            argument = rows.Argument(
                layer=layer, confidence=_sure(item.confidence), why=item.why, **fields
            )
            self.buffer.add(argument)
            yield ops.NewArgument(
                state.Argument(str(argument.id), item.name, item.value_type, order)
            )
            for mention in item.mentions:
                yield self._mention(argument, subsection, mention)

    def _mention(
        self, argument: rows.Argument, subsection: Subsection, item: ProposedMention
    ) -> ops.Operation:
        parts = list(subsection.parts.all())
        # One outside is refused below, in the words of the rules.
        index = part_index(Span(item.start, item.end), parts) or 0
        row = rows.Mention(
            id=uuid.uuid4(),
            layer=argument.layer,
            argument=argument,
            part=parts[index],
            start=item.start,
            end=item.end,
            confidence=_sure(item.confidence),
            why=item.why,
        )
        self.buffer.add(row)
        return ops.AddMention(state.Mention(str(row.id), item.start, item.end, str(argument.id)))

    def _clause(
        self, layer: rows.Layer, subsection: Subsection, item: ProposedClause
    ) -> ops.Operation:
        row = rows.Clause(
            layer=layer,
            text=item.text,
            confidence=_sure(item.confidence),
            why=item.why,
            listed_in=subsection.statute,
            position=subsection.position,
        )
        self.buffer.add(row)
        return ops.SetClause(state.Clause(item.text))

    def _edit(
        self, layer: rows.Layer, subsection: Subsection, made: Sequence[ops.Operation]
    ) -> None:
        """The edit that explains the layer; reading it back checks it by the rules of edits."""
        if not made:
            return
        spans = tuple(Span(p.start, p.end) for p in subsection.parts.all())
        try:
            said = wire.operation_from_json(wire.operation_to_json(ops.make_batch(list(made))))
            _, inverse = apply_operation(state.Layer(str(layer.id), "subsection", spans), said)
        except EditRefused as refusal:
            raise SuggestionRefused(
                f"{subsection.label}: {refusal.message}",
                extra={"label": subsection.label, "reason": refusal.code, **refusal.position},
            ) from refusal
        layer.revision = 1
        self.buffer.add(
            rows.Edit(
                layer=layer,
                author=self.by,
                revision=1,
                base_revision=0,
                operation=wire.operation_to_json(said),
                inverse=wire.operation_to_json(inverse),
                made_at=self.now,
                received_at=self.now,
            )
        )


def _sure(confidence: float | None) -> float | None:
    if confidence is not None and not 0 <= confidence <= 1:
        raise SuggestionRefused(
            f"A confidence is between 0 and 1, not {confidence}.",
            extra={"confidence": str(confidence), "reason": "confidence_range"},
        )
    return confidence
