"""Checks of names: the head's against mentions and body, the passed against callees."""

from __future__ import annotations

from collections.abc import Iterator

from sara_annotate.domain.clauses.context import (
    Context,
    Finding,
    find_nearest,
    find_type,
)
from sara_annotate.domain.clauses.problems import Edit
from sara_annotate.domain.clauses.render import show_name
from sara_annotate.domain.clauses.terms import Arg, Call

_TYPE_WORDS = {"integer": "an integer", "span": "a span"}


def check_head(context: Context) -> Iterator[Finding]:
    """Names of the head that are double, unexplained, or missing."""
    clause = context.clause
    if not context.project.has_label(clause.head):
        yield Finding(
            "unknown_subsection",
            "error",
            f"{clause.head.printed} is not in this project: no boundary has that name.",
            clause.head_at,
            found=clause.head.printed,
            expected="a subsection of the project",
        )
    yield from _find_doubles(context)
    yield from _find_unexplained(context)
    yield from _find_missing(context)


def _find_doubles(context: Context) -> Iterator[Finding]:
    seen: set[str] = set()
    for i, (name, at) in enumerate(zip(context.clause.names, context.clause.names_at, strict=True)):
        if name in seen:
            start = context.clause.names_at[i - 1].end
            fix = Edit(start, at.end, "", "Remove the second")
            message = f"{show_name(name)} stands twice in the head."
            yield Finding("head_name_twice", "error", message, at, fix, found=name)
        seen.add(name)


def _find_unexplained(context: Context) -> Iterator[Finding]:
    mentioned = context.project.get_arguments(context.head)
    for name, at in zip(context.clause.names, context.clause.names_at, strict=True):
        info = mentioned.get(name)
        if (info and info.mentions) or name in context.passed:
            continue
        if context.has_note("argument", name):
            continue
        message = (
            f"{show_name(name)} has no mention in {context.head.printed}, is passed to no call "
            "and has no note. Mark it, pass it on, or say in a note where it comes from."
        )
        yield Finding("head_name_unexplained", "warning", message, at, found=name)


def _find_missing(context: Context) -> Iterator[Finding]:
    names = set(context.clause.names)
    for name, info in context.project.get_arguments(context.head).items():
        if info.mentions and name not in names:
            message = f"{show_name(name)} is marked in the text but missing from the head."
            fix = context.add_to_head(name)
            at = context.clause.list_at
            yield Finding("mention_not_in_head", "warning", message, at, fix, expected=name)


def check_arguments(context: Context) -> Iterator[Finding]:
    """Arguments that callee or caller does not have, passed twice, or of another type."""
    names = frozenset(context.clause.names)
    for call in context.calls:
        known = context.names_of(call.label)
        seen: set[str] = set()
        for i, arg in enumerate(call.args):
            if arg.caller not in names:
                yield _unknown_name(context, arg)
            if context.project.has_label(call.label) and arg.callee not in known:
                yield _unknown_argument(context, call, arg, list(known))
            elif arg.callee in seen:
                yield _passed_twice(call, arg, i)
            elif arg.caller in names:
                yield from _compare_types(context, call, arg)
            seen.add(arg.callee)


def _unknown_name(context: Context, arg: Arg) -> Finding:
    name = arg.caller
    near = find_nearest(name, context.clause.names)
    at = arg.caller_at
    fix = context.add_to_head(name)
    if near:
        shown = context.write_name(near)
        fix = Edit(at.start, at.end, shown, f"Use {shown}")
    message = f"{context.head.printed} has no argument {show_name(name)}."
    return Finding("unknown_name", "error", message, at, fix, name, "an argument of the head")


def _unknown_argument(context: Context, call: Call, arg: Arg, known: list[str]) -> Finding:
    near = find_nearest(arg.callee, known)
    at = arg.callee_at
    fix = None
    if near:
        new = context.write_name(near)
        if arg.callee_at == arg.caller_at:
            new = context.write_arg(Arg(near, arg.caller))
        fix = Edit(at.start, at.end, new, f"Use {new}")
    listed = ", ".join(map(show_name, known[:12])) + (" …" if len(known) > 12 else "")
    message = (
        f"{call.label.printed} has no argument {show_name(arg.callee)}. It has: {listed or 'none'}."
        f"{_suspect_label(context, call, arg)}"
    )
    return Finding(
        "unknown_argument", "error", message, at, fix, arg.callee, f"an argument of {call.label}"
    )


def _suspect_label(context: Context, call: Call, arg: Arg) -> str:
    """A hint when the bracket may have been meant as part of the label: §63(c) for §63(c)()."""
    if len(call.args) != 1 or arg.callee != arg.caller:
        return ""
    for child in context.project.get_children(call.label):
        if child.path[-1].upper() == arg.callee:
            return f" If {child.printed} is meant, write {child.printed}()."
    return ""


def _passed_twice(call: Call, arg: Arg, index: int) -> Finding:
    message = f"{show_name(arg.callee)} of {call.label.printed} is passed twice."
    fix = Edit(call.args[index - 1].at.end, arg.at.end, "", "Remove the second")
    return Finding("argument_twice", "error", message, arg.at, fix, arg.callee)


def _compare_types(context: Context, call: Call, arg: Arg) -> Iterator[Finding]:
    theirs = find_type(context.project, call.label, arg.callee)
    ours = find_type(context.project, context.head, arg.caller)
    if theirs == ours:
        return
    message = (
        f"{show_name(arg.callee)} of {call.label.printed} is {_TYPE_WORDS[theirs]}, "
        f"{show_name(arg.caller)} {_TYPE_WORDS[ours]}."
    )
    fix = None
    if arg.callee != arg.caller and arg.callee not in context.clause.names:
        fix = _pass_own(context, arg)
    yield Finding("type_clash", "warning", message, arg.at, fix, ours, theirs)


def _pass_own(context: Context, arg: Arg) -> Edit:
    """The edit that gives the head an argument of the callee's name and passes that one."""
    added = context.add_to_head(arg.callee)
    between = context.text[added.end : arg.at.start]
    new = added.replacement + between + context.write_name(arg.callee)
    return Edit(added.start, arg.at.end, new, added.title)
