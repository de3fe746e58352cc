"""A clause with one name for another, everything else as its author wrote it."""

from __future__ import annotations

from dataclasses import replace

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.render import show_name
from sara_annotate.domain.clauses.terms import (
    And,
    Arg,
    Call,
    Clause,
    Node,
    Not,
    Or,
    get_items,
    iter_calls,
)
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

Splice = tuple[Span, str]


def rename_in_text(text: str, *, of: Label, old: str, new: str) -> str | None:
    """The text after `old` of the subsection `of` became `new`; None where that is not safe.

    In the clause of `of` itself the name stands in the head and is what calls are given; in
    any other clause it is a keyword of the calls to `of`. Not safe is a text that cannot be
    read, or one in which `new` stands for something else already.
    """
    clause = parse_clause(text).clause
    if clause is None:
        return None
    old, new = fold_name(old), fold_name(new)
    wanted = rename_in_clause(clause, of=of, old=old, new=new)
    if wanted is None:
        return None
    spliced = _splice(text, _find_splices(clause, of, old, new, is_paper=is_paper(text, clause)))
    # A name that no clause can write, or a text read in an unforeseen way, shows here.
    return spliced if parse_clause(spliced).clause == wanted else None


def rename_in_clause(clause: Clause, *, of: Label, old: str, new: str) -> Clause | None:
    """The term after the renaming; None where `new` stands for something else already."""
    old, new = fold_name(old), fold_name(new)
    if old == new:
        return clause
    if _is_taken(clause, of, new):
        return None
    own = clause.head == of
    names = tuple(new if own and name == old else name for name in clause.names)
    body = None if clause.body is None else _rename_node(clause.body, of, old, new, own=own)
    return replace(clause, names=names, body=body)


def is_paper(text: str, clause: Clause) -> bool:
    """True when a clause is written as the paper prints it."""
    if "§" in text or "=" in text:
        return True
    args = (arg.at for call in iter_calls(clause.body) for arg in call.args)
    written = (at.text_of(text) for at in (*clause.names_at, *args))
    return any(name != name.upper() for name in written)


def uses_name(clause: Clause, name: str) -> bool:
    """True when a clause's own head or calls speak of its argument of this name."""
    name = fold_name(name)
    return name in clause.names or any(
        arg.caller == name for call in iter_calls(clause.body) for arg in call.args
    )


def _is_taken(clause: Clause, of: Label, new: str) -> bool:
    if clause.head == of and uses_name(clause, new):
        return True
    calls = (call for call in iter_calls(clause.body) if call.label == of)
    return any(arg.callee == new for call in calls for arg in call.args)


def _rename_arg(arg: Arg, old: str, new: str, *, callee: bool, caller: bool) -> Arg:
    return replace(
        arg,
        callee=new if callee and arg.callee == old else arg.callee,
        caller=new if caller and arg.caller == old else arg.caller,
    )


def _rename_node(node: Node, of: Label, old: str, new: str, *, own: bool) -> Node:
    """From the leaves up, without recursion: clauses may be deep."""
    done: list[Node] = []
    stack: list[tuple[Node, bool]] = [(node, False)]
    while stack:
        here, visited = stack.pop()
        below = get_items(here)
        if not visited and below:
            stack.append((here, True))
            stack.extend((item, False) for item in reversed(below))
            continue
        items = tuple(done[len(done) - len(below) :])
        del done[len(done) - len(below) :]
        done.append(_rebuild(here, items, of, old, new, own=own))
    return done[0]


def _rebuild(
    node: Node, items: tuple[Node, ...], of: Label, old: str, new: str, *, own: bool
) -> Node:
    if isinstance(node, Call):
        callee = node.label == of
        args = (_rename_arg(arg, old, new, callee=callee, caller=own) for arg in node.args)
        return replace(node, args=tuple(args))
    if isinstance(node, Not):
        return replace(node, item=items[0])
    assert isinstance(node, And | Or)
    return replace(node, items=items)


def _find_splices(clause: Clause, of: Label, old: str, new: str, *, is_paper: bool) -> list[Splice]:
    show = show_name if is_paper else fold_name
    own = clause.head == of
    found: list[Splice] = []
    if own:
        pairs = zip(clause.names, clause.names_at, strict=True)
        found += [(at, show(new)) for name, at in pairs if name == old]
    for call in iter_calls(clause.body):
        for arg in call.args:
            after = _rename_arg(arg, old, new, callee=call.label == of, caller=own)
            if after != arg:
                both = [show(after.callee), show(after.caller)]
                same = after.callee == after.caller
                found.append((arg.at, both[0] if same else ("=" if is_paper else ":").join(both)))
    return found


def _splice(text: str, splices: list[Splice]) -> str:
    for at, words in sorted(splices, key=lambda one: one[0].start, reverse=True):
        text = text[: at.start] + words + text[at.end :]
    return text
