"""Edges of spans put right by the shortest-phrase rule, as the training spans show it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ml.data import Paragraph
from ml.features import split_words
from sara_annotate.domain.spans import Span

_LEAST = 5
_SURE = 0.95


@dataclass(frozen=True, slots=True)
class EdgeRules:
    """Words that (nearly) always stand just inside, or just outside, an edge."""

    inside_left: frozenset[str]
    outside_left: frozenset[str]
    outside_right: frozenset[str]

    def to_json(self) -> dict[str, list[str]]:
        return {name: sorted(getattr(self, name)) for name in self.__dataclass_fields__}

    @classmethod
    def from_json(cls, data: Mapping[str, Sequence[str]]) -> EdgeRules:
        return cls(*(frozenset(data[name]) for name in cls.__dataclass_fields__))


def learn_edges(paragraphs: Sequence[Paragraph]) -> EdgeRules:
    """Words whose side of an edge the training spans leave no doubt about."""
    first: Counter[str] = Counter()
    before: Counter[str] = Counter()
    last: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for paragraph in paragraphs:
        words = split_words(paragraph.text)
        lower = [w.text_of(paragraph.text).lower() for w in words]
        for span in paragraph.spans:
            a, b = _word_range(words, span)
            if b - a > 1:
                first[lower[a]] += 1
                last[lower[b - 1]] += 1
            before[lower[a - 1] if a else ""] += 1
            after[lower[b] if b < len(words) else ""] += 1
    return EdgeRules(
        inside_left=_sure_words(first, before),
        outside_left=_sure_words(before, first),
        outside_right=_sure_words(after, last),
    )


def _sure_words(here: Counter[str], there: Counter[str]) -> frozenset[str]:
    return frozenset(
        word
        for word, count in here.items()
        if word and count >= _LEAST and count >= _SURE * (count + there[word])
    )


def _word_range(words: Sequence[Span], span: Span) -> tuple[int, int]:
    ends = [w.end for w in words]
    starts = [w.start for w in words]
    return bisect_left(ends, span.start + 1), bisect_left(starts, span.end)


def repair_edges(rules: EdgeRules, text: str, span: Span) -> Span:
    """The span with words added or dropped at its edges; never empty."""
    words = split_words(text)
    lower = [w.text_of(text).lower() for w in words]
    a, b = _word_range(words, span)
    if a >= b:
        return span
    while b - a > 1 and lower[a] in rules.outside_left:
        a += 1
    while b - a > 1 and lower[b - 1] in rules.outside_right:
        b -= 1
    if a and lower[a - 1] in rules.inside_left and lower[a] not in rules.inside_left:
        a -= 1
    return Span(words[a].start, words[b - 1].end)
