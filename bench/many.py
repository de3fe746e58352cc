"""A project of any number of subsections, made up: for the map's tests and figures.

python -m bench.many SLUG SUBSECTIONS USER loads one into the database of the environment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from sara_annotate.domain.corpus import AnnotatedStatute, ClauseText, Corpus, Statute, Subsection
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

LETTERS = "abcdefghijklm"
IN_STATUTE = 1 + len(LETTERS) * 3


def make_many(subsections: int) -> Corpus:
    """Statutes of 40 subsections each that call each other, with some cycles and missing links."""
    count = max(1, -(-subsections // IN_STATUTE))
    return Corpus(tuple(_statute(number, count) for number in range(count)))


def _statute(number: int, count: int) -> AnnotatedStatute:
    text, rows = _text(str(100 + number))
    clauses = tuple(_clauses(number, count))
    return AnnotatedStatute(Statute(str(100 + number), text, rows), (), clauses)


def _text(section: str) -> tuple[str, tuple[Subsection, ...]]:
    """The text of a section and where its subsections stand."""
    text = f"§{section}. Dues of quay {section}\n"
    found = []
    for letter in LETTERS:
        begin = len(text)
        text += f"({letter}) There is a due, if it is one of the following—\n"
        found.append((Label(section, (letter,)), begin, len(text) - 1))
        for step in "12":
            begin = len(text)
            text += f"({step}) a vessel of class {letter}{step}.\n"
            found.append((Label(section, (letter, step)), begin, len(text) - 1))
    whole = Subsection(Label(section), (Span(0, text.index("\n")),), f"Dues of quay {section}")
    return text, (whole, *(Subsection(label, (Span(a, b),)) for label, a, b in found))


def _clauses(number: int, count: int) -> Iterator[ClauseText]:
    section = str(100 + number)
    calls = " OR ".join(f"s{section}_{letter}(V)" for letter in LETTERS)
    yield ClauseText(Label(section), f"s{section}(V) :- {calls}")
    for place, letter in enumerate(LETTERS):
        other = 100 + (number * 7 + place * 3 + 1) % count
        far = f"s{other}_{letter}_1(V)"
        missing = " AND s9999_z(V)" if place == 0 and number % 10 == 0 else ""
        body = f"[ s{section}_{letter}_1(V) OR s{section}_{letter}_2(V) ] AND {far}{missing}"
        yield ClauseText(Label(section, (letter,)), f"s{section}_{letter}(V) :- {body}")
        for step in "12":
            back = (
                f" :- s{section}_{letter}(V)" if (place, step, number % 10) == (1, "2", 3) else ""
            )
            label = Label(section, (letter, step))
            yield ClauseText(label, f"{label.predicate}(V){back}")


@dataclass(frozen=True)
class Many(CorpusSource):
    """The made-up data set as something that can be imported."""

    corpus: Corpus
    report: Report = field(default_factory=Report)


def load(slug: str, subsections: int, username: str) -> None:
    """Make the project in the database, with this person as its manager."""
    import django

    django.setup()
    from sara_annotate.accounts.models import User
    from sara_annotate.annotations.loading import Author
    from sara_annotate.annotations.models import AuthorKind
    from sara_annotate.corpus.models import Membership, Project, Role
    from sara_annotate.exchange.importing import CorpusImport

    user = User.objects.get(username=username)
    project = Project.objects.create(slug=slug, name=slug.title())
    Membership.objects.create(project=project, user=user, role=Role.MANAGER)
    CorpusImport(project, Author(user, AuthorKind.GOLD), Many(make_many(subsections))).save()


if __name__ == "__main__":
    load(sys.argv[1], int(sys.argv[2]), sys.argv[3])
