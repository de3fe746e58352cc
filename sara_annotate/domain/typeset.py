"""How a statute is printed: its paragraphs, their indentation, and whose they are.

A paragraph is a line that is not blank, without the white space around it. Three things
make it more or less than a line:

- Lines broken by hand are joined: a line without an enumerator that follows another inside
  one part, with no blank line between, goes on in the same paragraph.
- A line that holds several parts, as "(a)(1) …" may, is cut where the second and further
  parts start. Nothing else is cut: the heading in "(a) In general.—The …" stays with its law.
- Lines that a mention runs across are joined when the mentions are given, so that a mention
  is never torn; it may also start or end in the white space at a paragraph's edge.

So paragraphs never overlap, hold all text but white space, and every mention given lies in
exactly one of them, unless it is nothing but white space.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Literal

from sara_annotate.domain.corpus import Subsection
from sara_annotate.domain.labels import Label
from sara_annotate.domain.segmentation.lines import TextLine, is_heading, read_lines
from sara_annotate.domain.segmentation.titles import split_title
from sara_annotate.domain.spans import Ranged, Span

ParagraphKind = Literal["title", "heading", "body", "flush"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A range of the text that is printed as one block.

    `indent` counts levels from 0. `enumerator` is the range of "(a)" or "(a)(1)" at the start.
    `label` is the subsection it belongs to or, for a heading, opens; None if there is none.
    """

    start: int
    end: int
    indent: int
    kind: ParagraphKind
    enumerator: Span | None = None
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    end: int
    label: Label
    is_first: bool


class _Parts:
    """All parts of a statute in the order of the text."""

    def __init__(self, subsections: Iterable[Subsection]) -> None:
        known = list(subsections)
        self.labels = {subsection.label for subsection in known}
        self.all = sorted(
            (
                _Part(span.start, span.end, subsection.label, index == 0)
                for subsection in known
                for index, span in enumerate(subsection.parts)
            ),
            key=lambda part: (part.start, part.end),
        )
        self._starts = [part.start for part in self.all]

    def touching(self, start: int, end: int) -> list[_Part]:
        """Parts that share a character with the range."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = bisect_left(self._starts, end)
        return [part for part in self.all[first:last] if part.end > start]

    def after(self, offset: int) -> _Part | None:
        index = bisect_left(self._starts, offset)
        return self.all[index] if index < len(self.all) else None

    @property
    def root(self) -> Label | None:
        return next((label for label in self.labels if not label.path), None)


def layout_paragraphs(
    text: str, subsections: Sequence[Subsection], mentions: Iterable[Ranged] = ()
) -> tuple[Paragraph, ...]:
    """Paragraphs of the statute in order; `mentions` are ranges that must not be torn."""
    return tuple(_join_torn(_layout_text(text, tuple(subsections)), mentions))


# Texts and their parts do not change, and a statute is read far more often than it comes in.
@lru_cache(maxsize=32)
def _layout_text(text: str, subsections: tuple[Subsection, ...]) -> tuple[Paragraph, ...]:
    """Paragraphs whatever is marked in them."""
    lines, _ = read_lines(text)
    parts = _Parts(subsections)
    paragraphs: list[Paragraph] = []
    for index, line in enumerate(lines):
        pieces = _cut_line(line, parts)
        if index and _is_broken_line(lines[index - 1], line, pieces, parts):
            paragraphs[-1] = replace(paragraphs[-1], end=pieces[0].end)
        else:
            paragraphs.append(_set_paragraph(line, pieces[0], parts, is_first=not index))
        paragraphs.extend(_set_paragraph(line, piece, parts) for piece in pieces[1:])
    if lines and not any(line.level for line in lines):
        paragraphs = [_indent_by_label(paragraph) for paragraph in paragraphs]
    return tuple(_name_bare_headings(text, paragraphs))


def _cut_line(line: TextLine, parts: _Parts) -> list[Span]:
    starts = [part.start for part in parts.touching(line.start, line.end)[1:]]
    edges = [line.start, *(s for s in starts if line.start < s), line.end]
    return [Span(a, b) for a, b in pairwise(edges) if a < b]


def _is_broken_line(
    before: TextLine, line: TextLine, pieces: Sequence[Span], parts: _Parts
) -> bool:
    """True when the line goes on where the one before it was broken."""
    if line.after_blank or line.tokens:
        return False
    around = parts.touching(before.end - 1, before.end)
    return any(part.end > pieces[0].start for part in around)


def _set_paragraph(
    line: TextLine, piece: Span, parts: _Parts, *, is_first: bool = False
) -> Paragraph:
    tokens = [token for token in line.tokens if piece.start <= token.start < piece.end]
    opens = bool(tokens) and tokens[0].start == piece.start
    enumerator = Span(piece.start, min(tokens[-1].end, piece.end)) if opens else None
    touching = parts.touching(piece.start, piece.end)
    own = touching[0] if touching else None
    level = line.level
    if own and piece.start > line.start:
        level += _depth_gained(line, own, parts)
    base = Paragraph(piece.start, piece.end, level, "body", enumerator, own.label if own else None)
    if is_first and _is_title(line, own):
        return replace(base, kind="title", label=parts.root)
    if own is None:
        return _set_heading(line, base, parts)
    is_flush = not own.is_first and enumerator is None
    return replace(base, kind="flush") if is_flush else base


def _depth_gained(line: TextLine, own: _Part, parts: _Parts) -> int:
    """How much deeper the later part of a line is than the first one."""
    first = parts.touching(line.start, line.end)[0]
    return max(own.label.depth - first.label.depth, 0)


def _is_title(line: TextLine, own: _Part | None) -> bool:
    if line.tokens or (own and own.label.path):
        return False
    return own is None or is_heading(split_title(line.text)[1])


def _set_heading(line: TextLine, base: Paragraph, parts: _Parts) -> Paragraph:
    """A paragraph outside all parts: the heading of what comes next, or text of nobody."""
    following = parts.after(base.start)
    if following is None or not (base.enumerator or is_heading(line.text)):
        return base
    step = line.tokens[-1].step if base.enumerator else None
    label = _find_opened(following.label, step, parts) if step else following.label
    return replace(base, kind="heading", label=label)


def _find_opened(label: Label, step: str, parts: _Parts) -> Label:
    """The label or its nearest ancestor that ends in the step; else the label."""
    here: Label | None = label
    while here is not None and here.path:
        if here.path[-1] == step and here in parts.labels:
            return here
        here = here.parent
    return label


def _indent_by_label(paragraph: Paragraph) -> Paragraph:
    """Indentation by depth, for a text that has none of its own."""
    depth = paragraph.label.depth if paragraph.label else 0
    return replace(paragraph, indent=max(depth - 1, 0))


def _name_bare_headings(text: str, paragraphs: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Paragraphs, with those marked as headings that are all their subsection says itself."""
    for paragraph, following in zip_longest(paragraphs, paragraphs[1:]):
        yield (
            replace(paragraph, kind="heading")
            if following and _is_bare_heading(text, paragraph, following)
            else paragraph
        )


def _is_bare_heading(text: str, paragraph: Paragraph, following: Paragraph) -> bool:
    if paragraph.kind != "body" or not paragraph.enumerator:
        return False
    if not (paragraph.label and following.label):
        return False
    rest = text[paragraph.enumerator.end : paragraph.end].strip()
    return paragraph.label.is_ancestor_of(following.label) and is_heading(rest)


def _join_torn(paragraphs: Sequence[Paragraph], mentions: Iterable[Ranged]) -> Iterable[Paragraph]:
    """Paragraphs, joined and widened where a mention runs over their edges."""
    starts = [paragraph.start for paragraph in paragraphs]
    ends = [paragraph.end for paragraph in paragraphs]

    def is_torn(mention: Ranged) -> bool:
        at = bisect_right(starts, mention.start) - 1
        return at < 0 or mention.end > ends[at]

    torn = sorted((mention.start, mention.end) for mention in mentions if is_torn(mention))
    return _widen(paragraphs, torn) if torn else paragraphs


def _widen(paragraphs: Iterable[Paragraph], torn: Sequence[tuple[int, int]]) -> Iterator[Paragraph]:
    joined: Paragraph | None = None
    index = 0
    for paragraph in paragraphs:
        start, end = paragraph.start, paragraph.end
        while index < len(torn) and torn[index][0] < end:
            if torn[index][1] > start:
                start, end = min(start, torn[index][0]), max(end, torn[index][1])
            index += 1
        widened = replace(paragraph, start=start, end=end)
        if joined and start < joined.end:
            joined = replace(joined, end=max(end, joined.end))
            continue
        if joined:
            yield joined
        joined = widened
    if joined:
        yield joined
