"""Clauses as values. Equality looks at what a clause says, never at where it stands.

Names are kept in upper case, as the distribution writes them. Nothing here recurses, so
that depth costs memory only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

NOWHERE = Span(0, 0)
Operator = Literal["AND", "OR"]


class _Compared:
    """Equality and hash over the flat key of a tree, whatever its depth."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Compared):
            return NotImplemented
        return self is other or flatten_term(self) == flatten_term(other)

    def __hash__(self) -> int:
        return hash(flatten_term(self))


@dataclass(frozen=True, slots=True)
class Arg:
    """The caller's argument `caller`, handed to the callee's argument `callee`."""

    callee: str
    caller: str
    at: Span = field(default=NOWHERE, compare=False, repr=False)
    callee_at: Span = field(default=NOWHERE, compare=False, repr=False)
    caller_at: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def pair(self) -> tuple[str, str]:
        return self.callee, self.caller


@dataclass(frozen=True, slots=True, eq=False)
class Call(_Compared):
    """Use of another subsection, with what is passed to it."""

    label: Label
    args: tuple[Arg, ...] = ()
    at: Span = field(default=NOWHERE, compare=False, repr=False)
    label_at: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        return tuple(arg.pair for arg in self.args)


@dataclass(frozen=True, slots=True, eq=False)
class Not(_Compared):
    item: Node
    at: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class And(_Compared):
    items: tuple[Node, ...]
    at: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Or(_Compared):
    items: tuple[Node, ...]
    at: Span = field(default=NOWHERE, compare=False, repr=False)


Node: TypeAlias = Call | Not | And | Or


@dataclass(frozen=True, slots=True, eq=False)
class Clause(_Compared):
    """Head, the names of its arguments in order, and a body unless it is a leaf."""

    head: Label
    names: tuple[str, ...] = ()
    body: Node | None = None
    at: Span = field(default=NOWHERE, compare=False, repr=False)
    head_at: Span = field(default=NOWHERE, compare=False, repr=False)
    names_at: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    list_at: Span = field(default=NOWHERE, compare=False, repr=False)
    """The head's brackets with what is inside."""

    @property
    def is_leaf(self) -> bool:
        return self.body is None


def make_call(label: Label, *pairs: tuple[str, str] | str) -> Call:
    """A call without a place; a bare name passes the argument of the same name."""
    both = ((p, p) if isinstance(p, str) else p for p in pairs)
    return Call(label, tuple(Arg(fold_name(a), fold_name(b)) for a, b in both))


def get_items(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node."""
    if isinstance(node, Call):
        return ()
    return (node.item,) if isinstance(node, Not) else node.items


def walk(node: Node | None) -> Iterator[Node]:
    """Every node of a tree, parents first, in reading order."""
    stack = [node] if node is not None else []
    while stack:
        here = stack.pop()
        yield here
        stack.extend(reversed(get_items(here)))


def iter_calls(node: Node | None) -> Iterator[Call]:
    """The calls of a tree, in reading order."""
    return (n for n in walk(node) if isinstance(n, Call))


def iter_signed_calls(node: Node | None) -> Iterator[tuple[Call, bool]]:
    """The calls of a tree with True where an even number of NOTs stands above."""
    stack = [(node, True)] if node is not None else []
    while stack:
        here, positive = stack.pop()
        if isinstance(here, Call):
            yield here, positive
            continue
        below = positive if not isinstance(here, Not) else not positive
        stack.extend((item, below) for item in reversed(get_items(here)))


def join_nodes(operator: Operator, items: Iterable[Node]) -> Node | None:
    """The items under one operator; one item is itself, none is None."""
    found = tuple(items)
    if len(found) < 2:
        return found[0] if found else None
    at = Span(found[0].at.start, found[-1].at.end)
    return And(found, at) if operator == "AND" else Or(found, at)


def flatten_term(term: object) -> tuple[object, ...]:
    """A flat key: equal keys, equal terms. Arity makes the prefix order unambiguous."""
    key: list[object] = []
    node = term
    if isinstance(term, Clause):
        key += ["clause", term.head, term.names, term.body is None]
        node = term.body
    if not isinstance(node, Call | Not | And | Or):
        return tuple(key)
    for n in walk(node):
        if isinstance(n, Call):
            key += [n.label, n.args]
        elif isinstance(n, Not):
            key.append("NOT")
        else:
            key += ["AND" if isinstance(n, And) else "OR", len(n.items)]
    return tuple(key)
