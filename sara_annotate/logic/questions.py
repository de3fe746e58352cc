"""What is asked of the engine about one case, and what is to be taken for granted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sara_annotate.domain.clauses.derive import LeafRow
from sara_annotate.domain.corpus import Instantiation, Value, fold_name
from sara_annotate.domain.labels import Label, parse_label

Rows = Mapping[Label, list[LeafRow]]


@dataclass(frozen=True, slots=True)
class Assumption:
    """A row of a what-if: it wins wherever it fits; `instead` is the row whose place it takes."""

    label: Label
    row: LeafRow
    instead: Mapping[str, Value] | None = None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Changes for one question only; nothing of them is kept."""

    rows: tuple[Assumption, ...] = ()
    facts: str | None = None
    """In place of the facts of the case."""
    given: tuple[tuple[str, Value], ...] = ()
    """Over what the question gives."""

    def __bool__(self) -> bool:
        return bool(self.rows or self.given) or self.facts is not None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a subsection with given values, or a goal of one's own."""

    engine: str
    label: Label | None = None
    given: Mapping[str, Value] = field(default_factory=dict)
    goal: str = ""
    compat: bool = False
    explain: bool = True
    rest: bool = False
    rows: tuple[tuple[Label, LeafRow], ...] | None = None
    """The rows on the asker's screen, in place of those that are stored."""
    truth: bool | None = None
    found: Mapping[str, Value] = field(default_factory=dict)
    """What the asker wrote, to be held against the answer."""

    def as_row(self, case: str) -> Instantiation:
        """The asker's row; without a truth, one that holds."""
        assert self.label is not None
        given, found = tuple(self.given.items()), tuple(self.found.items())
        return Instantiation(case, self.label, given, found, self.truth is not False)


def read_question(data: Mapping[str, Any]) -> tuple[Question, WhatIf]:
    """The question in a request's data."""
    rows = data.get("rows")
    question = Question(
        engine=data["engine"],
        label=parse_label(data["label"]) if "label" in data else None,
        given=data["given"],
        goal=data.get("goal", ""),
        compat=data["compat"],
        explain=data["explain"],
        rest=data["rest"],
        rows=None if rows is None else tuple(_read_row(row) for row in rows),
        truth=data.get("truth"),
        found=data.get("found", {}),
    )
    wished = data.get("what_if", {})
    assumed = tuple(_read_assumption(row) for row in wished.get("rows", ()))
    return question, WhatIf(assumed, wished.get("facts"), tuple(wished.get("given", {}).items()))


def _read_row(row: Mapping[str, Any]) -> tuple[Label, LeafRow]:
    return parse_label(row["label"]), LeafRow(_fold(row["values"]), row["truth"])


def _read_assumption(row: Mapping[str, Any]) -> Assumption:
    label, leaf = _read_row(row)
    return Assumption(label, leaf, _fold(row["instead"]) if "instead" in row else None)


def _fold(values: Mapping[str, Value]) -> dict[str, Value]:
    return {fold_name(name): value for name, value in values.items()}


def assume(rows: Rows, what_if: WhatIf) -> tuple[Rows, Rows]:
    """The rows without those that are replaced, and the assumed ones, by subsection."""
    kept = {label: list(some) for label, some in rows.items()}
    assumed: dict[Label, list[LeafRow]] = {}
    for one in what_if.rows:
        if one.instead is not None:
            here = kept.get(one.label, [])
            kept[one.label] = [row for row in here if dict(row.values) != dict(one.instead)]
        assumed.setdefault(one.label, []).append(one.row)
    return kept, assumed
