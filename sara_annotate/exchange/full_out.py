"""A project as records of our own full format, streamed from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar
from uuid import UUID

from django.db.models import Q

from sara_annotate.accounts.models import User
from sara_annotate.annotations import models as rows
from sara_annotate.annotations.selectors import OfLayer
from sara_annotate.corpus import models as texts
from sara_annotate.domain.formats import full
from sara_annotate.exchange.source import STATUTES_AT_ONCE, in_chunks
from sara_annotate.releases.models import Release

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
ROWS_AT_ONCE = 500
LONG_TEXTS = ("text", "question", "facts", "test", "source")
"""Of a case whose name is all that is wanted."""
# By what a layer is of and who wrote it, so that equal projects give equal files.
LAYER_ORDER = (
    "subsection__statute__position",
    "subsection__position",
    "case__name",
    "author_kind",
    "author__username",
    "run",
)


def project_header(project: texts.Project) -> full.ProjectHeader:
    return full.ProjectHeader(project.slug, project.name, project.description, project.created_at)


def project_records(project: texts.Project) -> Iterator[full.Record]:
    """Everything in the project; whatever a record refers to comes before it."""
    yield from _members(project)
    yield from _statutes(project)
    yield from _cases(project)
    for program in texts.Program.objects.filter(project=project).order_by("path"):
        yield full.ProgramRecord(program.path, program.text)
    yield from _runs(project)
    yield from _layers(project)
    yield from _edits(project)
    yield from _releases(project)


def _members(project: texts.Project) -> Iterator[full.Member]:
    """Members, and people who are members no longer but wrote something here."""
    roles = dict(project.memberships.values_list("user_id", "role"))
    authors = rows.Edit.objects.filter(layer__project=project).values("author")
    owners = rows.Layer.objects.filter(project=project, author__isnull=False).values("author")
    makers = Release.objects.filter(project=project).values("created_by")
    people = User.objects.filter(
        Q(pk__in=roles) | Q(pk__in=authors) | Q(pk__in=owners) | Q(pk__in=makers)
    )
    for user in people.order_by("username"):
        yield full.Member(user.username, user.name, roles.get(user.pk))  # type: ignore[arg-type]


def _statutes(project: texts.Project) -> Iterator[full.StatuteRecord]:
    order = texts.Statute.objects.filter(project=project).order_by("position", "id")
    for chunk in in_chunks(order, texts.Statute.objects.all(), STATUTES_AT_ONCE):
        subsections = texts.Subsection.objects.filter(statute__in=chunk).order_by("position")
        parts = texts.SubsectionPart.objects.filter(subsection__statute__in=chunk)
        of_statute = group(subsections, lambda row: row.statute_id)
        of_subsection = group(parts.order_by("line"), lambda row: row.subsection_id)
        for row in chunk:
            yield full.StatuteRecord(
                row.section,
                row.kind,  # type: ignore[arg-type]  # the database holds no other
                row.title,
                row.text,
                row.position,
                tuple(_subsection(sub, of_subsection[sub.pk]) for sub in of_statute[row.pk]),
            )


def _subsection(row: texts.Subsection, parts: list[texts.SubsectionPart]) -> full.SubsectionRecord:
    listed = tuple(full.PartRecord(part.start, part.end, part.line) for part in parts)
    return full.SubsectionRecord(row.label, row.heading, listed)


def _cases(project: texts.Project) -> Iterator[full.CaseRecord]:
    order = texts.Case.objects.filter(project=project).order_by("name")
    for row in chain.from_iterable(in_chunks(order, texts.Case.objects.all(), ROWS_AT_ONCE)):
        yield full.CaseRecord(
            row.name,
            row.text,
            row.question,
            row.answer,
            row.facts,
            row.test,
            row.source,
            row.split,  # type: ignore[arg-type]  # the database holds no other
            row.split_position,
        )


def _runs(project: texts.Project) -> Iterator[full.ModelRunRecord]:
    for row in rows.ModelRun.objects.filter(project=project).order_by("created_at", "name"):
        folds = {
            section: full.FoldRecord(fold["name"], tuple(fold["trained_on"]))
            for section, fold in sorted(row.folds.items())
        }
        yield full.ModelRunRecord(row.name, row.model, folds, row.created_at)


def _layers(project: texts.Project) -> Iterator[full.LayerRecord]:
    order = rows.Layer.objects.filter(project=project).order_by(*LAYER_ORDER)
    whole = rows.Layer.objects.select_related("subsection", "case", "author")
    found = whole.defer(*(f"case__{name}" for name in LONG_TEXTS))
    for chunk in in_chunks(order, found, ROWS_AT_ONCE):
        inside = _Inside.read([row.pk for row in chunk])
        for row in chunk:
            yield _layer(row, inside)


@dataclass(frozen=True, slots=True)
class _Inside:
    """What is in some layers, by what holds it.

    Not by Django's prefetching, which makes a query set for every list and ties the rows into
    circles, so that their memory is only found again by searching.
    """

    arguments: dict[UUID, list[rows.Argument]]
    mentions: dict[UUID, list[rows.Mention]]
    clauses: dict[UUID, list[rows.Clause]]
    instantiations: dict[UUID, list[rows.Instantiation]]
    decisions: dict[UUID, list[rows.SuggestionDecision]]
    stale: dict[UUID, list[rows.StaleMark]]
    values: dict[UUID, list[rows.Value]]
    evidence: dict[UUID, list[rows.Evidence]]

    @classmethod
    def read(cls, layers: list[UUID]) -> _Inside:
        arguments = rows.Argument.objects.filter(layer__in=layers)
        mentions = rows.Mention.objects.filter(layer__in=layers)
        clauses = rows.Clause.objects.filter(layer__in=layers).select_related("listed_in")
        instantiations = rows.Instantiation.objects.filter(layer__in=layers)
        decisions = rows.SuggestionDecision.objects.filter(layer__in=layers)
        stale = rows.StaleMark.objects.filter(layer__in=layers)
        values = rows.Value.objects.filter(instantiation__layer__in=layers)
        evidence = rows.Evidence.objects.filter(value__instantiation__layer__in=layers)
        return cls(
            group(arguments.order_by("position", "id"), _layer_id),
            group(mentions.order_by("start", "id"), _layer_id),
            group(clauses.defer("listed_in__text"), _layer_id),
            group(
                instantiations.select_related("subsection").order_by("position", "id"), _layer_id
            ),
            group(decisions.order_by("decided_at", "id"), _layer_id),
            group(stale.order_by("marked_at", "id"), _layer_id),
            group(values.order_by("position", "id"), lambda row: row.instantiation_id),
            group(evidence.order_by("start", "id"), lambda row: row.value_id),
        )


def _layer_id(row: OfLayer) -> UUID:
    return row.layer_id


def group(found: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Rows by a key, in their order."""
    grouped: dict[K, list[T]] = defaultdict(list)
    for row in found:
        grouped[key(row)].append(row)
    return grouped


def _layer(row: rows.Layer, inside: _Inside) -> full.LayerRecord:
    return full.LayerRecord(
        id=row.id,
        author_kind=row.author_kind,  # type: ignore[arg-type]
        state=row.state,  # type: ignore[arg-type]
        revision=row.revision,
        created_at=row.created_at,
        updated_at=row.updated_at,
        subsection=row.subsection.label if row.subsection else None,
        case=row.case.name if row.case else None,
        author=row.author.username if row.author else None,
        run=row.run,
        state_reason=row.state_reason,
        lists_mentions=row.lists_mentions,
        arguments=tuple(map(_argument, inside.arguments[row.pk])),
        mentions=tuple(map(_mention, inside.mentions[row.pk])),
        clauses=tuple(map(_clause, inside.clauses[row.pk])),
        instantiations=tuple(_instantiation(i, inside) for i in inside.instantiations[row.pk]),
        decisions=tuple(
            full.DecisionRecord(d.suggestion, d.decision, d.decided_at, d.removed_at)  # type: ignore[arg-type]
            for d in inside.decisions[row.pk]
        ),
        stale=tuple(
            full.StaleRecord(m.item, m.reason, m.marked_at, m.removed_at)
            for m in inside.stale[row.pk]
        ),
    )


def _argument(row: rows.Argument) -> full.ArgumentRecord:
    return full.ArgumentRecord(
        row.id,
        row.name,
        row.value_type,  # type: ignore[arg-type]
        row.position,
        row.removed_at,
        row.confidence,
        row.why,
        row.from_suggestion,
    )


def _mention(row: rows.Mention) -> full.MentionRecord:
    return full.MentionRecord(
        row.id,
        row.argument_id,
        row.start,
        row.end,
        row.confidence,
        row.from_suggestion,
        row.removed_at,
        row.why,
    )


def _clause(row: rows.Clause) -> full.ClauseRecord:
    return full.ClauseRecord(
        row.id,
        row.text,
        row.listed_in.section,
        row.position,
        row.note,
        row.from_suggestion,
        row.removed_at,
        row.confidence,
        row.why,
    )


def _instantiation(row: rows.Instantiation, inside: _Inside) -> full.InstantiationRecord:
    return full.InstantiationRecord(
        row.id,
        row.subsection.label,
        row.truth,
        row.origin,  # type: ignore[arg-type]
        row.position,
        tuple(_value(value, inside.evidence[value.pk]) for value in inside.values[row.pk]),
        row.tier,
        row.program_sha256,
        row.removed_at,
        row.confidence,
        row.why,
    )


def _value(row: rows.Value, evidence: list[rows.Evidence]) -> full.ValueRecord:
    return full.ValueRecord(
        row.id,
        row.role,  # type: ignore[arg-type]
        row.name,
        row.value,
        row.position,
        tuple((e.start, e.end) for e in evidence),
        row.from_suggestion,
        row.removed_at,
        row.confidence,
    )


def _edits(project: texts.Project) -> Iterator[full.EditRecord]:
    order = rows.Edit.objects.filter(layer__project=project).order_by(
        "received_at", *(f"layer__{name}" for name in LAYER_ORDER), "revision"
    )
    found = rows.Edit.objects.select_related("author")
    for row in chain.from_iterable(in_chunks(order, found, ROWS_AT_ONCE)):
        yield full.EditRecord(
            id=row.id,
            layer=row.layer_id,
            author=row.author.username,
            revision=row.revision,
            base_revision=row.base_revision,
            operation=row.operation,
            inverse=row.inverse,
            made_at=row.made_at,
            received_at=row.received_at,
            undoes=row.undoes,
            group=row.group,
            from_suggestion=row.from_suggestion,
        )


def _releases(project: texts.Project) -> Iterator[full.ReleaseRecord]:
    found = Release.objects.filter(project=project).select_related("created_by")
    for row in found.order_by("created_at", "id"):
        yield full.ReleaseRecord(
            row.version,
            row.notes,
            row.sha256,
            row.manifest,
            row.created_by.username,
            row.created_at,
        )
