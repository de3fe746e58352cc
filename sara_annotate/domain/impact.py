"""What an edit of one layer does to all layers of its author: the places, and the operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.state import Clause, Layer, find_argument, ordered_instantiations
from sara_annotate.domain.integrity import (
    Change,
    NewHead,
    Outcome,
    Remove,
    Rename,
    Retype,
    Split,
    Through,
    Touch,
    plan_clause,
    plan_values,
    wrap_operations,
)
from sara_annotate.domain.labels import Label

Follow = Literal["rewrite", "mark"]
"""Rewrite what can be and mark the rest, or leave everything as it is and mark it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A clause, or the values of the subsection in one case, that a change touches."""

    item: str
    before: str
    after: str | None
    reason: str

    @property
    def outcome(self) -> Outcome:
        return "stale" if self.reason else "rewritten"


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of one layer and what is to be done to it; both empty when nothing is touched."""

    places: tuple[Place, ...]
    operations: tuple[ops.SingleOperation, ...]


def find_changes(
    operation: ops.Operation, inverse: ops.Operation, after: Layer
) -> tuple[Change, ...]:
    """What an applied operation did to arguments and head, as far as it still stands in `after`."""
    pairs = list(zip(_singles(operation), reversed(_singles(inverse)), strict=False))
    arguments = [change for pair in pairs if (change := _argument_change(*pair, after))]
    heads = [change for pair in pairs if (change := _head_change(*pair, arguments, after))]
    return (*arguments, *heads)


def plan_layer(
    of: Label,
    changes: Sequence[Change],
    layer: Layer,
    through: Through,
    follow: Follow = "rewrite",
) -> Plan:
    """What becomes of one layer of the same author, change after change."""
    # Gold is planned as if it were open; what is done to it is wrapped at the end.
    now = replace(layer, state="in_progress") if through == "review" else layer
    places: dict[str, Place] = {}
    done: list[ops.SingleOperation] = []
    marks: dict[str, ops.SingleOperation] = {}
    for change in changes:
        for item, touch in _touches(of, change, now, through):
            rewrites = follow == "rewrite" and touch.after is not None
            places[item] = _place(places.get(item), item, touch, rewrites=rewrites)
            if rewrites:
                done += touch.operations
                now = apply_operation(now, ops.Batch(touch.operations))[0]
            else:
                marks[item] = _mark(now, touch.mark)
                now = apply_operation(now, marks[item])[0]
    wrapped = wrap_operations(done, through) if done else ()
    return Plan(tuple(places.values()), (*wrapped, *marks.values()))


def through_of(layer: Layer, *, gold: bool) -> Through:
    """How changes reach a layer in this state."""
    if not layer.is_frozen:
        return "open"
    return "review" if gold and layer.state == "accepted" else "closed"


def _touches(
    of: Label, change: Change, layer: Layer, through: Through
) -> Iterator[tuple[str, Touch]]:
    plain: Through = "closed" if through == "closed" else "open"
    touch = plan_clause(of, change, layer.clause, plain)
    if touch is not None:
        yield "clause", touch
    for item in ordered_instantiations(layer):
        touch = plan_values(of, change, item, plain)
        if touch is not None:
            yield f"instantiation:{item.id}", touch


def _place(earlier: Place | None, item: str, touch: Touch, *, rewrites: bool) -> Place:
    before = earlier.before if earlier else touch.before
    said = earlier.reason if earlier else ""
    if rewrites:
        return Place(item, before, touch.after, said)
    after = earlier.after if earlier else None
    return Place(item, before, after, _join(said, touch.mark.reason))


def _mark(layer: Layer, mark: ops.MarkStale) -> ops.MarkStale:
    """A mark says all that a person should look at, also what it said before."""
    return replace(mark, reason=_join(layer.stale.get(mark.item, ""), mark.reason))


def _join(said: str, more: str) -> str:
    return said if more in said else f"{said} {more}".strip()


def _singles(operation: ops.Operation) -> tuple[ops.SingleOperation, ...]:
    return operation.ops if isinstance(operation, ops.Batch) else (operation,)


def _argument_change(
    op: ops.SingleOperation, inverse: ops.SingleOperation, after: Layer
) -> Change | None:
    match op, inverse:
        case ops.RenameArgument(key, name), ops.RenameArgument(_, old):
            stands = key in after.arguments and after.arguments[key].name == name
            return Rename(old, name) if stands and find_other(after, old, key) is None else None
        case ops.RemoveArgument(_), ops.NewArgument(argument):
            return None if find_argument(after, argument.name) else Remove(argument.name)
        case ops.MergeArguments(into, source), ops.SplitArgument(_, argument, _):
            if into not in after.arguments or source in after.arguments:
                return None
            return Rename(argument.name, after.arguments[into].name, merges=True)
        case ops.RetypeArgument(key, value_type), _ if key in after.arguments:
            found = after.arguments[key]
            return Retype(found.name, value_type) if found.value_type == value_type else None
        case ops.SplitArgument(source, argument, _), _ if argument.id in after.arguments:
            return Split(after.arguments[source].name) if source in after.arguments else None
    return None


def find_other(layer: Layer, name: str, but: str) -> str | None:
    """The id of another argument that has this name."""
    found = find_argument(layer, name)
    return found.id if found is not None and found.id != but else None


def _head_change(
    op: ops.SingleOperation,
    inverse: ops.SingleOperation,
    arguments: Sequence[Change],
    after: Layer,
) -> NewHead | None:
    """Another head, without what the same edit renamed or removed: that is said already."""
    if not isinstance(op, ops.SetClause) or not isinstance(inverse, ops.SetClause):
        return None
    before, now = _head(inverse.clause), _head(after.clause)
    if before is None or now is None:
        return None
    renamed = {fold_name(c.name): c.to for c in arguments if isinstance(c, Rename)}
    removed = {fold_name(c.name) for c in arguments if isinstance(c, Remove)}
    kept = [name for name in before if fold_name(name) not in removed]
    change = NewHead(tuple(renamed.get(fold_name(name), name) for name in kept), now)
    return change if change.gone or change.new else None


def _head(clause: Clause) -> tuple[str, ...] | None:
    """The names in a head; None when there is no clause, or none that can be read."""
    term = parse_clause(clause.text).recovered if clause.text else None
    return None if term is None else tuple(term.names)
