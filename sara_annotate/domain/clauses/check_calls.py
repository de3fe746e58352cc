"""Checks of calls: do they exist, can they ever hold, do they come back to the head."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator

from sara_annotate.domain.clauses.context import Context, Finding, find_nearest
from sara_annotate.domain.clauses.problems import Edit
from sara_annotate.domain.clauses.render import render_call
from sara_annotate.domain.clauses.terms import And, Call, Node, Not, get_items
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

Literal_ = tuple[Label, frozenset[tuple[str, str]]]


def check_callees(context: Context) -> Iterator[Finding]:
    """Calls of subsections that have no boundary or no clause."""
    for call in context.calls:
        if not context.project.has_label(call.label):
            yield _unknown(context, call)
        elif call.label != context.head and context.project.get_clause(call.label) is None:
            yield _unwritten(context, call)


def _unwritten(context: Context, call: Call) -> Finding:
    """Somebody half-way through a project writes callers first; a script is told no."""
    shown = call.label.printed
    if context.drafting:
        message = f"{shown} has no clause yet; until it has one this cannot be run or exported."
        return Finding("callee_without_clause", "warning", message, call.label_at, found=shown)
    message = f"{shown} has no clause yet, so this cannot be run. Write it first."
    return Finding("callee_without_clause", "error", message, call.label_at, found=shown)


def _unknown(context: Context, call: Call) -> Finding:
    label = call.label
    fix = None
    near = _find_near(context, label)
    if near:
        shown = context.write_label(near)
        fix = Edit(call.label_at.start, call.label_at.end, shown, f"Use {shown}")
    message = f"{label.printed} is not in this project: no boundary has that name."
    return Finding(
        "unknown_subsection", "error", message, call.label_at, fix,
        label.printed, "a subsection of the project",
    )  # fmt: skip


def _find_near(context: Context, label: Label) -> Label | None:
    """A brother of the label that differs in letter case or little else."""
    parent = label.parent
    if parent is None:
        return None
    by_step = {child.path[-1]: child for child in context.project.get_children(parent)}
    for step, child in by_step.items():
        if step.lower() == label.path[-1].lower():
            return child
    near = find_nearest(label.path[-1], by_step)
    return by_step[near] if near else None


def _key(call: Call) -> Literal_:
    return call.label, frozenset(call.pairs)


def check_dead_branches(context: Context) -> Iterator[Finding]:
    """Parts that can never hold: a call and its denial that must both be true."""
    # A level is left when its marker comes off the stack, so held literals are exact.
    held: dict[tuple[Literal_, bool], list[Span]] = defaultdict(list)
    stack: list[tuple[Node | None, bool, list[tuple[Literal_, bool]]]] = []
    if context.clause.body is not None:
        stack.append((context.clause.body, True, []))
    while stack:
        node, positive, leaving = stack.pop()
        if node is None:
            for literal in leaving:
                held[literal].pop()
            continue
        yield from _visit(node, positive, held, stack)


def _visit(
    node: Node,
    positive: bool,
    held: dict[tuple[Literal_, bool], list[Span]],
    stack: list[tuple[Node | None, bool, list[tuple[Literal_, bool]]]],
) -> Iterator[Finding]:
    if isinstance(node, Call):
        if held[_key(node), not positive]:
            yield _dead(node, positive)
        return
    if isinstance(node, Not):
        stack.append((node.item, not positive, []))
        return
    below = get_items(node)
    if isinstance(node, And) == positive:
        entered = [lit for item in below if (lit := _literal(item, positive))]
        yield from _find_repeats(below, positive)
        for literal in entered:
            held[literal].append(node.at)
        stack.append((None, positive, entered))
    stack.extend((item, positive, []) for item in reversed(below))


def _literal(node: Node, positive: bool) -> tuple[Literal_, bool] | None:
    while isinstance(node, Not):
        node, positive = node.item, not positive
    return (_key(node), positive) if isinstance(node, Call) else None


def _find_repeats(items: tuple[Node, ...], positive: bool) -> Iterator[Finding]:
    seen: set[tuple[Literal_, bool]] = set()
    for item in items:
        literal = _literal(item, positive)
        if literal is None:
            continue
        if literal in seen:
            message = "This stands twice among the same conditions; once is enough."
            yield Finding("repeated_call", "warning", message, item.at)
        seen.add(literal)


def _dead(call: Call, positive: bool) -> Finding:
    said, denied = ("", "NOT ") if positive else ("NOT ", "")
    message = (
        f"This can never hold: {said}{render_call(call)} stands here and "
        f"{denied}{render_call(call)} must hold beside it."
    )
    return Finding("dead_branch", "warning", message, call.at)


def check_cycles(context: Context) -> Iterator[Finding]:
    """Calls that lead back to the head. The law has such; a person confirms each."""
    onward = _find_ways_back(context)
    seen: set[Label] = set()
    for call in context.calls:
        if call.label in seen or call.label not in onward:
            continue
        seen.add(call.label)
        if context.has_note("cycle", call.label.plain):
            continue
        message = (
            f"This leads back to {context.head.printed}: {_show_way(context, call.label, onward)}. "
            "If the law means it, confirm it with a note."
        )
        yield Finding("cycle", "warning", message, call.label_at, found=call.label.printed)


def _find_ways_back(context: Context) -> dict[Label, Label]:
    """For each label from which the head can be reached, the next step on a shortest way."""
    callers: dict[Label, list[Label]] = defaultdict(list)
    queue = deque(dict.fromkeys(call.label for call in context.calls))
    seen = set(queue)
    while queue:
        here = queue.popleft()
        if here == context.head:
            continue
        for callee in context.project.get_callees(here):
            callers[callee].append(here)
            if callee not in seen:
                seen.add(callee)
                queue.append(callee)
    return _walk_back(context.head, callers, seen)


def _walk_back(
    head: Label, callers: dict[Label, list[Label]], seen: set[Label]
) -> dict[Label, Label]:
    onward: dict[Label, Label] = {head: head} if head in seen else {}
    queue = deque([head])
    while queue:
        here = queue.popleft()
        for caller in callers.get(here, ()):
            if caller not in onward:
                onward[caller] = here
                queue.append(caller)
    return onward


def _show_way(context: Context, label: Label, onward: dict[Label, Label]) -> str:
    way = [context.head, label]
    while way[-1] != context.head:
        way.append(onward[way[-1]])
    names = [step.printed for step in way]
    return " → ".join(names if len(names) <= 8 else [*names[:4], "…", *names[-3:]])
