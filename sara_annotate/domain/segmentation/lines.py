"""The lines of a statute: where they stand, how deep, and with which enumerators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from sara_annotate.domain.errors import Problem
from sara_annotate.domain.segmentation.enumerators import read_step

TAB = 4
MAX_STACKED = 6
"""Enumerators that one line may open, as in (a)(1)(A); more is not law but noise."""

_BREAK = re.compile(r"\r\n|\r|\n")
# Invisible characters at the edge of a line are no text of the law.
_EDGE = "\ufeff\u200b\u2060"
_WHITE = _EDGE + "".join(c for c in map(chr, range(0x3001)) if c.isspace())
_TOKEN = re.compile(r"\(([A-Za-z0-9]{1,7})\)")
_AFTER_TOKEN = re.compile(r"\s|$|[A-Z\"“”'‘’(\[$—–-]|[0-9]")
_ODD = re.compile(r"\([^\s()]{1,8}\)(?=\s|$)|[0-9]{1,3}\.\s|[A-Za-z]{1,3}\)\s")
_CITING = re.compile(r"(?:sub)?(?:section|paragraph|clause|item)s?$|§$", re.IGNORECASE)
_CITED = re.compile(r"\s+(?:of|or|and|through)\b")
_STOPPED = re.compile(r"(?:[.;:,—–-]|\b(?:and|or))[\"”’')\]]*$")
_RUN_IN = re.compile(r"[\"“]?([A-Z][^.;:]{0,158})\.(?:—|–|--|-)\s*(?=\S)")
# A line that ends in one of these goes on.
_DANGLING = re.compile(
    r"\b(?:an?|and|any|as|at|be|but|by|each|for|from|if|in|is|its|nor?|not|o[fnr]|shall|such"
    r"|than|that|the|to|under|unless|upon|when|where|which|who|whose|with)$",
    re.IGNORECASE,
)
_HEADING_MAX = 160


@dataclass(frozen=True, slots=True)
class Token:
    start: int
    end: int
    step: str


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that is not blank, without the white space around it."""

    number: int
    start: int
    end: int
    text: str
    after_blank: bool
    offset_in_line: int
    level: int
    tokens: tuple[Token, ...]

    @property
    def rest(self) -> str:
        """What follows the enumerators."""
        return self.text[self.rest_start - self.start :]

    @property
    def rest_start(self) -> int:
        if not self.tokens:
            return self.start
        after = self.text[self.tokens[-1].end - self.start :]
        return self.end - len(after.lstrip())

    def doubt(self, code: str, message: str, hint: str = "", *, at: int | None = None) -> Problem:
        """A warning that stands at this line."""
        column = self.offset_in_line + (0 if at is None else at - self.start) + 1
        return Problem(code, message, "", self.number, column, hint, "warning")


def read_lines(text: str) -> tuple[tuple[TextLine, ...], tuple[Problem, ...]]:
    """Lines that are not blank with level and enumerators, and what was doubtful in them."""
    raw = list(_split_lines(text))
    ranks, uneven = _rank_columns({line.column for line in raw})
    lines: list[TextLine] = []
    doubts: list[Problem] = []
    for found in raw:
        line = _make_line(found, ranks[found.column])
        if line.tokens and lines and _is_citation(line, lines[-1]):
            line = replace(line, tokens=())
            doubts.append(_doubt_citation(line))
        elif not line.tokens and lines and (odd := _ODD.match(line.text)):
            message = f"“{odd[0].strip()}” is no enumerator that is known here."
            doubts.append(line.doubt("enumerator_unknown", message, "It was left as text."))
        if found.column in uneven:
            uneven.clear()
            message = "One column more than other lines; read as the same level."
            doubts.append(line.doubt("indent_uneven", message))
        lines.append(line)
    doubts.extend(_doubt_tabs(text, lines))
    return tuple(lines), tuple(doubts)


def is_heading(rest: str) -> bool:
    """True when words read like a heading: short, capital first, no stop at the end."""
    if not rest or len(rest) > _HEADING_MAX or has_stop(rest):
        return False
    first = rest.lstrip("\"“‘'[")[:1]
    if not first.isalpha() or first.islower():
        return False
    return not _DANGLING.search(rest) and split_run_in(rest) is None


def split_run_in(rest: str) -> tuple[str, int] | None:
    """Heading and length of “In general.—” before the law in the same line, if it is there."""
    found = _RUN_IN.match(rest)
    return (found[1], found.end()) if found else None


def has_stop(text: str) -> bool:
    return bool(_STOPPED.search(text[-40:]))


def starts_lower(text: str) -> bool:
    return text[:1].islower()


def ends_open(text: str) -> bool:
    """True when a sentence must go on: a comma, a semicolon, "and" or "or" ends the line."""
    return text.endswith((",", ";")) or text.rsplit(None, 1)[-1:] in (["and"], ["or"])


class _RawLine(NamedTuple):
    number: int
    start: int
    lead: int
    text: str
    column: int
    after_blank: bool


def _split_lines(text: str) -> Iterator[_RawLine]:
    start, number, blank = 0, 1, False
    while start <= len(text):
        found = _BREAK.search(text, start)
        raw = text[start : found.start() if found else len(text)]
        body = raw.lstrip(_WHITE)
        lead = len(raw) - len(body)
        body = body.rstrip(_WHITE)
        if body:
            yield _RawLine(number, start, lead, body, _measure_indent(raw[:lead]), blank)
        blank = not body
        start, number = (found.end() if found else len(text) + 1), number + 1


def _measure_indent(indent: str) -> int:
    """Columns of an indentation; characters that have no width count for nothing."""
    if indent.isspace() or not indent:
        return len(indent.expandtabs(TAB))
    return len(indent.translate(dict.fromkeys(map(ord, _EDGE))).expandtabs(TAB))


def _make_line(raw: _RawLine, level: int) -> TextLine:
    start = raw.start + raw.lead
    tokens = tuple(_find_tokens(raw.text, start))
    end = start + len(raw.text)
    return TextLine(raw.number, start, end, raw.text, raw.after_blank, raw.lead, level, tokens)


def _rank_columns(found: set[int]) -> tuple[dict[int, int], set[int]]:
    """Indentation as a rank, 0 the outermost, and the columns that are a slip of the hand."""
    columns = sorted(found)
    gaps = [b - a for a, b in pairwise(columns)]
    # One column more or less is a slip, unless the text indents by single columns.
    least = 2 if gaps and (median(gaps) >= 3 or max(gaps) >= TAB) else 1
    ranks: dict[int, int] = {}
    rank = -1
    for column, gap in zip(columns, [least, *gaps][: len(columns)], strict=True):
        rank += gap >= least
        ranks[column] = rank
    uneven = {b for b, gap in zip(columns[1:], gaps, strict=True) if gap < least}
    return ranks, uneven


def _find_tokens(text: str, start: int) -> Iterator[Token]:
    at = 0
    for _ in range(MAX_STACKED):
        found = _TOKEN.match(text, at)
        if not found or not _AFTER_TOKEN.match(text, found.end()) or not read_step(found[1]):
            return
        yield Token(start + at, start + found.end(), found[1])
        at = found.end()


def _is_citation(line: TextLine, before: TextLine) -> bool:
    if line.after_blank:
        return False
    if _CITING.search(before.text[-40:]):
        return True
    after = line.text[line.tokens[-1].end - line.start :]
    return bool(_CITED.match(after)) and not has_stop(before.text)


def _doubt_citation(line: TextLine) -> Problem:
    message = f"“{line.text[:40]}” reads like a citation broken over two lines."
    hint = "It was left as text; split there if it opens a subsection."
    return line.doubt("citation_at_line_start", message, hint)


def _doubt_tabs(text: str, lines: Sequence[TextLine]) -> Iterator[Problem]:
    tabbed = spaced = None
    for line in lines:
        indent = text[line.start - line.offset_in_line : line.start]
        tabbed = tabbed or (line if "\t" in indent else None)
        spaced = spaced or (line if " " in indent else None)
    if tabbed and spaced:
        message = f"Tabs and spaces are mixed in the indentation; a tab was read as {TAB} columns."
        yield tabbed.doubt("indent_mixed", message)
