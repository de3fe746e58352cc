"""Clauses back to text: the distribution's form and the paper's."""

from __future__ import annotations

import re
from collections.abc import Callable

from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, Or
from sara_annotate.domain.labels import Label

_NUMBERED = re.compile(r"S[0-9]+[A-Z]*")


def render_file(clause: Clause) -> str:
    """`s63_c_5(BASSD,…) :- … .`: one line with its final dot."""
    return _render(clause, _FileStyle)


def render_paper(clause: Clause) -> str:
    """`§63(c)(5)(Bassd, …) :- … .`: one line with its final dot."""
    return _render(clause, _PaperStyle)


def render_call(call: Call) -> str:
    """A call as the paper prints it."""
    return _PaperStyle.call(call)


def show_name(name: str) -> str:
    """An argument's name as the paper prints it: Taxp, Joint_return, S24A."""
    upper = name.upper()
    return upper if _NUMBERED.fullmatch(upper) else upper.capitalize()


class _FileStyle:
    comma, equals = ",", ":"

    @staticmethod
    def name(name: str) -> str:
        return name

    @staticmethod
    def label(label: Label) -> str:
        return label.predicate

    @classmethod
    def arg(cls, arg: Arg) -> str:
        caller = cls.name(arg.caller)
        same = arg.callee == arg.caller
        return caller if same else f"{cls.name(arg.callee)}{cls.equals}{caller}"

    @classmethod
    def call(cls, call: Call) -> str:
        return f"{cls.label(call.label)}({cls.comma.join(map(cls.arg, call.args))})"

    @classmethod
    def head(cls, clause: Clause) -> str:
        return f"{cls.label(clause.head)}({cls.comma.join(map(cls.name, clause.names))})"


class _PaperStyle(_FileStyle):
    comma, equals = ", ", "="

    @staticmethod
    def name(name: str) -> str:
        return show_name(name)

    @staticmethod
    def label(label: Label) -> str:
        return label.printed


def _render(clause: Clause, style: type[_FileStyle]) -> str:
    head = style.head(clause)
    return f"{head}." if clause.body is None else f"{head} :- {_body(clause.body, style)}."


def _body(body: Node, style: type[_FileStyle]) -> str:
    return write_body(body, write_call=style.call, cut=_pieces)


def write_body(
    body: Node,
    *,
    write_call: Callable[[Call], str],
    cut: Callable[[Not | And | Or], list[Node | str]],
) -> str:
    """The body as text, without recursion; `cut` says what a node prints, one level deep."""
    out: list[str] = []
    stack: list[Node | str] = [body]
    while stack:
        here = stack.pop()
        if isinstance(here, str):
            out.append(here)
        elif isinstance(here, Call):
            out.append(write_call(here))
        else:
            stack.extend(reversed(cut(here)))
    return "".join(out)


def _pieces(node: Not | And | Or) -> list[Node | str]:
    """What a node prints, one level deep; only a level below another needs brackets."""
    if isinstance(node, Not):
        return ["NOT ", *_bracketed(node.item)]
    pieces: list[Node | str] = []
    for i, item in enumerate(node.items):
        if i:
            pieces.append(" AND " if isinstance(node, And) else " OR ")
        pieces += [item] if isinstance(item, Not) else _bracketed(item)
    return pieces


def _bracketed(item: Node) -> list[Node | str]:
    return [item] if isinstance(item, Call) else ["[ ", item, " ]"]
