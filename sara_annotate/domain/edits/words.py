"""Operations, and what differs between two versions of a layer, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.state import (
    CaseValue,
    Clause,
    Instantiation,
    Layer,
    Mention,
    ordered_arguments,
    ordered_instantiations,
    ordered_mentions,
    ordered_values,
)

MANY = 6
"""Of a batch with more than so many operations, the rest is counted."""


@dataclass(frozen=True, slots=True)
class Words:
    """Says what is in a layer: names and places are looked up in it, phrases in its text."""

    layer: Layer
    text: str

    def quote(self, start: int, end: int) -> str:
        return f"“{self.text[start:end]}”"

    def mention(self, key: str) -> str:
        found = self.layer.mentions.get(key)
        return self.quote(found.start, found.end) if found else "a mention"

    def name(self, key: str) -> str:
        found = self.layer.arguments.get(key)
        return found.name if found else "an argument"

    def row(self, key: str) -> str:
        found = self.layer.instantiations.get(key)
        return f"§{found.label}" if found else "a subsection"


def say_operation(before: Layer, operation: ops.Operation, text: str) -> str:
    """What an operation did to the layer before it: "Marked “a ferry” as Ferry"."""
    singles = operation.ops if isinstance(operation, ops.Batch) else (operation,)
    named = _name_new(before, singles)
    said = [_say(Words(named, text), op) for op in singles]
    # An accepted suggestion is told from what it added.
    said = [words for words in said if words] or ["decided about a suggestion"]
    shown = said if len(said) <= MANY else [*said[: MANY - 1], f"{len(said) - MANY + 1} more"]
    sentence = ", ".join(shown)
    return sentence[0].upper() + sentence[1:]


def _name_new(before: Layer, singles: tuple[ops.SingleOperation, ...]) -> Layer:
    """The layer with the arguments and rows that the operations themselves bring."""
    arguments, rows = dict(before.arguments), dict(before.instantiations)
    for op in singles:
        if isinstance(op, ops.NewArgument | ops.SplitArgument):
            arguments.setdefault(op.argument.id, op.argument)
        elif isinstance(op, ops.AddInstantiation):
            rows.setdefault(op.instantiation.id, op.instantiation)
    return Layer(
        before.id,
        before.kind,
        before.parts,
        arguments=arguments,
        mentions=before.mentions,
        instantiations=rows,
    )


def _say(words: Words, op: ops.SingleOperation) -> str:
    match op:
        case ops.AddMention(mention):
            return f"marked {_marked(words, mention)}"
        case ops.RemoveMention(key):
            return f"deleted the mention {words.mention(key)}"
        case ops.ResizeMention(key, start, end):
            return f"changed {words.mention(key)} to {words.quote(start, end)}"
        case ops.AssignMention(key, argument):
            return f"moved {words.mention(key)} to {words.name(argument)}"
        case ops.NewArgument(argument):
            return f"added the argument {argument.name}"
        case ops.RenameArgument(key, name):
            return f"renamed {words.name(key)} to {name}"
        case ops.RetypeArgument(key, value_type):
            return f"made {words.name(key)} of type {value_type}"
        case ops.RemoveArgument(key):
            return f"removed the argument {words.name(key)}"
        case ops.MergeArguments(into, source):
            return f"merged {words.name(source)} into {words.name(into)}"
        case ops.SplitArgument(source, argument, _):
            return f"split {argument.name} off {words.name(source)}"
        case ops.SetClause(clause):
            return (
                "removed the clause" if clause.text is None else f"wrote the clause {clause.text}"
            )
    return _say_rest(words, op)


def _say_rest(words: Words, op: ops.SingleOperation) -> str:
    match op:
        case ops.AddInstantiation(row):
            return f"added §{row.label}"
        case ops.RemoveInstantiation(key):
            return f"removed {words.row(key)}"
        case ops.SetTruth(key, truth):
            return f"said that {words.row(key)} is {_truth(truth)}"
        case ops.SetValue(key, value):
            return f"made {value.name} of {words.row(key)} {_value(value)}"
        case ops.ClearValue(key, _, name):
            return f"left {name} of {words.row(key)} without a value"
        case ops.DecideSuggestion(_, "rejected"):
            return "rejected a suggestion"
        case ops.MarkStale(_, reason):
            return f"marked as stale: {reason}"
        case ops.ClearStale():
            return "looked at what was stale"
        case ops.SubmitLayer():
            return "submitted it"
        case ops.ReopenLayer():
            return "reopened it"
        case ops.AcceptLayer():
            return "accepted it"
        case ops.ReturnLayer(reason):
            return f"returned it: {reason}"
    return ""


def _marked(words: Words, mention: Mention) -> str:
    return f"{words.quote(mention.start, mention.end)} as {words.name(mention.argument)}"


def _truth(truth: bool | None) -> str:
    return "open" if truth is None else "true" if truth else "false"


def _value(value: CaseValue) -> str:
    many = value.value if isinstance(value.value, tuple) else (value.value,)
    return f"“{', '.join(str(one) for one in many)}”"


def say_differences(then: Layer, now: Layer, text: str) -> list[str]:
    """What was otherwise in an earlier version, one sentence each; none when it says the same."""
    was, is_ = Words(then, text), Words(now, text)
    return [
        *_arguments(then, now),
        *_mentions(was, is_),
        *_clauses(then.clause, now.clause),
        *_rows(then, now),
    ]


def _arguments(then: Layer, now: Layer) -> Iterator[str]:
    for old in ordered_arguments(then):
        new = now.arguments.get(old.id)
        if new is None:
            yield f"The argument {old.name} was there."
            continue
        if new.name != old.name:
            yield f"{new.name} was called {old.name}."
        if new.value_type != old.value_type:
            yield f"{new.name} was of type {old.value_type}."
    for new in ordered_arguments(now):
        if new.id not in then.arguments:
            yield f"The argument {new.name} was not there."


def _mentions(was: Words, is_: Words) -> Iterator[str]:
    for old in ordered_mentions(was.layer):
        new = is_.layer.mentions.get(old.id)
        if new is None:
            yield f"{was.mention(old.id)} was marked as {was.name(old.argument)}."
            continue
        if (new.start, new.end) != (old.start, old.end):
            yield f"{is_.mention(old.id)} was {was.mention(old.id)}."
        if new.argument != old.argument:
            yield f"{is_.mention(old.id)} belonged to {was.name(old.argument)}."
    for new in ordered_mentions(is_.layer):
        if new.id not in was.layer.mentions:
            yield f"{is_.mention(new.id)} was not marked."


def _clauses(then: Clause, now: Clause) -> Iterator[str]:
    if then.text != now.text:
        yield "There was no clause." if then.text is None else f"The clause was {then.text}"
    if then.note != now.note:
        yield f"The note was “{then.note}”." if then.note else "There was no note."


def _rows(then: Layer, now: Layer) -> Iterator[str]:
    for old in ordered_instantiations(then):
        new = now.instantiations.get(old.id)
        if new is None:
            yield f"§{old.label} was there."
        else:
            yield from _values(old, new)
    for row in ordered_instantiations(now):
        if row.id not in then.instantiations:
            yield f"§{row.label} was not there."


def _values(old: Instantiation, new: Instantiation) -> Iterator[str]:
    if old.truth != new.truth:
        yield f"§{new.label} was {_truth(old.truth)}."
    for value in ordered_values(old):
        key = next(key for key, one in old.values.items() if one is value)
        if key not in new.values or new.values[key].value != value.value:
            yield f"{value.name} of §{new.label} was {_value(value)}."
        elif new.values[key].evidence != value.evidence:
            yield f"{value.name} of §{new.label} was found elsewhere in the text."
    for key, value in new.values.items():
        if key not in old.values:
            yield f"{value.name} of §{new.label} had no value."
