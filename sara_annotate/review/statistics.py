"""How a project's gold is spread, counted by the database; as many queries for any size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet

from sara_annotate.annotations.models import (
    Argument,
    AuthorKind,
    Clause,
    Instantiation,
    Layer,
    Origin,
    ValueRole,
)
from sara_annotate.corpus.models import Project, Split, StatuteKind
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.statistics import Distribution, Reference, Statistics

ALIVE = Q(removed_at=None)
_HEAD = re.compile(r"\s*s?\w+\(([\w\s,]*)\)\s*(?::-|\.|$)")
"""The head of a clause as the files write it; anything else goes through the parser."""


def project_statistics(*, project: Project) -> Statistics:
    """Every table of the paper for this project's gold, and for its silver where it has some."""
    gold = Layer.objects.filter(project=project, author_kind=AuthorKind.GOLD)
    marked = gold.filter(subsection__statute__kind=StatuteKind.STATUTE, lists_mentions=True)
    alive = Q(mentions__removed_at=None, mentions__id__isnull=False)
    used = Argument.objects.filter(ALIVE, layer__in=marked).annotate(
        n=Count("mentions", filter=alive)
    )
    named = Q(arguments__removed_at=None, arguments__mentions__removed_at=None)
    clauses = Clause.objects.filter(ALIVE, layer__in=gold).exclude(text="")
    found: dict[tuple[str, str], Distribution] = {
        ("placeholders", "all"): _spread(marked.annotate(n=Count("mentions", filter=alive))),
        ("arguments", "all"): _spread(
            marked.annotate(
                n=Count(
                    "arguments",
                    filter=named & Q(arguments__mentions__id__isnull=False),
                    distinct=True,
                )
            )
        ),
        ("mentions", "all"): _spread(used.filter(n__gt=0)),
        ("clause_arguments", "all"): _count_heads(clauses.values_list("text", flat=True)),
        ("dependencies", "all"): _spread(clauses.annotate(n=Count("calls"))),
    }
    for role in (ValueRole.GIVEN, ValueRole.FOUND):
        found |= _values(project, role)
    return found


def _values(project: Project, role: ValueRole) -> dict[tuple[str, str], Distribution]:
    """Values of each row of a case, by split for gold; a row's truth counts as found."""
    rows = Instantiation.objects.filter(ALIVE, layer__project=project, layer__case__isnull=False)
    there = Q(values__role=role, values__removed_at=None)
    inside = Count("values", filter=there, distinct=True)
    # A truth that was said counts once, however many rows the join makes of it.
    said = Count("truth", distinct=True)
    counted = rows.annotate(n=inside + said if role == ValueRole.FOUND else inside)
    gold = counted.filter(layer__author_kind=AuthorKind.GOLD)
    made: dict[tuple[str, str], Distribution] = {
        (role.value, Split.TRAIN.value): _spread(gold.filter(layer__case__split=Split.TRAIN)),
        (role.value, Split.TEST.value): _spread(gold.filter(layer__case__split=Split.TEST)),
        (role.value, "gold"): _spread(gold),
        (role.value, "silver"): _spread(
            counted.filter(layer__author_kind=AuthorKind.SOLVER, origin=Origin.SILVER)
        ),
    }
    return made


def _spread(rows: QuerySet[Any]) -> Distribution:
    """How many rows have each number `n`; only the result leaves the database."""
    inner, params = rows.order_by().values_list("n").query.sql_with_params()
    column = "n"
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT "{column}", COUNT(*) FROM ({inner}) AS spread GROUP BY "{column}"',  # noqa: S608
            params,
        )
        return Distribution(dict(cursor.fetchall()))


def _count_heads(texts: Iterable[str]) -> Distribution:
    return Distribution(dict(Counter(map(count_head, texts))))


def count_head(text: str) -> int:
    """How many arguments a clause's head names."""
    plain = _HEAD.match(text)
    if plain:
        return len([name for name in plain[1].split(",") if name.strip()])
    parsed = parse_clause(text)
    clause = parsed.clause or parsed.recovered
    return len(clause.names) if clause else 0


def project_reference(*, project: Project) -> Reference:
    return Reference(project.slug, project_statistics(project=project))
