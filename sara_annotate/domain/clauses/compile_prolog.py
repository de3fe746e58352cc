"""Clauses as Prolog text. Only terms come in, never a person's text, so nothing else comes out.

An inner clause becomes a rule; a leaf asks `leaf(Name, Arguments)`, which the solver fills
from what was annotated for a case. Calls pass arguments by name: what is not passed is a
fresh variable.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

from sara_annotate.domain.clauses.render import show_name, write_body
from sara_annotate.domain.clauses.terms import And, Call, Clause, Node, Not, Or, iter_calls
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.labels import Label

_PREDICATE = re.compile(r"[a-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")

LEAF_RULE = ":- dynamic leaf/2.\n"


class CompileError(DomainError):
    code = "clause_not_compiled"


def compile_prolog(clauses: Iterable[Clause]) -> str:
    """A program with one rule a clause, in the order given."""
    known = {clause.head: clause for clause in clauses}
    return LEAF_RULE + "".join(compile_clause(clause, known) for clause in known.values())


def compile_clause(clause: Clause, known: Mapping[Label, Clause]) -> str:
    """The rule of one clause; `known` tells the order of each callee's arguments."""
    if clause.body is None:
        names = ", ".join(map(write_variable, clause.names))
        head = _write_atom(clause.head, names)
        return f"{head} :-\n    leaf({write_predicate(clause.head)}, [{names}]).\n"
    uses = Counter(clause.names)
    uses.update(arg.caller for call in iter_calls(clause.body) for arg in call.args)
    once = frozenset(name for name, count in uses.items() if count == 1)
    names = ", ".join(_write_used(name, once) for name in clause.names)
    body = _BodyWriter(known, once).write(clause.body)
    return f"{_write_atom(clause.head, names)} :-\n    {body}.\n"


def _write_atom(label: Label, arguments: str) -> str:
    return write_predicate(label) + (f"({arguments})" if arguments else "")


def _write_used(name: str, once: frozenset[str]) -> str:
    """A variable; one that is used once says so, as Prolog wants it."""
    return ("_" if name in once else "") + write_variable(name)


def write_fact(label: Label, names: Iterable[str], values: Mapping[str, Value]) -> str:
    """One annotated leaf as a fact; an argument without a value is left open."""
    shown = (write_value(values[name]) if name in values else "_" for name in names)
    return f"leaf({write_predicate(label)}, [{', '.join(shown)}]).\n"


def write_goal(clause: Clause, values: Mapping[str, Value]) -> str:
    """A call of the clause's head with the values that are given."""
    args = (
        write_value(values[name]) if name in values else write_variable(name)
        for name in clause.names
    )
    return _write_atom(clause.head, ", ".join(args))


def write_predicate(label: Label) -> str:
    """The atom of a subsection; refuses what could be anything else than an atom."""
    if not _PREDICATE.fullmatch(label.predicate):
        raise CompileError(f"“{label.predicate}” cannot be a predicate.")
    return label.predicate


def write_variable(name: str) -> str:
    """An argument's name as a Prolog variable."""
    if not _NAME.fullmatch(name):
        raise CompileError(f"“{name}” cannot be a variable.")
    return show_name(name)


def write_value(value: Value) -> str:
    """A value as a Prolog term: integers, strings, lists of these."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(write_value, value))}]"
    if isinstance(value, int):
        return str(int(value))
    escaped = "".join(_escape(char) for char in value)
    return f'"{escaped}"'


def _escape(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    # Control characters only: Prolog refuses the escapes of some others that it reads as such.
    return f"\\x{ord(char):x}\\" if unicodedata.category(char) == "Cc" else char


def _pieces(node: Not | And | Or) -> list[Node | str]:
    if isinstance(node, Not):
        return ["\\+ ( ", node.item, " )"]
    comma = ",\n    " if isinstance(node, And) else "\n    ; "
    pieces: list[Node | str] = ["( "]
    for i, item in enumerate(node.items):
        pieces += [comma, item] if i else [item]
    return [*pieces, " )"]


class _BodyWriter:
    """Writes the body of one rule."""

    def __init__(self, known: Mapping[Label, Clause], once: frozenset[str]) -> None:
        self.known, self.once = known, once
        self.copies = 0

    def write(self, body: Node) -> str:
        return write_body(body, write_call=self._call, cut=_pieces)

    def _call(self, call: Call) -> str:
        callee = self.known.get(call.label)
        if callee is None:
            message = f"{call.label.printed} is called but has no clause."
            raise CompileError(message, extra={"label": call.label.plain})
        passed = dict(call.pairs)
        strange = [name for name in passed if name not in callee.names]
        if strange:
            raise CompileError(f"{call.label.printed} has no argument {show_name(strange[0])}.")
        return self._goal(call.label, [passed.get(name) for name in callee.names])

    def _goal(self, label: Label, callers: list[str | None]) -> str:
        """The goal; a variable passed twice is passed once and as an equal copy.

        SWI-Prolog 9.0 loses the link between p(Y, Y) when it is a last call and Y came in
        as an anonymous variable. No argument can be called CopyOf1: names are Capitalised.
        """
        equal: list[str] = []
        seen: set[str] = set()
        args: list[str] = []
        for name in callers:
            shown = "_" if name is None else _write_used(name, self.once)
            if name is not None and name in seen:
                self.copies += 1
                equal.append(f"CopyOf{self.copies} = {shown}, ")
                shown = f"CopyOf{self.copies}"
            seen.add(name or "")
            args.append(shown)
        goal = _write_atom(label, ", ".join(args))
        return f"( {''.join(equal)}{goal} )" if equal else goal
