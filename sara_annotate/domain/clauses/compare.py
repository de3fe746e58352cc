"""When two clauses say the same, and how far they agree when they do not.

Normal form: order inside AND and OR, nesting of one operator, double NOT, the order of
arguments and the order of the head's names do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b

from sara_annotate.domain.clauses.terms import (
    And,
    Call,
    Clause,
    Node,
    Not,
    Or,
    get_items,
    iter_calls,
)
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.counts import Counts


@dataclass(frozen=True, slots=True)
class Normal:
    """A tree in normal form and, for each of its nodes, a key: equal keys, equal meaning."""

    node: Node
    keys: dict[int, bytes]
    alive: list[Node]

    def get_key(self, node: Node) -> bytes:
        return self.keys[id(node)]

    @property
    def key(self) -> bytes:
        return self.keys[id(self.node)]


def normalize_node(node: Node) -> Normal:
    """The normal form, worked out from the leaves up."""
    builder = _Builder()
    done: list[Node] = []
    stack: list[tuple[Node, bool]] = [(node, False)]
    while stack:
        here, visited = stack.pop()
        below = get_items(here)
        if not visited and below:
            stack.append((here, True))
            stack.extend((item, False) for item in reversed(below))
            continue
        items = done[len(done) - len(below) :]
        del done[len(done) - len(below) :]
        done.append(builder.build(here, items))
    return Normal(done[0], builder.keys, builder.alive)


class _Builder:
    """Makes nodes in normal form out of parts in normal form; keeps them alive with their keys."""

    def __init__(self) -> None:
        self.keys: dict[int, bytes] = {}
        self._first: dict[int, str] = {}
        self.alive: list[Node] = []

    def build(self, node: Node, items: list[Node]) -> Node:
        if isinstance(node, Call):
            args = tuple(sorted(node.args, key=lambda a: a.pair))
            pairs = (f"{a.callee}:{a.caller}" for a in args)
            key = _hash("call", node.label.plain, *pairs)
            return self._keep(replace(node, args=args), key, node.label.plain)
        if isinstance(node, Not):
            (item,) = items
            if isinstance(item, Not):
                return item.item
            key = _hash("not", self.keys[id(item)])
            return self._keep(replace(node, item=item), key, self._first[id(item)])
        return self._group(node, items)

    def _group(self, node: And | Or, items: list[Node]) -> Node:
        kind = type(node)
        flat: list[Node] = []
        for item in items:
            flat.extend(get_items(item) if isinstance(item, kind) else (item,))
        flat.sort(key=lambda n: (self._first[id(n)], self.keys[id(n)]))
        key = _hash(kind.__name__, *sorted(self.keys[id(n)] for n in flat))
        return self._keep(replace(node, items=tuple(flat)), key, self._first[id(flat[0])])

    def _keep(self, node: Node, key: bytes, first: str) -> Node:
        self.keys[id(node)] = key
        self._first[id(node)] = first
        self.alive.append(node)
        return node


def _hash(*parts: str | bytes) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def normalize_clause(clause: Clause) -> Clause:
    """The clause in normal form; names of the head in alphabetical order."""
    body = normalize_node(clause.body).node if clause.body is not None else None
    return Clause(clause.head, tuple(sorted(clause.names)), body)


def is_equivalent(one: Clause, other: Clause) -> bool:
    """True when both say the same, up to the normal form."""
    if one.head != other.head or set(one.names) != set(other.names):
        return False
    if one.body is None or other.body is None:
        return one.body is other.body
    return normalize_node(one.body).key == normalize_node(other.body).key


NONE = Counts()


@dataclass(frozen=True, slots=True)
class StructureScore:
    """Counts of one pair of clauses; sums of them give pooled scores."""

    edges: Counts = NONE
    mappings: Counts = NONE
    operators: Counts = NONE
    clauses: Counts = NONE

    def __add__(self, other: StructureScore) -> StructureScore:
        return StructureScore(
            self.edges + other.edges,
            self.mappings + other.mappings,
            self.operators + other.operators,
            self.clauses + other.clauses,
        )


def score_clauses(proposed: Clause | None, expected: Clause | None) -> StructureScore:
    """How far a proposed clause agrees with the expected one; either may be missing.

    Edges are the subsections called; mappings are (callee, its argument, what is passed);
    operators are compared over the calls that both have: the operator they stand under and
    whether they are denied. A call that stands alone fits either operator.
    """
    ours = proposed.body if proposed else None
    theirs = expected.body if expected else None
    equal = bool(proposed and expected and is_equivalent(proposed, expected))
    return StructureScore(
        _count({c.label for c in iter_calls(ours)}, {c.label for c in iter_calls(theirs)}),
        _count(_collect_mappings(ours), _collect_mappings(theirs)),
        _count_operators(ours, theirs),
        Counts(int(equal), int(proposed is not None), int(expected is not None)),
    )


def _count(proposed: set[object] | set[Label], expected: set[object] | set[Label]) -> Counts:
    return Counts(len(proposed & expected), len(proposed), len(expected))


def _collect_mappings(body: Node | None) -> set[object]:
    return {(c.label, *pair) for c in iter_calls(body) for pair in c.pairs}


def _count_operators(ours: Node | None, theirs: Node | None) -> Counts:
    one, two = _collect_roles(ours), _collect_roles(theirs)
    correct = total = 0
    for label in one.keys() & two.keys():
        total += 1
        correct += any(_fits(a, b) for a in one[label] for b in two[label])
    return Counts(correct, total, total)


Role = tuple[str, bool]


def _fits(one: Role, other: Role) -> bool:
    return one[1] == other[1] and (one[0] == other[0] or "" in (one[0], other[0]))


def _collect_roles(body: Node | None) -> dict[Label, set[Role]]:
    """For each callee, the operators that it stands under and whether it is denied."""
    roles: dict[Label, set[Role]] = {}
    if body is None:
        return roles
    for call, operator, positive in iter_roles(normalize_node(body).node):
        roles.setdefault(call.label, set()).add((operator, positive))
    return roles


def iter_roles(body: Node) -> Iterator[tuple[Call, str, bool]]:
    """Each call with the operator right above it and False when it is denied."""
    stack: list[tuple[Node, str, bool]] = [(body, "", True)]
    while stack:
        node, operator, positive = stack.pop()
        if isinstance(node, Call):
            yield node, operator, positive
        elif isinstance(node, Not):
            stack.append((node.item, operator, not positive))
        else:
            word = "AND" if isinstance(node, And) else "OR"
            stack.extend((item, word, positive) for item in reversed(node.items))


def count_labels(body: Node | None) -> Counter[Label]:
    """How often each subsection is called."""
    return Counter(call.label for call in iter_calls(body))
