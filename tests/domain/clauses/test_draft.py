"""First proposals: from lists, references and names; scored on the shared data."""

from __future__ import annotations

from pathlib import Path

import pytest

from sara_annotate.domain.clauses.compare import StructureScore, score_clauses
from sara_annotate.domain.clauses.draft import draft_clause
from sara_annotate.domain.clauses.project import ArgumentInfo, MemoryProject, make_project
from sara_annotate.domain.clauses.render import render_paper
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.labels import parse_label

TEXTS = {
    "5": "§5. Moorings",
    "5(a)": "A vessel owes a fee (as fixed under section 6) if-",
    "5(a)(1)": "(1) it moors by night, and",
    "5(a)(2)": "(2) it is not a lifeboat as defined in section 7.",
    "5(b)": "Subsection (a) shall not apply to a vessel-",
    "5(b)(1)": "(1) in distress, or",
    "5(b)(2)": "(2) of the crown.",
    "5(c)": "The term “night” means all hours other than-",
    "5(c)(1)": "(1) noon,",
    "5(c)(2)": "(2) morning.",
    "5(d)": "A buoy is free unless-",
    "5(d)(1)": "(1) it is lit, and",
    "5(d)(2)": "(2) it is let.",
    "5(e)": "For purposes of section 6, a week has seven days.",
    "6": "A fee is paid weekly.",
    "7": "A lifeboat is a boat, if paragraph (1) or (2) holds.",
}
NAMES = {"5(a)": "VESSEL FEE", "5(a)(1)": "VESSEL", "5(a)(2)": "VESSEL S9", "6": "FEE", "7": "BOAT"}


def make_moorings() -> MemoryProject:
    arguments = {
        parse_label(label): {n: ArgumentInfo(n, "span", (n,)) for n in names.split()}
        for label, names in NAMES.items()
    }
    return MemoryProject({parse_label(k): v for k, v in TEXTS.items()}, {}, arguments)


@pytest.mark.parametrize(
    ("label", "drafted"),
    [
        ("5", "§5(Fee, Vessel) :- §5(a)(Fee, Vessel) AND NOT §5(b)()."),
        (
            "5(a)",
            "§5(a)(Fee, Vessel) :- §6(Fee) AND §5(a)(1)(Vessel) AND §5(a)(2)(Vessel).",
        ),
        ("5(a)(1)", "§5(a)(1)(Vessel)."),
        ("5(a)(2)", "§5(a)(2)(Vessel, S9) :- NOT §7()."),
        ("5(c)", "§5(c)() :- NOT §5(c)(1)() AND NOT §5(c)(2)()."),
        ("5(d)", "§5(d)() :- NOT [ §5(d)(1)() AND §5(d)(2)() ]."),
        ("5(e)", "§5(e)()."),
    ],
)
def test_draft(label: str, drafted: str) -> None:
    draft = draft_clause(parse_label(label), make_moorings())
    assert render_paper(draft.clause) == drafted
    called = drafted.count("§") - 1
    assert len(draft.reasons) == called


def test_reasons_are_in_words() -> None:
    draft = draft_clause(parse_label("5(a)"), make_moorings())
    assert [(r.label.plain, r.source) for r in draft.reasons] == [
        ("5(a)(1)", "child"),
        ("5(a)(2)", "child"),
        ("6", "reference"),
    ]
    assert "joined by “and”" in draft.reasons[0].message
    assert "section 6" in draft.reasons[2].message


def test_score_on_sara(sara_data: Path) -> None:
    project = make_project(load_corpus(sara_data).statutes)
    total = StructureScore()
    for label, gold in list(project.clauses.items()):
        del project.clauses[label]
        total += score_clauses(draft_clause(label, project).clause, gold)
        project.set_clause(gold)
    edges, mappings, operators = total.edges.f1, total.mappings.f1, total.operators.f1
    assert edges and mappings and operators
    print(
        f"draft on SARA: edge F1 {edges:.3f}, mapping F1 {mappings:.3f}, "
        f"operators {operators:.3f}, equal {total.clauses.correct} of {total.clauses.expected}"
    )
    assert edges > 0.72
    assert mappings > 0.64
    assert operators > 0.82
    assert total.clauses.correct >= 70
