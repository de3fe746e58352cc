"""Who is to work on what. A seat is done when the layer of its person is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import (
    Avg,
    Case,
    CharField,
    Count,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.http import Http404

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, LayerState, Mention, Seat
from sara_annotate.corpus.models import Membership, Project
from sara_annotate.review.subjects import describe_subject

FREE, NOT_BEGUN = "free", "not_begun"
STATES = (FREE, NOT_BEGUN, *LayerState.values)
DONE = (LayerState.SUBMITTED, LayerState.ACCEPTED)
OPEN = (NOT_BEGUN, LayerState.IN_PROGRESS, LayerState.RETURNED)
ORDERS = ("document", "uncertain")


def seats_alive(*, project: Project) -> QuerySet[Seat]:
    """Seats with `state`: that of the person's layer, or not begun, or free."""
    layers = Layer.objects.filter(author_kind=AuthorKind.PERSON, author=OuterRef("person_id"))
    of_subsection = layers.filter(subsection=OuterRef("subsection_id")).values("state")[:1]
    of_case = layers.filter(case=OuterRef("case_id")).values("state")[:1]
    begun = Coalesce(Subquery(of_subsection), Subquery(of_case), Value(NOT_BEGUN))
    state = Case(When(person=None, then=Value(FREE)), default=begun, output_field=CharField())
    return Seat.objects.filter(project=project, removed_at=None).annotate(state=state)


def in_order(seats: QuerySet[Seat], order: str = "document") -> QuerySet[Seat]:
    """Statutes as printed, then cases; or first where the newest model is least sure."""
    keys: list[Any] = [
        F("subsection__statute__position").asc(nulls_last=True),
        F("subsection__position").asc(nulls_last=True),
        "case__sort_key",
        "case__name",
        "number",
        "pk",
    ]
    if order == "uncertain":
        newest = (
            Layer.objects.filter(
                author_kind=AuthorKind.MODEL, subsection=OuterRef(OuterRef("subsection_id"))
            )
            .order_by("-created_at", "-pk")
            .values("pk")[:1]
        )
        sure = (
            Mention.objects.filter(layer=Subquery(newest), removed_at=None)
            .order_by()
            .values("layer")
            .annotate(sure=Avg("confidence"))
            .values("sure")
        )
        seats = seats.annotate(sure=Subquery(sure))
        keys.insert(0, F("sure").asc(nulls_last=True))
    return seats.order_by(*keys)


def work_list(*, project: Project, user: User, state: str | None = None) -> QuerySet[Seat]:
    """This person's seats in document order; `state` is open or done."""
    seats = seats_alive(project=project).filter(person=user)
    if state is not None:
        seats = seats.filter(Q(state__in=OPEN if state == "open" else DONE))
    return _joined(in_order(seats))


def assignment_list(
    *,
    project: Project,
    person: str | None = None,
    task: str | None = None,
    section: str | None = None,
    state: str | None = None,
) -> QuerySet[Seat]:
    """All seats, or those asked for. `state` is one of a layer, free, not_begun, open or done."""
    seats = seats_alive(project=project)
    if person is not None:
        seats = seats.filter(person__username=person)
    if task is not None:
        seats = seats.filter(task=task)
    if section is not None:
        seats = seats.filter(subsection__statute__section=section)
    if state is not None:
        wanted = {"open": OPEN, "done": DONE}.get(state, (state,))
        seats = seats.filter(Q(state__in=wanted))
    return _joined(in_order(seats))


def _joined(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("person", "subsection__statute", "case")


def seat_get(*, project: Project, user: User, seat_id: int) -> Seat:
    seat = _joined(seats_alive(project=project)).filter(person=user, pk=seat_id).first()
    if seat is None:
        raise Http404
    return seat


def seat_rows(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    return [seat_row(seat) for seat in seats]


def seat_row(seat: Seat) -> dict[str, Any]:
    person = seat.person
    return {
        "id": seat.pk,
        **describe_subject(seat.subsection, seat.case),
        "task": seat.task,
        "person": {"username": person.username, "name": person.display_name} if person else None,
        "state": seat.state,  # type: ignore[attr-defined]  # annotated
        "pooled": seat.pooled,
        "number": seat.number,
        "due": seat.due,
        "taken_at": seat.taken_at,
    }


def work_counts(*, project: Project, user: User) -> dict[str, int]:
    """This person's seats by state, and how many are free for whoever is next."""
    seats = seats_alive(project=project).filter(Q(person=user) | Q(person=None))
    counts = dict.fromkeys(STATES, 0) | {row["state"]: row["n"] for row in _count(seats, "state")}
    return {**counts, "open": sum(counts[s] for s in OPEN), "done": sum(counts[s] for s in DONE)}


def _count(seats: QuerySet[Seat], *by: str) -> QuerySet[Any]:
    counted: QuerySet[Any] = seats.order_by().values(*by).annotate(n=Count("pk"))
    return counted


def assignment_summary(*, project: Project) -> list[dict[str, Any]]:
    """For each person and task how many seats stand in each state; two queries.

    Members without work are there too, with nothing; the pool is the row without a person.
    """
    counted = list(_count(seats_alive(project=project), "person", "task", "state"))
    people: dict[int, tuple[User, str | None]] = {
        member.user_id: (member.user, member.role)
        for member in Membership.objects.filter(project=project).select_related("user")
    }
    left = User.objects.in_bulk({row["person"] for row in counted} - {None, *people})
    rows: dict[tuple[int | None, str], dict[str, int]] = {}
    for row in counted:
        states = rows.setdefault((row["person"], row["task"]), dict.fromkeys(STATES, 0))
        states[row["state"]] = row["n"]
    for pk in people.keys() - {key[0] for key in rows}:
        rows[pk, ""] = dict.fromkeys(STATES, 0)
    known = people | {pk: (user, None) for pk, user in left.items()}
    return sorted(
        (_summary(known.get(key[0]) if key[0] else None, key[1], n) for key, n in rows.items()),
        key=lambda row: (row["person"] is None, row["person"] and row["person"]["username"]),
    )


def _summary(
    person: tuple[User, str | None] | None, task: str, n: dict[str, int]
) -> dict[str, Any]:
    user, role = person or (None, None)
    return {
        "person": {"username": user.username, "name": user.display_name} if user else None,
        "role": role,
        "task": task or None,
        "states": n,
        "open": sum(n[state] for state in OPEN),
        "done": sum(n[state] for state in DONE),
    }
