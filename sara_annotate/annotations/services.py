"""Edits: checked by the pure rules, rebased over what came in between, all or nothing."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.case_checks import refuse_unfit
from sara_annotate.annotations.models import AuthorKind, Edit, Layer, LayerState
from sara_annotate.annotations.rows import LayerWriter, layer_read
from sara_annotate.annotations.visibility import why_held
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Case, Project, Role, Subsection
from sara_annotate.domain.edits import log, wire
from sara_annotate.domain.edits.operations import (
    AcceptLayer,
    Batch,
    Operation,
    ReopenLayer,
    ReturnLayer,
)
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer as LayerValue

_NAMESPACE = uuid.UUID("6f1d5a53-6d6b-4c0e-9a3e-4a1f2f0f7c11")
MAX_EDITS = 1000

HELD_WORDS = {
    "assigned": "This text was assigned to you, and you have submitted it.",
    "others": "Another annotator has submitted this text too.",
}


def layer_key(
    *, user: User, subsection: Subsection | None = None, case: Case | None = None
) -> uuid.UUID:
    """The id that a person's layer has, or will have once they say something."""
    if subsection is not None:
        return subsection_layer_key(user.pk, subsection.pk)
    return uuid.uuid5(_NAMESPACE, f"case/{case.pk if case else ''}/person/{user.pk}")


def subsection_layer_key(user: int, subsection: int) -> uuid.UUID:
    """The same for a subsection, by keys alone."""
    return uuid.uuid5(_NAMESPACE, f"subsection/{subsection}/person/{user}")


class EditConflictError(ConflictError):
    """Both versions of whatever is in conflict, for a person to choose."""

    code = "edit_conflict"


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """Where the layers stand, and which edits were new."""

    revisions: dict[str, int]
    applied: list[str]


def edits_apply(
    *,
    project: Project,
    user: User,
    edits: Sequence[log.Edit],
    homes: Mapping[str, Mapping[str, str]],
) -> EditOutcome:
    """Apply one request's edits in one transaction. An edit that came before is passed over.

    `homes` says of each layer which subsection or case it is of, so that a person's layer
    can be made when they first say something.
    """
    if len(edits) > MAX_EDITS:
        raise EditRefused("batch_too_large", f"Send at most {MAX_EDITS} edits at once.")
    with transaction.atomic():
        applying = _Applying(project, user, timezone.now())
        return applying.run(edits, homes)


def edits_apply_judging(*, project: Project, user: User, edits: Sequence[log.Edit]) -> EditOutcome:
    """Apply a reviewer's edits, also of people's layers: they accept, return and take back."""
    with transaction.atomic():
        return _Applying(project, user, timezone.now(), judging=True).run(edits, {})


MovedHook = Callable[[Layer], None]
MOVED_HOOKS: list[MovedHook] = []
"""Called, in the same transaction, with each layer whose state an edit changed."""


@dataclass(slots=True)
class _Applying:
    project: Project
    user: User
    now: datetime
    judging: bool = False
    _place: dict[str, int] = field(default_factory=dict)

    def run(self, edits: Sequence[log.Edit], homes: Mapping[str, Mapping[str, str]]) -> EditOutcome:
        by_layer: dict[str, list[log.Edit]] = {}
        for place, edit in enumerate(edits):
            by_layer.setdefault(edit.layer, []).append(edit)
            self._place[edit.id] = place
        found = self._lock(by_layer, homes)
        known = self._known(edits)
        outcome = EditOutcome({}, [])
        for key, mine in by_layer.items():
            applied = self._apply(found[key], mine, known)
            outcome.revisions[key] = found[key].revision
            outcome.applied.extend(applied)
        return outcome

    def _lock(
        self, by_layer: Mapping[str, object], homes: Mapping[str, Mapping[str, str]]
    ) -> dict[str, Layer]:
        """The layers, locked in one order, so that two requests cannot wait for each other."""
        self._create_missing(by_layer, homes)
        rows = (
            Layer.objects.select_for_update(of=("self",))
            .filter(project=self.project, pk__in=by_layer)
            .select_related("subsection__statute", "case")
            .order_by("pk")
        )
        found = {str(row.pk): row for row in rows}
        for key in by_layer:
            if key not in found or not self._may_edit(found[key]):
                raise EditRefused(
                    "layer_foreign",
                    "This layer is not yours to change.",
                    position={"layer": key},
                )
        return found

    def _create_missing(
        self, by_layer: Mapping[str, object], homes: Mapping[str, Mapping[str, str]]
    ) -> None:
        wanted = {key: homes[key] for key in by_layer if key in homes}
        labels = {home["subsection"] for home in wanted.values() if "subsection" in home}
        names = {home["case"] for home in wanted.values() if "case" in home}
        made = [
            Layer(
                id=layer_key(user=self.user, subsection=row),
                project=self.project,
                subsection=row,
                author_kind=AuthorKind.PERSON,
                author=self.user,
            )
            for row in Subsection.objects.filter(project=self.project, label__in=labels)
        ] + [
            Layer(
                id=layer_key(user=self.user, case=row),
                project=self.project,
                case=row,
                author_kind=AuthorKind.PERSON,
                author=self.user,
            )
            for row in Case.objects.filter(project=self.project, name__in=names)
        ]
        mine = [layer for layer in made if str(layer.id) in wanted]
        # Two tabs may begin the same layer at once; the second finds it made.
        Layer.objects.bulk_create(mine, ignore_conflicts=True)

    def _refuse_judgement(self, layer: Layer, edits: Sequence[log.Edit]) -> None:
        """Nobody accepts or returns their own work, or takes back what others wait for."""
        if layer.author_kind != AuthorKind.PERSON or self.judging:
            return
        for edit in edits:
            self._refuse_reopening(layer, edit)
            if any(isinstance(op, AcceptLayer | ReturnLayer) for op in _single(edit.operation)):
                raise EditRefused(
                    "not_allowed",
                    "A reviewer accepts and returns layers.",
                    position={"edit": edit.id},
                )

    def _refuse_reopening(self, layer: Layer, edit: log.Edit) -> None:
        reopens = any(isinstance(op, ReopenLayer) for op in _single(edit.operation))
        if not reopens or layer.state != LayerState.SUBMITTED:
            return
        if why := why_held(layer):
            raise EditRefused(
                "layer_frozen",
                f"{HELD_WORDS[why]} A reviewer has to return yours before it can change.",
                position={"edit": edit.id, "state": layer.state, "held": why},
            )

    def _may_edit(self, layer: Layer) -> bool:
        if layer.author_kind == AuthorKind.PERSON:
            return layer.author_id == self.user.pk or self.judging
        if layer.author_kind == AuthorKind.GOLD:
            return project_allows(user=self.user, project=self.project, role=Role.REVIEWER)
        return False

    def _known(self, edits: Sequence[log.Edit]) -> list[log.Edit]:
        """Edits of these ids that were stored before, wherever they are."""
        return [edit_value(row) for row in Edit.objects.filter(pk__in=[e.id for e in edits])]

    def _apply(self, row: Layer, edits: Sequence[log.Edit], known: Sequence[log.Edit]) -> list[str]:
        self._refuse_judgement(row, edits)
        base = min(edit.base_revision for edit in edits)
        later = Edit.objects.filter(layer=row, revision__gt=base).select_related("author")
        history = {stored.revision: edit_value(stored) for stored in later}
        before = layer_read(row)
        try:
            replay = log.accept_edits(before, edits, history=history, known=known)
        except log.EditsConflict as conflict:
            raise EditConflictError(
                conflict.message, extra=describe_conflict(conflict, row, before, history)
            ) from conflict
        if not replay.edits:
            return []
        if row.case_id:
            refuse_unfit(row, before, replay.edits)
        LayerWriter(row, before, replay.layer, self.now).write()
        self._store(row, replay.edits)
        if before.state != replay.layer.state:
            for hook in MOVED_HOOKS:
                hook(row)
        return [edit.id for edit in replay.edits]

    def _store(self, row: Layer, edits: Sequence[log.Edit]) -> None:
        stored = []
        for edit in edits:
            row.revision += 1
            stored.append(self._edit_row(row, edit))
        Edit.objects.bulk_create(stored)
        row.updated_at = self.now
        row.save(update_fields=["revision", "updated_at", "state", "state_reason"])

    def _edit_row(self, row: Layer, edit: log.Edit) -> Edit:
        assert edit.inverse is not None
        return Edit(
            id=uuid.UUID(edit.id),
            layer=row,
            author=self.user,
            revision=row.revision,
            base_revision=edit.base_revision,
            operation=wire.operation_to_json(edit.operation),
            inverse=wire.operation_to_json(edit.inverse),
            undoes=_uuid(edit.undoes),
            group=_uuid(edit.group),
            from_suggestion=_uuid(edit.from_suggestion),
            made_at=parse_datetime(edit.time) or self.now,
            # A microsecond each: undo follows the order in which they came, whatever clocks say.
            received_at=self.now + timedelta(microseconds=self._place[edit.id]),
        )


def _single(operation: Operation) -> tuple[Operation, ...]:
    return operation.ops if isinstance(operation, Batch) else (operation,)


def _uuid(text: str | None) -> uuid.UUID | None:
    return uuid.UUID(text) if text else None


def edit_value(row: Edit) -> log.Edit:
    """A stored edit as the rules know it."""
    return log.Edit(
        id=str(row.id),
        layer=str(row.layer_id),
        author=str(row.author_id),
        time=row.made_at.isoformat(),
        base_revision=row.base_revision,
        operation=wire.operation_from_json(row.operation),
        inverse=wire.operation_from_json(row.inverse),
        undoes=str(row.undoes) if row.undoes else None,
        group=str(row.group) if row.group else None,
        from_suggestion=str(row.from_suggestion) if row.from_suggestion else None,
    )


def describe_conflict(
    conflict: log.EditsConflict, row: Layer, layer: LayerValue, history: Mapping[int, log.Edit]
) -> dict[str, Any]:
    """What a person needs to choose: the items, my change, theirs, and the layer as it is."""
    return {
        "layer": wire.layer_to_json(layer),
        "revision": row.revision,
        "conflicts": {
            edit: {
                "items": list(found.items),
                "mine": wire.operation_to_json(found.mine),
                "theirs": [wire.operation_to_json(op) for op in found.theirs],
            }
            for edit, found in conflict.conflicts.items()
        },
        "edits": [log.edit_to_json(edit) for _, edit in sorted(history.items())],
    }
