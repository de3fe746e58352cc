"""Clauses of two people under common names, so that what each calls a thing does not count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, Or, get_items
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.domain.review.groups import Group

Names = Mapping[str, str]
"""A person's name of an argument, folded, and the name that both have for it."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """By subsection, the common names of each of two people."""

    sides: Mapping[str, tuple[Names, Names]] = field(default_factory=dict)

    def of(self, label: Label, side: int) -> Names:
        found = self.sides.get(label.plain)
        return found[side] if found else {}


def name_commonly(groups: Sequence[Group]) -> tuple[Names, Names]:
    """Arguments that both have, one for one, get a name that nobody writes; others keep theirs."""
    sides: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for number, group in enumerate(groups):
        if not group.is_split and len(group.layers) == 2:
            for side, argument in group.arguments:
                sides[side][fold_name(argument.name)] = f"#{number}"
    return sides


def translate_clause(clause: Clause, dictionary: Dictionary, side: int) -> Clause:
    """The clause in common names, its own and those of the subsections that it calls."""
    own = dictionary.of(clause.head, side)
    names = tuple(own.get(name, name) for name in clause.names)
    body = None if clause.body is None else _translate(clause.body, own, dictionary, side)
    return replace(clause, names=names, body=body)


def _translate(body: Node, own: Names, dictionary: Dictionary, side: int) -> Node:
    done: list[Node] = []
    stack: list[tuple[Node, bool]] = [(body, False)]
    while stack:
        here, visited = stack.pop()
        below = get_items(here)
        if not visited and below:
            stack.append((here, True))
            stack.extend((item, False) for item in reversed(below))
            continue
        items = tuple(done[len(done) - len(below) :])
        del done[len(done) - len(below) :]
        done.append(_rebuild(here, items, own, dictionary, side))
    return done[0]


def _rebuild(
    node: Node, items: tuple[Node, ...], own: Names, dictionary: Dictionary, side: int
) -> Node:
    if isinstance(node, Call):
        theirs = dictionary.of(node.label, side)
        args = (Arg(theirs.get(a.callee, a.callee), own.get(a.caller, a.caller)) for a in node.args)
        return replace(node, args=tuple(args))
    if isinstance(node, Not):
        return replace(node, item=items[0])
    assert isinstance(node, And | Or)
    return replace(node, items=items)
