"""The data of a project as plain values, shared by formats, models and the database.

Offsets are half-open code points of the statute's (or the case's) own text. Nothing
here reads files or knows a database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

Scalar = str | int
Value = Scalar | tuple[Scalar, ...]
Values = tuple[tuple[str, Value], ...]
"""Argument names with their values, in the order of the file."""

Split = Literal["train", "test", ""]
Origin = Literal["gold", "silver", "model", "person"]
ValueType = Literal["span", "integer"]

INTEGER_NAMES = frozenset(
    """WAGES TAXINC TAX STANDED S96 S9A S9B S7 S48 COUNTS S33A S30B S27 S156 S14 S13A S2
    GROSSINC EA DED63 DED151 COST BASSD AP AGI ADDSD AA ADDITIONAL_AMOUNTS AMOUNT
    EXEMPTIONS_LIST MULTIPLIER TOTAL_AMOUNT AMOUNT_DEDUCTIONS_OUT AMOUNT_DEDUCTIONS_IN
    ITEMDED REMUNERATION2""".split()  # noqa: SIM905 - read as the list that it was published as
)
"""Names that the published SARA code reads as integers; all others are spans of the case."""

TAX_TEXT = (
    "There is hereby imposed on the taxable income of every individual for every taxable year, "
    "a tax determined in accordance with the following."
)
TAX_LABEL = Label("tax")


def default_value_type(name: str) -> ValueType:
    """The type that the published SARA code gives an argument of this name."""
    return "integer" if name.upper() in INTEGER_NAMES else "span"


def fold_name(name: str) -> str:
    """Argument names are one when they differ in letter case only."""
    return name.upper()


@dataclass(frozen=True, slots=True)
class Subsection:
    """A label and the parts of the statute's text that make it up, in order."""

    label: Label
    parts: tuple[Span, ...]
    heading: str = ""

    def text_of(self, statute_text: str) -> str:
        """Parts in order, line breaks turned into spaces, nothing between the parts."""
        return "".join(p.text_of(statute_text).replace("\n", " ") for p in self.parts)


@dataclass(frozen=True, slots=True)
class Statute:
    section: str
    text: str
    subsections: tuple[Subsection, ...]

    @property
    def title(self) -> str:
        return self.text.split("\n", 1)[0].strip()


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A span of the statute's text and the name of the argument it stands for."""

    start: int
    end: int
    argument: str


@dataclass(frozen=True, slots=True)
class SubsectionMentions:
    label: Label
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause as written, without its final dot, and the subsection that its head names."""

    head: Label
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """One case file. `source` is the file itself when there was one, so nothing is lost."""

    name: str
    text: str
    question: str
    answer: str
    facts: str
    test: str
    source: str = ""
    split: Split = ""


@dataclass(frozen=True, slots=True)
class Instantiation:
    """Values of one subsection's arguments in one case, given and found, and its truth."""

    case: str
    label: Label
    given: Values
    found: Values
    truth: bool
    origin: Origin = "gold"


@dataclass(frozen=True, slots=True)
class Program:
    """A Prolog file that came with a data set."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class AnnotatedStatute:
    """A statute with one author's mentions and clauses.

    `clauses` keeps the order of the structure file and may hold a free predicate's clause.
    """

    statute: Statute
    mentions: tuple[SubsectionMentions, ...] = ()
    clauses: tuple[ClauseText, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """A whole data set in memory: fit for tests and models, not for large imports."""

    statutes: tuple[AnnotatedStatute, ...] = ()
    cases: tuple[Case, ...] = ()
    instantiations: tuple[Instantiation, ...] = ()
    programs: tuple[Program, ...] = ()


def make_tax_statute() -> AnnotatedStatute:
    """The fixed `tax` entry: its text and mentions as the published JSON holds them."""
    marks: Sequence[tuple[int, int, str]] = (
        (27, 45, "Taxinc"),
        (55, 65, "Taxp"),
        (76, 88, "Taxy"),
        (90, 95, "Tax"),
    )
    subsection = Subsection(TAX_LABEL, (Span(0, len(TAX_TEXT)),))
    mentions = tuple(Mention(*mark) for mark in marks)
    return AnnotatedStatute(
        Statute("tax", TAX_TEXT, (subsection,)), (SubsectionMentions(TAX_LABEL, mentions),)
    )
