"""A project as models learn from it: what is gold or accepted, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from sara_annotate.annotations.models import (
    Argument,
    AuthorKind,
    Clause,
    Layer,
    LayerState,
    Mention,
    ValueType,
)
from sara_annotate.annotations.source import DatabaseSource, instantiations_in
from sara_annotate.corpus.models import Project
from sara_annotate.domain import corpus
from sara_annotate.domain.corpus import AnnotatedStatute, Corpus, SubsectionMentions
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.suggestions.models import TrainingSource


def corpus_read(
    *, project: Project, source: str = TrainingSource.GOLD, cases: bool = False
) -> Corpus:
    """All statutes with their gold; with `accepted`, also what was accepted where gold is none."""
    read = DatabaseSource(project)
    statutes = tuple(read.statutes())
    if source == TrainingSource.ACCEPTED:
        statutes = _with_accepted(project, statutes)
    if not cases:
        return Corpus(statutes)
    rows = [*read.instantiations()]
    if source == TrainingSource.ACCEPTED:
        rows += _accepted_rows(project)
    return Corpus(statutes, tuple(read.cases()), tuple(rows))


def _accepted_rows(project: Project) -> list[corpus.Instantiation]:
    """The newest accepted layer of each case that has no gold."""
    layers = Layer.objects.filter(project=project).exclude(case=None)
    told = layers.filter(author_kind=AuthorKind.GOLD, instantiations__removed_at=None)
    accepted = (
        layers.filter(author_kind=AuthorKind.PERSON, state=LayerState.ACCEPTED)
        .exclude(case__in=told.filter(instantiations__isnull=False).values("case"))
        .order_by("updated_at", "pk")
    )
    newest = dict(accepted.values_list("case_id", "pk"))
    return list(instantiations_in(list(newest.values())))


def take_labelled(whole: Corpus) -> Corpus:
    """Only the subsections that somebody annotated: silence about the others says nothing."""
    kept = []
    for one in whole.statutes:
        labels = {marked.label for marked in one.mentions}
        inside = tuple(s for s in one.statute.subsections if s.label in labels)
        if any(marked.mentions for marked in one.mentions):
            kept.append(replace(one, statute=replace(one.statute, subsections=inside)))
    return replace(whole, statutes=tuple(kept))


def count_labelled(whole: Corpus) -> int:
    return sum(len(one.statute.subsections) for one in take_labelled(whole).statutes)


def integer_names(project: Project) -> dict[str, frozenset[str]]:
    """By section, the arguments that its gold types as whole numbers, in upper case."""
    found = Argument.objects.filter(
        removed_at=None,
        layer__project=project,
        layer__author_kind=AuthorKind.GOLD,
        value_type=ValueType.INTEGER,
    ).values_list("layer__subsection__statute__section", "name")
    names: dict[str, set[str]] = defaultdict(set)
    for section, name in found:
        names[section].add(corpus.fold_name(name))
    return {section: frozenset(some) for section, some in names.items()}


def _with_accepted(
    project: Project, statutes: tuple[AnnotatedStatute, ...]
) -> tuple[AnnotatedStatute, ...]:
    """The newest accepted layer of each subsection that has no gold; three queries."""
    gold = Layer.objects.filter(project=project, author_kind=AuthorKind.GOLD)
    accepted = (
        Layer.objects.filter(
            project=project, author_kind=AuthorKind.PERSON, state=LayerState.ACCEPTED
        )
        .exclude(subsection=None)
        .exclude(subsection__in=gold.exclude(subsection=None).values("subsection"))
        .order_by("updated_at", "pk")
    )
    layers = dict(accepted.values_list("subsection__label", "pk"))
    marked: dict[object, list[corpus.Mention]] = defaultdict(list)
    mentions = Mention.objects.filter(removed_at=None, layer__in=list(layers.values()))
    for layer, start, end, name in mentions.order_by("start").values_list(
        "layer_id", "start", "end", "argument__name"
    ):
        marked[layer].append(corpus.Mention(start, end, name))
    written = Clause.objects.filter(removed_at=None, layer__in=list(layers.values()))
    clauses = dict(written.exclude(text="").values_list("layer__subsection__label", "text"))
    found = {parse_label(label): tuple(marked[pk]) for label, pk in layers.items()}
    return tuple(_add(one, found, clauses) for one in statutes)


def _add(
    one: AnnotatedStatute,
    found: dict[Label, tuple[corpus.Mention, ...]],
    clauses: dict[str, str],
) -> AnnotatedStatute:
    mine = [s.label for s in one.statute.subsections if s.label in found]
    more = tuple(SubsectionMentions(label, found[label]) for label in mine)
    said = tuple(
        corpus.ClauseText(label, clauses[label.plain]) for label in mine if label.plain in clauses
    )
    return replace(one, mentions=(*one.mentions, *more), clauses=(*one.clauses, *said))
