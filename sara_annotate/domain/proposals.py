"""What a model proposes, before it is stored: names and places, no ids."""

from __future__ import annotations

from dataclasses import dataclass

from sara_annotate.domain.corpus import ValueType


@dataclass(frozen=True, slots=True)
class ProposedMention:
    start: int
    end: int
    confidence: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class ProposedArgument:
    """One argument with its mentions; `confidence` is that of the grouping as a whole."""

    name: str
    mentions: tuple[ProposedMention, ...]
    value_type: ValueType = "span"
    confidence: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class ProposedClause:
    text: str
    confidence: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class ProposedLayer:
    """What the model says of one subsection, named by its label (`14(b)`)."""

    label: str
    arguments: tuple[ProposedArgument, ...] = ()
    clause: ProposedClause | None = None
