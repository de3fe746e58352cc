"""What can only be seen with several files in view: calls, splits, rows against cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sara_annotate.domain.corpus import TAX_LABEL, Instantiation, Split
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.structure import PlacedClause
from sara_annotate.domain.labels import Label


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Labels that a data set knows: those with text, and those with a clause."""

    bounded: frozenset[Label]
    defined: frozenset[Label]

    def explain_call(self, label: Label) -> str | None:
        """Why this label cannot be called, or None when it can."""
        if not label.is_free and label not in self.bounded:
            return "no such subsection has boundaries"
        return None if label in self.defined else "it has no clause"

    def knows(self, label: Label) -> bool:
        """True when rows may be about this label."""
        free = label == TAX_LABEL or (label.is_free and label in self.defined)
        return free or label in self.bounded


def check_call(
    placed: PlacedClause, label: Label, offset: int, words: Vocabulary, report: FileReport
) -> None:
    """Report a call that leads nowhere; `offset` is its place in the clause's text."""
    reason = words.explain_call(label)
    if reason is not None:
        report.error(
            "clause_call_unknown",
            f"{placed.clause.head.predicate} calls {label.predicate}, but {reason}.",
            "Correct the call, or add what is missing.",
            *find_place(placed, offset),
        )


def find_place(placed: PlacedClause, offset: int) -> tuple[int, int]:
    """Line and column in the file of an offset in the clause's text."""
    text = placed.clause.text
    breaks = text.count("\n", 0, offset)
    if not breaks:
        return placed.line, placed.column + offset
    return placed.line + breaks, offset - text.rfind("\n", 0, offset)


def check_row(
    row: Instantiation,
    number: int,
    report: FileReport,
    *,
    words: Vocabulary,
    splits: Mapping[str, Split],
) -> bool:
    """True when the row is about a known case and subsection, and may be where it is."""
    if row.case not in splits:
        report.error(
            "row_case_unknown",
            f"There is no case {row.case}.",
            "Add it, or remove the row.",
            number,
        )
        return False
    if not words.knows(row.label):
        report.error(
            "row_predicate_unknown",
            f"{row.label.predicate} is no subsection of these statutes.",
            "Correct the predicate, or add its boundaries.",
            number,
        )
        return False
    if row.origin == "silver" and splits[row.case] == "test":
        report.error(
            "silver_in_test",
            f"{row.case} is a test case; silver rows may not be about it.",
            "Remove the row.",
            number,
        )
        return False
    return True
