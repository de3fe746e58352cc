"""structure/sectionN: clauses, each kept as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sara_annotate.domain.corpus import ClauseText
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import shorten, split_lines
from sara_annotate.domain.labels import Label, parse_label

_DOT_HINT = "End every clause with a dot, and use a dot nowhere else."
_PRINTED = re.compile(r"§?\s*[0-9][0-9A-Za-z]*(?:\s*\(\s*[0-9A-Za-z]+\s*\))*(?=\s*\()")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?=\s*\()")


@dataclass(frozen=True, slots=True)
class PlacedClause:
    """A clause and the line and column of its file where it starts."""

    clause: ClauseText
    line: int
    column: int


def parse(text: str, report: FileReport) -> tuple[ClauseText, ...]:
    """The clauses in the order of the file."""
    return tuple(placed.clause for placed in parse_placed(text, report))


def parse_placed(text: str, report: FileReport) -> tuple[PlacedClause, ...]:
    """The clauses with their places, one a head; syntax is the clause parser's business."""
    found: dict[Label, PlacedClause] = {}
    for raw, line, column in _split_clauses(_drop_comments(text, report), report):
        head = _parse_head(raw, report, line, column)
        if head is None:
            continue
        if head in found:
            report.error(
                "clause_repeated",
                f"{head.predicate} has a clause on line {found[head].line} already.",
                "Join the two with OR.",
                line,
                column,
            )
            continue
        found[head] = PlacedClause(ClauseText(head, raw), line, column)
    return tuple(found.values())


def _drop_comments(text: str, report: FileReport) -> str:
    lines = split_lines(text)
    for i, line in enumerate(lines):
        if line.lstrip().startswith(("#", "%")):
            report.error(
                "line_comment",
                "The line is a comment.",
                "Remove it: readers take it for a clause.",
                i + 1,
            )
            lines[i] = ""
    return "\n".join(lines)


def _split_clauses(text: str, report: FileReport) -> Iterator[tuple[str, int, int]]:
    """Text, line and column of each clause; the text keeps its inner line breaks."""
    start, line = 0, 1
    while start < len(text):
        dot = text.find(".", start)
        end = dot if dot >= 0 else len(text)
        raw = text[start:end]
        body = raw.strip()
        lead = raw[: len(raw) - len(raw.lstrip())]
        at = start + len(lead)
        place = line + lead.count("\n"), at - text.rfind("\n", 0, at)
        if body and dot < 0:
            report.error(
                "clause_unfinished", f"“{shorten(body)}” has no final dot.", _DOT_HINT, *place
            )
        elif body:
            yield body, *place
        elif dot >= 0:
            report.error("clause_empty", "A dot stands alone.", _DOT_HINT, *place)
        line += raw.count("\n")
        start = end + 1


def _parse_head(raw: str, report: FileReport, line: int, column: int) -> Label | None:
    found = _PRINTED.match(raw) or _PLAIN.match(raw)
    try:
        if found is None:
            raise LabelError(
                f"“{shorten(raw)}” does not start with a subsection and its arguments."
            )
        return parse_label(re.sub(r"\s+", "", found[0]))
    except LabelError as error:
        report.error("clause_head", error.message, "Write s63_c_5(TAXP,TAXY).", line, column)
        return None


def render(clauses: Iterable[ClauseText]) -> str:
    """The clauses as they were written, a dot and a line break after each."""
    return "".join(f"{clause.text}.\n" for clause in clauses)


def join_lines(clause: ClauseText) -> str:
    """The clause on one line, as readers of the distribution see it."""
    return " ".join(line.strip() for line in clause.text.split("\n")).strip()
