"""The map of a project: its subsections, who calls whom, cycles and calls to nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Clause, ClauseCall, Layer
from sara_annotate.annotations.selectors import ALIVE, layers_fingerprint
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.models import Project, Statute, Subsection
from sara_annotate.corpus.selectors import printed
from sara_annotate.domain.graphs import find_cycles

Json = dict[str, object]


def map_layers(*, project: Project, user: User, which: str) -> QuerySet[Layer]:
    """Layers whose clauses the map shows: gold, or this person's own over it."""
    kinds = Q(author_kind=AuthorKind.GOLD)
    if which == "mine":
        kinds |= Q(author_kind=AuthorKind.PERSON, author=user)
    seen = layers_visible(project=project, user=user)
    return seen.filter(kinds, subsection__isnull=False)


def map_fingerprint(*, project: Project, layers: QuerySet[Layer]) -> str:
    """Changes whenever the map may; two queries."""
    texts = Subsection.objects.filter(project=project).aggregate(n=Count("pk"), last=Max("pk"))
    return f"{texts['n']}.{texts['last'] or 0}.{layers_fingerprint(layers)}"


def project_map(*, project: Project, layers: QuerySet[Layer]) -> Json:
    """The whole map in four queries; subsections are named by their place in the list."""
    statutes = list(Statute.objects.filter(project=project).defer("text").order_by("position"))
    place = {statute.pk: index for index, statute in enumerate(statutes)}
    rows = list(
        Subsection.objects.filter(project=project)
        .order_by("statute__position", "position")
        .values_list("label", "heading", "statute_id", "depth")
    )
    index = {row[0]: number for number, row in enumerate(rows)}
    clauses = _clauses(layers)
    callers = {key: index[label] for label, key in clauses.items()}
    calls, missing = _calls(_call_rows(layers), callers, index)
    return {
        "statutes": [_statute(row) for row in statutes],
        "subsections": [
            {
                "label": label,
                "printed": printed(label),
                "heading": heading,
                "statute": place[statute],
                "depth": depth,
                "clause": label in clauses,
            }
            for label, heading, statute, depth in rows
        ],
        "calls": [[caller, callee] for caller in range(len(rows)) for callee in calls[caller]],
        "missing": missing,
        "cycles": find_cycles([calls[caller] for caller in range(len(rows))]),
    }


def _statute(row: Statute) -> Json:
    return {"section": row.section, "printed": printed(row.section), "title": row.title}


def _clauses(layers: QuerySet[Layer]) -> dict[str, UUID]:
    """The clause that counts for each subsection: a person's own over the gold."""
    standing = Clause.objects.filter(ALIVE, layer__in=layers).exclude(text="")
    found = standing.values_list("layer__subsection__label", "layer__author_kind", "pk")
    ordered = sorted(found, key=lambda row: row[1] != AuthorKind.GOLD)
    return {label: key for label, _, key in ordered if label is not None}


def _call_rows(layers: QuerySet[Layer]) -> Iterable[tuple[UUID, str]]:
    found = ClauseCall.objects.filter(clause__removed_at=None, clause__layer__in=layers)
    return found.order_by("clause", "position").values_list("clause_id", "label")


def _calls(
    rows: Iterable[tuple[UUID, str]], callers: Mapping[UUID, int], index: Mapping[str, int]
) -> tuple[Mapping[int, list[int]], list[Json]]:
    """Callees of each caller, once each and in order, and calls of what is not there."""
    calls: dict[int, dict[int, None]] = defaultdict(dict)
    missing: dict[tuple[int, str], None] = {}
    for key, label in rows:
        caller = callers.get(key)
        if caller is None:
            continue
        if label in index:
            calls[caller][index[label]] = None
        else:
            missing[caller, label] = None
    return (
        defaultdict(list, {caller: list(callees) for caller, callees in calls.items()}),
        [{"caller": caller, "label": label} for caller, label in sorted(missing)],
    )
