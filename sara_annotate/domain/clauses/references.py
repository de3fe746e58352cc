"""References in a statute's text, resolved from where they stand.

“section 152(d)(2)” names its target in full; “paragraph (1) or (2)”, “subparagraph (H) of
section 152(d)(2)”, “this subsection” and “the succeeding paragraphs” start from the
subsection that contains them. What belongs to another act is found and marked foreign.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from sara_annotate.domain.clauses.units import (
    expand_range,
    find_level,
    replace_tail,
    take_base,
)
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

Kind = Literal["known", "self", "missing", "foreign", "larger"]
"""known: in the project; self: the subsection itself or one that contains it; missing: not in
the project; foreign: of another act; larger: a chapter, a title, nothing a clause can call."""


class Lookup(Protocol):
    """What resolving needs to know of a project, each answered without a search."""

    def has_label(self, label: Label) -> bool: ...
    def get_children(self, label: Label) -> Sequence[Label]: ...
    def get_text(self, label: Label) -> str: ...


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference at [start, end) of a subsection's text and the labels it names."""

    start: int
    end: int
    labels: tuple[Label, ...]
    kind: Kind
    missing: tuple[Label, ...] = ()

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_ENUM = r"\([A-Za-z0-9]{1,5}\)"
_NUMBER = r"[0-9]+[A-Z]{0,2}(?![A-Za-z0-9]|[.,][0-9])"
_JOIN = r"(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|through|to)\s+)"
_UNIT = r"subsection|paragraph|subparagraph|clause|subclause|item"
_UNITS = rf"(?:{_UNIT})s?\s+{_ENUM}(?:{_ENUM})*(?:{_JOIN}(?:{_ENUM})+)*"
_SECTION = rf"(?:section\s+|§\s*){_NUMBER}(?:{_ENUM})*(?:{_JOIN}(?:{_ENUM})+)*"
_SECTIONS = (
    rf"(?:sections\s+|§§\s*){_NUMBER}(?:{_ENUM})*(?:{_JOIN}(?:{_NUMBER}(?:{_ENUM})*|(?:{_ENUM})+))*"
)
_LARGER = r"title|subtitle|chapter|subchapter|part|subpart|act|code"
_THIS = rf"this\s+(?:section|{_UNIT}|{_LARGER})"
_NEIGHBOURS = rf"(?:the\s+)?(?:succeeding|following|preceding)\s+(?:section|{_UNIT})s?"
_REFERENCE = re.compile(
    rf"\b(?P<inner>(?:(?:{_UNITS}|{_NEIGHBOURS})\s+of\s+)*)"
    rf"(?P<outer>{_SECTIONS}|{_SECTION}|{_UNITS}|{_THIS})"
    rf"|(?P<signs>{_SECTIONS}|{_SECTION})"
    rf"|\b(?P<alone>{_NEIGHBOURS})\b(?!\s+(?:of|sentence))",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\s+of\s+(?:(?:the|such|that)\s+)?(?:(?:[A-Z][\w.'-]*\s+|(?:and|of|for|the)\s+){0,10}"
    r"(?:Act|Code|Law|Regulations?|Constitution)\b|title\s+[0-9]+)"
)
_PIECE = re.compile(rf"({_NUMBER})?((?:{_ENUM})*)")
_LAST_STEP = re.compile(r"[A-Za-z0-9]+")


def find_references(text: str, at: Label, lookup: Lookup) -> tuple[Reference, ...]:
    """Every reference in the text of the subsection `at`, in reading order."""
    found = (_resolve(match, text, at, lookup) for match in _REFERENCE.finditer(text))
    return tuple(ref for ref in found if ref is not None)


class _Shallow:
    """A lookup without texts: what a context says is not itself looked up in a context."""

    def __init__(self, lookup: Lookup) -> None:
        self.has_label, self.get_children = lookup.has_label, lookup.get_children

    def get_text(self, label: Label) -> str:
        return ""


def _resolve(match: re.Match[str], text: str, at: Label, lookup: Lookup) -> Reference | None:
    start, end = match.span()
    outer = match["outer"] or match["signs"] or match["alone"]
    if match["signs"] and start == 0 and text[end : end + 1] == ".":
        return None  # the section's own heading
    foreign = _FOREIGN.match(text, end)
    if foreign and not outer.lower().startswith("this"):
        labels = tuple(_read_outer(outer, at, lookup))
        return Reference(start, foreign.end(), (), "foreign", labels)
    if re.fullmatch(rf"this\s+(?:{_LARGER})", outer, re.IGNORECASE) and not match["inner"]:
        return Reference(start, end, (), "larger")
    bases: list[Label] = list(_read_outer(outer, at, lookup))
    inner = re.split(r"\s+of\s+", match["inner"] or "")
    for phrase in reversed([part for part in inner if part]):
        bases = [label for base in bases for label in _read_inner(phrase, base, at, lookup)]
    own = outer.lower().startswith("this") and not match["inner"]
    return _sort_out(Span(start, end), bases, at, lookup, own)


def _sort_out(
    span: Span, labels: Collection[Label], at: Label, lookup: Lookup, own: bool
) -> Reference:
    unique = tuple(dict.fromkeys(labels))
    known = tuple(label for label in unique if lookup.has_label(label))
    missing = tuple(label for label in unique if label not in known)
    inside = all(label == at or label.is_ancestor_of(at) for label in known)
    kind: Kind = "missing" if not known else "self" if own or inside else "known"
    return Reference(span.start, span.end, known, kind, missing)


def _read_outer(phrase: str, at: Label, lookup: Lookup) -> Iterator[Label]:
    """Labels of the last phrase of a reference: it starts from the subsection itself."""
    words = phrase.split(None, 1)
    first = words[0].lower()
    if first == "this":
        level = find_level(words[1])
        yield take_base(at, level + 1) if level is not None else Label(at.section)
    elif first.startswith(("section", "§")):
        yield from _read_sections(re.sub(r"^(?:sections?|§+)\s*", "", phrase, flags=re.I), lookup)
    elif _is_neighbours(phrase):
        yield from _read_neighbours(phrase, at, at, lookup)
    else:
        yield from _read_units(phrase, take_base(at, find_level(first) or 0), at, lookup)


def _read_inner(phrase: str, base: Label, at: Label, lookup: Lookup) -> Iterator[Label]:
    """Labels of a phrase before “of”: it starts from what follows “of”."""
    if _is_neighbours(phrase):
        yield from _read_neighbours(phrase, base, at, lookup)
    else:
        yield from _read_units(phrase, base, None, lookup)


def _is_neighbours(phrase: str) -> bool:
    return bool(re.match(r"(?:the\s+)?(?:succeeding|following|preceding)\b", phrase, re.I))


def _read_neighbours(phrase: str, base: Label, at: Label, lookup: Lookup) -> Iterator[Label]:
    """The brothers after (or before) the one that contains `at`, on the level named."""
    level = find_level(phrase.split()[-1]) or 0
    own = take_base(at, level + 1)
    parent = own.parent
    if parent is None or (own.depth <= base.depth and base != at):
        return
    brothers = list(lookup.get_children(parent))
    if own not in brothers:
        return
    here = brothers.index(own)
    yield from brothers[:here] if "preceding" in phrase.lower() else brothers[here + 1 :]


def _read_sections(phrase: str, lookup: Lookup) -> Iterator[Label]:
    last: Label | None = None
    for joint, number, steps in _pieces(phrase):
        path = tuple(_LAST_STEP.findall(steps))
        label = Label(number, path) if number or last is None else replace_tail(last, path)
        if joint == "through" and last is not None:
            yield from expand_range(last, label, lookup.get_children)
        yield label
        last = label


def _read_units(phrase: str, base: Label, at: Label | None, lookup: Lookup) -> Iterator[Label]:
    last: Label | None = None
    for joint, _, steps in _pieces(phrase.split(None, 1)[1]):
        path = tuple(_LAST_STEP.findall(steps))
        label = Label(base.section, (*base.path, *path))
        if last is not None and len(path) == 1:
            label = replace_tail(last, path)
        if at is not None and not lookup.has_label(label):
            label = _look_in_context(label.path[base.depth :], at, lookup) or label
        if joint == "through" and last is not None:
            yield from expand_range(last, label, lookup.get_children)
        yield label
        last = label


def _look_in_context(path: tuple[str, ...], at: Label, lookup: Lookup) -> Label | None:
    """The target below what the enclosing text speaks of: “Paragraph (2) shall be applied …
    in subparagraph (B)” means (B) of paragraph (2)."""
    parent = at.parent
    while parent is not None:
        text = lookup.get_text(parent)
        for reference in reversed(find_references(text, parent, _Shallow(lookup))):
            for label in reference.labels if reference.kind == "known" else ():
                candidate = Label(label.section, (*label.path, *path))
                if lookup.has_label(candidate):
                    return candidate
        parent = parent.parent
    return None


def _pieces(phrase: str) -> Iterator[tuple[str, str, str]]:
    """Joining word, section number and bracketed steps of each item of a list."""
    at, joint = 0, ""
    join = re.compile(_JOIN, re.IGNORECASE)
    while at < len(phrase):
        piece = _PIECE.match(phrase, at)
        if not piece or piece.end() == at:
            return
        yield joint, piece[1] or "", piece[2]
        glue = join.match(phrase, piece.end())
        if not glue:
            return
        words = glue[0].replace(",", " ").split()
        joint = "through" if words and words[-1].lower() in ("through", "to") else "and"
        at = glue.end()
