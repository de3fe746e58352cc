"""The life of a layer: its edits in words, itself at any revision, and the way back to one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any
from uuid import UUID

from django.http import Http404

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.blind import blind_percent, shows_suggestions
from sara_annotate.annotations.models import (
    AuthorKind,
    Clause,
    Edit,
    Instantiation,
    Layer,
    Mention,
    Value,
)
from sara_annotate.annotations.rows import layer_blank, layer_read
from sara_annotate.annotations.services import edit_value
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.rebase import touched
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import Layer as LayerValue
from sara_annotate.domain.edits.words import say_differences, say_operation
from sara_annotate.domain.review.plan import plan_changes

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A stored edit between the layer before it and the layer after it."""

    row: Edit
    operation: ops.Operation
    before: LayerValue
    after: LayerValue

    @property
    def items(self) -> list[str]:
        """What it changed, also in passing: merging arguments moves mentions."""
        keys = {key for key in touched(self.operation) if not key.startswith("name:")}
        pairs = (
            ("mention", self.before.mentions, self.after.mentions),
            ("argument", self.before.arguments, self.after.arguments),
            ("instantiation", self.before.instantiations, self.after.instantiations),
        )
        for kind, old, new in pairs:
            changed = (key for key in {*old, *new} if _get(old, key) != _get(new, key))
            keys |= {f"{kind}:{key}" for key in changed}
        return sorted(keys | {f"argument:{key}" for key in _merged_into(self.operation)})


def _get(items: Any, key: str) -> object:
    return items.get(key)


def _merged_into(operation: ops.Operation) -> Iterable[str]:
    singles = operation.ops if isinstance(operation, ops.Batch) else (operation,)
    return (op.into for op in singles if isinstance(op, ops.MergeArguments))


def layer_get(*, project: Project, user: User, key: UUID) -> Layer:
    """A layer that this person may see; for others it does not exist."""
    seen = layers_visible(project=project, user=user).filter(pk=key)
    row = seen.select_related("subsection__statute", "case", "author").first()
    if row is None or not _is_shown(row, project, user):
        raise Http404
    return row


def _is_shown(row: Layer, project: Project, user: User) -> bool:
    """Where suggestions are held back, the model's layer is too."""
    if row.author_kind != AuthorKind.MODEL:
        return True
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        return True
    name = row.subsection.label if row.subsection else row.case.name if row.case else ""
    return shows_suggestions(project, blind_percent(project), name)


def history_steps(row: Layer, *, item: str = "") -> list[Step]:
    """The edits of a layer, newest first; of one item when it is named. One replay."""
    found = replay(row, row.revision)
    found.reverse()
    return [step for step in found if item in step.items] if item else found


def replay(row: Layer, revision: int) -> list[Step]:
    """The stored edits up to a revision, applied in order to the empty layer."""
    now = layer_blank(row)
    steps = []
    stored = row.edits.filter(revision__lte=revision).select_related("author")
    for edit in stored.order_by("revision"):
        operation = edit_value(edit).operation
        after, _ = apply_operation(now, operation)
        steps.append(Step(edit, operation, now, after))
        now = after
    return steps


def history_rows(row: Layer, steps: Sequence[Step]) -> list[Json]:
    """Steps as they are shown: who, when, what, and from which suggestion; four queries."""
    text = text_of(row)
    origins = {step.row.pk: _origins(step) for step in steps}
    runs = _runs(row.project_id, set(chain.from_iterable(origins.values())))
    return [
        {
            "id": step.row.pk,
            "revision": step.row.revision,
            "author": step.row.author.username,
            "name": step.row.author.display_name,
            "made_at": step.row.made_at,
            "received_at": step.row.received_at,
            "what": say_operation(step.before, step.operation, text),
            "items": step.items,
            "undoes": step.row.undoes,
            "group": step.row.group,
            "from_suggestion": step.row.from_suggestion,
            "suggested_by": sorted({runs[key] for key in origins[step.row.pk] if key in runs}),
        }
        for step in steps
    ]


def _origins(step: Step) -> set[str]:
    """The suggestions that an edit, or anything that it brought, came from."""
    named = {str(step.row.from_suggestion)} if step.row.from_suggestion else set()
    singles = step.operation.ops if isinstance(step.operation, ops.Batch) else (step.operation,)
    for op in singles:
        if isinstance(op, ops.AddMention) and op.mention.from_suggestion:
            named.add(op.mention.from_suggestion)
        elif isinstance(op, ops.SetClause) and op.clause.from_suggestion:
            named.add(op.clause.from_suggestion)
        elif isinstance(op, ops.SetValue) and op.value.from_suggestion:
            named.add(op.value.from_suggestion)
    return named


def _runs(project: int, keys: set[str]) -> dict[str, str]:
    """Which run of a model each suggestion is of."""
    wanted = {"pk__in": keys, "layer__project": project, "layer__author_kind": AuthorKind.MODEL}
    rows = Instantiation.objects.filter(layer__project=project, layer__author_kind=AuthorKind.MODEL)
    found = chain(
        Mention.objects.filter(**wanted).values_list("pk", "layer__run"),
        Clause.objects.filter(**wanted).values_list("pk", "layer__run"),
        rows.filter(pk__in=keys).values_list("pk", "layer__run"),
        Value.objects.filter(pk__in=keys, instantiation__in=rows).values_list(
            "pk", "instantiation__layer__run"
        ),
    )
    return {str(key): run for key, run in found}


def text_of(row: Layer) -> str:
    if row.case is not None:
        return row.case.text
    assert row.subsection is not None
    return row.subsection.statute.text


def layer_at(row: Layer, revision: int) -> LayerValue:
    """The layer as it was after so many edits; 0 is before the first."""
    if revision > row.revision:
        raise Http404
    steps = replay(row, revision)
    return steps[-1].after if steps else layer_blank(row)


def differences(row: Layer, then: LayerValue) -> list[str]:
    """What was otherwise then than it is now, in words."""
    return say_differences(then, layer_read(row), text_of(row))


def restore_plan(
    row: Layer, *, user: User, revision: int, base_revision: int
) -> ops.Operation | None:
    """The operation that makes a layer say again what it said; None when it does already.

    It is sent like any other edit, so it is undone like any other. The state stays, and so do
    the marks of what somebody should look at: they are about the present.
    """
    if row.author_kind != AuthorKind.PERSON or row.author_id != user.pk:
        raise EditRefused(
            "layer_foreign",
            "Only the author of a layer restores an earlier version of it.",
            position={"layer": str(row.pk)},
        )
    if base_revision != row.revision:
        raise ConflictError(
            "The layer has changed since. Look at it again.", extra={"revision": row.revision}
        )
    then, now = layer_at(row, revision), layer_read(row)
    if now.is_frozen:
        raise EditRefused(
            "layer_frozen",
            f"The layer is {now.state} and stays as it is.",
            position={"state": now.state},
        )
    made = plan_changes(now, replace(then, stale=now.stale))
    return ops.make_batch([*made]) if made else None
