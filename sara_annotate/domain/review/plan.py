"""The operations that turn one layer into another: how a result, or an old state, is reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.state import Argument, Instantiation, Layer
from sara_annotate.domain.review.diff_subsection import make_free_name

V = TypeVar("V")
MAKE_ROOM = "TMP"


def plan_changes(before: Layer, after: Layer) -> list[ops.SingleOperation]:
    """Operations that make the content of `before` that of `after`; the state is left alone."""
    if before.kind != after.kind:
        raise ValueError("a layer of a subsection never becomes one of a case")
    plan = _Plan(replace(before, state="in_progress", reason=""))
    if before.kind == "subsection":
        _plan_subsection(plan, after)
    else:
        _plan_case(plan, after)
    _plan_decisions(plan, after)
    _plan_stale(plan, after)
    return plan.made


def plan_on_gold(before: Layer, after: Layer) -> ops.Operation | None:
    """One operation for a frozen layer: reopened, changed and accepted again; None if equal."""
    made = plan_changes(before, after)
    if not made and before.state == "accepted":
        return None
    opening: list[ops.SingleOperation] = []
    if before.state == "accepted":
        opening.append(ops.ReopenLayer("submitted"))
    if before.is_frozen:
        opening.append(ops.ReopenLayer("in_progress"))
    return ops.make_batch([*opening, *made, ops.SubmitLayer(), ops.AcceptLayer()])


@dataclass(slots=True)
class _Plan:
    """Operations so far and the layer that they lead to."""

    now: Layer
    made: list[ops.SingleOperation] = field(default_factory=list)

    def add(self, operation: ops.SingleOperation) -> None:
        self.now, _ = apply_operation(self.now, operation)
        self.made.append(operation)


def _plan_subsection(plan: _Plan, after: Layer) -> None:
    before = plan.now
    rebuilt = {a.id for a in before.arguments.values() if _must_rebuild(a, after)}
    _remove_mentions(plan, after, rebuilt)
    for key in rebuilt:
        plan.add(ops.RemoveArgument(key))
    _make_room(plan, after)
    for argument in after.arguments.values():
        if argument.id not in plan.now.arguments:
            plan.add(ops.NewArgument(argument))
    for argument in after.arguments.values():
        _mend_argument(plan, argument)
    _put_mentions(plan, after)
    for key in [key for key in plan.now.arguments if key not in after.arguments]:
        plan.add(ops.RemoveArgument(key))
    if plan.now.clause != after.clause:
        plan.add(ops.SetClause(after.clause))


def _must_rebuild(argument: Argument, after: Layer) -> bool:
    """Place and origin of an argument have no operation of their own."""
    other = after.arguments.get(argument.id)
    return other is not None and (other.order, other.from_suggestion) != (
        argument.order,
        argument.from_suggestion,
    )


def _remove_mentions(plan: _Plan, after: Layer, rebuilt: set[str]) -> None:
    for mention in list(plan.now.mentions.values()):
        other = after.mentions.get(mention.id)
        stays = (
            other is not None
            and other.from_suggestion == mention.from_suggestion
            and mention.argument not in rebuilt
            and not _is_in_the_way(plan.now, after, mention.id)
        )
        if not stays:
            plan.add(ops.RemoveMention(mention.id))


def _is_in_the_way(now: Layer, after: Layer, key: str) -> bool:
    """True when the mention's new span lies on the old span of another, or the reverse."""
    new, old = after.mentions[key], now.mentions[key]
    if (new.start, new.end) == (old.start, old.end):
        return False
    others = [m for m in now.mentions.values() if m.id != key]
    return any(new.start < m.end and m.start < new.end for m in others)


def _make_room(plan: _Plan, after: Layer) -> None:
    """Arguments whose name another will have are called something else for a moment."""
    wanted = {fold_name(a.name): a.id for a in after.arguments.values()}
    for argument in list(plan.now.arguments.values()):
        folded = fold_name(argument.name)
        if wanted.get(folded, argument.id) != argument.id:
            used = {*wanted, *(fold_name(a.name) for a in plan.now.arguments.values())}
            plan.add(ops.RenameArgument(argument.id, make_free_name(MAKE_ROOM, used)))


def _mend_argument(plan: _Plan, wanted: Argument) -> None:
    now = plan.now.arguments[wanted.id]
    if now.name != wanted.name:
        plan.add(ops.RenameArgument(wanted.id, wanted.name))
    if now.value_type != wanted.value_type:
        plan.add(ops.RetypeArgument(wanted.id, wanted.value_type))


def _put_mentions(plan: _Plan, after: Layer) -> None:
    for mention in after.mentions.values():
        now = plan.now.mentions.get(mention.id)
        if now is None:
            continue
        if now.argument != mention.argument:
            plan.add(ops.AssignMention(mention.id, mention.argument))
        if (now.start, now.end) != (mention.start, mention.end):
            plan.add(ops.ResizeMention(mention.id, mention.start, mention.end))
    for mention in after.mentions.values():
        if mention.id not in plan.now.mentions:
            plan.add(ops.AddMention(mention))


def _plan_case(plan: _Plan, after: Layer) -> None:
    for item in list(plan.now.instantiations.values()):
        other = after.instantiations.get(item.id)
        if other is None or (other.label, other.order) != (item.label, item.order):
            plan.add(ops.RemoveInstantiation(item.id))
    for item in after.instantiations.values():
        if item.id not in plan.now.instantiations:
            plan.add(ops.AddInstantiation(item))
        for operation in _mend_row(plan.now.instantiations[item.id], item):
            plan.add(operation)


def _mend_row(now: Instantiation, wanted: Instantiation) -> Iterator[ops.SingleOperation]:
    if now.truth != wanted.truth:
        yield ops.SetTruth(now.id, wanted.truth)
    for key, value in now.values.items():
        if key not in wanted.values:
            yield ops.ClearValue(now.id, value.role, value.name)
    for key, value in wanted.values.items():
        if not _is_same(now.values, key, value):
            yield ops.SetValue(now.id, value)


def _is_same(values: Mapping[str, V], key: str, value: V) -> bool:
    return key in values and values[key] == value


def _plan_decisions(plan: _Plan, after: Layer) -> None:
    for key in [*plan.now.decisions, *after.decisions]:
        if plan.now.decisions.get(key) != after.decisions.get(key):
            plan.add(ops.DecideSuggestion(key, after.decisions.get(key)))


def _plan_stale(plan: _Plan, after: Layer) -> None:
    for item in [item for item in plan.now.stale if item not in after.stale]:
        plan.add(ops.ClearStale(item))
    for item, reason in after.stale.items():
        if plan.now.stale.get(item) != reason:
            plan.add(ops.MarkStale(item, reason))
