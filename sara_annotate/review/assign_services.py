"""Assigning in bulk: chosen, shown before, then done; and taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Seat, Task
from sara_annotate.corpus.models import Case, Membership, Project, StatuteKind, Subsection
from sara_annotate.corpus.selectors import printed
from sara_annotate.domain.assigning import Dealt, Text, choose_double, deal
from sara_annotate.domain.errors import DomainError
from sara_annotate.review.work_selectors import OPEN, seats_alive

SHOWN = 200


class AssignmentError(DomainError):
    code = "assignment_invalid"


@dataclass(frozen=True, slots=True)
class Order:
    """What a manager asks for. No people: the pool. Nothing named: every text of the task."""

    task: Task
    people: Sequence[str] = ()
    sections: Sequence[str] = ()
    subsections: Sequence[str] = ()
    cases: Sequence[str] = ()
    split: str | None = None
    double: int = 0
    due: date | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """What an order comes to, before anything is written."""

    dealt: list[Dealt]
    ids: dict[str, int]
    people: dict[str, User]
    seated: Mapping[str, Sequence[str | None]]
    load: Mapping[str, int]


def assignment_plan(*, project: Project, order: Order) -> Planned:
    """Who would get what, by what is assigned already; six queries at most."""
    people = _people(project, order.people)
    texts, ids = _texts(project, order)
    seated = _seated(project, order.task)
    load = _load(project)
    double = choose_double(texts, order.double)
    names = [user.username for user in people.values()]
    dealt = deal(texts, names, double=double, seated=seated, load=load)
    return Planned(dealt, ids, people, seated, load)


def _people(project: Project, wanted: Sequence[str]) -> dict[str, User]:
    members = Membership.objects.filter(project=project, user__username__in=wanted)
    found = {member.user.username: member.user for member in members.select_related("user")}
    missing = [name for name in wanted if name not in found]
    if missing:
        raise AssignmentError(
            f"Not in this project: {', '.join(missing)}.", extra={"people": missing}
        )
    return {name: found[name] for name in wanted}


def _texts(project: Project, order: Order) -> tuple[list[Text], dict[str, int]]:
    if order.task == Task.VALUES:
        if order.sections or order.subsections:
            raise AssignmentError("Values are annotated in cases: name cases or a split.")
        rows = _cases(project, order)
    else:
        if order.cases or order.split is not None:
            raise AssignmentError("Only values are annotated in cases: name statutes or parts.")
        rows = _subsections(project, order)
    texts = [Text(name, group) for name, group, _ in rows]
    if not texts:
        raise AssignmentError("There is no text to assign.")
    return texts, {name: pk for name, _, pk in rows}


def _subsections(project: Project, order: Order) -> list[tuple[str, str, int]]:
    rows = Subsection.objects.filter(project=project, statute__kind=StatuteKind.STATUTE)
    wanted = Q(statute__section__in=order.sections)
    for label in order.subsections:
        wanted |= Q(label=label) | Q(label__startswith=f"{label}(")
    if order.sections or order.subsections:
        rows = rows.filter(wanted)
    found = list(rows.values_list("label", "statute__section", "pk"))
    _all_found(order.sections, {section for _, section, _ in found}, "statute")
    _all_found(order.subsections, {label for label, _, _ in found}, "subsection")
    return found


def _cases(project: Project, order: Order) -> list[tuple[str, str, int]]:
    rows = Case.objects.filter(project=project)
    if order.cases:
        rows = rows.filter(name__in=order.cases)
    if order.split is not None:
        rows = rows.filter(split=order.split)
    found = list(rows.values_list("name", "split", "pk"))
    _all_found(order.cases, {name for name, _, _ in found}, "case")
    return found


def _all_found(wanted: Sequence[str], found: set[str], kind: str) -> None:
    missing = [name for name in wanted if name not in found]
    if missing:
        raise AssignmentError(
            f"There is no {kind} {', '.join(missing[:5])} here.", extra={"missing": missing}
        )


def _seated(project: Project, task: Task) -> dict[str, list[str | None]]:
    seats = Seat.objects.filter(project=project, task=task, removed_at=None)
    seated: dict[str, list[str | None]] = {}
    for label, name, person in seats.values_list(
        "subsection__label", "case__name", "person__username"
    ):
        seated.setdefault(label or name, []).append(person)
    return seated


def _load(project: Project) -> dict[str, int]:
    seats = seats_alive(project=project).filter(Q(state__in=OPEN), person__isnull=False)
    return Counter(seats.values_list("person__username", flat=True))


@transaction.atomic
def assignment_create(*, project: Project, by: User, order: Order) -> Planned:
    """Make the seats of an order that are missing; asked twice, nothing is added."""
    # One manager at a time, so that two orders see each other's seats.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    planned = assignment_plan(project=project, order=order)
    of = "case_id" if order.task == Task.VALUES else "subsection_id"
    seats = []
    for one in planned.dealt:
        there = len(planned.seated.get(one.text.key, ()))
        for number, name in enumerate(one.people, there + 1):
            seat = Seat(project=project, task=order.task, created_by=by, due=order.due)
            setattr(seat, of, planned.ids[one.text.key])
            seat.person, seat.pooled = planned.people[name] if name else None, name is None
            seat.number = number
            seats.append(seat)
    Seat.objects.bulk_create(seats, batch_size=500)
    return planned


def describe_plan(planned: Planned, task: str) -> dict[str, Any]:
    """The plan in figures, and its first rows by name."""
    new = Counter(name for one in planned.dealt for name in one.people)
    changed = [one for one in planned.dealt if one.people]
    return {
        "texts": len(planned.dealt),
        "double": sum(one.double for one in planned.dealt),
        "new": new.total(),
        "unchanged": len(planned.dealt) - len(changed),
        "pool": new[None],
        "people": [
            {
                "username": name,
                "name": user.display_name,
                "new": new[name],
                "open_before": planned.load.get(name, 0),
            }
            for name, user in planned.people.items()
        ],
        "rows": [
            {
                "kind": "cases" if task == Task.VALUES else "subsections",
                "name": one.text.key,
                "printed": one.text.key if task == Task.VALUES else printed(one.text.key),
                "double": one.double,
                "people": [
                    planned.people[name].display_name if name else None for name in one.people
                ],
            }
            for one in changed[:SHOWN]
        ],
    }


@transaction.atomic
def assignment_remove(
    *,
    project: Project,
    ids: Sequence[int] = (),
    person: str | None = None,
    pool: bool = False,
) -> int:
    """Take seats back: these, all open ones of a person, or the free ones. Layers stay."""
    seats = seats_alive(project=project)
    wanted = Q(pk__in=ids)
    if person is not None:
        wanted |= Q(person__username=person) & Q(state__in=OPEN)
    if pool:
        wanted |= Q(person=None)
    chosen = list(seats.filter(wanted).values_list("pk", flat=True))
    return Seat.objects.filter(pk__in=chosen).update(removed_at=timezone.now())
