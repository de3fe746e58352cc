"""argument_placeholders/sectionN: mentions and, by equal names, coreference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sara_annotate.domain.corpus import Mention, Subsection, SubsectionMentions
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats.ranges import parse_range, render_range
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import shorten, split_lines
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import overlaps, part_index

_LINE_HINT = "Write # 63(c)(5), then one start,end,NAME a line; remove blank lines and comments."
_NAME_HINT = "Use plain letters, digits and underscores, a letter first."
OPERATORS = frozenset({"AND", "OR", "NOT"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def parse(
    text: str, report: FileReport, *, subsections: Sequence[Subsection], length: int
) -> tuple[SubsectionMentions, ...]:
    """Mentions under their headers, in the order of the file."""
    known = {sub.label: sub for sub in subsections}
    found: dict[Label, list[Mention]] = {}
    here: Subsection | None = None
    opened = False
    for number, line in enumerate(split_lines(text), 1):
        if line.startswith("#"):
            opened = True
            here = _parse_header(line, report, number, known, found)
        elif not line.strip():
            report.error("line_blank", "The line is blank.", _LINE_HINT, number)
        elif not opened:
            report.error(
                "placeholder_before_header",
                "A mention stands before the first header.",
                _LINE_HINT,
                number,
            )
        else:
            mention = parse_mention(line, report, number=number, length=length)
            if mention and here and _fits(mention, here, found[here.label], report, number):
                found[here.label].append(mention)
    return tuple(SubsectionMentions(label, tuple(rows)) for label, rows in found.items())


def _parse_header(
    line: str,
    report: FileReport,
    number: int,
    known: dict[Label, Subsection],
    found: dict[Label, list[Mention]],
) -> Subsection | None:
    try:
        label = parse_label(line[1:])
    except LabelError as error:
        report.error("header_invalid", error.message, _LINE_HINT, number)
        return None
    if label not in known:
        report.error(
            "header_unknown",
            f"{label} is no subsection of this statute.",
            "Add it to the boundaries, or correct the header.",
            number,
        )
        return None
    if label in found:
        report.error(
            "header_repeated",
            f"{label} was opened before.",
            "Put its mentions under one header.",
            number,
        )
        return known[label]
    if line != f"# {label.plain}":
        report.warn("label_spelling", f"“{shorten(line)}” is written # {label.plain}.", line=number)
    found[label] = []
    return known[label]


def parse_mention(line: str, report: FileReport, *, number: int, length: int) -> Mention | None:
    """The mention of one line, or None when the line is bad."""
    row = parse_range(line, report, number=number, length=length)
    if row is None or not check_name(row[1], report, number=number):
        return None
    return Mention(row[0].start, row[0].end, row[1])


def check_name(name: str, report: FileReport, *, number: int | None = None) -> bool:
    """True when an argument may have this name in every file of the layout."""
    if not name.strip():
        report.error("name_empty", "The argument has no name.", _NAME_HINT, number)
    elif "," in name:
        report.error("name_comma", f"The name “{shorten(name)}” has a comma.", _NAME_HINT, number)
    elif not _NAME.fullmatch(name):
        report.error(
            "name_invalid", f"“{shorten(name)}” is no name of an argument.", _NAME_HINT, number
        )
    elif name.upper() in OPERATORS:
        report.error("name_reserved", f"“{name}” is an operator of clauses.", "Rename it.", number)
    else:
        return True
    return False


def _fits(
    mention: Mention, home: Subsection, others: Iterable[Mention], report: FileReport, number: int
) -> bool:
    place = f"{mention.start},{mention.end - 1}"
    if part_index(mention, home.parts) is None:
        report.error(
            "mention_outside",
            f"The mention {place} lies in no part of {home.label}.",
            "Correct its offsets, or move it under its own header.",
            number,
        )
        return False
    for other in others:
        if overlaps(mention, other):
            report.error(
                "mention_overlap",
                f"The mention {place} overlaps {other.start},{other.end - 1} of {home.label}.",
                "Keep one of the two.",
                number,
            )
            return False
    return True


def render(mentions: Iterable[SubsectionMentions]) -> str:
    """A header a subsection, also when it has no mention, then its mentions as they stand."""
    return "".join(
        f"# {entry.label.plain}\n" + "".join(render_range(m, m.argument) for m in entry.mentions)
        for entry in mentions
    )
