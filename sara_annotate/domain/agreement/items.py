"""What is behind a figure: one thing that two layers say differently, with its place."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sara_annotate.domain.agreement.figures import ItemKind
from sara_annotate.domain.spans import Span

Said = Mapping[str, Any]
"""JSON by kind: {spans}, {arguments}, {text}, {calls}, {truth}, {value, evidence}."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`words` say it to a person; `left` and `right` are what each of the two says."""

    kind: ItemKind
    section: str
    left: Said
    right: Said
    subject: str = ""
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """What a text adds to each figure, by statute, and what differs in it."""

    numbers: Mapping[tuple[str, str], Mapping[Hashable, float]] = field(default_factory=dict)
    """By section of the statute, then figure."""
    items: tuple[Difference, ...] = ()
