"""A data set in the SARA layout, any version, as streams of records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Literal, Self

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Case,
    Corpus,
    Instantiation,
    Origin,
    Program,
    Split,
)
from sara_annotate.domain.errors import Problem
from sara_annotate.domain.formats import (
    case_file,
    case_jsonl,
    instantiation,
    splits,
    structure,
)
from sara_annotate.domain.formats.archive import Archive, Limits, Source, open_archive
from sara_annotate.domain.formats.layout_check import Vocabulary, check_row
from sara_annotate.domain.formats.layout_index import (
    BOUNDARIES,
    GOLD,
    PLACEHOLDERS,
    SILVER,
    SOURCE,
    STRUCTURE,
    index_layout,
)
from sara_annotate.domain.formats.layout_statute import (
    KnownClauses,
    StatuteFiles,
    read_labels,
    read_statute,
)
from sara_annotate.domain.formats.layout_write import write_layout
from sara_annotate.domain.formats.report import Report, new_report
from sara_annotate.domain.formats.text import decode_text, read_lines
from sara_annotate.domain.labels import Label

__all__ = ["LayoutReader", "Summary", "load_corpus", "open_layout", "write_layout"]

Version = Literal["v1", "v2", "v3"]
_PLACED_VALUE = re.compile(r'span\(\s*"(?:[^"\\]|\\.)*"\s*,\s*[0-9]+\s*,\s*[0-9]+\s*\)')
_LOOK_AT = 50


@dataclass(frozen=True, slots=True)
class Summary:
    """How much there is, counted over the good records."""

    version: Version
    statutes: int = 0
    subsections: int = 0
    parts: int = 0
    mentions: int = 0
    clauses: int = 0
    cases: int = 0
    instantiations: int = 0
    programs: int = 0


class LayoutReader:
    """Streams of typed records; what is wrong with them gathers in `report`.

    Each stream can be asked for again and does not depend on the others. Memory holds
    names, labels and problems, and the texts of one record.
    """

    def __init__(self, archive: Archive, known: frozenset[Label] = frozenset()) -> None:
        self.report = Report()
        self._known = known
        self._archive = archive
        self._clauses = KnownClauses()
        self._index = index_layout(archive.names, self.report)
        self._check_files()

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.report.problems

    @cached_property
    def version(self) -> Version:
        """Told by content: boundaries make v2, values with places make v3, neither is v1."""
        if self._index.by_section[BOUNDARIES] or self._index.by_section[PLACEHOLDERS]:
            return "v2"
        for name in list(self._index.cases.values())[:_LOOK_AT]:
            if _PLACED_VALUE.search(self._archive.read(name).decode("utf-8", "replace")):
                return "v3"
        return "v1"

    @cached_property
    def splits(self) -> dict[str, Split]:
        """Every case that has a file, with its split, in the order of the split files."""
        found: dict[str, Split] = {}
        for split in ("train", "test"):
            name = self._index.splits.get(split)
            if name is not None:
                self._read_split(name, split, found)
        for case in sorted(self._index.cases):
            if case not in found:
                if self._index.splits:
                    self.report.at(self._index.cases[case]).warn(
                        "case_without_split", f"{case} is in no split.", "Add it to train or test."
                    )
                found[case] = ""
        return found

    def _read_split(
        self, name: str, split: Literal["train", "test"], found: dict[str, Split]
    ) -> None:
        report = self.report.at(name)
        text = decode_text(self._archive.read(name), report)
        for case, line in splits.parse(text or "", report).items():
            if case in found:
                report.error("split_both", f"{case} is in {found[case]} too.", "Keep one.", line)
            elif case not in self._index.cases and not self._index.case_lines:
                report.error(
                    "split_without_case",
                    f"There is no file cases/{case}.pl.",
                    "Add the file, or remove the name.",
                    line,
                )
            else:
                found[case] = split

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Labels with text and labels with a clause, over all statutes."""
        bounded: set[Label] = set()
        defined: set[Label] = set()
        for section in self._index.sections:
            # A look ahead: faults are reported when the statute itself is read.
            files = StatuteFiles(self._archive, self._index, section, Report())
            bounded.update(read_labels(files))
            clauses = structure.parse(files.read(STRUCTURE) or "", new_report())
            defined.update(clause.head for clause in clauses)
        return Vocabulary(self._known | bounded, self._known | defined)

    def statutes(self) -> Iterator[AnnotatedStatute]:
        """Statutes by section, each with its mentions and clauses."""
        for section in self._index.sections:
            files = StatuteFiles(self._archive, self._index, section, self.report)
            found = read_statute(files, self.vocabulary, self._clauses)
            if found is not None:
                yield found

    def cases(self) -> Iterator[Case]:
        """Cases in the order of the splits, then by name."""
        for name, split in self.splits.items():
            path = self._index.cases.get(name)
            if path is None:
                continue
            report = self.report.at(path)
            text = decode_text(self._archive.read(path), report)
            case = (
                case_file.parse(text, report, name=name, split=split) if text is not None else None
            )
            if case is not None:
                yield case
        for path in self._index.case_lines:
            yield from self._read_case_lines(path)

    def _read_case_lines(self, path: str) -> Iterator[Case]:
        report = self.report.at(path)
        with self._archive.open(path) as file:
            for case in case_jsonl.parse_lines(read_lines(file, report), report):
                if case.name in self._index.cases:
                    report.error(
                        "case_repeated", f"{case.name} also has a file.", "Keep one of the two."
                    )
                else:
                    yield case

    @property
    def has_gold_rows(self) -> bool:
        """True when there is a file of gold rows, if only an empty one."""
        return GOLD in self._index.rows

    def instantiations(self) -> Iterator[Instantiation]:
        """Rows in the order of the file, gold first, then silver."""
        kinds: tuple[tuple[str, Origin], ...] = ((GOLD, "gold"), (SILVER, "silver"))
        for role, origin in kinds:
            path = self._index.rows.get(role)
            if path is not None:
                yield from self._read_rows(path, origin)

    def _read_rows(self, path: str, origin: Origin) -> Iterator[Instantiation]:
        report = self.report.at(path)
        words, known = self.vocabulary, self._case_splits
        with self._archive.open(path) as file:
            lines = read_lines(file, report)
            for number, row in instantiation.parse_lines(lines, report, origin=origin):
                if check_row(row, number, report, words=words, splits=known):
                    yield row

    @cached_property
    def _case_splits(self) -> dict[str, Split]:
        """Splits of all cases, those of JSON lines too."""
        found = dict(self.splits)
        for path in self._index.case_lines:
            quiet = new_report(path)
            with self._archive.open(path) as file:
                cases = case_jsonl.parse_lines(read_lines(file, quiet), quiet)
                found.update((case.name, case.split) for case in cases)
        return found

    def programs(self) -> Iterator[Program]:
        """Prolog files of the data set, by path."""
        for path, name in sorted(self._index.programs.items()):
            text = decode_text(self._archive.read(name), self.report.at(name))
            if text is not None:
                yield Program(path, text)

    def check(self) -> Summary:
        """Read everything once and count what is good; problems are in `report`."""
        seen: Counter[str] = Counter()
        for found in self.statutes():
            seen["statutes"] += 1
            seen["subsections"] += len(found.statute.subsections)
            seen["parts"] += sum(len(sub.parts) for sub in found.statute.subsections)
            seen["mentions"] += sum(len(entry.mentions) for entry in found.mentions)
            seen["clauses"] += len(found.clauses)
        seen["cases"] = sum(1 for _ in self.cases())
        seen["instantiations"] = sum(1 for _ in self.instantiations())
        seen["programs"] = sum(1 for _ in self.programs())
        return Summary(self.version, **seen)

    def _check_files(self) -> None:
        index = self._index
        if not index.by_section[SOURCE] and not index.cases and not index.case_lines:
            self.report.at(".").error(
                "layout_empty",
                "There are neither statutes nor cases here.",
                "Expected statutes/source/section63, boundaries/section63, cases/….pl.",
            )

    def close(self) -> None:
        self._archive.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_layout(
    source: Source, *, limits: Limits | None = None, known: frozenset[Label] = frozenset()
) -> LayoutReader:
    """A reader over a folder, an archive's path or an open binary file.

    `known` are subsections that clauses and rows may speak of although they are not here,
    because they are where the data set goes to.
    """
    archive = open_archive(source, limits=limits)
    try:
        return LayoutReader(archive, known)
    except BaseException:
        archive.close()
        raise


def load_corpus(source: Source) -> Corpus:
    """The whole data set in memory; any error in it is raised with all the others."""
    with open_layout(source) as reader:
        corpus = Corpus(
            tuple(reader.statutes()),
            tuple(reader.cases()),
            tuple(reader.instantiations()),
            tuple(reader.programs()),
        )
        reader.report.raise_errors()
    return corpus
