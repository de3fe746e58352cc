"""What the engine needs of a project, as values."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations import models as rows
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.selectors import case_value
from sara_annotate.domain import corpus
from sara_annotate.domain.clauses.derive import LeafRow
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic.protocol import LogicProgram

ALIVE = Q(removed_at=None)


@dataclass(frozen=True, slots=True)
class AnnotatedRow:
    """A row of values and where it is kept."""

    value: corpus.Instantiation
    instantiation_id: UUID
    layer_id: UUID
    subsection_id: int
    case_id: int
    author: str
    """gold, or the name of a person."""
    revision: int = 0
    """Of its layer, when it was read."""


def program_get(*, project: texts.Project, compat: bool = False) -> LogicProgram | None:
    """The project's program, or None when it has none."""
    found = texts.Program.objects.filter(project=project).order_by("path")
    files = tuple(corpus.Program(row.path, row.text) for row in found)
    return LogicProgram(files, compat) if files else None


def layers_of(
    *, project: texts.Project, user: User | None = None, reader: User | None = None
) -> QuerySet[rows.Layer]:
    """The gold layers, or one person's; as far as `reader` may see them, when there is one."""
    layers = rows.Layer.objects.filter(project=project)
    if reader is not None:
        layers = layers_visible(project=project, user=reader)
    if user is None:
        return layers.filter(author_kind=AuthorKind.GOLD)
    return layers.filter(author_kind=AuthorKind.PERSON, author=user)


def human_layers(*, project: texts.Project) -> QuerySet[rows.Layer]:
    """All that people wrote: the gold and every person's own."""
    people = (AuthorKind.GOLD, AuthorKind.PERSON)
    return rows.Layer.objects.filter(project=project, author_kind__in=people)


def clause_map(
    *, project: texts.Project, user: User | None = None, reader: User | None = None
) -> dict[Label, Clause]:
    """Clauses that can be read, by subsection: gold, and over it what the person wrote."""
    found: dict[Label, Clause] = {}
    for owner in [None] if user is None else [None, user]:
        texts_ = rows.Clause.objects.filter(
            ALIVE, layer__in=layers_of(project=project, user=owner, reader=reader)
        ).values_list("layer__subsection__label", "text")
        for label, text in texts_.order_by("position"):
            clause = _read_clause(text) if text else None
            if clause is not None:
                found[parse_label(label)] = clause
    return found


@functools.lru_cache(maxsize=4096)
def _read_clause(text: str) -> Clause | None:
    """Texts of clauses seldom change, and every question needs all of them."""
    return parse_clause(text).clause


def integer_names(*, project: texts.Project) -> dict[Label, frozenset[str]]:
    """Names of the arguments that hold numbers, by subsection, as gold has them."""
    typed = rows.Argument.objects.filter(
        ALIVE,
        layer__in=layers_of(project=project),
        value_type=rows.ValueType.INTEGER,
    ).values_list("layer__subsection__label", "name")
    found: dict[Label, set[str]] = defaultdict(set)
    for label, name in typed:
        found[parse_label(label)].add(corpus.fold_name(name))
    return {label: frozenset(names) for label, names in found.items()}


def row_list(
    *,
    project: texts.Project,
    layers: QuerySet[rows.Layer] | None = None,
    case: texts.Case | None = None,
) -> Iterator[AnnotatedRow]:
    """Decided rows of these layers (gold when none are named), by case and place."""
    of = layers_of(project=project) if layers is None else layers
    if case is not None:
        of = of.filter(case=case)
    values = rows.Value.objects.filter(ALIVE).order_by("position")
    found = (
        rows.Instantiation.objects.filter(ALIVE, layer__in=of, truth__isnull=False)
        .select_related("subsection", "layer__case", "layer__author")
        .order_by("layer__case__name", "layer__author__username", "position", "id")
        .prefetch_related(Prefetch("values", queryset=values))
    )
    for row in found.iterator(1000):
        assert row.layer.case is not None
        yield AnnotatedRow(
            _row_value(row),
            row.id,
            row.layer_id,
            row.subsection_id,
            row.layer.case.pk,
            row.layer.author.username if row.layer.author else str(row.layer.author_kind),
            row.layer.revision,
        )


def _row_value(row: rows.Instantiation) -> corpus.Instantiation:
    pairs: dict[str, list[tuple[str, corpus.Value]]] = {"given": [], "found": []}
    for value in row.values.all():
        plain = tuple(value.value) if isinstance(value.value, list) else value.value
        pairs[value.role].append((value.name, plain))
    assert row.layer.case is not None
    return corpus.Instantiation(
        row.layer.case.name,
        parse_label(row.subsection.label),
        tuple(pairs["given"]),
        tuple(pairs["found"]),
        bool(row.truth),
        row.origin,  # type: ignore[arg-type]  # the database holds no other
    )


def leaf_rows(found: Iterator[AnnotatedRow]) -> dict[Label, list[LeafRow]]:
    """Rows by subsection, given and found values together."""
    leaves: dict[Label, list[LeafRow]] = defaultdict(list)
    for row in found:
        pairs = (*row.value.given, *row.value.found)
        values = {corpus.fold_name(name): value for name, value in pairs}
        leaves[row.value.label].append(LeafRow(values, row.value.truth))
    return leaves


def case_values(*, project: texts.Project) -> Iterator[tuple[int, corpus.Case]]:
    """Every case with its key, by name."""
    for row in texts.Case.objects.filter(project=project).order_by("name").iterator(500):
        yield row.pk, case_value(row)
