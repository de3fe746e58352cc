"""Silver rows: every (case, predicate) pair through the program. Same input, same rows.

Errors and limits are counted and listed; only what is shown true or false becomes a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sara_annotate.domain.corpus import Case, Instantiation
from sara_annotate.domain.labels import Label
from sara_annotate.logic.protocol import Limits
from sara_annotate.logic.replay import Signature
from sara_annotate.logic.terms import Term

Tier = Literal["", "A", "B", "C", "D"]
"""A: inputs corrupted, rest open. B: all bound. C: natural failures. D: people of other cases."""
Kind = Literal["person", "year"]


@dataclass(frozen=True, slots=True)
class SilverOptions:
    tiers: frozenset[str] = frozenset("ABC")
    seed: int = 0
    limits: Limits = field(default_factory=lambda: Limits(inferences=1_000_000, solutions=50))
    all_cases: bool = False
    """Test cases too: for an evaluation that shares out all cases and leaves out what it tests."""

    def covers(self, case: Case) -> bool:
        return self.all_cases or case.split != "test"


@dataclass(frozen=True, slots=True)
class Target:
    """A predicate to be asked about, and what its arguments hold."""

    label: Label
    signature: Signature
    kinds: Mapping[int, Kind]
    integers: frozenset[str]
    shown: tuple[str, ...]
    """The names of its arguments as rows write them."""


@dataclass(frozen=True, slots=True)
class SilverCase:
    """A case ready for questions."""

    case: Case
    facts: str
    people: tuple[Term, ...]
    years: tuple[int, ...]
    strangers: tuple[Term, ...] = ()
    """People of another case, for tier D."""

    @property
    def text(self) -> str:
        return f"{self.case.text} {self.case.question}"


@dataclass(frozen=True, slots=True)
class SilverRow:
    value: Instantiation
    tier: Tier


@dataclass(slots=True)
class CaseSilver:
    """What came of one case."""

    rows: list[SilverRow] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    """Goals that ended in an error or at a limit: goal, outcome, code."""
    caps: dict[str, int] = field(default_factory=dict)
    """What was left out because there was too much of it, by what it was."""

    def add(self, other: CaseSilver) -> None:
        """What came of another predicate, after what is here."""
        self.rows += other.rows
        self.failures += other.failures
        for mine, more in ((self.counts, other.counts), (self.caps, other.caps)):
            for what, number in more.items():
                mine[what] = mine.get(what, 0) + number

    def note_cap(self, what: str, number: int) -> None:
        if number > 0:
            self.caps[what] = self.caps.get(what, 0) + number
