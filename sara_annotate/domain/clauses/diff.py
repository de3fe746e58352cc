"""The difference of two clauses in words, order inside AND and OR left out of account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sara_annotate.domain.clauses.compare import count_labels, normalize_node
from sara_annotate.domain.clauses.render import render_call, show_name
from sara_annotate.domain.clauses.terms import (
    NOWHERE,
    And,
    Call,
    Clause,
    Node,
    Not,
    Or,
    iter_calls,
)
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

Kind = Literal["head", "operator", "negation", "call", "argument", "body"]


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: what it is about, in words, and where it stands on either side."""

    kind: Kind
    message: str
    left: Span = NOWHERE
    right: Span = NOWHERE


def diff_clauses(left: Clause, right: Clause) -> tuple[Change, ...]:
    """What changed from left to right; empty when both say the same."""
    changes = list(_diff_heads(left, right))
    if left.body is None or right.body is None:
        changes += _diff_leaf(left, right)
        return tuple(changes)
    changes += _Differ(left.body, right.body).run()
    return tuple(changes)


def _diff_heads(left: Clause, right: Clause) -> Iterator[Change]:
    if left.head != right.head:
        message = f"The head {left.head.printed} became {right.head.printed}"
        yield Change("head", message, left.head_at, right.head_at)
    for name in left.names:
        if name not in right.names:
            yield Change("head", f"{show_name(name)} is missing from the head", left.list_at)
    for name in right.names:
        if name not in left.names:
            yield Change("head", f"{show_name(name)} is new in the head", right=right.list_at)


def _diff_leaf(left: Clause, right: Clause) -> Iterator[Change]:
    if right.body is None and left.body is not None:
        yield Change("body", "The body is missing", left.body.at)
    elif left.body is None and right.body is not None:
        yield Change("body", "The body is new", right=right.body.at)


def _strip(node: Node) -> tuple[Node, bool]:
    return (node.item, True) if isinstance(node, Not) else (node, False)


def _word(node: Node) -> str:
    return "AND" if isinstance(node, And) else "OR"


def _items(node: Node) -> list[Node]:
    return list(node.items) if isinstance(node, And | Or) else [node]


def _name(node: Node) -> str:
    """A node in a few words."""
    inner, denied = _strip(node)
    if isinstance(inner, Call):
        said = render_call(inner)
    else:
        labels = list(dict.fromkeys(c.label.printed for c in iter_calls(inner)))
        more = f" and {len(labels) - 3} more" if len(labels) > 3 else ""
        said = f"the group of {', '.join(labels[:3])}{more}"
    return f"NOT {said}" if denied else said


def _diff_args(left: Call, right: Call) -> Iterator[Change]:
    ours, theirs = dict(left.pairs), dict(right.pairs)
    label = left.label.printed
    if ours == theirs and sorted(left.pairs) != sorted(right.pairs):
        yield Change("argument", f"{label} is passed an argument twice", left.at, right.at)
    for callee, caller in ours.items():
        said = f"{show_name(caller)} passed as {show_name(callee)}"
        if callee not in theirs:
            yield Change("argument", f"{said} to {label} is missing", left.at, right.at)
        elif theirs[callee] != caller:
            now = show_name(theirs[callee])
            yield Change("argument", f"{said} to {label} became {now}", left.at, right.at)
    for callee, caller in theirs.items():
        if callee not in ours:
            said = f"{show_name(caller)} passed as {show_name(callee)}"
            yield Change("argument", f"{said} to {label} is new", left.at, right.at)


class _Differ:
    """Walks two trees in normal form side by side."""

    def __init__(self, left: Node, right: Node) -> None:
        one, two = normalize_node(left), normalize_node(right)
        self.keep = (one, two)  # nodes are known by identity: they must stay alive
        self.keys = one.keys | two.keys
        self.stack: list[tuple[Node, Node]] = [(one.node, two.node)]

    def run(self) -> Iterator[Change]:
        while self.stack:
            yield from self._diff_nodes(*self.stack.pop())

    def _key(self, node: Node) -> bytes:
        return self.keys[id(node)]

    def _diff_nodes(self, one: Node, two: Node) -> Iterator[Change]:
        if self._key(one) == self._key(two):
            return
        (left, left_no), (right, right_no) = _strip(one), _strip(two)
        if left_no != right_no:
            word = "is new" if right_no else "is missing"
            yield Change("negation", f"NOT before {_name(left)} {word}", one.at, two.at)
        if isinstance(left, Call) and isinstance(right, Call) and left.label == right.label:
            yield from _diff_args(left, right)
            return
        grouped = isinstance(left, And | Or) and isinstance(right, And | Or)
        if grouped and type(left) is not type(right):
            yield Change("operator", f"{_word(left)} became {_word(right)}", left.at, right.at)
        yield from self._diff_items(_items(left), _items(right))

    def _diff_items(self, left: list[Node], right: list[Node]) -> Iterator[Change]:
        left, right = self._drop_equal(left, right)
        yield from self._find_dissolved(left, right, "{} became {}")
        yield from self._find_dissolved(right, left, "{1} became {0}")
        left, right = self._pair_calls(left, right)
        for node in self._pair_groups(left, right):
            yield Change("call", f"{_name(node)} is missing", node.at)
        for node in right:
            yield Change("call", f"{_name(node)} is new", right=node.at)

    def _drop_equal(self, left: list[Node], right: list[Node]) -> tuple[list[Node], list[Node]]:
        by_key: dict[bytes, list[Node]] = defaultdict(list)
        for node in right:
            by_key[self._key(node)].append(node)
        rest: list[Node] = []
        for node in left:
            same = by_key[self._key(node)]
            if same:
                same.pop()
            else:
                rest.append(node)
        return rest, [node for nodes in by_key.values() for node in nodes]

    def _find_dissolved(
        self, groups: list[Node], loose: list[Node], words: str
    ) -> Iterator[Change]:
        """A group whose parts all stand loose on the other side took the operator above it."""
        at_hand = {self._key(node): node for node in loose}
        for group in [g for g in groups if isinstance(g, And | Or)]:
            parts = [self._key(item) for item in group.items]
            if not all(part in at_hand for part in parts):
                continue
            gone = {id(at_hand.pop(part)) for part in set(parts)}
            groups.remove(group)
            loose[:] = [node for node in loose if id(node) not in gone]
            word, other = _word(group), "OR" if isinstance(group, And) else "AND"
            yield Change("operator", words.format(word, other), group.at, group.at)

    def _pair_calls(self, left: list[Node], right: list[Node]) -> tuple[list[Node], list[Node]]:
        """Calls of one subsection on both sides are the same call, changed."""
        by_label: dict[Label, list[Node]] = defaultdict(list)
        for node in right:
            inner = _strip(node)[0]
            if isinstance(inner, Call):
                by_label[inner.label].append(node)
        rest: list[Node] = []
        paired: set[int] = set()
        for node in left:
            inner = _strip(node)[0]
            found = by_label[inner.label] if isinstance(inner, Call) else []
            if found:
                other = found.pop(0)
                paired.add(id(other))
                self.stack.append((node, other))
            else:
                rest.append(node)
        return rest, [node for node in right if id(node) not in paired]

    def _pair_groups(self, left: list[Node], right: list[Node]) -> list[Node]:
        """Groups with most calls in common are the same group, changed; takes from `right`."""
        rest: list[Node] = []
        for node in left:
            best = max(right, key=lambda other: _overlap(node, other), default=None)
            if best is None or not _overlap(node, best):
                rest.append(node)
                continue
            right[:] = [other for other in right if other is not best]
            self.stack.append((node, best))
        return rest


def _overlap(one: Node, other: Node) -> int:
    return (count_labels(one) & count_labels(other)).total()
