"""Which subsection lies in which: by indentation, and by numbering where that is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sara_annotate.domain.errors import Problem
from sara_annotate.domain.segmentation.enumerators import (
    Reading,
    find_opening,
    follows,
    is_interleaved,
    read_step,
)
from sara_annotate.domain.segmentation.lines import TextLine, Token
from sara_annotate.domain.segmentation.places import find_list_ends, place_step

MAX_DEPTH = 12
"""Levels that numbering alone may open; no statute comes near, a broken file might."""

_HINT = "Check its level."


@dataclass(slots=True, eq=False)
class Node:
    """A subsection to be; the root is the section itself."""

    line: TextLine | None = None
    token: Token | None = None
    indent: float = -1
    stacked: bool = False
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    heading: str = ""
    body_shift: int | None = None

    @property
    def step(self) -> str:
        return self.token.step if self.token else ""


@dataclass(slots=True)
class Tree:
    root: Node
    by_line: dict[int, list[Node]]
    """Nodes that a line opens, by the line's number."""

    flat: bool
    doubts: list[Problem]


def build_tree(lines: Sequence[TextLine]) -> Tree:
    """The subsections that the lines open, each under its parent."""
    root = Node()
    tree = Tree(root, {}, _is_flat(lines), [])
    nodes = list(_open_nodes(lines, tree))
    if tree.flat:
        root.children = nodes
        _nest(root, tree.doubts)
        if any(node.parent is not root for node in nodes):
            tree.doubts.append(_doubt_flat(nodes[0]))
        return tree
    _attach_by_indent(nodes, tree)
    for node in (root, *nodes):
        if is_interleaved(child.step for child in node.children):
            _nest(node, tree.doubts)
        elif node.children:
            tree.doubts.extend(_doubt_first(node.children[0]))
    return tree


def _is_flat(lines: Sequence[TextLine]) -> bool:
    return len({line.level for line in lines if line.tokens}) <= 1


def _open_nodes(lines: Sequence[TextLine], tree: Tree) -> Iterator[Node]:
    for line in lines:
        for index, token in enumerate(line.tokens):
            # The second of (a)(1) lies a little deeper than the first, above the next level.
            node = Node(line, token, line.level + index / 10, stacked=index > 0)
            tree.by_line.setdefault(line.number, []).append(node)
            yield node


def _attach_by_indent(nodes: Sequence[Node], tree: Tree) -> None:
    chain = [tree.root]
    for node in nodes:
        top = chain[-1]
        if top.stacked and node.indent > top.indent and _is_next_step(top.step, node.step):
            top.indent = node.indent
        while chain[-1].indent >= node.indent:
            chain.pop()
        node.parent = chain[-1]
        chain[-1].children.append(node)
        chain.append(node)


def _is_next_step(before: str, after: str) -> bool:
    return any(follows(a, b) for a in read_step(before) for b in read_step(after))


def _nest(parent: Node, doubts: list[Problem]) -> None:
    """Give the children of a node new parents among themselves, by their numbering."""
    children, parent.children = parent.children, []
    ends = find_list_ends([child.step for child in children])
    readings: list[Reading] = []
    chain = [parent]
    for child, end in zip(children, ends, strict=True):
        least = len(readings) if child.stacked else 0
        place = place_step(child.step, readings, ahead=end, least=least)
        depth = min(place.depth, MAX_DEPTH)
        del readings[depth:], chain[depth + 1 :]
        child.parent = chain[-1]
        chain[-1].children.append(child)
        readings.append(place.reading)
        chain.append(child)
        if place.doubt and child.line and child.token:
            code, message = place.doubt
            doubts.append(child.line.doubt(code, message, _HINT, at=child.token.start))


def _doubt_flat(node: Node) -> Problem:
    assert node.line is not None
    message = "The enumerators have no indentation; levels were read from their order."
    return node.line.doubt("levels_guessed", message, "Check the outline.")


def _doubt_first(node: Node) -> Iterator[Problem]:
    assert node.line is not None and node.token is not None
    parent = node.parent.step if node.parent else ""
    if find_opening(node.step):
        return
    if parent and _is_next_step(parent, node.step) and not node.stacked:
        message = f"({node.step}) stands deeper than ({parent}), which it seems to follow."
        hint = "It was placed by its indentation."
        yield node.line.doubt("indent_conflict", message, hint, at=node.token.start)
    else:
        message = f"A list starts with ({node.step})."
        yield node.line.doubt("list_start", message, _HINT, at=node.token.start)
