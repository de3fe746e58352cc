"""Terms from what the grammar recognised; called by the parser bottom-up, so no recursion."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import Any, cast

from lark import Token, Transformer

from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, Or, join_nodes
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

_STEPS = re.compile(r"[A-Za-z0-9]+")
_FILE = re.compile(r"s([0-9]+[A-Za-z]*)((?:_[A-Za-z0-9]+)*)")

Name = tuple[str, Span] | None
"""A name and its place; None where recovery put a gap."""
Item = Node | None


def read_label(text: str) -> Label:
    """The label of a predicate as either notation writes it."""
    found = _FILE.fullmatch(text)
    if found:
        return Label(found[1], tuple(found[2].split("_")[1:]))
    if text[:1] in "§0123456789":
        section, *steps = _STEPS.findall(text)
        return Label(section, tuple(steps))
    return Label(text)


def span_of(token: Token) -> Span:
    return Span(token.start_pos or 0, token.end_pos or 0)


class Builder(Transformer[Token, object]):
    """One method a rule; what its children are, the grammar says.

    Holes and gaps vanish: what is left can still be checked.
    """

    def pred(self, children: list[Token]) -> tuple[Label, Span]:
        return read_label(str(children[0])), span_of(children[0])

    def name(self, children: list[Token]) -> Name:
        token = children[0]
        return None if token.type == "GAP" else (fold_name(str(token)), span_of(token))

    def names(self, children: list[Name | Token]) -> list[tuple[str, Span]]:
        return [c for c in children if isinstance(c, tuple)]

    def arg(self, children: list[Name | Token]) -> Arg | None:
        first, passed = children[0], children[-1]
        second = first if len(children) < 3 or children[1] is None else passed
        known = [n for n in (first, second) if isinstance(n, tuple)]
        if not known:
            return None
        (callee, callee_at), (caller, caller_at) = known[0], known[-1]
        return Arg(callee, caller, Span(callee_at.start, caller_at.end), callee_at, caller_at)

    def args(self, children: list[Arg | Token | None]) -> list[Arg]:
        return [c for c in children if isinstance(c, Arg)]

    def call(self, children: list[Any]) -> Call:
        (label, label_at), _, args, close = children
        at = Span(label_at.start, max(label_at.end, span_of(close).end))
        return Call(label, tuple(args or ()), at, label_at)

    def negation(self, children: list[Any]) -> Item:
        no, item = children
        if item is None or not isinstance(no, Token):
            return None
        node: Node = item
        return Not(node, Span(span_of(no).start, node.at.end))

    def group(self, children: list[Any]) -> Item:
        opened, node, closed = children[0], cast("Item", children[1]), children[2]
        if isinstance(node, And | Or) and isinstance(opened, Token) and isinstance(closed, Token):
            end = max(node.at.end, span_of(closed).end)
            return replace(node, at=Span(span_of(opened).start, end))
        return node

    def hole(self, children: list[Any]) -> Item:
        return None

    def chain(self, children: list[Any]) -> Item:
        """Units under their operator; where both occur AND binds tighter, for checks only."""
        units = children[::2]
        operators = ["", *(str(c) for c in children[1::2])]
        runs: list[Item] = []
        numbered = zip(_number_runs(operators), units, strict=True)
        for _, members in groupby(numbered, key=lambda pair: pair[0]):
            runs.append(join_nodes("AND", (u for _, u in members if u is not None)))
        return join_nodes("OR", (run for run in runs if run is not None))

    def head(self, children: list[Any]) -> Clause:
        (label, label_at), opened, names, closed = children
        known: list[tuple[str, Span]] = names or []
        end = max(label_at.end, span_of(closed).end)
        return Clause(
            label,
            tuple(n for n, _ in known),
            at=Span(label_at.start, end),
            head_at=label_at,
            names_at=tuple(at for _, at in known),
            list_at=Span(span_of(opened).start, end),
        )

    def start(self, children: list[Any]) -> Clause:
        head, _neck, body, _dot = children
        assert isinstance(head, Clause)
        if body is None:
            return head
        node: Node = body
        return replace(head, body=node, at=Span(head.at.start, node.at.end))


def _number_runs(operators: list[str]) -> list[int]:
    """For each unit, the number of ORs before it."""
    numbers: list[int] = []
    for operator in operators:
        numbers.append((numbers[-1] if numbers else 0) + (operator == "OR"))
    return numbers
