"""What one author says of one subsection or one case, as plain values.

Everything is found by its id, and order is a number that each item carries, so that two
edits of different items give the same layer whichever comes first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sara_annotate.domain.corpus import Value, ValueType, fold_name
from sara_annotate.domain.spans import Span, contains, find_overlaps, part_index

Kind = Literal["subsection", "case"]
State = Literal["in_progress", "submitted", "accepted", "returned"]
Role = Literal["given", "found"]
Decision = Literal["accepted", "rejected"]

FROZEN_STATES: frozenset[State] = frozenset({"submitted", "accepted"})
NAME = re.compile(r"\w{1,80}")
"""Whatever the placeholder files may hold; what a clause can say is checked there."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One variable of a subsection; its number on screen is its rank by `order`, then id."""

    id: str
    name: str
    value_type: ValueType
    order: int
    from_suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    id: str
    start: int
    end: int
    argument: str
    from_suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as its author left it; `text` is None until there is one."""

    text: str | None = None
    note: str = ""
    from_suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class CaseValue:
    """The value of one argument in one case and where the case says so."""

    name: str
    role: Role
    value: Value
    order: int
    evidence: tuple[Span, ...] = ()
    from_suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Instantiation:
    """Values by `value_key`, so that an argument has one value in each role."""

    id: str
    label: str
    order: int
    truth: bool | None = None
    values: Mapping[str, CaseValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Layer:
    """All of one layer. `parts` are the stretches of text in which its spans must lie."""

    id: str
    kind: Kind
    parts: tuple[Span, ...]
    state: State = "in_progress"
    reason: str = ""
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    mentions: Mapping[str, Mention] = field(default_factory=dict)
    clause: Clause = Clause()
    instantiations: Mapping[str, Instantiation] = field(default_factory=dict)
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    stale: Mapping[str, str] = field(default_factory=dict)
    """By item, why a person should look at it."""

    @property
    def is_frozen(self) -> bool:
        return self.state in FROZEN_STATES


def ordered_arguments(layer: Layer) -> list[Argument]:
    """Arguments as they are numbered on screen."""
    return sorted(layer.arguments.values(), key=lambda a: (a.order, a.id))


def ordered_mentions(layer: Layer) -> list[Mention]:
    """Mentions in the order of the text."""
    return sorted(layer.mentions.values(), key=lambda m: m.start)


def ordered_instantiations(layer: Layer) -> list[Instantiation]:
    return sorted(layer.instantiations.values(), key=lambda i: (i.order, i.id))


def ordered_values(instantiation: Instantiation) -> list[CaseValue]:
    """Given values first, each role in its own order."""
    return sorted(
        instantiation.values.values(), key=lambda v: (v.role != "given", v.order, fold_name(v.name))
    )


def value_key(role: Role, name: str) -> str:
    """The key of a value: its role, and its name whatever the letter case."""
    return f"{role}:{fold_name(name)}"


def mentions_of(layer: Layer, argument: str) -> list[Mention]:
    """The mentions of one argument, in the order of the text."""
    return [m for m in ordered_mentions(layer) if m.argument == argument]


def find_argument(layer: Layer, name: str) -> Argument | None:
    """The argument of this name, whatever the letter case."""
    folded = fold_name(name)
    return next((a for a in layer.arguments.values() if fold_name(a.name) == folded), None)


def find_flaws(layer: Layer) -> list[str]:
    """What is wrong with a layer's rows, one sentence each; a sound layer has none."""
    flaws = [f"{a.id} overlaps {b.id}" for a, b in find_overlaps(layer.mentions.values())]
    for mention in layer.mentions.values():
        if mention.start >= mention.end or part_index(mention, layer.parts) is None:
            flaws.append(f"mention {mention.id} is empty or outside")
        if mention.argument not in layer.arguments:
            flaws.append(f"mention {mention.id} has no argument {mention.argument}")
    folded = [fold_name(a.name) for a in layer.arguments.values()]
    flaws += [f"name {n} is used twice" for n in set(folded) if folded.count(n) > 1]
    for instantiation in layer.instantiations.values():
        flaws += _find_value_flaws(instantiation, layer.parts)
    return flaws


def _find_value_flaws(instantiation: Instantiation, parts: tuple[Span, ...]) -> list[str]:
    flaws = []
    for key, value in instantiation.values.items():
        if key != value_key(value.role, value.name):
            flaws.append(f"value {value.name} is kept under {key}")
        for span in value.evidence:
            if span.start >= span.end or not any(contains(part, span) for part in parts):
                flaws.append(f"evidence {span.start}–{span.end} of {value.name} is outside")
    return flaws
