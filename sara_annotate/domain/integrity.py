"""What follows when an argument or a head changes: in the clause, in its callers, in cases.

Each function looks at one place and says what becomes of it: rewritten where that is safe,
marked stale where a person should look, None where the change does not touch it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.rename import rename_in_text, uses_name
from sara_annotate.domain.clauses.terms import Clause, iter_calls
from sara_annotate.domain.corpus import Value, ValueType, fold_name
from sara_annotate.domain.edits import state
from sara_annotate.domain.edits.operations import (
    AcceptLayer,
    ClearValue,
    MarkStale,
    ReopenLayer,
    SetClause,
    SetValue,
    SingleOperation,
    SubmitLayer,
)
from sara_annotate.domain.labels import Label


@dataclass(frozen=True, slots=True)
class Rename:
    """An argument has another name; a merge gives it the name of one that is there already."""

    name: str
    to: str
    merges: bool = False


@dataclass(frozen=True, slots=True)
class Remove:
    name: str


@dataclass(frozen=True, slots=True)
class Retype:
    name: str
    value_type: ValueType


@dataclass(frozen=True, slots=True)
class Split:
    """Some mentions of an argument are an argument of their own now."""

    name: str


@dataclass(frozen=True, slots=True)
class NewHead:
    """The clause has other arguments in its head."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def gone(self) -> list[str]:
        return _missing(self.before, self.after)

    @property
    def new(self) -> list[str]:
        return _missing(self.after, self.before)


Change = Rename | Remove | Retype | Split | NewHead
Outcome = Literal["rewritten", "stale"]
Through = Literal["open", "closed", "review"]
"""A layer to write in, one that takes marks alone, and gold, which is reopened and accepted."""


@dataclass(frozen=True, slots=True)
class Touch:
    """What becomes of one place; `reason` says why a person should look, when one should.

    `mark` is for whoever changes the argument alone and leaves this place to be looked at.
    """

    before: str
    after: str | None
    operations: tuple[SingleOperation, ...]
    mark: MarkStale
    reason: str = ""

    @property
    def outcome(self) -> Outcome:
        return "stale" if self.reason else "rewritten"


def touches_call(change: Change, passed: Collection[str]) -> bool:
    """True when a call that passes these arguments of the callee must be looked at."""
    folded = {fold_name(name) for name in passed}
    if isinstance(change, NewHead):
        return bool(change.new) or any(fold_name(name) in folded for name in change.gone)
    return fold_name(change.name) in folded


def touches_values(change: Change, values: Iterable[tuple[str, Value]]) -> bool:
    """True when values of these names must be looked at."""
    found = [(fold_name(name), value) for name, value in values]
    names = {name for name, _ in found}
    if isinstance(change, NewHead):
        gone = any(fold_name(name) in names for name in change.gone)
        return gone or any(fold_name(name) not in names for name in change.new)
    named = [value for name, value in found if name == fold_name(change.name)]
    if isinstance(change, Retype):
        return not all(_fits(value, change.value_type) for value in named)
    return bool(named)


def plan_clause(
    of: Label, change: Change, clause: state.Clause, through: Through = "open"
) -> Touch | None:
    """What becomes of a clause: that of the changed subsection itself, or a caller's."""
    text = clause.text or ""
    term = parse_clause(text).recovered if text else None
    if term is None or not _touches_clause(of, change, term):
        return None
    if not isinstance(change, Rename):
        return _stale(of, change, "clause", text)
    after = rename_in_text(text, of=of, old=change.name, new=change.to)
    if after == text:
        return None
    if after is None:
        why = f"The clause uses {change.to} already, or cannot be read."
        return _stale(of, change, "clause", text, why)
    if through == "closed":
        return _stale(of, change, "clause", text, "The clause is submitted and stays as it is.")
    mark = MarkStale("clause", describe_change(of, change))
    return Touch(
        text, after, wrap_operations([SetClause(replace(clause, text=after))], through), mark
    )


def plan_values(
    of: Label, change: Change, item: state.Instantiation, through: Through = "open"
) -> Touch | None:
    """What becomes of the values of the changed subsection in one case."""
    values = state.ordered_values(item)
    if item.label != of.plain or not touches_values(change, ((v.name, v.value) for v in values)):
        return None
    key = f"instantiation:{item.id}"
    named = [value for value in values if _is_named(change, value)]
    before = _show_values(named)
    if not isinstance(change, Rename):
        return _stale(of, change, key, before)
    taken = [value for value in values if fold_name(value.name) == fold_name(change.to)]
    if taken and not all(fold_name(v.name) == fold_name(change.to) for v in named):
        return _stale(of, change, key, before, f"There is a value for {change.to} already.")
    if through == "closed":
        return _stale(of, change, key, before, "The case is submitted and stays as it is.")
    renamed = [replace(value, name=change.to) for value in named]
    operations: list[SingleOperation] = []
    for old, new in zip(named, renamed, strict=True):
        operations += [ClearValue(item.id, old.role, old.name), SetValue(item.id, new)]
    mark = MarkStale(key, describe_change(of, change))
    return Touch(before, _show_values(renamed), wrap_operations(operations, through), mark)


def describe_change(of: Label, change: Change) -> str:
    """The change as a sentence for whoever has to look at what it touched."""
    match change:
        case Rename(name, to, merges=True):
            return f"{name} of {of.printed} is now part of {to}."
        case Rename(name, to):
            return f"{name} of {of.printed} is now called {to}."
        case Remove(name):
            return f"{name} of {of.printed} was removed."
        case Retype(name, value_type):
            return f"{name} of {of.printed} is now of type {value_type}."
        case Split(name):
            return f"{name} of {of.printed} was split: some of its mentions have another name."
    parts = [f"without {', '.join(change.gone)}"] if change.gone else []
    parts += [f"with {', '.join(change.new)}"] if change.new else []
    return f"{of.printed} has another head now: {' and '.join(parts)}."


def _touches_clause(of: Label, change: Change, clause: Clause) -> bool:
    calls = [call for call in iter_calls(clause.body) if call.label == of]
    called = any(touches_call(change, [arg.callee for arg in call.args]) for call in calls)
    return called or (clause.head == of and _touches_own(change, clause))


def _touches_own(change: Change, clause: Clause) -> bool:
    """Whoever changes a head has the clause before them; a type matters to what is called."""
    if isinstance(change, NewHead):
        return False
    if isinstance(change, Retype):
        clause = replace(clause, names=())
    return uses_name(clause, change.name)


def _is_named(change: Change, value: state.CaseValue) -> bool:
    names = change.gone if isinstance(change, NewHead) else [change.name]
    return fold_name(value.name) in {fold_name(name) for name in names}


def _stale(of: Label, change: Change, item: str, before: str, why: str = "") -> Touch:
    reason = " ".join(part for part in (describe_change(of, change), why) if part)
    mark = MarkStale(item, reason)
    return Touch(before, None, (mark,), mark, reason)


def wrap_operations(
    operations: Sequence[SingleOperation], through: Through
) -> tuple[SingleOperation, ...]:
    """The operations as this layer takes them: gold is reopened for them and accepted again."""
    if through != "review":
        return tuple(operations)
    opened: list[SingleOperation] = [ReopenLayer("submitted"), ReopenLayer("in_progress")]
    return (*opened, *operations, SubmitLayer(), AcceptLayer())


def _show_values(values: Iterable[state.CaseValue]) -> str:
    return ", ".join(f"{value.name}: {_show(value.value)}" for value in values)


def _show(value: Value) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def _fits(value: Value, value_type: ValueType) -> bool:
    scalars = value if isinstance(value, tuple) else (value,)
    wanted = int if value_type == "integer" else str
    return all(isinstance(scalar, wanted) for scalar in scalars)


def _missing(names: Iterable[str], among: Iterable[str]) -> list[str]:
    known = {fold_name(name) for name in among}
    return [name for name in names if fold_name(name) not in known]
