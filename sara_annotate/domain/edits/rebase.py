"""Which edits stand in each other's way.

Texts never change and items are named by ids, so an operation that touches nothing of
what others did stays as it is; one that does is a conflict for a person to decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.state import Role, value_key
from sara_annotate.domain.spans import Span, overlaps

_EXISTS = "/exists"
STATE = "state"


@dataclass(frozen=True, slots=True)
class Footprint:
    """What an operation changes, what must still be there, and the text it claims.

    Keys name items ("mention:ID"); a key with "/exists" stands for the item's being there
    at all, so that a new mention of an argument bears its renaming but not its removal.
    """

    writes: frozenset[str]
    needs: frozenset[str] = frozenset()
    claims: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Items that both sides changed, my operation, and the operations in its way."""

    items: tuple[str, ...]
    mine: ops.Operation
    theirs: tuple[ops.Operation, ...]


def touched(operation: ops.Operation) -> frozenset[str]:
    """Keys of the items that an operation changes."""
    return frozenset(key for key in footprint(operation).writes if not key.endswith(_EXISTS))


def footprint(operation: ops.Operation) -> Footprint:
    if isinstance(operation, ops.Batch):
        return _union([footprint(op) for op in operation.ops])
    if isinstance(operation, ops.StateOperation):
        return Footprint(frozenset({STATE}))
    if isinstance(operation, ops.StaleOperation):
        return Footprint(frozenset({f"stale:{operation.item}"}))
    found = _FOOTPRINTS[type(operation)](operation)
    # A submitted layer takes no change, so every change leans on the state.
    return Footprint(found.writes, found.needs | {STATE}, found.claims)


def rebase(operation: ops.Operation, others: Sequence[ops.Operation]) -> ops.Operation | Conflict:
    """The operation to apply after the others, or the conflict."""
    mine = footprint(operation)
    items: set[str] = set()
    theirs = []
    for other in others:
        shared = _find_collisions(mine, footprint(other))
        if shared:
            items |= shared
            theirs.append(other)
    if not theirs:
        return operation
    return Conflict(tuple(sorted(items)), operation, tuple(theirs))


def _find_collisions(a: Footprint, b: Footprint) -> set[str]:
    keys = (a.writes & b.writes) | (a.writes & b.needs) | (a.needs & b.writes)
    shared = {key.removesuffix(_EXISTS) for key in keys}
    for my_key, mine in a.claims:
        for their_key, theirs in b.claims:
            if overlaps(mine, theirs):
                shared |= {my_key, their_key}
    return shared


def _union(parts: Sequence[Footprint]) -> Footprint:
    writes = frozenset[str]().union(*(p.writes for p in parts))
    needs = frozenset[str]().union(*(p.needs for p in parts))
    return Footprint(writes, needs, tuple(claim for p in parts for claim in p.claims))


def _make(*writes: str, needs: Sequence[str] = (), claims: Any = ()) -> Footprint:
    return Footprint(frozenset(writes), frozenset(needs), tuple(claims))


def _mention(item: str) -> str:
    return f"mention:{item}"


def _argument(item: str) -> str:
    return f"argument:{item}"


def _instantiation(item: str) -> str:
    return f"instantiation:{item}"


def _value(instantiation: str, role: Role, name: str) -> str:
    return f"value:{instantiation}:{value_key(role, name)}"


def _name(name: str) -> str:
    return f"name:{fold_name(name)}"


def _there(key: str) -> str:
    return key + _EXISTS


def _whole(key: str) -> tuple[str, str]:
    return key, _there(key)


def _add_mention(op: ops.AddMention) -> Footprint:
    key = _mention(op.mention.id)
    claim = (key, Span(op.mention.start, op.mention.end))
    return _make(key, needs=[_there(_argument(op.mention.argument))], claims=[claim])


def _resize_mention(op: ops.ResizeMention) -> Footprint:
    key = _mention(op.id)
    return _make(key, claims=[(key, Span(op.start, op.end))])


def _rename(op: ops.RenameArgument) -> Footprint:
    key = _argument(op.id)
    return _make(key, _name(op.name), needs=[_there(key)])


def _merge(op: ops.MergeArguments) -> Footprint:
    return _make(*_whole(_argument(op.source)), needs=[_there(_argument(op.into))])


def _split(op: ops.SplitArgument) -> Footprint:
    return _make(
        *_whole(_argument(op.argument.id)),
        _name(op.argument.name),
        *(_mention(m) for m in op.mentions),
        needs=[_there(_argument(op.source))],
    )


def _set_value(op: ops.SetValue) -> Footprint:
    key = _value(op.instantiation, op.value.role, op.value.name)
    return _make(key, needs=[_there(_instantiation(op.instantiation))])


def _clear_value(op: ops.ClearValue) -> Footprint:
    key = _value(op.instantiation, op.role, op.name)
    return _make(key, needs=[_there(_instantiation(op.instantiation))])


_FOOTPRINTS: dict[type, Any] = {
    ops.AddMention: _add_mention,
    ops.RemoveMention: lambda op: _make(_mention(op.id)),
    ops.ResizeMention: _resize_mention,
    ops.AssignMention: lambda op: _make(_mention(op.id), needs=[_there(_argument(op.argument))]),
    ops.NewArgument: lambda op: _make(*_whole(_argument(op.argument.id)), _name(op.argument.name)),
    ops.RenameArgument: _rename,
    ops.RetypeArgument: lambda op: _make(_argument(op.id), needs=[_there(_argument(op.id))]),
    ops.RemoveArgument: lambda op: _make(*_whole(_argument(op.id))),
    ops.MergeArguments: _merge,
    ops.SplitArgument: _split,
    ops.SetClause: lambda op: _make("clause"),
    ops.AddInstantiation: lambda op: _make(*_whole(_instantiation(op.instantiation.id))),
    ops.RemoveInstantiation: lambda op: _make(*_whole(_instantiation(op.id))),
    ops.SetTruth: lambda op: _make(
        _instantiation(op.instantiation), needs=[_there(_instantiation(op.instantiation))]
    ),
    ops.SetValue: _set_value,
    ops.ClearValue: _clear_value,
    ops.DecideSuggestion: lambda op: _make(f"suggestion:{op.suggestion}"),
}
