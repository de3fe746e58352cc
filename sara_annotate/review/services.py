"""Deciding, accepting into gold, returning, and taking an acceptance back."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Edit, Layer
from sara_annotate.annotations.services import edit_value, edits_apply_judging
from sara_annotate.corpus.models import Project
from sara_annotate.domain.edits import log
from sara_annotate.domain.edits.operations import AcceptLayer, Operation, ReturnLayer
from sara_annotate.domain.edits.state import Layer as LayerValue
from sara_annotate.domain.review.contents import check_choice
from sara_annotate.domain.review.decide import resolve
from sara_annotate.domain.review.diff import Differences
from sara_annotate.domain.review.items import Choice
from sara_annotate.domain.review.place import Preview, place_result
from sara_annotate.domain.review.plan import plan_on_gold
from sara_annotate.domain.review.result import Result
from sara_annotate.review.errors import ReviewMovedOnError, ReviewOpenError, ReviewStaleError
from sara_annotate.review.models import Decision, ItemOrigin, Review
from sara_annotate.review.reading import Compared, compared_read
from sara_annotate.review.subjects import Subject


@dataclass(frozen=True, slots=True)
class Decided:
    """What a reviewer sends for one item; neither take nor edit means undecided again."""

    key: str
    take: int | None = None
    edit: Mapping[str, Any] | None = None
    comment: str = ""
    guideline: str = ""


def fresh_differences(compared: Compared, fingerprint: str) -> Differences:
    """The differences, if they are those that the reviewer saw."""
    found = compared.differences
    if found is None or not compared.submitted:
        raise ReviewStaleError("Nothing waits for review here any more. Look at the queue again.")
    if found.fingerprint != fingerprint:
        raise ReviewStaleError(
            "The layers have changed since you looked. Look at the differences again.",
            extra={"fingerprint": found.fingerprint},
        )
    return found


@transaction.atomic
def decisions_set(
    *,
    project: Project,
    user: User,
    subject: Subject,
    fingerprint: str,
    decisions: Sequence[Decided],
    include: Collection[str] = (),
) -> Review:
    """Keep these decisions; a later one of the same item replaces the earlier."""
    compared = compared_read(project=project, subject=subject, include=include, lock=True)
    found = fresh_differences(compared, fingerprint)
    items = {item.key: item for item in found.items}
    review, _ = Review.objects.get_or_create(project=project, **subject.where)
    made = []
    for said in decisions:
        if said.take is None and said.edit is None:
            continue
        check_choice(items, Choice(said.key, said.take, said.edit))
        made.append(_decision(review, user, said, items[said.key].fingerprint))
    keys = [said.key for said in decisions]
    alive = Decision.objects.filter(review=review, item__in=keys, removed_at=None)
    alive.update(removed_at=timezone.now())
    Decision.objects.bulk_create(made)
    return review


def _decision(review: Review, user: User, said: Decided, fingerprint: str) -> Decision:
    return Decision(
        review=review,
        item=said.key,
        fingerprint=fingerprint,
        take=said.take,
        edit=dict(said.edit) if said.edit is not None else None,
        comment=said.comment,
        guideline=said.guideline,
        decided_by=user,
    )


def decisions_alive(*, subject: Subject, found: Differences) -> dict[str, Decision]:
    """Decisions by item, without those made on versions that are no more."""
    prints = {item.key: item.fingerprint for item in found.items}
    filters = {f"review__{field}": value for field, value in subject.where.items()}
    rows = Decision.objects.filter(removed_at=None, **filters).select_related("decided_by")
    return {row.item: row for row in rows if prints.get(row.item) == row.fingerprint}


def choices_of(decisions: Mapping[str, Decision]) -> list[Choice]:
    return [Choice(row.item, row.take, row.edit) for row in decisions.values()]


def preview_make(
    compared: Compared, found: Differences, choices: Sequence[Choice]
) -> tuple[Result, Preview]:
    """What gold would be after these choices; nothing is written."""
    result = resolve(found, choices)
    gold = compared.gold_value
    if gold is None:
        # Gold that is not there yet is empty, under an id that it may be made with.
        gold = LayerValue(str(uuid.uuid4()), found.kind, found.layers[0].parts)
    return result, place_result(gold, result, lambda: str(uuid.uuid4()))


@transaction.atomic
def review_accept(
    *,
    project: Project,
    user: User,
    subject: Subject,
    fingerprint: str,
    include: Collection[str] = (),
) -> Review:
    """Make the decided result gold: one transaction, one group of edits, one undo."""
    gold_ensure(project=project, subject=subject)
    compared = compared_read(project=project, subject=subject, include=include, lock=True)
    found = fresh_differences(compared, fingerprint)
    decisions = decisions_alive(subject=subject, found=found)
    result, preview = preview_make(compared, found, choices_of(decisions))
    if result.open or result.problems:
        problems = [{"code": p.code, "message": p.message} for p in result.problems]
        raise ReviewOpenError(
            f"{len(result.open)} disputes and {len(problems)} problems are left.",
            extra={"open": list(result.open), "problems": problems},
        )
    assert compared.gold is not None
    assert compared.gold_value is not None
    group = str(uuid.uuid4())
    edits = [_edit(row, AcceptLayer(), group) for row in compared.submitted]
    operation = plan_on_gold(compared.gold_value, preview.layer)
    if operation is not None:
        edits.insert(0, _edit(compared.gold, operation, group))
    edits_apply_judging(project=project, user=user, edits=edits)
    _keep_origins(compared, preview, decisions, user)
    review = Review.objects.get(**subject.where)
    review.group, review.accepted_by, review.accepted_at = uuid.UUID(group), user, timezone.now()
    review.save()
    return review


def gold_ensure(*, project: Project, subject: Subject) -> None:
    """The gold layer of a subject, empty, if it has none."""
    Layer.objects.bulk_create(
        [Layer(project=project, author_kind=AuthorKind.GOLD, **subject.where)],
        ignore_conflicts=True,
    )


def _edit(row: Layer, operation: Operation, group: str, undoes: str | None = None) -> log.Edit:
    now = timezone.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return log.Edit(
        str(uuid.uuid4()),
        str(row.pk),
        "",
        now,
        row.revision,
        operation,
        group=group,
        undoes=undoes,
    )


def _keep_origins(
    compared: Compared, preview: Preview, decisions: Mapping[str, Decision], user: User
) -> None:
    assert compared.gold is not None
    now = timezone.now()
    old = ItemOrigin.objects.filter(layer=compared.gold, removed_at=None)
    old.update(removed_at=now)
    ItemOrigin.objects.bulk_create(
        ItemOrigin(
            layer=compared.gold,
            item=item,
            authors=[compared.names[n] for n in source.layers],
            edited=source.edited,
            decision=decisions.get(source.item),
            accepted_by=user,
            accepted_at=now,
        )
        for item, source in preview.sources.items()
    )


@transaction.atomic
def review_return(
    *,
    project: Project,
    user: User,
    subject: Subject,
    fingerprint: str,
    reason: str,
    authors: Collection[str] = (),
    include: Collection[str] = (),
) -> list[Layer]:
    """Give submitted layers back to these authors (all when none are named), with a reason."""
    compared = compared_read(project=project, subject=subject, include=include, lock=True)
    fresh_differences(compared, fingerprint)
    chosen = [
        row
        for row in compared.submitted
        if not authors or (row.author and row.author.username in authors)
    ]
    if not chosen:
        raise ReviewStaleError("None of these people has a submitted layer here.")
    group = str(uuid.uuid4())
    edits = [_edit(row, ReturnLayer(reason), group) for row in chosen]
    edits_apply_judging(project=project, user=user, edits=edits)
    return chosen


@transaction.atomic
def review_undo(*, project: Project, user: User, subject: Subject) -> Review:
    """Take the last acceptance back, of gold and of the layers, unless something came after."""
    review = Review.objects.select_for_update().filter(project=project, **subject.where).first()
    if review is None or review.group is None:
        raise ReviewMovedOnError("There is no acceptance to take back.")
    done = list(Edit.objects.filter(group=review.group).order_by("layer", "-revision"))
    layers = {
        row.pk: row
        for row in Layer.objects.select_for_update()
        .filter(pk__in=[edit.layer_id for edit in done])
        .order_by("pk")
    }
    if any(layers[edit.layer_id].revision != edit.revision for edit in done):
        raise ReviewMovedOnError("Something was changed after this acceptance, so it stays.")
    group = str(uuid.uuid4())
    edits = [
        _edit(layers[edit.layer_id], log.invert(edit_value(edit)), group, str(edit.pk))
        for edit in done
    ]
    edits_apply_judging(project=project, user=user, edits=edits)
    gold = [row.pk for row in layers.values() if row.author_kind == AuthorKind.GOLD]
    ItemOrigin.objects.filter(layer__in=gold, removed_at=None).update(removed_at=timezone.now())
    review.refresh_from_db()
    review.group = None
    review.save()
    return review
