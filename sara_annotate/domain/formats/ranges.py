"""Lines `start,end,rest` with the end inside, as boundaries and placeholders write them."""

from __future__ import annotations

from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import parse_offset, shorten
from sara_annotate.domain.spans import Ranged, Span


def parse_range(
    line: str, report: FileReport, *, number: int, length: int
) -> tuple[Span, str] | None:
    """The half-open span and what follows it on the line, or None when the line is bad."""
    fields = line.split(",", 2)
    if len(fields) < 3:
        report.error(
            "field_count",
            f"“{shorten(line)}” has {len(fields)} of 3 fields.",
            "Write start,end,name.",
            number,
        )
        return None
    start, end = parse_offset(fields[0]), parse_offset(fields[1])
    if start is None or end is None:
        column = 1 if start is None else len(fields[0]) + 2
        bad = fields[0] if start is None else fields[1]
        report.error(
            "offset_invalid",
            f"“{shorten(bad)}” is no offset.",
            "Write a whole number from 0 upwards.",
            number,
            column,
        )
        return None
    span = Span(start, end + 1)
    return (span, fields[2]) if _check_range(span, report, number, length) else None


def _check_range(span: Span, report: FileReport, number: int, length: int) -> bool:
    place = f"{span.start},{span.end - 1}"
    if span.end <= span.start:
        code, word = (
            ("span_empty", "empty") if span.end == span.start else ("span_reversed", "reversed")
        )
        report.error(code, f"The span {place} is {word}.", "The end is inside the span.", number)
        return False
    if span.end > length:
        report.error(
            "span_outside_text",
            f"The span {place} leaves the text, whose last character is {length - 1}.",
            "Check that the statute's text is the one that was annotated.",
            number,
        )
        return False
    return True


def render_range(span: Ranged, name: str) -> str:
    """The line of a half-open span, with its end inside and its break."""
    return f"{span.start},{span.end - 1},{name}\n"
