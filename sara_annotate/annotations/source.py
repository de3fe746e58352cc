"""A project in the database as a source of records, read in chunks whatever its size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations import models as rows
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.models import StatuteKind
from sara_annotate.corpus.selectors import case_value
from sara_annotate.domain import corpus
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.spans import Span

STATUTES_AT_ONCE = 50
ROWS_AT_ONCE = 1000
WHOSE = ("author_kind", "author_id")
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
        subsections = _subsections(chunk)
        layers = self._layers_of([pk for found in subsections.values() for pk, _ in found])
        mentions = self._mentions([layer for layer, _ in layers.values()])
        clauses = self._clauses(chunk)
        for statute in chunk:
            found = subsections[statute.pk]
            marked = ((sub.label, *layers[pk]) for pk, sub in found if pk in layers)
            yield corpus.AnnotatedStatute(
                corpus.Statute(statute.section, statute.text, tuple(sub for _, sub in found)),
                tuple(
                    corpus.SubsectionMentions(label, tuple(mentions[layer]))
                    for label, layer, listed in marked
                    if listed or mentions[layer]
                ),
                tuple(clauses[statute.pk]),
            )

    def _layers_of(self, subsections: list[int]) -> dict[int | None, tuple[UUID, bool]]:
        """This author's layer of each subsection, and whether it lists mentions.

        Asked for by subsection alone: with the project or the author in the condition, a
        database without statistics reads all of their layers for every chunk.
        """
        found = rows.Layer.objects.filter(subsection__in=subsections).values_list(
            "subsection_id", "pk", "lists_mentions", *WHOSE
        )
        return {of: (pk, listed) for of, pk, listed, *whose in found if self._is_mine(*whose)}

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
        whose = (f"layer__{name}" for name in WHOSE)
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
        for keys in key_chunks(found.order_by("position", "id"), ROWS_AT_ONCE):
            yield from _instantiations(keys)

    def instantiations_of(self, cases: Iterable[str]) -> Iterator[corpus.Instantiation]:
        """What this author says of these cases."""
        layers = rows.Layer.objects.filter(case__project=self.project, case__name__in=list(cases))
        mine = [pk for pk, *whose in layers.values_list("pk", *WHOSE) if self._is_mine(*whose)]
        yield from instantiations_in(mine)

    def programs(self) -> Iterator[corpus.Program]:
        for row in texts.Program.objects.filter(project=self.project).order_by("path"):
            yield corpus.Program(row.path, row.text)


# Below, rows come as plain tuples. As models with their related rows they make circles of
# references, and the search for these grew with the size of the project.


def _subsections(
    statutes: list[texts.Statute],
) -> dict[int, list[tuple[int, corpus.Subsection]]]:
    """Subsections with their keys, by statute, in order."""
    parts: dict[int, list[Span]] = defaultdict(list)
    of_statute = texts.SubsectionPart.objects.filter(subsection__statute__in=statutes)
    for key, start, end in of_statute.order_by("line").values_list("subsection_id", "start", "end"):
        parts[key].append(Span(start, end))
    found: dict[int, list[tuple[int, corpus.Subsection]]] = defaultdict(list)
    listed = texts.Subsection.objects.filter(statute__in=statutes).order_by("position")
    for statute, key, label, heading in listed.values_list("statute_id", "pk", "label", "heading"):
        value = corpus.Subsection(parse_label(label), tuple(parts[key]), heading)
        found[statute].append((key, value))
    return found


def instantiations_in(layers: list[UUID]) -> Iterator[corpus.Instantiation]:
    """What these layers say of their cases."""
    found = rows.Instantiation.objects.filter(layer__in=layers, removed_at=None)
    for keys in key_chunks(found.order_by("position", "id"), ROWS_AT_ONCE):
        yield from _instantiations(keys)


def _instantiations(keys: list[UUID]) -> Iterator[corpus.Instantiation]:
    """The instantiations with these keys, in their order; one not decided counts as false."""
    values: dict[tuple[UUID, str], list[tuple[str, corpus.Value]]] = defaultdict(list)
    said = rows.Value.objects.filter(instantiation__in=keys, removed_at=None).order_by("position")
    for key, role, name, value in said.values_list("instantiation_id", "role", "name", "value"):
        values[key, role].append((name, tuple(value) if isinstance(value, list) else value))
    found = rows.Instantiation.objects.filter(pk__in=keys).order_by()
    fields = ("layer__case__name", "subsection__label", "truth", "origin")
    by_key = {key: rest for key, *rest in found.values_list("pk", *fields)}
    for key in keys:
        case, label, truth, origin = by_key[key]
        given, answer = tuple(values[key, "given"]), tuple(values[key, "found"])
        yield corpus.Instantiation(case, parse_label(label), given, answer, bool(truth), origin)


def key_chunks(order: QuerySet[M], size: int) -> Iterator[list[Any]]:
    """The keys of all rows, in order, as lists of at most `size`."""
    keys = list(order.values_list("pk", flat=True))
    for start in range(0, len(keys), size):
        yield keys[start : start + size]


def in_chunks(order: QuerySet[M], found: QuerySet[M], size: int) -> Iterator[list[M]]:
    """The rows that `order` names, in its order, as lists of at most `size`.

    Sorting keys alone keeps texts out of the database's memory, and reading rows by their keys
    alone lets it find them without statistics.
    """
    for keys in key_chunks(order, size):
        by_key = {row.pk: row for row in found.filter(pk__in=keys).order_by()}
        yield [by_key[key] for key in keys]
