"""A data set into the database: all of it or nothing, in bounded memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from django.db import transaction

from sara_annotate.annotations.loading import (
    Author,
    InstantiationRow,
    LayerLoader,
    LayerMark,
    LayerOptions,
)
from sara_annotate.corpus import models as texts
from sara_annotate.corpus.models import StatuteKind, hash_text, sort_key
from sara_annotate.domain import corpus
from sara_annotate.domain.corpus import TAX_LABEL, AnnotatedStatute, make_tax_statute
from sara_annotate.domain.formats.records import RecordSource
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.labels import Label
from sara_annotate.domain.segmentation import segment_statute
from sara_annotate.exchange.comparing import Comparison, hash_case

ROWS_AT_ONCE, STATUTES_AT_ONCE = 1000, 20
Progress = Callable[[int], None]


class Reader(RecordSource, Protocol):
    """A source that also says what is wrong with it."""

    @property
    def report(self) -> Report: ...


@dataclass(slots=True)
class CorpusImport:
    """One import into one project, for one author."""

    project: texts.Project
    author: Author
    reader: Reader
    progress: Progress = lambda done: None
    options: LayerOptions = field(default_factory=LayerOptions)
    counts: Counter[str] = field(default_factory=Counter)
    _done: int = 0

    def check(self) -> Counter[str]:
        """Counts of what would come in; everything wrong is in the reader's report."""
        known = self._comparison()
        for statute in self._statutes(known):
            self._count_statute(statute)
        for case in self.reader.cases():
            known.is_new_case(case)
            self._count("cases")
        for row in known.look_ahead(self.reader.instantiations()):
            known.is_new_instantiation(row)
            self._count("instantiations")
        for program in self.reader.programs():
            known.is_new_program(program)
            self._count("programs")
        return self.counts

    @transaction.atomic
    def save(self) -> Counter[str]:
        """Everything in one transaction; raises, and leaves nothing, when anything is wrong."""
        known = self._comparison()
        writer = _Writer(self.project, LayerLoader(self.project, self.author, self.options), known)
        for statute in self._statutes(known):
            writer.add_statute(statute)
            self._count_statute(statute)
        writer.finish_statutes()
        for case in self.reader.cases():
            writer.add_case(case)
            self._count("cases")
        writer.finish_cases()
        for row in known.look_ahead(self.reader.instantiations()):
            writer.add_instantiation(row)
            self._count("instantiations")
        writer.finish_instantiations()
        for program in self.reader.programs():
            writer.add_program(program)
            self._count("programs")
        self.reader.report.raise_errors()
        return self.counts

    def _comparison(self) -> Comparison:
        return Comparison.read(self.project, self.author, self.reader.report)

    def _statutes(self, known: Comparison) -> Iterator[AnnotatedStatute]:
        """The reader's statutes, and after them one for each free predicate that has a clause."""
        free: dict[Label, None] = {}
        for statute in self.reader.statutes():
            free.update(dict.fromkeys(c.head for c in statute.clauses if c.head.is_free))
            known.check_statute(statute)
            yield statute
        for label in free:
            statute = _free_statute(label)
            known.check_statute(statute)
            yield statute

    def _count_statute(self, statute: AnnotatedStatute) -> None:
        if statute.statute.section[:1].isdigit():
            self._count("statutes")
            self.counts["subsections"] += len(statute.statute.subsections)
            self.counts["parts"] += sum(len(s.parts) for s in statute.statute.subsections)
            self.counts["clauses"] += len(statute.clauses)
            for listed in statute.mentions:
                self.counts["mentions"] += len(listed.mentions)
                names = {corpus.fold_name(m.argument) for m in listed.mentions}
                self.counts["arguments"] += len(names)

    def _count(self, name: str) -> None:
        self.counts[name] += 1
        self._done += 1
        if self._done % 200 == 0:
            self.progress(self._done)


@dataclass(slots=True)
class _Writer:
    """Turns records into rows, a chunk at a time."""

    project: texts.Project
    loader: LayerLoader
    known: Comparison
    _statutes: list[AnnotatedStatute] = field(default_factory=list)
    _cases: list[tuple[corpus.Case, int]] = field(default_factory=list)
    _rows: list[tuple[corpus.Instantiation, int]] = field(default_factory=list)
    _positions: Counter[str] = field(default_factory=Counter)
    _free_clauses: dict[Label, tuple[str, texts.Statute, int]] = field(default_factory=dict)
    _subsections: dict[str, texts.Subsection] = field(default_factory=dict)
    _case_layers: dict[str, LayerMark] = field(default_factory=dict)

    # ── statutes ──────────────────────────────────────────────────────────────────────

    def add_statute(self, statute: AnnotatedStatute) -> None:
        self._statutes.append(statute)
        if len(self._statutes) >= STATUTES_AT_ONCE:
            self.finish_statutes()

    def finish_statutes(self) -> None:
        new = [s.statute for s in self._statutes if self.known.is_new_statute(s)]
        self._create_statutes(new)
        sections = {s.statute.section for s in self._statutes}
        rows = {
            row.section: row
            for row in texts.Statute.objects.filter(project=self.project, section__in=sections)
        }
        self._load_subsections(list(rows.values()))
        for statute in self._statutes:
            self._add_layers(statute, rows[statute.statute.section])
        self.loader.buffer.flush()
        self._statutes.clear()

    def _create_statutes(self, statutes: list[corpus.Statute]) -> None:
        rows = texts.Statute.objects.bulk_create(self._statute_row(statute) for statute in statutes)
        subsections = texts.Subsection.objects.bulk_create(
            (
                row
                for statute, of in zip(statutes, rows, strict=True)
                for row in _subsection_rows(self.project, statute, of)
            ),
            batch_size=ROWS_AT_ONCE,
        )
        of_label = {row.label: row for row in subsections}
        texts.SubsectionPart.objects.bulk_create(
            (row for statute in statutes for row in _part_rows(statute, of_label)),
            batch_size=ROWS_AT_ONCE,
        )

    def _statute_row(self, statute: corpus.Statute) -> texts.Statute:
        free = not statute.section[:1].isdigit()
        return texts.Statute(
            project=self.project,
            kind=StatuteKind.FREE if free else StatuteKind.STATUTE,
            section=statute.section,
            title="" if free else _title(statute),
            text=statute.text,
            sha256=hash_text(statute.text),
            position=self.known.next_position(),
        )

    def _load_subsections(self, statutes: list[texts.Statute]) -> None:
        found = texts.Subsection.objects.filter(statute__in=statutes).prefetch_related("parts")
        self._subsections = {row.label: row for row in found}

    def _add_layers(self, annotated: AnnotatedStatute, row: texts.Statute) -> None:
        listed = {item.label: item.mentions for item in annotated.mentions}
        clauses = self._place_clauses(annotated, row)
        for subsection in annotated.statute.subsections:
            label = subsection.label
            if label not in listed and label not in clauses:
                continue
            if not self.known.is_new_layer(label):
                continue
            stored = self._subsections[label.plain]
            self.loader.add_subsection(
                subsection=stored,
                parts=list(stored.parts.all()),
                mentions=listed.get(label),
                clause=clauses.get(label),
            )

    def _place_clauses(
        self, annotated: AnnotatedStatute, row: texts.Statute
    ) -> dict[Label, tuple[str, texts.Statute, int]]:
        """Clauses with the file that lists them; a free predicate's waits for its own turn."""
        placed = {
            clause.head: (clause.text, row, position)
            for position, clause in enumerate(annotated.clauses)
        }
        for label, clause in placed.items():
            if label.is_free:
                self._free_clauses[label] = clause
        own = Label(annotated.statute.section)
        return placed | {own: self._free_clauses[own]} if own in self._free_clauses else placed

    # ── cases ─────────────────────────────────────────────────────────────────────────

    def add_case(self, case: corpus.Case) -> None:
        position = self._positions[case.split]
        self._positions[case.split] += 1
        if self.known.is_new_case(case):
            self._cases.append((case, position))
        if len(self._cases) >= ROWS_AT_ONCE:
            self.finish_cases()

    def finish_cases(self) -> None:
        texts.Case.objects.bulk_create(
            _case_row(self.project, case, position) for case, position in self._cases
        )
        self._cases.clear()

    # ── instantiations ────────────────────────────────────────────────────────────────

    def add_instantiation(self, row: corpus.Instantiation) -> None:
        position = self._positions["instantiations"]
        self._positions["instantiations"] += 1
        if self.known.is_new_instantiation(row):
            self._rows.append((row, position))
        if len(self._rows) >= ROWS_AT_ONCE:
            self.finish_instantiations()

    def finish_instantiations(self) -> None:
        names = {row.case for row, _ in self._rows}
        labels = {row.label.plain for row, _ in self._rows}
        cases = {
            case.name: case
            for case in texts.Case.objects.filter(project=self.project, name__in=names).only("name")
        }
        subsections = self._find_subsections(labels)
        by_case: dict[str, list[InstantiationRow]] = defaultdict(list)
        for row, position in self._rows:
            stored = subsections[row.label.plain]
            by_case[row.case].append(InstantiationRow(row, stored, position))
        # A case whose file could not be read is an error in the report: all will be undone.
        for name, rows in ((n, r) for n, r in by_case.items() if n in cases):
            self._case_layers[name] = self.loader.add_case(
                case=cases[name], rows=rows, goes_on=self._case_layers.get(name)
            )
        self.loader.buffer.flush()
        self._rows.clear()

    def _find_subsections(self, labels: set[str]) -> dict[str, texts.Subsection]:
        """Rows of these labels; a free predicate that only cases speak of is made now."""
        rows = texts.Subsection.objects.filter(project=self.project, label__in=labels)
        found = {row.label: row for row in rows}
        free = [Label(name) for name in sorted(labels - found.keys())]
        if not free:
            return found
        self._create_statutes([_free_statute(label).statute for label in free])
        return {row.label: row for row in rows.all()}

    def add_program(self, program: corpus.Program) -> None:
        if self.known.is_new_program(program):
            texts.Program.objects.create(
                project=self.project,
                path=program.path,
                text=program.text,
                sha256=hash_text(program.text),
            )


def _title(statute: corpus.Statute) -> str:
    return statute.title[:300]


def _subsection_rows(
    project: texts.Project, statute: corpus.Statute, of: texts.Statute
) -> Iterator[texts.Subsection]:
    headings: dict[Label, str] = {}
    if of.kind == StatuteKind.STATUTE:
        found = segment_statute(statute.text, statute.section).subsections
        headings = {subsection.label: subsection.heading for subsection in found}
    for position, subsection in enumerate(statute.subsections):
        yield texts.Subsection(
            project=project,
            statute=of,
            label=subsection.label.plain,
            heading=(subsection.heading or headings.get(subsection.label, ""))[:300],
            depth=subsection.label.depth,
            position=position,
        )


def _part_rows(
    statute: corpus.Statute, of_label: dict[str, texts.Subsection]
) -> Iterator[texts.SubsectionPart]:
    """Parts in the order of the text, which is that of the boundaries' lines."""
    parts = sorted(
        (part.start, part.end, subsection.label.plain)
        for subsection in statute.subsections
        for part in subsection.parts
    )
    for line, (start, end, label) in enumerate(parts):
        yield texts.SubsectionPart(subsection=of_label[label], start=start, end=end, line=line)


def _case_row(project: texts.Project, case: corpus.Case, position: int) -> texts.Case:
    return texts.Case(
        project=project,
        name=case.name,
        sort_key=sort_key(case.name),
        text=case.text,
        question=case.question,
        answer=case.answer,
        facts=case.facts,
        test=case.test,
        source=case.source,
        sha256=hash_case(case),
        split=case.split,
        split_position=position,
    )


def _free_statute(label: Label) -> AnnotatedStatute:
    """The place of a predicate that belongs to no section; `tax` brings its fixed text."""
    if label == TAX_LABEL:
        return make_tax_statute()
    empty = corpus.Subsection(label, ())
    return AnnotatedStatute(corpus.Statute(label.section, "", (empty,)))
