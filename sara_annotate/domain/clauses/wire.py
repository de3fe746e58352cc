"""A clause as plain values, for the API and the browser (`frontend/src/model/clauses`).

`tests/clauses/table.json` runs through both sides. Labels are plain, names upper case,
places half-open ranges of the text that was read.
"""

from __future__ import annotations

from typing import Any

from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, get_items
from sara_annotate.domain.spans import Span

Json = dict[str, Any]


def clause_to_json(clause: Clause) -> Json:
    """Head, body and places; the body of a leaf is None."""
    places = clause.names_at or (Span(0, 0),) * len(clause.names)
    names = [{"name": n, **_at(at)} for n, at in zip(clause.names, places, strict=True)]
    head_at = Span(clause.head_at.start, max(clause.head_at.end, clause.list_at.end))
    head = {"label": clause.head.plain, "arguments": names, **_at(head_at)}
    return {"head": head, "body": _body(clause.body), **_at(clause.at)}


def _at(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}


def _body(body: Node | None) -> Json | None:
    """The tree, made without recursion."""
    if body is None:
        return None
    top = _node(body)
    stack = [(body, top)]
    while stack:
        node, made = stack.pop()
        for item in get_items(node):
            below = _node(item)
            made["items"].append(below)
            stack.append((item, below))
    return top


def _node(node: Node) -> Json:
    if isinstance(node, Call):
        args = [_arg(arg) for arg in node.args]
        return {"op": "call", "label": node.label.plain, "arguments": args, **_at(node.at)}
    op = "not" if isinstance(node, Not) else "and" if isinstance(node, And) else "or"
    return {"op": op, "items": [], **_at(node.at)}


def _arg(arg: Arg) -> Json:
    return {"name": arg.callee, "passed": arg.caller, **_at(arg.at)}
