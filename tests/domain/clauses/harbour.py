"""An invented statute, small enough to keep in the head."""

from __future__ import annotations

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.project import ArgumentInfo, ClauseNote, MemoryProject
from sara_annotate.domain.labels import Label, parse_label

TEXTS = {
    "12": "§12. Harbour dues",
    "12(a)": "The master of a vessel owes dues for each day (as counted under section 14(b)).",
    "12(b)": "Subsection (a) shall not apply to a vessel described in paragraph (1) or (2).",
    "12(b)(1)": "a lifeboat, or",
    "12(b)(2)": "a vessel that shelters, as subparagraph (A) says.",
    "12(b)(2)(A)": "a storm warning is in force, and",
    "12(b)(2)(B)": "its master has reported.",
    "12(c)": "For purposes of this section, the season is set by section 99(x).",
    "14": "§14. Counting",
    "14(a)": "A season has 200 days.",
    "14(b)": "A day begins at noon.",
}
CLAUSES = """
s12(MASTER,VESSEL,DAY) :- s12_a(MASTER,VESSEL,DAY) AND NOT s12_b(VESSEL).
s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY).
s12_b(VESSEL) :- s12_b_1(VESSEL) OR s12_b_2(VESSEL).
s12_b_1(VESSEL).
s12_b_2(VESSEL,MASTER) :- s12_b_2_A(VESSEL) AND s12_b_2_B(MASTER).
s12_b_2_A(VESSEL).
s12_b_2_B(MASTER).
s12_c(SEASON).
s14(DAY) :- s14_b(DAY).
s14_a(COUNTS).
s14_b(DAY).
"""
ARGUMENTS = {
    "12(a)": {"MASTER": "span", "VESSEL": "span", "DAY": "span"},
    "12(b)": {"VESSEL": "span"},
    "12(b)(1)": {"VESSEL": "span"},
    "12(b)(2)": {"VESSEL": "span"},
    "12(b)(2)(A)": {"VESSEL": "span"},
    "12(b)(2)(B)": {"MASTER": "span"},
    "12(c)": {"SEASON": "span"},
    "14(a)": {"COUNTS": "integer"},
    "14(b)": {"DAY": "span"},
}


def make_harbour(*notes: tuple[str, str, str]) -> MemoryProject:
    """The project, with notes given as (label, kind, subject)."""
    clauses = [parse_clause(line).clause for line in CLAUSES.strip().splitlines()]
    project = MemoryProject(
        texts={parse_label(label): text for label, text in TEXTS.items()},
        clauses={clause.head: clause for clause in clauses if clause},
        arguments={
            parse_label(label): {n: ArgumentInfo(n, t, (n.lower(),)) for n, t in names.items()}  # type: ignore[arg-type]
            for label, names in ARGUMENTS.items()
        },
    )
    for label, kind, subject in notes:
        note = ClauseNote(kind, subject, "by-law 3")  # type: ignore[arg-type]
        project.notes.setdefault(parse_label(label), []).append(note)
    return project


def label(text: str) -> Label:
    return parse_label(text)
