"""Handing out work: the next item, giving it back, and what was abandoned."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, LayerState, Seat
from sara_annotate.corpus.models import Project
from sara_annotate.review.work_selectors import DONE, OPEN, in_order, seats_alive, work_list

HELD = 20
"""So many unfinished texts of the pool a person may hold."""


def lease() -> timedelta:
    return timedelta(hours=settings.WORK_LEASE_HOURS)


@transaction.atomic
def work_next(
    *, project: Project, user: User, order: str = "document", after: int | None = None
) -> Seat | None:
    """This person's next seat: returned work, then their own, then one from the pool.

    `after` is the seat that they have before them, so that a text can be passed over.
    """
    # A person who asks in two tabs at once waits for themselves; others do not wait.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    abandoned_return(project=project)
    own = _own(project, user, order)
    later = _after(own, after)
    if later:
        return later[0]
    if sum(seat.pooled for seat in own) < HELD:
        taken = _take(project, user, order)
        if taken is not None:
            return taken
    return own[0] if own else None


def _own(project: Project, user: User, order: str) -> list[Seat]:
    seats = in_order(seats_alive(project=project).filter(person=user), order)
    mine = list(seats.filter(Q(state__in=OPEN)))
    returned = [s for s in mine if s.state == LayerState.RETURNED]  # type: ignore[attr-defined]
    return returned + [seat for seat in mine if seat not in returned]


def _after(seats: list[Seat], after: int | None) -> list[Seat]:
    """The seats behind this one; all of them when it is not among them."""
    places = [place for place, seat in enumerate(seats) if seat.pk == after]
    return seats[places[0] + 1 :] if places else seats


def _take(project: Project, user: User, order: str) -> Seat | None:
    """A free seat, now this person's. Whoever asks meanwhile passes over the locked row."""
    seat = in_order(free_for(project, user), order)
    found = seat.select_for_update(skip_locked=True, of=("self",)).first()
    if found is None:
        return None
    found.person, found.taken_at = user, timezone.now()
    found.lease_until = found.taken_at + lease()
    found.save(update_fields=["person", "taken_at", "lease_until"])
    return found


def free_for(project: Project, user: User) -> QuerySet[Seat]:
    """Free seats of texts that this person has not had, of that task, nor handed in."""
    had = Seat.objects.filter(person=user, task=OuterRef("task"))
    layers = Layer.objects.filter(author_kind=AuthorKind.PERSON, author=user, state__in=DONE)
    free = Seat.objects.filter(project=project, person=None, removed_at=None)
    return free.exclude(
        Exists(had.filter(subsection=OuterRef("subsection_id")))
        | Exists(had.filter(case=OuterRef("case_id")))
        | Exists(layers.filter(subsection=OuterRef("subsection_id")))
        | Exists(layers.filter(case=OuterRef("case_id")))
    )


@transaction.atomic
def abandoned_return(*, project: Project, now: datetime | None = None) -> int:
    """Put seats of the pool back that nobody has worked at for the time of a lease.

    The old seat stays, ended, so that the same person is not given the text again, whose gold
    they may have seen meanwhile.
    """
    now = now or timezone.now()
    busy = Layer.objects.filter(author_kind=AuthorKind.PERSON, author=OuterRef("person_id")).filter(
        Q(state__in=DONE) | Q(updated_at__gt=now - lease())
    )
    late = Seat.objects.filter(
        project=project, pooled=True, removed_at=None, person__isnull=False, lease_until__lt=now
    ).exclude(
        Exists(busy.filter(subsection=OuterRef("subsection_id")))
        | Exists(busy.filter(case=OuterRef("case_id")))
    )
    rows = list(late.select_for_update(skip_locked=True, of=("self",)))
    _replace(rows, now)
    return len(rows)


def _replace(rows: list[Seat], now: datetime) -> None:
    """End these seats and put free ones in their places."""
    Seat.objects.filter(pk__in=[row.pk for row in rows]).update(removed_at=now)
    Seat.objects.bulk_create(
        Seat(
            project_id=row.project_id,
            subsection_id=row.subsection_id,
            case_id=row.case_id,
            task=row.task,
            pooled=True,
            number=row.number,
            due=row.due,
            created_by_id=row.created_by_id,
        )
        for row in rows
    )


@transaction.atomic
def work_give_back(*, project: Project, user: User, seat: Seat) -> None:
    """Put a text back into the pool that this person took from there."""
    mine = work_list(project=project, user=user).filter(pk=seat.pk)
    locked = mine.select_for_update(of=("self",)).first()
    if locked is None or not locked.pooled:
        raise ConflictError("A manager gave you this; ask a manager to take it back.")
    if locked.state in DONE:  # type: ignore[attr-defined]  # annotated
        raise ConflictError("This is handed in already.")
    _replace([locked], timezone.now())


def seat_note_layer(layer: Layer) -> None:
    """Whoever hands in what they seemed to have abandoned has their place again, if it is free."""
    if layer.author_kind != AuthorKind.PERSON or layer.state != LayerState.SUBMITTED:
        return
    seats = Seat.objects.filter(subsection=layer.subsection_id, case=layer.case_id)
    mine = seats.filter(person=layer.author_id)
    had = set(mine.values_list("task", flat=True))
    have = set(mine.filter(removed_at=None).values_list("task", flat=True))
    free = seats.filter(person=None, removed_at=None, task__in=had - have)
    for seat in free.select_for_update(of=("self",)).order_by("pk"):
        if seat.task not in have:
            have.add(seat.task)
            seat.person_id, seat.taken_at = layer.author_id, timezone.now()
            seat.save(update_fields=["person", "taken_at"])
