"""Coreference over gold or found mentions, scored by exact match and the usual metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ml.coreference import (
    RULES,
    Grouping,
    Placed,
    fold_freely,
    group_by_rules,
    group_by_string,
    group_singly,
    place_mentions,
)
from ml.data import ScoredSubsection, cut_mentions
from ml.errors import ModelError
from ml.identification import Found, TaskData
from sara_annotate.domain.corpus import Mention, fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.coreference import (
    Clusters,
    Score,
    count_arguments,
    score_coreference,
)
from sara_annotate.domain.metrics.counts import Counts, pool_counts
from sara_annotate.domain.spans import Span

Grouper = Callable[[Sequence[Placed], Sequence[Sequence[str]]], Grouping]
MODELS = ("single-mention", "string-matching", "improved")


@dataclass(frozen=True, slots=True)
class Grouped:
    """Arguments proposed for a subsection, each a set of spans with the rule that made it."""

    label: Label
    section: str
    clusters: tuple[frozenset[Span], ...]
    reasons: tuple[str, ...]


def pick_grouper(model: str, *, as_published: bool = False, rules: Sequence[str] = ()) -> Grouper:
    """The coreference model of that name."""
    groupers: dict[str, Grouper] = {
        "single-mention": lambda mentions, _: group_singly(mentions),
        "string-matching": lambda mentions, _: group_by_string(mentions, as_published=as_published),
        "improved": lambda mentions, parents: (
            group_by_rules(mentions, rules=rules, parents=parents)
            if rules
            else group_by_rules(mentions, parents=parents)
        ),
    }
    if model not in groupers:
        raise ModelError(f"There is no coreference model “{model}”. Choose {', '.join(MODELS)}.")
    return groupers[model]


def group_corpus(
    data: TaskData, grouper: Grouper, found: Sequence[Found] | None = None
) -> list[Grouped]:
    """Arguments of every subsection, over gold mentions or over what a tagger found.

    Subsections come parents first, so that a child sees the arguments of those above it.
    """
    groups: list[Grouped] = []
    above: dict[Label, list[list[str]]] = {}
    for section, subsections in data.subsections.items():
        spans = None if found is None else [f.span for f in found if f.section == section]
        for sub in sorted(subsections, key=lambda s: s.label.depth):
            mentions = place_mentions(sub.text, take_spans(sub, spans))
            parents = _collect_parents(sub.label, above)
            grouping = grouper(mentions, parents)
            above[sub.label] = [
                sorted({fold_freely(mentions[k].text) for k in cluster})
                for cluster in grouping.clusters
            ]
            clusters = tuple(
                frozenset(mentions[k].span for k in cluster) for cluster in grouping.clusters
            )
            groups.append(Grouped(sub.label, section, clusters, grouping.reasons))
    return groups


def take_spans(sub: ScoredSubsection, spans: Sequence[Span] | None) -> list[Span]:
    """Gold mentions of a subsection, or the found spans cut to it."""
    if spans is None:
        return [Span(m.start, m.end) for m in sub.mentions]
    cut = cut_mentions([Mention(s.start, s.end, "") for s in spans], sub.parts)
    return [Span(m.start, m.end) for m in cut]


def _collect_parents(label: Label, above: Mapping[Label, list[list[str]]]) -> list[list[str]]:
    found: list[list[str]] = []
    parent = label.parent
    while parent is not None:
        found += above.get(parent, [])
        parent = parent.parent
    return found


def gold_clusters(sub: ScoredSubsection) -> tuple[frozenset[Span], ...]:
    """Gold arguments: mentions of one name, whatever its letter case."""
    groups: dict[str, set[Span]] = {}
    for mention in sub.mentions:
        groups.setdefault(fold_name(mention.argument), set()).add(Span(mention.start, mention.end))
    return tuple(frozenset(g) for g in groups.values())


def score_groups(data: TaskData, groups: Sequence[Grouped]) -> dict[Label, Counts]:
    """Exact match of each subsection."""
    proposed = {g.label: g.clusters for g in groups}
    return {
        sub.label: count_arguments(gold_clusters(sub), proposed.get(sub.label, ()))
        for subsections in data.subsections.values()
        for sub in subsections
    }


def score_links(data: TaskData, groups: Sequence[Grouped]) -> dict[str, Score]:
    """The usual metrics over one document, as the CoNLL export writes it."""
    proposed = {g.label: g.clusters for g in groups}
    key: list[frozenset[tuple[Label, Span]]] = []
    response: list[frozenset[tuple[Label, Span]]] = []
    for subsections in data.subsections.values():
        for sub in subsections:
            key += _tag_clusters(sub.label, gold_clusters(sub))
            response += _tag_clusters(sub.label, proposed.get(sub.label, ()))
    documents: list[tuple[Clusters, Clusters]] = [(key, response)]
    return score_coreference(documents)


def _tag_clusters(
    label: Label, clusters: Sequence[frozenset[Span]]
) -> list[frozenset[tuple[Label, Span]]]:
    return [frozenset((label, span) for span in cluster) for cluster in clusters]


def learn_reasons(data: TaskData, groups: Sequence[Grouped]) -> dict[str, float]:
    """How often an argument made by each rule is exactly right, smoothed."""
    gold = {
        sub.label: set(gold_clusters(sub)) for subs in data.subsections.values() for sub in subs
    }
    seen: dict[str, list[int]] = {}
    for group in groups:
        for cluster, reason in zip(group.clusters, group.reasons, strict=True):
            counts = seen.setdefault(reason, [0, 0])
            counts[0] += cluster in gold[group.label]
            counts[1] += 1
    return {reason: (right + 1) / (total + 2) for reason, (right, total) in seen.items()}


def choose_rules(data: TaskData, sections: Sequence[str]) -> tuple[str, ...]:
    """The default rules without those that lower exact match on these statutes."""
    part = TaskData(data.corpus, data.paragraphs, {s: data.subsections[s] for s in sections})
    kept = tuple(RULES)
    for rule in RULES:
        fewer = tuple(r for r in kept if r != rule)
        if fewer and _measure_rules(part, fewer) > _measure_rules(part, kept):
            kept = fewer
    return kept


def _measure_rules(data: TaskData, rules: Sequence[str]) -> float:
    groups = group_corpus(data, pick_grouper("improved", rules=rules))
    return pool_counts(score_groups(data, groups).values()).f1 or 0.0
