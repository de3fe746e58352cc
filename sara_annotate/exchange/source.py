"""A project in the database as a source of records, read in chunks whatever its size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Prefetch, QuerySet

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

    def statutes(self) -> Iterator[corpus.AnnotatedStatute]:
        statutes = texts.Statute.objects.filter(project=self.project, kind=StatuteKind.STATUTE)
        for chunk in in_chunks(statutes.order_by("position", "id"), STATUTES_AT_ONCE):
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
        layers = group(
            self.layers()
            .filter(subsection__statute__in=chunk)
            .order_by("subsection__position")
            .select_related("subsection"),
            "subsection.statute_id",
        )
        mentions = self._mentions(chunk)
        clauses = self._clauses(chunk)
        for statute in chunk:
            values = subsection_values(subsections[statute.pk])
            yield corpus.AnnotatedStatute(
                corpus.Statute(statute.section, statute.text, values),
                tuple(
                    corpus.SubsectionMentions(
                        parse_label(layer.subsection.label), tuple(mentions[layer.pk])
                    )
                    for layer in layers[statute.pk]
                    if layer.subsection and (layer.lists_mentions or mentions[layer.pk])
                ),
                tuple(clauses[statute.pk]),
            )

    def _mentions(self, chunk: list[texts.Statute]) -> dict[object, list[corpus.Mention]]:
        found = rows.Mention.objects.filter(
            layer__in=self.layers().filter(subsection__statute__in=chunk), removed_at=None
        )
        by_layer: dict[object, list[corpus.Mention]] = defaultdict(list)
        for layer, start, end, name in found.order_by("start").values_list(
            "layer_id", "start", "end", "argument__name"
        ):
            by_layer[layer].append(corpus.Mention(start, end, name))
        return by_layer

    def _clauses(self, chunk: list[texts.Statute]) -> dict[object, list[corpus.ClauseText]]:
        found = rows.Clause.objects.filter(
            layer__in=self.layers(), listed_in__in=chunk, removed_at=None
        )
        by_statute: dict[object, list[corpus.ClauseText]] = defaultdict(list)
        for statute, label, text in found.order_by("position").values_list(
            "listed_in_id", "layer__subsection__label", "text"
        ):
            by_statute[statute].append(corpus.ClauseText(parse_label(label), text))
        return by_statute

    def cases(self) -> Iterator[corpus.Case]:
        """Cases in the order of their splits, then by name."""
        found = texts.Case.objects.filter(project=self.project)
        for row in found.order_by("split", "split_position", "name").iterator(ROWS_AT_ONCE):
            yield case_value(row)

    def instantiation_rows(self) -> QuerySet[rows.Instantiation]:
        values = rows.Value.objects.filter(removed_at=None).order_by("position")
        return (
            rows.Instantiation.objects.filter(layer__in=self.layers(), removed_at=None)
            .select_related("subsection", "layer__case")
            .only("truth", "origin", "subsection__label", "layer__case__name")
            .order_by("position", "id")
            .prefetch_related(Prefetch("values", queryset=values))
        )

    def instantiations(self) -> Iterator[corpus.Instantiation]:
        for row in self.instantiation_rows().iterator(ROWS_AT_ONCE):
            yield instantiation_value(row)

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


def in_chunks(found: QuerySet[texts.Statute], size: int) -> Iterator[list[texts.Statute]]:
    """Lists of at most `size` rows, each read by its own query."""
    keys = list(found.values_list("pk", flat=True))
    for start in range(0, len(keys), size):
        yield list(found.filter(pk__in=keys[start : start + size]))


def group(found: Iterable[T], path: str) -> dict[object, list[T]]:
    """Rows by an attribute, which may be reached over dots."""
    grouped: dict[object, list[T]] = defaultdict(list)
    for row in found:
        key: object = row
        for name in path.split("."):
            key = getattr(key, name)
        grouped[key].append(row)
    return grouped
