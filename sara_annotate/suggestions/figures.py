"""What people did with suggestions, and whether being shown them changes what they mark."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sara_annotate.annotations.blind import blind_percent, shows_suggestions
from sara_annotate.annotations.models import (
    AuthorKind,
    Clause,
    Layer,
    Mention,
    SuggestionDecision,
)
from sara_annotate.annotations.visibility import HANDED_IN
from sara_annotate.corpus.models import Project
from sara_annotate.domain.blind import Likeness, join_likenesses, liken
from sara_annotate.domain.spans import Span

ACTS = ("accepted", "changed", "rejected", "ignored")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Said:
    """One run's layer of a subsection."""

    run: str
    at: datetime
    spans: dict[str, Span]
    clause: str | None


@dataclass(frozen=True, slots=True)
class _Done:
    """One person's layer of a subsection."""

    person: str
    label: str
    handed_in: bool
    updated: datetime
    spans: tuple[Span, ...]
    came_from: dict[str, Span]
    decisions: dict[str, str]


def suggestion_figures(*, project: Project) -> Json:
    """Decisions by run and by person, and blind work beside assisted; seven queries."""
    said = _said(project)
    done = list(_done(project))
    percent = blind_percent(project)
    by_run: dict[str, Counter[str]] = defaultdict(Counter)
    by_person: dict[str, Counter[str]] = defaultdict(Counter)
    likenesses: dict[bool, list[Likeness]] = {True: [], False: []}
    for layer in done:
        seen = bool(layer.decisions) or shows_suggestions(project, percent, layer.label)
        for run, act in _acts(layer, said.get(layer.label, []), seen):
            by_run[run][act] += 1
            by_person[layer.person][act] += 1
        newest = _newest(layer, said.get(layer.label, []))
        if layer.handed_in and newest is not None:
            likenesses[not seen].append(liken(list(newest.spans.values()), layer.spans))
    return {
        "by_run": [{"run": run, **_counts(found)} for run, found in sorted(by_run.items())],
        "by_person": [
            {"person": person, **_counts(found)} for person, found in sorted(by_person.items())
        ],
        "blind_percent": percent,
        "assisted": _likeness(join_likenesses(likenesses[False])),
        "blind": _likeness(join_likenesses(likenesses[True])),
    }


def _counts(found: Counter[str]) -> Json:
    total = sum(found[act] for act in ACTS)
    kept = (found["accepted"] + found["changed"]) / total if total else None
    return {**{act: found[act] for act in ACTS}, "accept_rate": kept}


def _likeness(found: Likeness) -> Json:
    return {
        "subsections": found.subsections,
        "suggested": found.suggested,
        "same": found.same,
        "accept_rate": found.kept,
        "edge_agreement": found.edge_agreement,
    }


def _newest(layer: _Done, said: Iterable[_Said]) -> _Said | None:
    """What was there to be seen when the person last worked on it."""
    before = [one for one in said if one.at <= layer.updated]
    return max(before, key=lambda one: one.at, default=None)


def _acts(layer: _Done, said: list[_Said], seen: bool) -> Iterator[tuple[str, str]]:
    """(run, act) of each suggestion that was decided, or let be in work handed in."""
    newest = _newest(layer, said)
    for one in said:
        offered: dict[str, Span | None] = {**one.spans}
        if one.clause is not None:
            offered[one.clause] = None
        for key, span in offered.items():
            decision = layer.decisions.get(key)
            if decision == "rejected":
                yield one.run, "rejected"
            elif decision == "accepted":
                same = span is None or layer.came_from.get(key) == span
                yield one.run, "accepted" if same else "changed"
            elif one is newest and seen and layer.handed_in and span is not None:
                yield one.run, "ignored"


def _said(project: Project) -> dict[str, list[_Said]]:
    layers = Layer.objects.filter(project=project, author_kind=AuthorKind.MODEL)
    layers = layers.exclude(subsection=None)
    spans: dict[UUID, dict[str, Span]] = defaultdict(dict)
    alive = {"removed_at": None, "layer__in": layers.values("pk")}
    mentions = Mention.objects.filter(**alive)
    for layer, key, start, end in mentions.values_list("layer_id", "pk", "start", "end"):
        spans[layer][str(key)] = Span(start, end)
    clauses = dict(Clause.objects.filter(**alive).values_list("layer_id", "pk"))
    found: dict[str, list[_Said]] = defaultdict(list)
    listed = layers.values_list("pk", "subsection__label", "run", "created_at")
    for pk, label, run, at in listed.order_by("created_at", "run"):
        clause = clauses.get(pk)
        found[label].append(_Said(run, at, spans[pk], str(clause) if clause else None))
    return found


def _done(project: Project) -> Iterator[_Done]:
    layers = Layer.objects.filter(project=project, author_kind=AuthorKind.PERSON)
    layers = layers.exclude(subsection=None)
    alive = {"removed_at": None, "layer__in": layers.values("pk")}
    own: dict[UUID, list[tuple[str, Span]]] = defaultdict(list)
    for layer, start, end, source in Mention.objects.filter(**alive).values_list(
        "layer_id", "start", "end", "from_suggestion"
    ):
        own[layer].append((source, Span(start, end)))
    decisions: dict[UUID, dict[str, str]] = defaultdict(dict)
    for layer, suggestion, decision in SuggestionDecision.objects.filter(**alive).values_list(
        "layer_id", "suggestion", "decision"
    ):
        decisions[layer][suggestion] = decision
    for pk, label, person, state, updated in layers.order_by("pk").values_list(
        "pk", "subsection__label", "author__username", "state", "updated_at"
    ):
        yield _Done(
            person,
            label,
            state in HANDED_IN,
            updated,
            tuple(span for _, span in own[pk]),
            {source: span for source, span in own[pk] if source},
            decisions[pk],
        )
