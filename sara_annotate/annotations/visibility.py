"""Who sees whose layers. Every selector that shows a layer asks here, and nothing else decides.

Reviewers and managers see all. An annotator sees their own layers and what models suggest;
another's layer of a text once their own of it is submitted; the gold (and what the solver made
of it) unless the text was assigned to them, or is in the pool of which they may get it, and
their work on it is not accepted yet.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Case as DbCase
from django.db.models import Exists, OuterRef, Q, QuerySet, Value, When

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.annotations.seats import Seat
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Project, Role

DERIVED = (AuthorKind.GOLD, AuthorKind.SOLVER)
HANDED_IN = (LayerState.SUBMITTED, LayerState.ACCEPTED)
CAME_BACK = (*HANDED_IN, LayerState.RETURNED)


def layers_visible(*, project: Project, user: User) -> QuerySet[Layer]:
    """The layers of a project that this person may see, whoever wrote them."""
    layers = Layer.objects.filter(project=project)
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        return layers
    own = Q(author_kind=AuthorKind.PERSON, author=user)
    others = Q(author_kind=AuthorKind.PERSON) & handed_in(user, "subsection_id", "case_id")
    derived = Q(author_kind__in=DERIVED) & ~is_blind(user, "subsection_id", "case_id")
    return layers.filter(own | others | Q(author_kind=AuthorKind.MODEL) | derived)


def handed_in(user: User, subsection: str, case: str) -> Q:
    """Rows about a text on which this person's own layer is submitted or accepted."""
    mine = Layer.objects.filter(author_kind=AuthorKind.PERSON, author=user, state__in=HANDED_IN)
    return _about(mine, subsection, case)


def came_back(user: User, subsection: str, case: str) -> Q:
    """The same, or it was returned: what is said of the text goes back with the layer."""
    mine = Layer.objects.filter(author_kind=AuthorKind.PERSON, author=user, state__in=CAME_BACK)
    return _about(mine, subsection, case)


def is_blind(user: User, subsection: str, case: str) -> Q:
    """Rows about a text that was assigned to this person, or is free for whoever is next.

    Until their own work on it is accepted.
    """
    seats = Seat.objects.filter(Q(person=user) | Q(person=None), removed_at=None)
    done = Layer.objects.filter(
        author_kind=AuthorKind.PERSON, author=user, state=LayerState.ACCEPTED
    )
    return _about(seats, subsection, case) & ~_about(done, subsection, case)


def blind_subsections(person: int) -> QuerySet[Seat]:
    """The same as keys of subsections, for queries that start from clauses or arguments."""
    done = Layer.objects.filter(
        author_kind=AuthorKind.PERSON,
        author=person,
        state=LayerState.ACCEPTED,
        subsection=OuterRef("subsection_id"),
    )
    seats = Seat.objects.filter(Q(person=person) | Q(person=None), removed_at=None)
    hidden: QuerySet[Any] = seats.exclude(Q(subsection=None) | Exists(done)).values("subsection")
    return hidden


def _about(rows: QuerySet[Layer] | QuerySet[Seat], subsection: str, case: str) -> Q:
    of_subsection = Exists(rows.filter(subsection=OuterRef(subsection)))
    of_case = Exists(rows.filter(case=OuterRef(case)))
    return Q(of_subsection) | Q(of_case)


def with_held(layers: QuerySet[Layer]) -> QuerySet[Any]:
    """The layers, each with `held`: why its author may not take back what they submitted, or "".

    "assigned": a reviewer returns what was assigned. "others": they have submitted the same text,
    so that there was their work to see. Before one's own is submitted nobody is told of that.
    """
    submitted = Q(state=LayerState.SUBMITTED)
    seats = Seat.objects.filter(person=OuterRef("author"), removed_at=None)
    handed = Layer.objects.filter(author_kind=AuthorKind.PERSON, state__in=HANDED_IN)
    others = handed.exclude(pk=OuterRef("pk"))
    return layers.annotate(
        held=DbCase(
            When(submitted & _about(seats, "subsection", "case"), then=Value("assigned")),
            When(submitted & _about(others, "subsection", "case"), then=Value("others")),
            default=Value(""),
        )
    )


def why_held(layer: Layer) -> str:
    """The same of one layer."""
    return str(with_held(Layer.objects.filter(pk=layer.pk)).values_list("held", flat=True).get())
