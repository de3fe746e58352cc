"""A review as the screen shows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.models import Project
from sara_annotate.domain.edits import state
from sara_annotate.domain.review.wire import differences_to_json, preview_to_json
from sara_annotate.review.models import Decision, ItemOrigin, Review
from sara_annotate.review.reading import Compared, compared_read, describe_layer
from sara_annotate.review.services import choices_of, decisions_alive, preview_make
from sara_annotate.review.subjects import Subject


def review_read(
    *, project: Project, subject: Subject, include: Collection[str] = ()
) -> dict[str, Any]:
    """Layers, their differences, what was decided; nothing is written."""
    compared = compared_read(project=project, subject=subject, include=include)
    review = Review.objects.filter(**subject.where).select_related("accepted_by").first()
    found = compared.differences
    decisions = decisions_alive(subject=subject, found=found) if found else {}
    shown = differences_to_json(found) if found else {"fingerprint": "", "disputes": 0, "agreed": 0}
    return {
        **subject.describe(),
        "text": subject.text,
        "parts": _parts(compared),
        "layers": [
            {**describe_layer(row, n), "arguments": describe_arguments(value)}
            for n, (row, value) in enumerate(zip(compared.rows, compared.values, strict=True))
        ],
        "gold_revision": compared.gold.revision if compared.gold else None,
        "items": [],
        **shown,
        "decisions": [describe_decision(row) for row in decisions.values()],
        "open": sum(1 for i in found.disputes if i.key not in decisions) if found else 0,
        "can_undo": bool(review and review.group),
        "accepted_at": review.accepted_at if review else None,
        "accepted_by": _name(review),
    }


def describe_arguments(value: state.Layer) -> list[dict[str, Any]]:
    """The arguments of a layer as numbered on screen, with their spans; none for a case."""
    return [
        {
            "number": number,
            "name": argument.name,
            "spans": sorted([m.start, m.end] for m in state.mentions_of(value, argument.id)),
        }
        for number, argument in enumerate(state.ordered_arguments(value), start=1)
    ]


def _name(review: Review | None) -> str | None:
    return review.accepted_by.display_name if review and review.accepted_by else None


def _parts(compared: Compared) -> list[list[int]]:
    values = [*compared.values, *([compared.gold_value] if compared.gold_value else [])]
    return [[part.start, part.end] for part in values[0].parts] if values else []


def describe_decision(row: Decision) -> dict[str, Any]:
    return {
        "key": row.item,
        "take": row.take,
        "edit": row.edit,
        "comment": row.comment,
        "guideline": row.guideline,
        "decided_by": row.decided_by.display_name,
        "decided_at": row.decided_at,
    }


def preview_read(
    *, project: Project, subject: Subject, include: Collection[str] = ()
) -> dict[str, Any]:
    """Gold as the decisions so far would make it."""
    compared = compared_read(project=project, subject=subject, include=include)
    found = compared.differences
    if found is None:
        return {"layer": {}, "open": [], "problems": [], "sources": {}, "fingerprint": ""}
    decisions = decisions_alive(subject=subject, found=found)
    result, preview = preview_make(compared, found, choices_of(decisions))
    shown = preview_to_json(result, preview, compared.names)
    return {**shown, "fingerprint": found.fingerprint}


def origins_read(*, project: Project, user: User, subject: Subject) -> list[dict[str, Any]]:
    """Whom each item of gold came from and who decided; nothing when one may not see the gold."""
    gold = layers_visible(project=project, user=user).filter(
        author_kind=AuthorKind.GOLD, **subject.where
    )
    rows = ItemOrigin.objects.filter(layer__in=gold, removed_at=None)
    return [
        {
            "item": row.item,
            "authors": row.authors,
            "edited": row.edited,
            "decided": row.decision is not None,
            "decided_by": row.decision.decided_by.display_name if row.decision else None,
            "comment": row.decision.comment if row.decision else "",
            "guideline": row.decision.guideline if row.decision else "",
            "accepted_by": row.accepted_by.display_name,
            "accepted_at": row.accepted_at,
        }
        for row in rows.select_related("decision__decided_by", "accepted_by").order_by("id")
    ]
