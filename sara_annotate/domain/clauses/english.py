"""A clause in plain English, for people who check what they wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sara_annotate.domain.clauses.render import show_name
from sara_annotate.domain.clauses.terms import And, Call, Clause, Node, Not, Or
from sara_annotate.domain.labels import Label

Phrase = Callable[[Label, str], str | None]
"""The words for an argument of a subsection, or None when there are none better than its name."""


def render_english(clause: Clause, phrase: Phrase | None = None) -> str:
    """“§63(c)(5) applies if §151(b) applies with the spouse being the taxpayer, and …”."""
    head = clause.head.printed
    if clause.body is None:
        return f"{head} applies if its own text says so."
    said = _say(clause, phrase or _no_phrase)
    return f"{head} applies {'' if said.startswith('whether') else 'if '}{said}."


def _no_phrase(label: Label, name: str) -> str | None:
    return None


def _say(clause: Clause, phrase: Phrase) -> str:
    out: list[str] = []
    assert clause.body is not None
    stack: list[tuple[Node, bool] | str] = [(clause.body, True)]
    while stack:
        here = stack.pop()
        if isinstance(here, str):
            out.append(here)
        else:
            stack.extend(reversed(list(_pieces(clause.head, here[0], here[1], phrase))))
    return "".join(out)


def _pieces(
    head: Label, node: Node, outermost: bool, phrase: Phrase
) -> Iterator[tuple[Node, bool] | str]:
    if isinstance(node, Call):
        yield _say_call(head, node, "applies", phrase)
    elif isinstance(node, Not) and isinstance(node.item, Call):
        yield _say_call(head, node.item, "does not apply", phrase)
    elif isinstance(node, Not):
        yield from ("it is not so that (", (node.item, True), ")")
    elif label := _find_either_way(node):
        yield f"whether or not {label.printed} applies"
    else:
        yield from _say_group(node, outermost)


def _say_group(node: And | Or | Not | Call, outermost: bool) -> Iterator[tuple[Node, bool] | str]:
    assert isinstance(node, And | Or)
    word = "and" if isinstance(node, And) else "or"
    if not outermost:
        yield _announce(node) + " ("
    for i, item in enumerate(node.items):
        if i:
            yield f", {word} "
        yield item, False
    if not outermost:
        yield ")"


def _announce(node: And | Or) -> str:
    if isinstance(node, And):
        return "both" if len(node.items) == 2 else "all of"
    return "either" if len(node.items) == 2 else "one of"


def _find_either_way(node: Node) -> Label | None:
    """The subsection of “X OR NOT X”, the mark of a rule that only changes a value."""
    if not isinstance(node, Or) or len(node.items) != 2:
        return None
    one, two = node.items
    if isinstance(one, Call) and isinstance(two, Not) and isinstance(two.item, Call):
        return one.label if one.label == two.item.label else None
    return None


def _say_call(head: Label, call: Call, verb: str, phrase: Phrase) -> str:
    passed = [
        f"{_say_name(call.label, arg.callee, phrase)} being {_say_name(head, arg.caller, phrase)}"
        for arg in call.args
        if arg.callee != arg.caller
    ]
    said = f"{call.label.printed} {verb}"
    if not passed:
        return said
    listed = passed[0] if len(passed) == 1 else f"{', '.join(passed[:-1])} and {passed[-1]}"
    return f"{said} with {listed}"


def _say_name(label: Label, name: str, phrase: Phrase) -> str:
    return phrase(label, name) or show_name(name)
