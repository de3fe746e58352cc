"""From the text of a statute to its subsections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sara_annotate.domain.corpus import Subsection
from sara_annotate.domain.errors import Problem
from sara_annotate.domain.labels import Label
from sara_annotate.domain.segmentation.lines import read_lines
from sara_annotate.domain.segmentation.owners import Piece, assign_lines
from sara_annotate.domain.segmentation.titles import Title, read_title
from sara_annotate.domain.segmentation.tree import Node, Tree, build_tree
from sara_annotate.domain.spans import Span

MAX_DOUBTS = 50


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Subsections in the order in which the text opens them, and what was doubtful."""

    section: str
    title: str
    subsections: tuple[Subsection, ...]
    doubts: tuple[Problem, ...] = ()


def segment_statute(text: str, section: str | None = None) -> Segmentation:
    """The statute's subsections with their parts, in code points of the text given."""
    lines, doubts = read_lines(text)
    title = read_title(lines, section)
    body = lines[1:] if title.line and not title.is_sentence else lines
    tree = build_tree(body)
    pieces = assign_lines(body, tree)
    labels = _label_nodes(tree, title.section)
    subsections = _collect(pieces, labels, title, tree)
    found = [*doubts, *title.doubts, *tree.doubts, *_doubt_repeats(labels)]
    return Segmentation(
        title.section,
        title.line.text if title.line else "",
        subsections,
        tuple(_limit_doubts(found)),
    )


def _limit_doubts(doubts: list[Problem]) -> Iterator[Problem]:
    """Doubts by their place; of one kind no more than a person would read, then a count."""
    counts = Counter(doubt.code for doubt in doubts)
    shown: Counter[str] = Counter()
    for doubt in sorted(doubts, key=lambda doubt: (doubt.line or 0, doubt.column or 0)):
        shown[doubt.code] += 1
        if shown[doubt.code] < MAX_DOUBTS or counts[doubt.code] == MAX_DOUBTS:
            yield doubt
        elif shown[doubt.code] == MAX_DOUBTS:
            more = counts[doubt.code] - MAX_DOUBTS
            yield replace(doubt, message=f"{doubt.message} (And {more} more like this below.)")


def _label_nodes(tree: Tree, section: str) -> dict[Node, Label]:
    """Labels of all subsections, in the order in which the text opens them."""
    labels = {tree.root: Label(section)}
    for nodes in tree.by_line.values():
        for node in nodes:
            assert node.parent is not None
            labels[node] = labels[node.parent].child(node.step)
    return labels


def _collect(
    pieces: Sequence[Piece], labels: dict[Node, Label], title: Title, tree: Tree
) -> tuple[Subsection, ...]:
    parts: dict[Label, list[Span]] = {label: [] for label in labels.values()}
    headings = dict.fromkeys(parts, "")
    for piece in _join_neighbours(pieces):
        parts[labels[piece.node]].append(Span(piece.start, piece.end))
    for node, label in labels.items():
        headings[label] = headings[label] or node.heading
    own = labels[tree.root]
    headings[own] = title.name
    if title.line and not parts[own]:
        parts[own].append(Span(title.line.start, title.line.end))
    return tuple(
        Subsection(label, tuple(spans), headings[label]) for label, spans in parts.items() if spans
    )


def _join_neighbours(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Paragraphs of one subsection that follow each other are one part."""
    joined: Piece | None = None
    for piece in pieces:
        if joined and joined.node is piece.node:
            joined = Piece(joined.node, joined.start, piece.end)
            continue
        if joined:
            yield joined
        joined = piece
    if joined:
        yield joined


def _doubt_repeats(labels: dict[Node, Label]) -> Iterator[Problem]:
    seen: set[Label] = set()
    for node, label in labels.items():
        if label in seen and node.line and node.token:
            message = f"{label.plain} is here a second time; it became a further part of the first."
            hint = "Number it differently if it is a subsection of its own."
            yield node.line.doubt("label_repeated", message, hint, at=node.token.start)
        seen.add(label)
