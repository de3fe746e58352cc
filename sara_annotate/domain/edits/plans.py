"""Gestures of the workbench as operations.

Removing a mention leaves its argument, so that every inverse is exact. What people mean by
deleting or moving the last mention is planned here, as one batch and one undo step.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.operations import (
    AddMention,
    AssignMention,
    NewArgument,
    Operation,
    RemoveArgument,
    RemoveMention,
    make_batch,
)
from sara_annotate.domain.edits.state import Argument, Layer, Mention, mentions_of

_WORD = re.compile(r"\w+")


def plan_mark(mention: Mention, new_argument: Argument | None = None) -> Operation:
    """Mark a span, in an argument that is there or in a new one."""
    if new_argument is None:
        return AddMention(mention)
    return make_batch([NewArgument(new_argument), AddMention(mention)])


def plan_mention_removal(layer: Layer, mention: str, used: Collection[str] = ()) -> Operation:
    """Remove a mention, and its argument with the last one unless something uses its name."""
    remove: Operation = RemoveMention(mention)
    return make_batch([remove, *_plan_orphan(layer, mention, used)])


def plan_assignment(
    layer: Layer, mention: str, argument: str, used: Collection[str] = ()
) -> Operation:
    """Put a mention into an argument, and drop the one that it leaves empty and unused."""
    assign: Operation = AssignMention(mention, argument)
    found = layer.mentions.get(mention)
    if found is None or found.argument == argument:
        return assign
    return make_batch([assign, *_plan_orphan(layer, mention, used)])


def plan_argument_removal(layer: Layer, argument: str) -> Operation:
    """Remove an argument with all its mentions."""
    mentions: list[Operation] = [RemoveMention(m.id) for m in mentions_of(layer, argument)]
    return make_batch([*mentions, RemoveArgument(argument)])


def is_used(layer: Layer, argument: Argument, used: Collection[str] = ()) -> bool:
    """True when the clause of this layer, or a name in `used`, speaks of the argument."""
    words = {fold_name(word) for word in _WORD.findall(layer.clause.text or "")}
    return fold_name(argument.name) in words | {fold_name(name) for name in used}


def _plan_orphan(layer: Layer, mention: str, used: Collection[str]) -> list[Operation]:
    """Removal of the argument that would be left without mention and use, if any."""
    found = layer.mentions.get(mention)
    if found is None or len(mentions_of(layer, found.argument)) > 1:
        return []
    if is_used(layer, layer.arguments[found.argument], used):
        return []
    return [RemoveArgument(found.argument)]
