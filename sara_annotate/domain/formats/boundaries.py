"""boundaries/sectionN: which characters of a statute make up each subsection."""

from __future__ import annotations

from collections.abc import Iterable

from sara_annotate.domain.corpus import Subsection
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats.ranges import parse_range, render_range
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import shorten, split_lines
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import Span, overlaps

_LINE_HINT = "Write one start,end,id a line; remove blank lines and comments."


def parse(text: str, report: FileReport, *, section: str, length: int) -> tuple[Subsection, ...]:
    """Subsections in the order of their first line; `length` is that of the statute's text."""
    parts: dict[Label, list[Span]] = {}
    last = -1
    for number, line in enumerate(split_lines(text), 1):
        row = _parse_line(line, report, number=number, section=section, length=length)
        if row is None:
            continue
        span, label = row
        if not _fits(span, label, parts.get(label, ()), report, number):
            continue
        if span.start < last:
            report.warn(
                "boundary_order",
                f"{label} starts before the line above it.",
                "Lines are written in the order of the text.",
                number,
            )
        last = span.start
        parts.setdefault(label, []).append(span)
    if not parts:
        report.error("boundaries_empty", "No subsection is given.", _LINE_HINT, 1)
    return tuple(Subsection(label, tuple(spans)) for label, spans in parts.items())


def _parse_line(
    line: str, report: FileReport, *, number: int, section: str, length: int
) -> tuple[Span, Label] | None:
    if not line.strip():
        report.error("line_blank", "The line is blank.", _LINE_HINT, number)
        return None
    if line.lstrip().startswith(("#", "%")):
        report.error("line_comment", "The line is a comment.", _LINE_HINT, number)
        return None
    found = parse_range(line, report, number=number, length=length)
    if found is None:
        return None
    label = _parse_id(found[1], report, number=number, section=section)
    return (found[0], label) if label else None


def _parse_id(name: str, report: FileReport, *, number: int, section: str) -> Label | None:
    try:
        label = parse_label(name)
    except LabelError as error:
        report.error("label_invalid", error.message, line=number)
        return None
    if label.plain != name:
        report.warn(
            "label_spelling", f"“{shorten(name)}” is written {label.plain} here.", line=number
        )
    if label.section != section:
        report.error(
            "boundary_section",
            f"{label} is no subsection of section {section}.",
            f"Move the line to section{label.section}, or correct the id.",
            number,
        )
        return None
    return label


def _fits(
    span: Span, label: Label, others: Iterable[Span], report: FileReport, number: int
) -> bool:
    for other in others:
        if overlaps(span, other):
            same = span == other
            report.error(
                "boundary_repeated" if same else "boundary_overlap",
                f"{label} has this part already."
                if same
                else f"This part of {label} overlaps its part {other.start},{other.end - 1}.",
                "Remove or correct one of the two lines.",
                number,
            )
            return False
    return True


def render(subsections: Iterable[Subsection]) -> str:
    """One line a part, in the order of the text."""
    rows = [(part, sub.label.plain) for sub in subsections for part in sub.parts]
    rows.sort(key=lambda row: row[0].start)
    return "".join(render_range(part, name) for part, name in rows)
