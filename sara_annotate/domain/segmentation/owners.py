"""To which subsection a line without an enumerator belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sara_annotate.domain.errors import Problem
from sara_annotate.domain.segmentation.lines import (
    TextLine,
    ends_open,
    is_heading,
    split_run_in,
    starts_lower,
)
from sara_annotate.domain.segmentation.tree import Node, Tree


@dataclass(slots=True)
class Piece:
    """Text of one subsection inside one line."""

    node: Node
    start: int
    end: int


@dataclass(slots=True)
class _State:
    """Where the walk through the lines is."""

    current: Node
    before: TextLine | None = None
    before_opened: bool = False


def assign_lines(lines: Sequence[TextLine], tree: Tree) -> list[Piece]:
    """All text with the subsection it belongs to; a heading that has a body is left out."""
    state = _State(tree.root)
    spaced = any(line.after_blank for line in lines[1:])
    pieces: list[Piece] = []
    for line in lines:
        if line.tokens:
            pieces.extend(_cut_opening(line, tree))
            state = _State(tree.by_line[line.number][-1], line, before_opened=True)
            continue
        owner = _find_owner(line, state, tree, spaced=spaced)
        if _is_body_of_heading(line, state, owner):
            _take_heading(state, owner, line, pieces)
        pieces.append(Piece(owner, line.start, line.end))
        state = _State(owner, line)
    _name_bare_headings(tree)
    return pieces


def _cut_opening(line: TextLine, tree: Tree) -> Iterator[Piece]:
    nodes = tree.by_line[line.number]
    for node, token in zip(nodes[:-1], line.tokens, strict=False):
        yield Piece(node, token.start, token.end)
    start = line.tokens[-1].start
    if run_in := split_run_in(line.rest):
        nodes[-1].heading, length = run_in
        start = line.rest_start + length
        message = f"“{run_in[0]}” was taken as a heading in the line."
        tree.doubts.append(line.doubt("heading_run_in", message, at=line.rest_start))
    yield Piece(nodes[-1], start, line.end)


def _find_owner(line: TextLine, state: _State, tree: Tree, *, spaced: bool) -> Node:
    current, before = state.current, state.before
    if before is None or current is tree.root:
        return tree.root
    heads = _follows_heading(line, state)
    if heads and line.level >= current.indent:
        return current
    if spaced and not line.after_blank and not heads:
        return current  # A line broken by hand, not a paragraph.
    if tree.flat and line.level == current.indent:
        return _guess_owner(line, state, tree)
    node: Node | None = current
    while node and node.parent and _expected_level(node) > line.level:
        node = node.parent
    owner = node or tree.root
    if owner is current and state.before_opened and before.rest:
        tree.doubts.append(_doubt_continued(line, owner))
    return owner


def _follows_heading(line: TextLine, state: _State) -> bool:
    before = state.before
    return bool(
        before and state.before_opened and is_heading(before.rest) and not starts_lower(line.text)
    )


def _expected_level(node: Node) -> float:
    """Level of a subsection's own paragraphs: as its heading's, or as its parent does it."""
    shift = node.body_shift
    if shift is None and node.parent:
        shift = node.parent.body_shift
    return node.indent + (shift or 0)


def _guess_owner(line: TextLine, state: _State, tree: Tree) -> Node:
    """Without indentation: flush text goes on in small letters after an open list."""
    current, before = state.current, state.before
    parent = current.parent
    if before and parent and parent.parent and starts_lower(line.text) and ends_open(before.text):
        message = f"Taken as text of ({parent.step}) after its list."
        hint = f"It may belong to ({current.step})."
        tree.doubts.append(line.doubt("flush_guessed", message, hint))
        return parent
    if before and before.rest and (state.before_opened or (parent and parent.parent)):
        tree.doubts.append(_doubt_continued(line, current))
    return current


def _doubt_continued(line: TextLine, node: Node) -> Problem:
    message = f"A paragraph without a number was taken as part of ({node.step})."
    return line.doubt("paragraph_unnumbered", message, "It may belong to what encloses it.")


def _is_body_of_heading(line: TextLine, state: _State, owner: Node) -> bool:
    return owner is state.current and owner.token is not None and _follows_heading(line, state)


def _take_heading(state: _State, owner: Node, line: TextLine, pieces: list[Piece]) -> None:
    assert state.before is not None
    owner.heading = state.before.rest
    owner.body_shift = max(line.level - state.before.level, 0)
    pieces.pop()


def _name_bare_headings(tree: Tree) -> None:
    """Headings of subsections that have no text but their heading."""
    for nodes in tree.by_line.values():
        node = nodes[-1]
        line = node.line
        if line and not node.heading and node.children and is_heading(line.rest):
            first = node.children[0].line
            node.heading = line.rest if first is not line else ""
