"""Checks of a clause against the references in the text: unused ones, unexplained calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sara_annotate.domain.clauses.context import Context, Finding
from sara_annotate.domain.labels import Label


def is_kin(one: Label, other: Label) -> bool:
    """True when one is the other, or contains it."""
    return one == other or one.is_ancestor_of(other) or other.is_ancestor_of(one)


def check_references(context: Context) -> Iterator[Finding]:
    """References of the text that no call uses."""
    called = [call.label for call in context.calls]
    told: set[Label] = set()
    for reference in context.project.get_references(context.head):
        if reference.kind != "known":
            continue
        for label in reference.labels:
            if label in told or is_kin(label, context.head) or _is_kin_to(label, called):
                continue
            if _is_used_elsewhere(context, label):
                continue
            if context.has_note("reference", label.plain):
                continue
            told.add(label)
            words = context.project.get_text(context.head)[reference.start : reference.end]
            yield _unused(context, label, words)


def _is_kin_to(label: Label, others: Iterable[Label]) -> bool:
    return any(is_kin(label, other) for other in others)


def _is_used_elsewhere(context: Context, label: Label) -> bool:
    """“For purposes of paragraph (1)” is served when paragraph (1), or a part of it, calls
    this one; “notwithstanding paragraph (1)” when the parent calls both."""
    project, head = context.project, context.head
    users = [label, *project.get_children(label)]
    if any(_is_kin_to(head, project.get_callees(user)) for user in users):
        return True
    if head.parent is None:
        return False
    beside = project.get_callees(head.parent)
    return head in beside and label in beside


def _unused(context: Context, label: Label, words: str) -> Finding:
    message = (
        f"The text says “{words}”, which is {label.printed}, but no call uses it. "
        "Call it, or say in a note why not."
    )
    return Finding(
        "reference_unused", "warning", message, context.clause.head_at,
        context.add_call(label), expected=label.printed,
    )  # fmt: skip


def check_calls_explained(context: Context) -> Iterator[Finding]:
    """Calls for which neither the outline nor a reference gives a reason."""
    head = context.head
    if head.is_free:
        return  # a predicate of no section has no text to refer from
    cited = _collect_cited(context)
    told: set[Label] = set()
    for call in context.calls:
        label = call.label
        if label in told or label == head or head.is_ancestor_of(label):
            continue
        if _is_kin_to(label, cited) or context.has_note("call", label.plain):
            continue
        told.add(label)
        message = (
            f"Nothing in the text of {head.printed} refers to {label.printed}. "
            "Add a note with its source, for example a regulation or a definition."
        )
        yield Finding("call_unexplained", "warning", message, call.label_at, found=label.printed)


def _collect_cited(context: Context) -> set[Label]:
    """Labels that the text cites; “this section” counts, since it may mean any part of it.

    What the enclosing text cites is read with each of its parts.
    """
    here: Label | None = context.head
    cited: set[Label] = set()
    while here is not None:
        for reference in context.project.get_references(here):
            if here == context.head or reference.kind == "known":
                cited.update(reference.labels)
        here = here.parent
    return cited
