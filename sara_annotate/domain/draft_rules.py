"""A model without training: what other statutes' gold marks and calls, looked up by words.

It proposes spans whose words are marked elsewhere, and a clause drafted from the text. How
sure it is was counted in the statutes that it learned from; it never sees the one it drafts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sara_annotate.domain.clause_drafts import ClauseDrafter, propose_clause
from sara_annotate.domain.clauses.draft import draft_clause
from sara_annotate.domain.clauses.project import MemoryProject, make_project
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Mention,
    Statute,
    Subsection,
    SubsectionMentions,
    default_value_type,
)
from sara_annotate.domain.labels import Label
from sara_annotate.domain.phrases import DETERMINERS, fold_phrase
from sara_annotate.domain.proposals import (
    ProposedArgument,
    ProposedLayer,
    ProposedMention,
)
from sara_annotate.domain.spans import Span, overlaps

_DETERMINER = "|".join(sorted(DETERMINERS))


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that were marked elsewhere: under which name, and how often of how many times."""

    words: str
    name: str
    marked: int
    seen: int

    @property
    def confidence(self) -> float:
        """Share of marked places, drawn towards one half where there are few."""
        return round((self.marked + 1) / (self.seen + 2), 4)

    @property
    def why(self) -> str:
        return f"“{self.words}” is marked {self.marked} of {self.seen} times in other statutes"


@dataclass(frozen=True, slots=True)
class DraftRules:
    """What was learned of some statutes, and the share of their clauses that a draft gets right."""

    phrases: tuple[Phrase, ...]
    learned_from: tuple[AnnotatedStatute, ...]
    right: int = 0
    tried: int = 0

    @property
    def sections(self) -> tuple[str, ...]:
        return tuple(one.statute.section for one in self.learned_from)

    def draft(
        self, statute: Statute, labels: Iterable[Label], *, clauses: bool = True
    ) -> list[ProposedLayer]:
        """Proposals for these subsections; the statute's own annotation is not looked at."""
        found = {s.label: self._find(statute.text, s) for s in statute.subsections}
        marked = {
            label: tuple(Mention(s.start, s.end, p.name) for s, p in pairs)
            for label, pairs in found.items()
        }
        project = _project(self.learned_from, statute, marked) if clauses else None
        return [
            ProposedLayer(
                label.plain,
                _group(found[label]),
                propose_clause(draft_clause(label, project), self.right, self.tried)
                if project
                else None,
            )
            for label in labels
        ]

    def _find(self, text: str, subsection: Subsection) -> list[tuple[Span, Phrase]]:
        """Known phrases in a subsection, long ones first, none over another."""
        taken: list[tuple[Span, Phrase]] = []
        for phrase in self.phrases:
            for span in _places(_pattern(phrase.words), text, subsection.parts):
                if not any(overlaps(span, other) for other, _ in taken):
                    taken.append((span, phrase))
        return sorted(taken, key=lambda pair: pair[0])


def _project(
    others: Sequence[AnnotatedStatute],
    statute: Statute,
    marked: Mapping[Label, tuple[Mention, ...]],
) -> MemoryProject:
    said = tuple(SubsectionMentions(label, mentions) for label, mentions in marked.items())
    return make_project([*others, AnnotatedStatute(statute, said)], with_tax=False)


def learn(statutes: Sequence[AnnotatedStatute], *, clauses: bool = True) -> DraftRules:
    """The rules as these statutes teach them; without `clauses`, what is needed for spans."""
    names: dict[str, Counter[str]] = defaultdict(Counter)
    for one in statutes:
        for mention in (m for marked in one.mentions for m in marked.mentions):
            words = fold_phrase(one.statute.text[mention.start : mention.end])
            if words:
                names[words][mention.argument] += 1
    phrases = [_phrase(words, counted, statutes) for words, counted in names.items()]
    right, tried = ClauseDrafter(statutes).count() if clauses else (0, 0)
    longest_first = sorted(phrases, key=lambda p: (-len(p.words), p.words))
    return DraftRules(tuple(longest_first), tuple(statutes), right, tried)


def _phrase(words: str, names: Counter[str], statutes: Sequence[AnnotatedStatute]) -> Phrase:
    marked = names.total()
    seen = sum(
        1
        for one in statutes
        for s in one.statute.subsections
        for _ in _places(_pattern(words), one.statute.text, s.parts)
    )
    name = min(names, key=lambda n: (-names[n], n))
    return Phrase(words, name, marked, max(seen, marked))


def _pattern(words: str) -> re.Pattern[str]:
    body = r"\s+".join(re.escape(word) for word in words.split(" "))
    return re.compile(rf"(?<!\w)(?:(?:{_DETERMINER})\s+)?{body}(?!\w)", re.IGNORECASE)


def _places(pattern: re.Pattern[str], text: str, parts: Iterable[Span]) -> Iterator[Span]:
    for part in parts:
        for found in pattern.finditer(text, part.start, part.end):
            yield Span(found.start(), found.end())


def _group(found: Sequence[tuple[Span, Phrase]]) -> tuple[ProposedArgument, ...]:
    """Spans of one name are one argument; arguments stand in the order of the text."""
    named: dict[str, list[tuple[Span, Phrase]]] = defaultdict(list)
    for span, phrase in found:
        named[phrase.name.upper()].append((span, phrase))
    return tuple(
        ProposedArgument(
            pairs[0][1].name,
            tuple(ProposedMention(s.start, s.end, p.confidence, p.why) for s, p in pairs),
            default_value_type(pairs[0][1].name),
            min(p.confidence for _, p in pairs),
            "Marked under this name in other statutes",
        )
        for pairs in named.values()
    )
