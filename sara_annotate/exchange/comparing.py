"""What a project holds already, so that an import adds and never changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from django.db.models import Max

from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.models import Project, hash_text
from sara_annotate.domain import corpus
from sara_annotate.domain.corpus import AnnotatedStatute
from sara_annotate.domain.errors import Problem
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.labels import Label
from sara_annotate.exchange.source import DatabaseSource

ROWS_AT_ONCE = 500


def hash_case(case: corpus.Case) -> str:
    """One hash over all that a case says; how its file was laid out says nothing."""
    fields = (case.text, case.question, case.answer, case.facts, case.test)
    return hashlib.sha256("\x00".join(fields).encode()).hexdigest()


@dataclass(slots=True)
class Comparison:
    """Knows names and hashes, not texts. Differences go to the report."""

    source: DatabaseSource
    report: Report
    gold: bool
    statutes: dict[str, str]
    cases: dict[str, str]
    programs: dict[str, str]
    layers: set[str]
    case_layers: set[str]
    position: int
    _stored: set[corpus.Instantiation] = field(default_factory=set)

    @classmethod
    def read(cls, project: Project, author: Author, report: Report) -> Comparison:
        gold = author.kind == AuthorKind.GOLD
        source = DatabaseSource(project, None if gold else author.by)
        last = texts.Statute.objects.filter(project=project).aggregate(last=Max("position"))["last"]
        return cls(
            source,
            report,
            gold,
            dict(texts.Statute.objects.filter(project=project).values_list("section", "sha256")),
            dict(texts.Case.objects.filter(project=project).values_list("name", "sha256")),
            dict(texts.Program.objects.filter(project=project).values_list("path", "sha256")),
            set(_names(source.layers().values_list("subsection__label", flat=True))),
            set(_names(source.layers().values_list("case__name", flat=True))),
            -1 if last is None else last,
        )

    def next_position(self) -> int:
        self.position += 1
        return self.position

    def check_statute(self, incoming: AnnotatedStatute) -> None:
        """Report a statute or layers that differ from what is stored."""
        section = incoming.statute.section
        if section not in self.statutes:
            return
        stored = self.source.find_statute(section)
        assert stored is not None
        if _text_key(stored.statute) != _text_key(incoming.statute):
            self._refuse(
                "statute_differs",
                f"{Label(section).printed} is in the project with another text or other "
                "subsections.",
                f"statutes/source/section{section}",
                "Texts never change. Import it into a new project.",
            )
            return
        before, after = _layer_keys(stored), _layer_keys(incoming)
        for label in after.keys() & {key for key in after if key.plain in self.layers}:
            if before.get(label) != after[label]:
                self._refuse_layer(label.printed, f"argument_placeholders/section{section}")

    def is_new_statute(self, incoming: AnnotatedStatute) -> bool:
        return incoming.statute.section not in self.statutes

    def is_new_layer(self, label: Label) -> bool:
        return label.plain not in self.layers

    def is_new_case(self, incoming: corpus.Case) -> bool:
        stored = self.cases.get(incoming.name)
        if stored is not None and stored != hash_case(incoming):
            self._refuse(
                "case_differs",
                f"{incoming.name} is in the project with another text.",
                f"cases/{incoming.name}.pl",
                "Texts never change. Give the case another name, or use a new project.",
            )
        return stored is None

    def look_ahead(self, rows: Iterable[corpus.Instantiation]) -> Iterator[corpus.Instantiation]:
        """The rows as they come; what is stored of their cases is read for many at once."""
        feed = iter(rows)
        while batch := list(islice(feed, ROWS_AT_ONCE)):
            cases = {row.case for row in batch} & self.case_layers
            self._stored = set(map(_as_gold, self.source.instantiations_of(cases)))
            yield from batch

    def is_new_instantiation(self, incoming: corpus.Instantiation) -> bool:
        """Of a row that came through `look_ahead`."""
        if incoming.case not in self.case_layers:
            return True
        if incoming not in self._stored:
            self._refuse_layer(incoming.case, "argument_instantiation")
        return False

    def is_new_program(self, incoming: corpus.Program) -> bool:
        stored = self.programs.get(incoming.path)
        if stored is not None and stored != hash_text(incoming.text):
            self._refuse(
                "program_differs",
                f"{incoming.path} is in the project with another text.",
                incoming.path,
                "Give it another name, or use a new project.",
            )
        return stored is None

    def _refuse_layer(self, what: str, file: str) -> None:
        whose = "gold" if self.gold else "your layer"
        self._refuse(
            "layer_differs",
            f"{what} has {whose} already, and it says something else.",
            file,
            "Gold changes only through review." if self.gold else "Change it in the workbench.",
        )

    def _refuse(self, code: str, message: str, file: str, hint: str) -> None:
        self.report.add(Problem(code, message, file, hint=hint))


def _names(found: Iterable[str | None]) -> Iterable[str]:
    return (name for name in found if name)


def _text_key(statute: corpus.Statute) -> object:
    parts = sorted((p.start, p.end, s.label.plain) for s in statute.subsections for p in s.parts)
    return statute.text, parts


def _layer_keys(statute: AnnotatedStatute) -> dict[Label, tuple[object, ...]]:
    """What is said of each subsection, in a form that can be compared."""
    said: dict[Label, list[object]] = {}
    for listed in statute.mentions:
        said.setdefault(listed.label, []).append(tuple(sorted(listed.mentions)))
    for clause in statute.clauses:
        if not clause.head.is_free:
            said.setdefault(clause.head, []).append(clause.text)
    return {label: tuple(items) for label, items in said.items()}


def _as_gold(row: corpus.Instantiation) -> corpus.Instantiation:
    """Files say nothing of the origin, so it is left out of the comparison."""
    return corpus.Instantiation(row.case, row.label, row.given, row.found, row.truth)
