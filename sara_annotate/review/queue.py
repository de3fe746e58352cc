"""What waits for a reviewer: kept up to date whenever a layer is submitted, accepted, returned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.annotations.rows_bulk import layers_read
from sara_annotate.annotations.visibility import HANDED_IN
from sara_annotate.corpus.models import Project
from sara_annotate.domain.review.diff import diff_layers
from sara_annotate.review.models import Review
from sara_annotate.review.reading import (
    compared_make,
    compared_rows,
    describe_layer,
    layers_of_many,
)
from sara_annotate.review.subjects import describe_subject

AT_ONCE = 200


def review_note_layer(layer: Layer) -> None:
    """Write down how a layer's subject stands after the layer's state has changed."""
    if layer.author_kind != AuthorKind.PERSON:
        return
    where = {"subsection": layer.subsection_id, "case": layer.case_id}
    rows = list(Layer.objects.filter(**where).select_related("author", "case").order_by("pk"))
    review = Review.objects.filter(**where).first()
    if review is None:
        review = Review(
            project_id=layer.project_id, subsection_id=layer.subsection_id, case_id=layer.case_id
        )
    _count(review, rows)
    review.save()


def _count(review: Review, rows: Sequence[Layer]) -> None:
    waiting = [
        r for r in rows if r.author_kind == AuthorKind.PERSON and r.state == LayerState.SUBMITTED
    ]
    compared = compared_make(waiting)
    found = compared.differences
    review.waiting = len(waiting)
    review.disputes = len(found.disputes) if found else 0
    review.agreed = len(found.agreed) if found else 0
    review.waiting_since = min((r.updated_at for r in waiting), default=None)
    if waiting:
        review.accepted_at = review.accepted_by = None


def reviews_refresh(*, project: Project) -> int:
    """Reviews of all that is submitted, as after an import; the number of those that wait."""
    submitted = Q(project=project, author_kind=AuthorKind.PERSON, state=LayerState.SUBMITTED)
    grouped = layers_of_many(submitted)
    known = {
        (review.subsection_id, review.case_id): review
        for review in Review.objects.filter(project=project)
    }
    keys = list(grouped)
    for start in range(0, len(keys), AT_ONCE):
        _refresh(project, keys[start : start + AT_ONCE], grouped, known)
    gone = [review.pk for key, review in known.items() if key not in grouped]
    Review.objects.filter(pk__in=gone).update(waiting=0, disputes=0, agreed=0, waiting_since=None)
    return len(keys)


def _refresh(
    project: Project,
    keys: Sequence[tuple[int | None, int | None]],
    grouped: dict[tuple[int | None, int | None], list[Layer]],
    known: dict[tuple[int | None, int | None], Review],
) -> None:
    values = layers_read([row for key in keys for row in grouped[key]])
    made, changed = [], []
    for key in keys:
        review = known.get(key)
        if review is None:
            review = Review(project=project, subsection_id=key[0], case_id=key[1])
            made.append(review)
        else:
            changed.append(review)
        rows = grouped[key]
        found = diff_layers([values[row.pk] for row in rows])
        review.waiting = len(rows)
        review.disputes, review.agreed = len(found.disputes), len(found.agreed)
        review.waiting_since = min(row.updated_at for row in rows)
    Review.objects.bulk_create(made)
    fields = ["waiting", "disputes", "agreed", "waiting_since"]
    Review.objects.bulk_update(changed, fields)


def queue_list(
    *,
    project: Project,
    dispute: bool | None = None,
    section: str | None = None,
    task: str | None = None,
    state: str = "waiting",
) -> QuerySet[Review]:
    """Reviews with submitted work, most disputed first; or those accepted, newest first."""
    reviews = Review.objects.filter(project=project)
    if state == "accepted":
        reviews = reviews.filter(waiting=0, accepted_at__isnull=False)
    else:
        reviews = reviews.filter(waiting__gt=0)
    if dispute is not None:
        reviews = reviews.filter(disputes__gt=0) if dispute else reviews.filter(disputes=0)
    if section is not None:
        reviews = reviews.filter(subsection__statute__section=section)
    if task is not None:
        reviews = reviews.filter(case__isnull=task != "values")
    decided = Count("decisions", filter=Q(decisions__removed_at=None))
    first = ("-accepted_at",) if state == "accepted" else ("-disputes", "waiting_since")
    return (
        reviews.select_related("subsection__statute", "case", "accepted_by")
        .annotate(decided=decided)
        .order_by(*first, "id")
    )


def queue_rows(project: Project, reviews: Sequence[Review]) -> list[dict[str, Any]]:
    """A page of the queue with the layers that wait; one more query."""
    subsections = [r.subsection_id for r in reviews if r.subsection_id]
    cases = [r.case_id for r in reviews if r.case_id]
    handed = Q(project=project, author_kind=AuthorKind.PERSON, state__in=HANDED_IN)
    grouped = layers_of_many(handed & (Q(subsection__in=subsections) | Q(case__in=cases)))
    now = timezone.now()
    return [
        {
            **describe_subject(review.subsection, review.case),
            "disputes": review.disputes,
            "agreed": review.agreed,
            "decided": review.decided,  # type: ignore[attr-defined]  # annotated
            "waiting_since": review.waiting_since or now,
            "accepted_at": review.accepted_at,
            "accepted_by": review.accepted_by.display_name if review.accepted_by else None,
            "layers": [
                describe_layer(row, n)
                for n, row in enumerate(
                    compared_rows(grouped.get((review.subsection_id, review.case_id), []))
                )
            ],
        }
        for review in reviews
    ]
