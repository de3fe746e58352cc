"""The impact of a change: every place of the author's layers that it touches, and the edits."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.calls import index_label
from sara_annotate.annotations.models import AuthorKind, ClauseCall, Edit, Instantiation, Layer
from sara_annotate.annotations.rows_bulk import layers_read
from sara_annotate.annotations.selectors import ALIVE
from sara_annotate.annotations.services import (
    MAX_EDITS,
    EditConflictError,
    describe_conflict,
    edit_value,
)
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.edits import log
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.operations import Batch, Operation, SingleOperation, make_batch
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer as LayerValue
from sara_annotate.domain.impact import Follow, Place, find_changes, plan_layer, through_of
from sara_annotate.domain.integrity import Change, describe_change, wrap_operations
from sara_annotate.domain.labels import parse_label

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A change that somebody thinks of: an operation on a layer, or an edit that is stored."""

    layer: UUID
    base_revision: int = 0
    operation: Operation | None = None
    edit: UUID | None = None
    follow: Follow = "rewrite"


@dataclass(frozen=True, slots=True)
class Impact:
    words: str
    touched: list[Json]
    edits: list[log.Edit]
    homes: dict[str, dict[str, str]]


def impact_find(*, project: Project, user: User, asked: Asked) -> Impact:
    """What a change touches; as many queries for a large project as for a small one."""
    row = _layer_get(project=project, user=user, key=asked.layer)
    before = layers_read([row])[row.pk]
    done: Sequence[SingleOperation] = ()
    if asked.edit is not None:
        stored = _edit_get(row, asked.edit)
        assert stored.inverse is not None
        changes = find_changes(stored.operation, stored.inverse, before)
        after, group = before, stored.group
    else:
        assert asked.operation is not None
        done, after, inverse = _try(row, before, user, asked)
        changes = find_changes(make_batch(list(done)), inverse, after)
        group = None
    return _Planning(project, user, row, changes, asked.follow, group).run(before, after, done)


def _layer_get(*, project: Project, user: User, key: UUID) -> Layer:
    """A subsection's layer that this person writes in: their own, or gold for a reviewer."""
    kinds = Q(author_kind=AuthorKind.PERSON, author=user)
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        kinds |= Q(author_kind=AuthorKind.GOLD)
    found = Layer.objects.filter(kinds, project=project, pk=key, subsection__isnull=False)
    row = found.select_related("subsection__statute").first()
    if row is None:
        raise EditRefused(
            "layer_foreign",
            "This is not a layer of a subsection that is yours to change.",
            position={"layer": str(key)},
        )
    return row


def _edit_get(row: Layer, key: UUID) -> log.Edit:
    found = Edit.objects.filter(layer=row, pk=key).first()
    if found is None:
        raise EditRefused(
            "edit_unknown", "This layer has no such edit.", position={"edit": str(key)}
        )
    return edit_value(found)


def _try(
    row: Layer, before: LayerValue, user: User, asked: Asked
) -> tuple[tuple[SingleOperation, ...], LayerValue, Operation]:
    """The operation as the layer takes it, the layer afterwards, and the inverse."""
    assert asked.operation is not None
    operation = asked.operation
    singles = operation.ops if isinstance(operation, Batch) else (operation,)
    gold = row.author_kind == AuthorKind.GOLD
    done = wrap_operations(singles, through_of(before, gold=gold))
    edit = log.Edit(
        id=str(uuid.uuid4()),
        layer=str(row.pk),
        author=str(user.pk),
        time=timezone.now().isoformat(),
        base_revision=asked.base_revision,
        operation=make_batch(list(done)),
    )
    later = Edit.objects.filter(layer=row, revision__gt=asked.base_revision)
    history = {stored.revision: edit_value(stored) for stored in later.select_related("author")}
    try:
        replay = log.accept_edits(before, [edit], history=history)
    except log.EditsConflict as conflict:
        extra = describe_conflict(conflict, row, before, history)
        raise EditConflictError(conflict.message, extra=extra) from conflict
    return done, replay.layer, log.invert(replay.edits[0])


@dataclass(slots=True)
class _Planning:
    project: Project
    user: User
    row: Layer
    changes: Sequence[Change]
    follow: Follow
    group: str | None

    def run(self, before: LayerValue, after: LayerValue, done: Sequence[SingleOperation]) -> Impact:
        assert self.row.subsection is not None
        of = parse_label(self.row.subsection.label)
        gold = self.row.author_kind == AuthorKind.GOLD
        others = self._others() if self.changes else []
        values = layers_read(others)
        group = self.group or str(uuid.uuid4())
        impact = Impact(" ".join(describe_change(of, one) for one in self.changes), [], [], {})
        for row in [self.row, *others]:
            own = row.pk == self.row.pk
            value = after if own else values[row.pk]
            plan = plan_layer(of, self.changes, value, through_of(value, gold=gold), self.follow)
            operations: list[Operation] = [*(done if own else ()), *plan.operations]
            if operations:
                start = before if own else value
                impact.edits.append(self._edit(row, start, make_batch(operations), group))
                impact.homes[str(row.pk)] = _home(row)
            impact.touched.extend(_shown(row, place, value, own=own) for place in plan.places)
        _refuse_too_many(impact.edits)
        return impact

    def _others(self) -> list[Layer]:
        """The author's layers that call this subsection or apply it to a case; one query."""
        same = Layer.objects.filter(
            project=self.project, author_kind=self.row.author_kind, author=self.row.author_id
        )
        found = same.filter(_about(self.row)).exclude(pk=self.row.pk)
        return list(
            found.select_related("subsection__statute", "case").order_by(
                F("case__name").asc(nulls_first=True),
                "subsection__statute__position",
                "subsection__position",
                "pk",
            )
        )

    def _edit(self, row: Layer, value: LayerValue, operation: Operation, group: str) -> log.Edit:
        return log.Edit(
            id=str(uuid.uuid4()),
            layer=str(row.pk),
            author=self.user.username,
            time=timezone.now().isoformat().replace("+00:00", "Z"),
            base_revision=row.revision,
            operation=operation,
            # The inverse comes along: whoever undoes need not have read the layer.
            inverse=apply_operation(value, operation)[1],
            group=group,
        )


def _about(row: Layer) -> Q:
    assert row.subsection is not None
    label = index_label(parse_label(row.subsection.label))
    calls = ClauseCall.objects.filter(label=label, clause__removed_at=None)
    cases = Instantiation.objects.filter(ALIVE, subsection=row.subsection)
    return Q(pk__in=calls.values("clause__layer")) | Q(pk__in=cases.values("layer"))


def _refuse_too_many(edits: Sequence[log.Edit]) -> None:
    if len(edits) > MAX_EDITS:
        raise EditRefused(
            "impact_too_large",
            f"This changes {len(edits)} layers, and one step may change {MAX_EDITS}.",
            position={"layers": len(edits)},
        )


def _home(row: Layer) -> dict[str, str]:
    if row.case is not None:
        return {"case": row.case.name}
    assert row.subsection is not None
    return {"subsection": row.subsection.label}


def _shown(row: Layer, place: Place, value: LayerValue, *, own: bool) -> Json:
    subsection = row.subsection
    label = parse_label(subsection.label) if subsection else None
    if subsection is None:
        key = place.item.partition(":")[2]
        label = parse_label(value.instantiations[key].label)
    assert label is not None
    return {
        "layer": row.pk,
        "item": place.item,
        "kind": "clause" if place.item == "clause" else "values",
        "label": label.plain,
        "printed": label.printed,
        "section": subsection.statute.section if subsection else None,
        "case": row.case.name if row.case else None,
        "own": own,
        "state": row.state,
        "becomes": place.outcome,
        "before": place.before,
        "after": place.after,
        "reason": place.reason,
    }
