"""A project in the database as a source of records, read in chunks whatever its size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, Prefetch, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations import models as rows
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.models import StatuteKind
from sara_annotate.corpus.selectors import subsection_values
from sara_annotate.domain import corpus
from sara_annotate.domain.labels import parse_label

STATUTES_AT_ONCE = 50
ROWS_AT_ONCE = 1000
T = TypeVar("T")
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class DatabaseSource:
    """One author's layers of a project: the gold ones, or a person's."""

    project: texts.Project
    author: User | None = None

    def layers(self) -> QuerySet[rows.Layer]:
        mine = rows.Layer.objects.filter(project=self.project)
        if self.author is None:
            return mine.filter(author_kind=AuthorKind.GOLD)
        return mine.filter(author_kind=AuthorKind.PERSON, author=self.author)

    def _is_mine(self, kind: str, author: int | None) -> bool:
        if self.author is None:
            return kind == AuthorKind.GOLD
        return kind == AuthorKind.PERSON and author == self.author.pk

    def statutes(self) -> Iterator[corpus.AnnotatedStatute]:
        statutes = texts.Statute.objects.filter(project=self.project, kind=StatuteKind.STATUTE)
        order = statutes.order_by("position", "id")
        for chunk in in_chunks(order, texts.Statute.objects.all(), STATUTES_AT_ONCE):
            yield from self._annotate(chunk)

    def find_statute(self, section: str) -> corpus.AnnotatedStatute | None:
        """One statute with this author's layers, a free predicate's included."""
        found = texts.Statute.objects.filter(project=self.project, section=section)
        return next(self._annotate(list(found)), None)

    def _annotate(self, chunk: list[texts.Statute]) -> Iterator[corpus.AnnotatedStatute]:
        parts = texts.SubsectionPart.objects.order_by("line")
        subsections = group(
            texts.Subsection.objects.filter(statute__in=chunk)
            .order_by("position")
            .prefetch_related(Prefetch("parts", queryset=parts)),
            "statute_id",
        )
        layers = self._layers_of([row.pk for found in subsections.values() for row in found])
        mentions = self._mentions([layer.pk for layer in layers.values()])
        clauses = self._clauses(chunk)
        for statute in chunk:
            found = subsections[statute.pk]
            values = subsection_values(found)
            marked = (
                (value.label, layers.get(row.pk)) for row, value in zip(found, values, strict=True)
            )
            yield corpus.AnnotatedStatute(
                corpus.Statute(statute.section, statute.text, values),
                tuple(
                    corpus.SubsectionMentions(label, tuple(mentions[layer.pk]))
                    for label, layer in marked
                    if layer and (layer.lists_mentions or mentions[layer.pk])
                ),
                tuple(clauses[statute.pk]),
            )

    def _layers_of(self, subsections: list[int]) -> dict[int | None, rows.Layer]:
        """This author's layer of each subsection.

        Asked for by subsection alone: with the project or the author in the condition, a
        database without statistics reads all of their layers for every chunk.
        """
        found = rows.Layer.objects.filter(subsection__in=subsections)
        return {
            layer.subsection_id: layer
            for layer in found
            if self._is_mine(layer.author_kind, layer.author_id)
        }

    def _mentions(self, layers: list[UUID]) -> dict[UUID, list[corpus.Mention]]:
        found = rows.Mention.objects.filter(layer__in=layers, removed_at=None)
        by_layer: dict[UUID, list[corpus.Mention]] = defaultdict(list)
        for layer, start, end, name in found.order_by("start").values_list(
            "layer_id", "start", "end", "argument__name"
        ):
            by_layer[layer].append(corpus.Mention(start, end, name))
        return by_layer

    def _clauses(self, chunk: list[texts.Statute]) -> dict[object, list[corpus.ClauseText]]:
        found = rows.Clause.objects.filter(listed_in__in=chunk, removed_at=None)
        whose = ("layer__author_kind", "layer__author_id")
        by_statute: dict[object, list[corpus.ClauseText]] = defaultdict(list)
        for statute, label, text, kind, author in found.order_by("position").values_list(
            "listed_in_id", "layer__subsection__label", "text", *whose
        ):
            if self._is_mine(kind, author):
                by_statute[statute].append(corpus.ClauseText(parse_label(label), text))
        return by_statute

    def cases(self) -> Iterator[corpus.Case]:
        """Cases in the order of their splits, then by name."""
        found = texts.Case.objects.filter(project=self.project)
        order = found.order_by("split", "split_position", "name")
        for chunk in in_chunks(order, texts.Case.objects.all(), ROWS_AT_ONCE):
            yield from map(case_value, chunk)

    def instantiations(self) -> Iterator[corpus.Instantiation]:
        found = rows.Instantiation.objects.filter(layer__in=self.layers(), removed_at=None)
        order = found.order_by("position", "id")
        for chunk in in_chunks(order, instantiation_rows(), ROWS_AT_ONCE):
            yield from map(instantiation_value, chunk)

    def instantiations_of(self, cases: Iterable[str]) -> Iterator[corpus.Instantiation]:
        """What this author says of these cases."""
        found = rows.Layer.objects.filter(case__project=self.project, case__name__in=list(cases))
        layers = [x.pk for x in found if self._is_mine(x.author_kind, x.author_id)]
        said = instantiation_rows().filter(layer__in=layers, removed_at=None)
        return map(instantiation_value, said.order_by("position", "id"))

    def programs(self) -> Iterator[corpus.Program]:
        for row in texts.Program.objects.filter(project=self.project).order_by("path"):
            yield corpus.Program(row.path, row.text)


def case_value(row: texts.Case) -> corpus.Case:
    """A case's row as the domain knows it."""
    return corpus.Case(
        row.name,
        row.text,
        row.question,
        row.answer,
        row.facts,
        row.test,
        row.source,
        row.split,  # type: ignore[arg-type]  # the database holds no other
    )


def instantiation_value(row: rows.Instantiation) -> corpus.Instantiation:
    """A row with its values as the domain knows it; one not decided counts as false."""
    assert row.layer.case is not None
    pairs: dict[str, list[tuple[str, corpus.Value]]] = {"given": [], "found": []}
    for value in row.values.all():
        plain = tuple(value.value) if isinstance(value.value, list) else value.value
        pairs[value.role].append((value.name, plain))
    return corpus.Instantiation(
        row.layer.case.name,
        parse_label(row.subsection.label),
        tuple(pairs["given"]),
        tuple(pairs["found"]),
        bool(row.truth),
        row.origin,  # type: ignore[arg-type]  # the database holds no other
    )


def instantiation_rows() -> QuerySet[rows.Instantiation]:
    """Instantiations with all that `instantiation_value` asks of them."""
    values = rows.Value.objects.filter(removed_at=None).order_by("position")
    return (
        rows.Instantiation.objects.select_related("subsection", "layer__case")
        .only("truth", "origin", "subsection__label", "layer__case__name")
        .prefetch_related(Prefetch("values", queryset=values))
    )


def in_chunks(order: QuerySet[M], found: QuerySet[M], size: int) -> Iterator[list[M]]:
    """The rows that `order` names, in its order, as lists of at most `size`.

    Sorting keys alone keeps texts out of the database's memory, and reading rows by their keys
    alone lets it find them without statistics.
    """
    keys = list(order.values_list("pk", flat=True))
    for start in range(0, len(keys), size):
        wanted = keys[start : start + size]
        rows_by_key = {row.pk: row for row in found.filter(pk__in=wanted).order_by()}
        yield [rows_by_key[key] for key in wanted]


def group(found: Iterable[T], path: str) -> dict[object, list[T]]:
    """Rows by an attribute, which may be reached over dots."""
    grouped: dict[object, list[T]] = defaultdict(list)
    for row in found:
        key: object = row
        for name in path.split("."):
            key = getattr(key, name)
        grouped[key].append(row)
    return grouped
