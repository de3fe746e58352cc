"""One statute of a layout: its text, boundaries, mentions and clauses put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import iter_calls
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    ClauseText,
    Statute,
    Subsection,
    SubsectionMentions,
)
from sara_annotate.domain.errors import LabelError, Problem
from sara_annotate.domain.formats import boundaries, placeholders, structure
from sara_annotate.domain.formats.archive import Archive
from sara_annotate.domain.formats.layout_check import Vocabulary, check_call, find_place
from sara_annotate.domain.formats.layout_index import (
    BOUNDARIES,
    PLACEHOLDERS,
    SOURCE,
    STRUCTURE,
    LayoutIndex,
)
from sara_annotate.domain.formats.report import FileReport, Report
from sara_annotate.domain.formats.structure import PlacedClause
from sara_annotate.domain.formats.text import decode_text
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.segmentation import segment_statute

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class StatuteFiles:
    """Access to the files of one section, by the folder they are in."""

    archive: Archive
    index: LayoutIndex
    section: str
    report: Report

    def read(self, folder: str) -> str | None:
        """The file's text, or None when it is missing or no text."""
        name = self.index.by_section[folder].get(self.section)
        return decode_text(self.archive.read(name), self.at(folder)) if name else None

    def has(self, folder: str) -> bool:
        return self.section in self.index.by_section[folder]

    def expects(self, folder: str) -> bool:
        """True when other sections have such a file, so that this one should."""
        return bool(self.index.by_section[folder])

    def at(self, folder: str) -> FileReport:
        name = self.index.by_section[folder].get(self.section)
        return self.report.at(name or f"{folder}/section{self.section}")


@dataclass(frozen=True, slots=True)
class KnownClauses:
    """What was learnt of clauses so far, so that a second pass need not parse them again."""

    files: dict[Label, str] = field(default_factory=dict)
    good: dict[Label, bool] = field(default_factory=dict)


def read_statute(
    files: StatuteFiles, words: Vocabulary, known: KnownClauses
) -> AnnotatedStatute | None:
    """The statute with what is good of its annotation; None when it has no readable text."""
    statute = read_text(files)
    if statute is None:
        return None
    return AnnotatedStatute(
        statute,
        _read_mentions(files, statute),
        _read_clauses(files, statute.subsections, words, known),
    )


def read_text(files: StatuteFiles) -> Statute | None:
    """The statute's text with its subsections, from the boundaries or from the text itself."""
    section, report = files.section, files.at(SOURCE)
    if not files.has(SOURCE):
        _report_missing(report, "The text of the statute is missing.")
        return None
    text = files.read(SOURCE)
    if text is None or not _is_section(section, report):
        return None
    if not text.strip():
        report.error("statute_empty", "The statute has no text.", "Put its text there.", 1)
        return None
    return Statute(section, text, _read_subsections(files, text))


def read_labels(files: StatuteFiles) -> set[Label]:
    """Labels of the statute's subsections, without a look at their offsets."""
    given = files.read(BOUNDARIES)
    if given is not None:
        report = files.at(BOUNDARIES)
        found = boundaries.parse(given, report, section=files.section, length=10**10)
        if found:
            return {sub.label for sub in found}
    statute = read_text(files)
    return {sub.label for sub in statute.subsections} if statute else set()


def _is_section(section: str, report: FileReport) -> bool:
    try:
        known = parse_label(section) == Label(section) and not Label(section).is_free
    except LabelError:
        known = False
    if not known:
        report.error(
            "section_invalid",
            f"“{section}” is no number of a section.",
            "Name the file section63 or section63A.",
        )
    return known


def _read_subsections(files: StatuteFiles, text: str) -> tuple[Subsection, ...]:
    given = files.read(BOUNDARIES)
    if given is not None:
        _refuse_shifted(files)
        found = boundaries.parse(
            given, files.at(BOUNDARIES), section=files.section, length=len(text)
        )
        if found:
            return found
    elif files.expects(BOUNDARIES) and not files.has(BOUNDARIES):
        _report_missing(files.at(BOUNDARIES), "The boundaries of the statute are missing.")
    return _segment(files, text)


def _refuse_shifted(files: StatuteFiles) -> None:
    """A mark that was left out may be counted by the offsets: then all would be off by one."""
    name = files.index.by_section[SOURCE][files.section]
    with files.archive.open(name) as file:
        if file.read(len(_BOM)) == _BOM:
            files.at(SOURCE).error(
                "bom_offsets",
                "Offsets cannot be trusted: the text starts with a byte order mark.",
                "Save it without the mark and check its boundaries.",
                1,
            )


def _segment(files: StatuteFiles, text: str) -> tuple[Subsection, ...]:
    result = segment_statute(text, files.section)
    name = files.at(SOURCE).file
    files.at(SOURCE).warn(
        "boundaries_made",
        f"There are no boundaries for it; its text was cut into {len(result.subsections)} "
        "subsections.",
        "Look them through before annotating.",
    )
    for doubt in result.doubts:
        files.report.add(
            Problem(
                doubt.code, doubt.message, name, doubt.line, doubt.column, doubt.hint, "warning"
            )
        )
    return tuple(result.subsections)


def _read_mentions(files: StatuteFiles, statute: Statute) -> tuple[SubsectionMentions, ...]:
    text = files.read(PLACEHOLDERS)
    if text is None:
        if files.expects(PLACEHOLDERS) and not files.has(PLACEHOLDERS):
            _report_missing(files.at(PLACEHOLDERS), "The mentions of the statute are missing.")
        return ()
    report, length = files.at(PLACEHOLDERS), len(statute.text)
    return placeholders.parse(text, report, subsections=statute.subsections, length=length)


def _read_clauses(
    files: StatuteFiles,
    subsections: Sequence[Subsection],
    words: Vocabulary,
    known: KnownClauses,
) -> tuple[ClauseText, ...]:
    text = files.read(STRUCTURE)
    if text is None:
        if files.expects(STRUCTURE) and not files.has(STRUCTURE):
            _report_missing(files.at(STRUCTURE), "The clauses of the statute are missing.")
        return ()
    report = files.at(STRUCTURE)
    own = {sub.label for sub in subsections}
    found: list[ClauseText] = []
    for placed in structure.parse_placed(text, report):
        if not _check_head(placed, own, known.files, report):
            continue
        head = placed.clause.head
        if head not in known.good:
            known.good[head] = _check_clause(placed, words, report)
        if known.good[head]:
            found.append(placed.clause)
    return tuple(found)


def _check_head(
    placed: PlacedClause, own: set[Label], heads: dict[Label, str], report: FileReport
) -> bool:
    head = placed.clause.head
    place = (placed.line, placed.column)
    if not head.is_free and head not in own:
        report.error(
            "clause_head_unknown",
            f"{head.predicate} is no subsection of this statute.",
            "Add it to the boundaries, or correct the head.",
            *place,
        )
        return False
    if heads.setdefault(head, report.file) != report.file:
        report.error(
            "clause_repeated",
            f"{head.predicate} has a clause in {heads[head]} already.",
            "Join the two with OR.",
            *place,
        )
        return False
    return True


def _check_clause(placed: PlacedClause, words: Vocabulary, report: FileReport) -> bool:
    """True when the clause can be read; what its calls lead to is reported as well."""
    parsed = parse_clause(placed.clause.text)
    for problem in parsed.problems:
        line, column = find_place(placed, problem.start)
        hint = problem.fix.title if problem.fix else ""
        hint = f"{hint}." if hint and not hint.endswith(".") else hint
        report.report.add(
            Problem(
                f"clause_{problem.code}",
                problem.message,
                report.file,
                line,
                column,
                hint,
                problem.severity,
            )
        )
    if parsed.clause is None:
        return False
    for call in iter_calls(parsed.clause.body):
        check_call(placed, call.label, call.at.start, words, report)
    return True


def _report_missing(report: FileReport, message: str) -> None:
    report.error("file_missing", message, f"Add {report.file}.")
