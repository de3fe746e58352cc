"""What the decisions come to, before it has ids: arguments with spans, the clause, the rows."""

from __future__ import annotations

from dataclasses import dataclass, field

from sara_annotate.domain.corpus import ValueType
from sara_annotate.domain.edits.state import CaseValue, Clause
from sara_annotate.domain.spans import Span

NO_CLAUSE = Clause()


@dataclass(frozen=True, slots=True)
class Source:
    """Whom an item came from and which decision made it so; agreed items need none."""

    layers: tuple[int, ...]
    item: str
    edited: bool = False


@dataclass(frozen=True, slots=True)
class MergedMention:
    span: Span
    source: Source
    from_suggestion: str | None = None


@dataclass(slots=True)
class MergedArgument:
    name: str
    value_type: ValueType
    rank: tuple[int, int]
    source: Source
    mentions: list[MergedMention] = field(default_factory=list)


@dataclass(slots=True)
class MergedRow:
    label: str
    order: int
    truth: bool | None
    source: Source
    values: dict[str, tuple[CaseValue, Source]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why this result cannot become gold yet."""

    code: str
    message: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    arguments: tuple[MergedArgument, ...] = ()
    clause: Clause = NO_CLAUSE
    clause_source: Source | None = None
    rows: tuple[MergedRow, ...] = ()
    open: tuple[str, ...] = ()
    """Disputes that nobody has decided; the first version stands in for them."""
    problems: tuple[Problem, ...] = ()
