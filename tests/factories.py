"""Small worlds for tests: people, projects, a two-section statute with gold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.core.signals import request_finished
from django.db import close_old_connections
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus.models import Membership, Project, Role
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Case,
    ClauseText,
    Corpus,
    Instantiation,
    Mention,
    Statute,
    SubsectionMentions,
)
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.segmentation import segment_statute
from sara_annotate.exchange.importing import CorpusImport

PASSWORD = "a long enough password"

FERRY = """§7. Ferry tolls

(a) Imposition

There is imposed on every passenger of the 🚢 ferry, for each crossing, a toll of ½ crown.

(b) Exemptions

Subsection (a) shall not apply to a passenger who is—

    (1) a child under the age of 7, or

    (2) a member of the crew.

Such a passenger shall carry a token.
"""
CLAUSES = {
    "7": "s7(PASSENGER,TOLL) :- s7_a(PASSENGER,TOLL) AND NOT s7_b(PASSENGER)",
    "7(a)": "s7_a(PASSENGER,CROSSING,TOLL)",
    "7(b)": "s7_b(PASSENGER,TOKEN) :- s7_b_1(CHILD:PASSENGER) OR s7_b_2(MEMBER:PASSENGER)",
    "7(b)(1)": "s7_b_1(CHILD)",
    "7(b)(2)": "s7_b_2(MEMBER)",
}
MARKS = {
    "7(a)": [("every passenger", "Passenger"), ("each crossing", "Crossing"), ("½ crown", "Toll")],
    "7(b)": [("a passenger", "Passenger"), ("Such a passenger", "Passenger"), ("a token", "Token")],
    "7(b)(1)": [("a child", "Child")],
    "7(b)(2)": [("a member", "Member")],
}


def make_user(username: str, *, admin: bool = False) -> User:
    user = User(username=username, is_staff=admin, is_superuser=admin)
    user.set_password(PASSWORD)
    user.save()
    return user


def make_project(slug: str = "ferry", **people: Role) -> Project:
    """A project with these members, made when they are missing."""
    project = Project.objects.create(slug=slug, name=slug.title())
    for username, role in people.items():
        user = User.objects.filter(username=username).first() or make_user(username)
        Membership.objects.create(project=project, user=user, role=role)
    return project


def sign_in(user: User | str) -> APIClient:
    client = APIClient()
    found = User.objects.get(username=user) if isinstance(user, str) else user
    client.force_login(found)
    return client


@dataclass(frozen=True)
class MemoryReader(CorpusSource):
    """A corpus in memory that can be imported."""

    corpus: Corpus
    report: Report = field(default_factory=Report)


def find_mention(text: str, phrase: str, name: str, after: int = 0) -> Mention:
    start = text.index(phrase, after)
    return Mention(start, start + len(phrase), name)


def ferry_statute(text: str = FERRY) -> AnnotatedStatute:
    subsections = segment_statute(text, "7").subsections
    mentions = []
    for subsection in subsections:
        label = subsection.label.plain
        marks = []
        for phrase, name in MARKS.get(label, []):
            places = (text.find(phrase, part.start, part.end) for part in subsection.parts)
            start = next(place for place in places if place >= 0)
            marks.append(Mention(start, start + len(phrase), name))
        mentions.append(SubsectionMentions(subsection.label, tuple(sorted(marks))))
    clauses = tuple(ClauseText(parse_label(label), text) for label, text in CLAUSES.items())
    return AnnotatedStatute(Statute("7", text, subsections), tuple(mentions), clauses)


def ferry_cases() -> tuple[Case, ...]:
    case = Case(
        "s7_a_pos",
        "Ada took the ferry 🚢 twice on 1 May 2021.",
        "Ada owes a toll under section 7(a).",
        "Entailment",
        "passenger_(trip).",
        ':- s7_a("Ada", _, _).',
        split="train",
    )
    return (case, replace(case, name="s7_a_neg", answer="Contradiction", split="test"))


def ferry_corpus() -> Corpus:
    label = parse_label("7(a)")
    rows = (
        Instantiation(
            "s7_a_pos", label, (("Passenger", "Ada"),), (("Crossing", ("one", 2)),), True
        ),
        Instantiation("s7_a_neg", label, (("Passenger", "Ada"),), (), False),
    )
    return Corpus((ferry_statute(),), ferry_cases(), rows)


def load_corpus(
    project: Project, corpus: Corpus | None = None, *, by: User, gold: bool = True
) -> None:
    kind = AuthorKind.GOLD if gold else AuthorKind.PERSON
    reader = MemoryReader(corpus or ferry_corpus())
    CorpusImport(project, Author(by, kind), reader).save()


def shut(answer: Any) -> None:
    """Close an answer, but not the connection in which the test's rows are not committed."""
    request_finished.disconnect(close_old_connections)
    answer.close()
    request_finished.connect(close_old_connections)
