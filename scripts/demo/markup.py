"""The demo's law with its marks: `[the master|Master]` is a mention, `(a) *Grant*` a heading.

Offsets and boundaries come from the marks alone, so that segmentation can be tested on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    ClauseText,
    Mention,
    Statute,
    Subsection,
    SubsectionMentions,
)
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import Span, contains

_TITLE = re.compile(r"§(?P<section>[0-9]+)\. ")
_LINE = re.compile(r"(?P<indent> *)(?:\((?P<step>[A-Za-z0-9]+)\) )?(?P<heading>\*.+\*)?")
_MARK = re.compile(r"\[([^\[\]|]+)\|([A-Za-z_0-9]+)\]")
_INDENT = 4


@dataclass
class _Draft:
    """A statute while it is read: its text so far and whose every part is."""

    text: str = ""
    parts: dict[Label, list[Span]] = field(default_factory=dict)
    headings: dict[Label, str] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)
    path: tuple[str, ...] = ()


def read_statute(source: str) -> tuple[Statute, tuple[SubsectionMentions, ...]]:
    """The statute without its marks, and the mentions that the marks stand for."""
    found = _TITLE.match(source)
    if not found:
        raise ValueError("The first line must be a title such as “§12. Harbour dues”.")
    root = Label(found["section"])
    draft = _Draft()
    for number, line in enumerate(source.splitlines()):
        if number == 0:
            _add_part(draft, root, line, 0)
        elif line:
            _read_line(draft, root, line)
        draft.text += "\n"
    subsections = tuple(
        Subsection(label, tuple(_drop_bare_heading(draft, label)), draft.headings.get(label, ""))
        for label in draft.parts
    )
    statute = Statute(root.section, draft.text, subsections)
    return statute, tuple(_group_mentions(statute, draft.mentions))


def _read_line(draft: _Draft, root: Label, line: str) -> None:
    found = _LINE.match(line)
    assert found is not None, "every line matches: all of the pattern is optional"
    depth, odd = divmod(len(found["indent"]), _INDENT)
    if odd:
        raise ValueError(f"“{line.strip()}” is not indented by fours.")
    step = found["step"]
    draft.path = (*draft.path[:depth], step) if step else draft.path[: depth + 1]
    label = Label(root.section, draft.path)
    if found["heading"]:
        draft.headings[label] = found["heading"].strip("*")
        line = line.replace(found["heading"], draft.headings[label])
    _add_part(draft, label, line, len(found["indent"]))


def _add_part(draft: _Draft, label: Label, line: str, skip: int) -> None:
    start = len(draft.text) + skip
    _add_marked(draft, line)
    draft.parts.setdefault(label, []).append(Span(start, len(draft.text)))


def _add_marked(draft: _Draft, line: str) -> None:
    at = 0
    for mark in _MARK.finditer(line):
        draft.text += line[at : mark.start()]
        start = len(draft.text)
        draft.text += mark[1]
        draft.mentions.append(Mention(start, len(draft.text), mark[2]))
        at = mark.end()
    draft.text += line[at:]


def read_marked(line: str) -> tuple[str, list[Mention]]:
    """A line without its marks, and the mentions that they stand for."""
    draft = _Draft()
    _add_marked(draft, line)
    return draft.text, draft.mentions


def _drop_bare_heading(draft: _Draft, label: Label) -> list[Span]:
    """A heading is a subsection's text only where it has no other."""
    parts = draft.parts[label]
    return parts[1:] if label in draft.headings and len(parts) > 1 else parts


def _group_mentions(statute: Statute, mentions: list[Mention]) -> Iterator[SubsectionMentions]:
    for sub in statute.subsections:
        own = (m for m in mentions if any(contains(part, m) for part in sub.parts))
        yield SubsectionMentions(sub.label, tuple(own))


def read_clauses(source: str) -> tuple[ClauseText, ...]:
    """One clause a line, each with its dot; blank lines between sections."""
    lines = [line.removesuffix(".") for line in source.splitlines() if line]
    return tuple(ClauseText(parse_label(line.split("(")[0]), line) for line in lines)


def read_annotated(source: str, clauses: tuple[ClauseText, ...]) -> AnnotatedStatute:
    """The statute with its mentions and with its share of the clauses."""
    statute, mentions = read_statute(source)
    own = tuple(c for c in clauses if home_of(c.head) == statute.section)
    return AnnotatedStatute(statute, mentions, own)


def home_of(head: Label) -> str:
    """The section in whose file a clause stands: that of the dues also for the free predicate."""
    return "12" if head.is_free else head.section
