"""The first line of a statute: its number and its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.domain.errors import LabelError, Problem
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.segmentation.lines import TextLine, is_heading

UNKNOWN_SECTION = "1"
_NUMBERED = re.compile(
    r"(?:§+\s*|sec(?:tion|\.)?\s+)?(?P<number>[0-9]+[A-Za-z]{0,3})(?P<stop>[.:]?(?=[\s—–-]|$)[\s—–-]*)",
    re.IGNORECASE,
)
_MARKED = re.compile(r"§|sec", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Title:
    """The title line if there is one, the name in it, and the section it is about."""

    section: str
    line: TextLine | None = None
    name: str = ""
    is_sentence: bool = False
    """True when law follows the number in the same line, so that the line is body too."""

    doubts: tuple[Problem, ...] = ()


def read_title(lines: Sequence[TextLine], section: str | None) -> Title:
    """Section and title of a statute from its first line, or from the section given."""
    given = parse_section(section) if section is not None else None
    first = lines[0] if lines else None
    number, name = split_title(first.text) if first and not first.tokens else (None, "")
    line = first if number or (name and len(lines) > 1 and is_heading(name)) else None
    doubts = tuple(_find_doubts(lines, line, number, given))
    is_sentence = line is not None and bool(name) and not is_heading(name)
    return Title(
        given or number or UNKNOWN_SECTION, line, name if line else "", is_sentence, doubts
    )


def parse_section(section: str) -> str:
    """The bare number of a section given in any spelling."""
    label = parse_label(section)
    if label.is_free or label.path:
        raise LabelError(f"“{section}” is no section. Write 63 or §63.", extra={"label": section})
    return label.section


def split_title(text: str) -> tuple[str | None, str]:
    """Number and name of a title line; the number is None when it has none."""
    found = _NUMBERED.match(text)
    # "63 taxpayers" is no title: a bare number needs its stop.
    if not found or not (_MARKED.match(text) or found["stop"].strip()):
        return None, text
    return found["number"], text[found.end() :]


def _find_doubts(
    lines: Sequence[TextLine], line: TextLine | None, number: str | None, given: str | None
) -> list[Problem]:
    doubts: list[Problem] = []
    hint = "Give the section, or begin the text with a line such as “§12. Harbour dues”."
    if not lines:
        return [Problem("text_empty", "The text is empty.", severity="warning")]
    if line is None:
        doubts.append(lines[0].doubt("title_missing", "The text has no title line.", hint))
    if number is None and given is None:
        message = f"The section's number is unknown; {UNKNOWN_SECTION} was taken."
        doubts.append(lines[0].doubt("section_unknown", message, hint))
    elif number and given and number != given:
        message = f"The title says section {number}; section {given} was asked for and taken."
        doubts.append(lines[0].doubt("section_differs", message))
    doubts.extend(
        other.doubt("another_section", "This looks like the title of another section.", _SPLIT)
        for other in lines[1:]
        if other.level == 0 and _is_title(other)
    )
    return doubts


_SPLIT = "Import every section as a text of its own."


def _is_title(line: TextLine) -> bool:
    if not re.match(r"§|sec(?:tion|\.)\s", line.text, re.IGNORECASE):
        return False
    number, name = split_title(line.text)
    return number is not None and is_heading(name)
