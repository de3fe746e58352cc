"""A program beside the clauses: what is missing on either side."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from sara_annotate.corpus.models import Program
from sara_annotate.domain.clauses.parse import parse_clauses
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram
from sara_annotate.logic.report import reach_through_helpers, report_program
from tests.factories import ferry_statute, load_corpus, make_project, make_user
from tests.logic.conftest import DEMO, make_program

CLAUSES = """s7(P,T) :- s7_a(P,T) AND NOT s7_b(P).
s7_a(P,T).
s7_b(P) :- s7_b_1(C:P).
s7_b_1(C).
"""
PROGRAM = make_program(
    """
    s7(P, T) :- s7_a(P, T), \\+ free(P).
    free(P) :- s7_b(P).
    s7_a(T, P) :- findall(X, s7_b_1(X), _), P = a, T = b.
    s7_b(_, _) :- fail.
    s7_c(X) :- X = 1.
    s7_b(P) :- help(P).
    help(1).
    """
)

PLAIN = """
s7_a(P, T) :- s7_b_1(P), T = 1.
s7_b_1(C) :- helper(C).
s99(X) :- s7_a(X, _).
helper(1).
"""


def read_clauses(text: str) -> dict[Label, Clause]:
    found = (item.clause for item in parse_clauses(text).items)
    return {clause.head: clause for clause in found if clause is not None}


def test_both_sides_are_listed(pool: SolverPool) -> None:
    clauses = read_clauses(CLAUSES)
    labels = [*clauses, parse_label("7(d)")]
    report = report_program(PROGRAM, pool=pool, labels=labels, clauses=clauses)
    assert [label.plain for label in report.matched] == ["7", "7(a)", "7(b)"]
    assert [label.plain for label in report.without_predicate] == ["7(b)(1)", "7(d)"]
    assert [p.name for p in report.without_subsection] == ["s7_c"]
    assert [p.name for p in report.helpers] == ["free", "help"]
    assert report.edges_only_in_program == ()
    assert report.edges_only_in_clauses == (("s7_b", "s7_b_1"),)
    wrong = {(m.label.plain, len(m.program)) for m in report.mismatches}
    assert wrong == {("7(a)", 2), ("7(b)", 2)}


def test_helpers_are_looked_through() -> None:
    calls = [("a", "x"), ("x", "y"), ("y", "b"), ("y", "x"), ("b", "c"), ("a", "a")]
    assert reach_through_helpers(calls, frozenset("abc")) == {("a", "b"), ("b", "c")}


def test_the_demo_program_covers_the_demo(pool: SolverPool, demo_program: LogicProgram) -> None:
    texts = sorted((DEMO / "structure").glob("section*"))
    clauses = read_clauses("".join(path.read_text(encoding="utf-8") for path in texts))
    assert len(clauses) == 40
    report = report_program(demo_program, pool=pool, labels=list(clauses), clauses=clauses)
    assert (report.without_predicate, report.without_subsection) == ((), ())
    assert (len(report.matched), report.notes) == (40, ())
    assert all(len(m.program) == len(m.clause) for m in report.mismatches)


@pytest.mark.django_db
def test_the_command_says_what_is_missing_on_either_side() -> None:
    by = make_user("dana", admin=True)
    project = make_project()
    load_corpus(project, Corpus((ferry_statute(),)), by=by)
    with pytest.raises(CommandError, match="no Prolog program"):
        call_command("program", "--project", "ferry", stdout=StringIO())
    Program.objects.create(project=project, path="statutes/prolog/init.pl", text=PLAIN)
    plain, listed = StringIO(), StringIO()
    call_command("program", "--project", "ferry", stdout=plain)
    call_command("program", "--project", "ferry", "--json", stdout=listed)
    report = json.loads(listed.getvalue())
    assert report["matched"] == ["7(a)", "7(b)(1)"]
    assert "7(b)(2)" in report["without_predicate"]
    assert [p["name"] for p in report["without_subsection"]] == ["s99"]
    assert ["s7_a", "s7_b_1"] in report["edges_only_in_program"]
    assert ["s7", "s7_b"] in report["edges_only_in_clauses"]
    for line in ("  s99/1", "  7(b)(2)", "  s7_a → s7_b_1", "  s7 → s7_b", "  helper/1"):
        assert line in plain.getvalue().splitlines()
