"""Suggestions as an annotator sees them: named arguments with confidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ml.cascade import group_corpus, pick_grouper
from ml.coreference import find_head, fold_freely
from ml.identification import Found, TaskData
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span, contains


@dataclass(frozen=True, slots=True)
class SuggestedArgument:
    """Mentions of one argument, a name for it, and how sure the model is of the whole."""

    name: str
    mentions: tuple[Found, ...]
    confidence: float
    rule: str


def suggest_arguments(
    data: TaskData,
    section: str,
    found: Sequence[Found],
    names: Mapping[str, str],
    reasons: Mapping[str, float],
) -> Iterator[tuple[Label, list[SuggestedArgument]]]:
    """Named arguments of every subsection of a statute.

    All mentions and their grouping must be right for an argument to be, so its confidence is
    the least sure mention's times the share of right arguments that the grouping rule makes.
    """
    part = TaskData(data.corpus, data.paragraphs, {section: data.subsections[section]})
    texts = {s.label: s.text for s in data.subsections[section]}
    for group in group_corpus(part, pick_grouper("improved"), found):
        taken: set[str] = set()
        arguments = []
        for cluster, reason in zip(group.clusters, group.reasons, strict=True):
            mentions = [_find(found, span) for span in sorted(cluster)]
            phrases = [m.span.text_of(texts[group.label]) for m in mentions]
            arguments.append(
                SuggestedArgument(
                    pick_name(phrases, names, taken),
                    tuple(mentions),
                    min(m.confidence for m in mentions) * reasons.get(reason, 0.5),
                    reason,
                )
            )
        yield group.label, arguments


def _find(found: Sequence[Found], span: Span) -> Found:
    """The suggestion that a (perhaps cut) span came from."""
    source = next(f for f in found if f.span == span or contains(f.span, span))
    return Found(source.section, span, source.confidence)


def pick_name(phrases: Sequence[str], names: Mapping[str, str], taken: set[str]) -> str:
    """A name seen in training, or the head noun; unlike those already taken."""
    known = next((names[k] for p in phrases if (k := fold_freely(p)) in names), "")
    name = known or re.sub(r"[^a-z0-9_]", "", find_head(phrases[0])).capitalize() or "Argument"
    unique, number = name, 2
    while unique.upper() in taken:
        unique, number = f"{name}{number}", number + 1
    taken.add(unique.upper())
    return unique
