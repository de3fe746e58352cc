"""Statutes of three sizes to open in a browser: one section, all in one, and that ten times.

python -m bench.documents SLUG USER makes a project with all three in the database of the
environment, as the layers of that person.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    ClauseText,
    Corpus,
    Mention,
    Statute,
    Subsection,
    SubsectionMentions,
)
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

D1, D2, D3 = "9001", "9002", "9003"
LONGEST = "3306"
TIMES = 10
_PREDICATE = re.compile(r"(?<![A-Za-z0-9_])s([0-9]+)(?=[^0-9])")


def make_documents(folder: Path) -> Corpus:
    """D1, D2 and D3 from a data set; the longest statute is D1 where §3306 is missing."""
    found = [s for s in load_corpus(folder).statutes if s.statute.section[:1].isdigit()]
    one = next((s for s in found if s.statute.section == LONGEST), None)
    one = one or max(found, key=lambda s: len(s.statute.text))
    return Corpus((bind(D1, [one]), bind(D2, found), bind(D3, found, TIMES)))


def bind(section: str, statutes: Sequence[AnnotatedStatute], times: int = 1) -> AnnotatedStatute:
    """One statute in which others stand one after the other: 63(c) becomes 9002(63)(c)."""
    title = f"§{section}. {len(statutes) * times} statutes in one"
    text, parts = title + "\n\n", [Subsection(Label(section), (Span(0, len(title)),), title)]
    mentions: list[SubsectionMentions] = []
    clauses: list[ClauseText] = []
    for k in range(times):
        for statute in statutes:
            moving = _Moving(section, k, len(text))
            text += statute.statute.text.rstrip("\n") + "\n\n"
            parts += [moving.subsection(one) for one in statute.statute.subsections]
            mentions += [moving.mentions(one) for one in statute.mentions]
            clauses += moving.clauses(statute.clauses)
    return AnnotatedStatute(Statute(section, text, tuple(parts)), tuple(mentions), tuple(clauses))


@dataclass(frozen=True, slots=True)
class _Moving:
    section: str
    copy: int
    offset: int

    def step(self, section: str) -> str:
        return f"{section}x{self.copy}" if self.copy else section

    def label(self, label: Label) -> Label:
        return Label(self.section, (self.step(label.section), *label.path))

    def subsection(self, one: Subsection) -> Subsection:
        parts = tuple(Span(p.start + self.offset, p.end + self.offset) for p in one.parts)
        return Subsection(self.label(one.label), parts, one.heading)

    def mentions(self, one: SubsectionMentions) -> SubsectionMentions:
        moved = (
            Mention(m.start + self.offset, m.end + self.offset, m.argument) for m in one.mentions
        )
        return SubsectionMentions(self.label(one.label), tuple(moved))

    def clauses(self, clauses: Iterable[ClauseText]) -> list[ClauseText]:
        def move(found: re.Match[str]) -> str:
            return f"s{self.section}_{self.step(found[1])}"

        return [
            ClauseText(self.label(one.head), _PREDICATE.sub(move, one.text))
            for one in clauses
            if not one.head.is_free
        ]


@dataclass(frozen=True)
class _Source(CorpusSource):
    corpus: Corpus
    report: Report = field(default_factory=Report)


def load(slug: str, username: str) -> None:
    """Make the project in the database, with this person as its manager and author."""
    import django

    django.setup()
    from bench.exchange import find_data
    from sara_annotate.accounts.models import User
    from sara_annotate.annotations.loading import Author
    from sara_annotate.annotations.models import AuthorKind
    from sara_annotate.corpus.models import Membership, Project, Role
    from sara_annotate.exchange.importing import CorpusImport

    user = User.objects.get(username=username)
    project = Project.objects.create(slug=slug, name=slug.title())
    Membership.objects.create(project=project, user=user, role=Role.MANAGER)
    corpus = make_documents(find_data())
    CorpusImport(project, Author(user, AuthorKind.PERSON), _Source(corpus)).save()


if __name__ == "__main__":
    load(sys.argv[1], sys.argv[2])
