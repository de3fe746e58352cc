"""What a model says of a case beside a person's layer: what is open, and what deciding means.

Two kinds of items are decided on: a suggested value, by its own id, and the truth of a suggested
row, by the row's id. The same rules stand in `frontend/src/model/case-suggestions.ts`;
`tests/edits/case_suggestions.json` holds both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sara_annotate.domain.corpus import Value, ValueType, fold_name
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.operations import (
    AddInstantiation,
    DecideSuggestion,
    Operation,
    SetTruth,
    SetValue,
    make_batch,
)
from sara_annotate.domain.edits.state import (
    CaseValue,
    Instantiation,
    Layer,
    Role,
    ordered_instantiations,
)
from sara_annotate.domain.spans import Span, part_index

LAST = 32767


@dataclass(frozen=True, slots=True)
class SuggestedValue:
    id: str
    role: Role
    name: str
    value: Value
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestedRow:
    """What one run says of one subsection in one case."""

    id: str
    label: str
    truth: bool | None
    values: tuple[SuggestedValue, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownArgument:
    """An argument that the subsection has now, as it is numbered on screen."""

    number: int
    name: str
    value_type: ValueType = "span"


Known = Mapping[str, Sequence[KnownArgument]]
"""By the label of the subsection."""


@dataclass(frozen=True, slots=True)
class OpenItem:
    """`id` is what is decided on. A truth has no value, and the argument goes with the value."""

    id: str
    row: SuggestedRow
    value: SuggestedValue | None = None
    argument: KnownArgument | None = None


def open_items(layer: Layer, rows: Iterable[SuggestedRow], known: Known) -> list[OpenItem]:
    """What the person can decide on: values by their number, then the truth, row by row."""
    if layer.is_frozen:
        return []
    return [item for row in rows for item in _open_of_row(layer, row, known.get(row.label, ()))]


def _open_of_row(
    layer: Layer, row: SuggestedRow, known: Sequence[KnownArgument]
) -> Iterable[OpenItem]:
    home = find_row(layer, row.label)
    taken = {fold_name(v.name) for v in home.values.values()} if home else set()
    by_name = {fold_name(one.name): one for one in known}
    values = [
        OpenItem(value.id, row, value, argument)
        for value in row.values
        if (argument := by_name.get(fold_name(value.name))) is not None
        and value.value != ""
        and value.id not in layer.decisions
        and fold_name(value.name) not in taken
        and _fits(layer, value, argument)
    ]
    yield from sorted(values, key=lambda item: item.argument.number if item.argument else 0)
    undecided = row.id not in layer.decisions and row.truth is not None
    if undecided and (home is None or home.truth is None):
        yield OpenItem(row.id, row)


def _fits(layer: Layer, value: SuggestedValue, argument: KnownArgument) -> bool:
    """What the argument or the text no longer takes is stale, and not offered."""
    many = value.value if isinstance(value.value, tuple) else (value.value,)
    wanted = int if argument.value_type == "integer" else str
    inside = all(part_index(span, layer.parts) is not None for span in value.evidence)
    return inside and all(isinstance(one, wanted) for one in many)


def find_row(layer: Layer, label: str) -> Instantiation | None:
    """The person's first row of this subsection: it is where suggestions go."""
    return next((r for r in ordered_instantiations(layer) if r.label == label), None)


def plan_accept(
    layer: Layer,
    rows: Sequence[SuggestedRow],
    wanted: Collection[str],
    known: Known,
    make_id: Callable[[], str],
) -> Operation | None:
    """Accept the wanted items that are open, as one undo step; None when none is.

    A subsection that the person has not applied to the case is added first.
    """
    ops: list[Operation] = []
    for item in open_items(layer, rows, known):
        if item.id not in wanted:
            continue
        home = find_row(layer, item.row.label)
        if home is None:
            orders = [one.order for one in layer.instantiations.values()]
            order = min(LAST, max(orders, default=-1) + 1)
            home = Instantiation(make_id(), item.row.label, order)
            ops.append(AddInstantiation(home))
            layer, _ = apply_operation(layer, ops[-1])
        ops += [_take(home, item), DecideSuggestion(item.id, "accepted")]
    return make_batch(ops) if ops else None


def _take(home: Instantiation, item: OpenItem) -> Operation:
    said, argument = item.value, item.argument
    if said is None or argument is None:
        return SetTruth(home.id, item.row.truth)
    value = CaseValue(argument.name, said.role, said.value, argument.number, said.evidence, said.id)
    return SetValue(home.id, value)


def plan_reject(items: Sequence[str]) -> Operation | None:
    """Reject these, as one undo step."""
    return make_batch([DecideSuggestion(one, "rejected") for one in items]) if items else None


def find_place(text: str, words: str) -> Span | None:
    """Where the text says these words; None unless it says them once, as whole words."""
    found = [at for at in _occurrences(text, words) if _is_whole(text, at, at + len(words))]
    return Span(found[0], found[0] + len(words)) if len(found) == 1 else None


def widen_to_words(text: str, found: str) -> str:
    """What a model cut out of the text, at whole words and without punctuation at its ends.

    Models read pieces of words: “na Trege” is “Morwenna Tregear”. The first place counts.
    """
    start = text.find(found)
    if not found or start < 0:
        return found
    end = start + len(found)
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    if start == end:
        return found
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return text[start:end]


def _occurrences(text: str, words: str) -> Iterable[int]:
    at = text.find(words) if words else -1
    while at >= 0:
        yield at
        at = text.find(words, at + 1)


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not before.isalnum() and not after.isalnum()
