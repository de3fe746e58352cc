"""Cases as they come: everything odd is said, nothing is put right in silence, nothing is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from sara_annotate.domain.corpus import Case
from sara_annotate.domain.formats import case_file
from sara_annotate.domain.formats.report import new_report
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram, Query
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.terms import Atom, Compound
from tests.logic.conftest import DEMO, make_program

PROGRAM = make_program(":- dynamic p/1, q/2.\nr(X) :- p(X).\n")


def make_case(facts: str, test: str = ":- r(1).\n:- halt.") -> Case:
    return Case("c", "Text.", "Question.", "Entailment", facts, test)


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        ('p("Ann").', set()),
        ("p(1).\np(2)", {"facts_syntax", "facts_atoms"}),
        ("p(1)\np(2).", {"facts_syntax", "facts_atoms"}),
        ('p("a"). % why not', set()),
        ('p("a").\nr(X) :- p(X).', {"facts_rule"}),
        ("p(ann).", {"facts_atoms"}),
        ('p(span("Ann",0,2)).', {"facts_spans"}),
        (':- discontiguous p/1.\np("a").', {"facts_declaration"}),
        (':- [statutes/prolog/init].\np("a").', {"facts_declaration"}),
        (':- shell(ls).\np("a").', {"facts_directive"}),
        ('p("a.', {"facts_syntax", "facts_atoms"}),
    ],
)
def test_what_is_odd_is_said(pool: SolverPool, facts: str, codes: set[str]) -> None:
    reading = read_case(make_case(facts), pool=pool, program=PROGRAM)
    assert {problem.code for problem in reading.problems} == codes
    assert reading.facts == facts


def test_places_of_faults(pool: SolverPool) -> None:
    reading = read_case(make_case('q("a", 1).\nq("b", 2\nq("c", 3).'), pool=pool, program=PROGRAM)
    (problem,) = [p for p in reading.problems if p.is_error]
    assert (problem.file, problem.line) == ("cases/c.pl", 2)
    assert problem.column
    assert "missing" in problem.hint


@pytest.mark.parametrize("blank", ["", "\n\n"])
def test_places_are_those_of_the_file(pool: SolverPool, blank: str) -> None:
    text = (
        "% Text\n% One.\n% Two.\n\n% Question\n% Q Entailment\n\n"
        f"% Facts\n{blank}p(1).\np(a b).\n\n% Test\n{blank}:- r(1)).\n:- halt.\n"
    )
    case = case_file.parse(text, new_report("c.pl"), name="c")
    assert case is not None
    found = read_case(case, pool=pool, program=PROGRAM).problems
    lines = {p.code: p.line for p in found if p.is_error}
    written = text.split("\n")
    assert lines == {
        "facts_syntax": written.index("p(a b).") + 1,
        "test_syntax": written.index(":- r(1)).") + 1,
    }


@pytest.mark.parametrize("facts", ["p(1)\np(2).", "p(1).\np(2)", "p(1)\n\np(2)\n"])
def test_a_missing_dot_is_an_error_or_is_added_and_said(pool: SolverPool, facts: str) -> None:
    strict = read_case(make_case(facts), pool=pool, program=PROGRAM)
    assert pool.solve(Query(PROGRAM, "p(X)", strict.facts)).code == "facts_invalid"
    mended = read_case(make_case(facts), pool=pool, program=PROGRAM, mend=True)
    added = [p for p in mended.problems if p.code == "facts_dot_added"]
    assert added and all(p.line for p in added)
    answer = pool.solve(Query(PROGRAM, "p(X)", mended.facts))
    assert [found["X"] for found in answer.solutions] == [1, 2]


@pytest.mark.parametrize(
    ("test", "text", "negated", "simple"),
    [
        (":- r(1).\n:- halt.", "'r'(1)", False, True),
        (":- \\+ r(1).\n:- halt.", "'r'(1)", True, True),
        (":- \\+ \\+ r(_).", "'r'(_)", False, True),
        (":- not(r(1)).", "'r'(1)", True, True),
        (":- r(X), X > 1.", "','('r'(X), '>'(X, 1))", False, False),
        (":- r.", "'r'", False, True),
    ],
)
def test_goals_are_taken_out(
    pool: SolverPool, test: str, text: str, negated: bool, simple: bool
) -> None:
    (goal,) = read_case(make_case('p("a").', test), pool=pool, program=PROGRAM).tests
    assert (goal.text, goal.negated, goal.is_simple) == (text, negated, simple)


def test_a_test_is_never_run(pool: SolverPool, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    test = f":- shell('touch {mark}').\n:- open('{mark}', write, _).\nr(9)."
    reading = read_case(make_case('p("a").', test), pool=pool, program=PROGRAM)
    assert len(reading.tests) == 2
    assert {"test_not_directive"} <= {problem.code for problem in reading.problems}
    assert not mark.exists()


def test_every_demo_case_passes_its_own_test(pool: SolverPool, demo_program: LogicProgram) -> None:
    paths = sorted((DEMO / "cases").glob("*.pl"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        case = case_file.parse(text, new_report(path.name), name=path.stem)
        assert case is not None
        reading = read_case(case, pool=pool, program=demo_program)
        assert not [p for p in reading.problems if p.severity != "note"]
        (test,) = reading.tests
        answer = pool.solve(Query(demo_program, test.text, reading.facts))
        assert answer.outcome == ("false" if test.negated else "true"), path.stem
    assert len(paths) == 56


def test_sara_cases_are_read(pool: SolverPool, sara_data: Path) -> None:
    """All of the public cases: a goal from each; faults are named by file and line."""
    empty = LogicProgram()
    kinds: dict[str, int] = {}
    read = 0
    for path in sorted((sara_data / "cases").glob("*.pl")):
        text = path.read_text(encoding="utf-8")
        case = case_file.parse(text, new_report(path.name), name=path.stem)
        assert case is not None
        reading = read_case(case, pool=pool, program=empty, mend=True)
        assert len(reading.tests) == 1, path.stem
        read += 1
        for problem in reading.problems:
            kinds[problem.code] = kinds.get(problem.code, 0) + 1
            assert problem.severity == "note" or problem.line is not None, problem
    assert read >= 250
    assert kinds["facts_declaration"] >= read
    assert not kinds.get("facts_syntax"), kinds


def test_simple_goals_have_their_arguments(pool: SolverPool) -> None:
    test = ':- s1_a("Ann", 2017, _, [a, 2.5]).'
    (goal,) = read_case(make_case('p("a").', test), pool=pool, program=PROGRAM).tests
    assert isinstance(goal.goal, Compound)
    assert goal.goal.args[3] == (Atom("a"), 2.5)
