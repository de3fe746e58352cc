"""Gold read from tests, where a data set brings no rows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sara_annotate.domain.corpus import Case
from sara_annotate.domain.formats import case_file, instantiation
from sara_annotate.domain.formats.report import new_report
from sara_annotate.logic.gold import GoldReading, read_gold
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram
from sara_annotate.logic.reading import read_case
from tests.logic.conftest import make_program

PROGRAM = make_program(
    "s1_a(Taxp, Taxy, S4) :- S4 = Taxp, Taxy = 1.\ntax(Taxp, Taxy, Tax) :- Tax = Taxp, Taxy = 1.\n"
)
TEXT = "In 2017, Alice was paid $33200. Alice has a son, Bob."


def read(pool: SolverPool, test: str, answer: str = "Entailment") -> GoldReading:
    case = Case("c", TEXT, "What of it?", answer, "p(alice).", test)
    reading = read_case(case, pool=pool, program=PROGRAM)
    return read_gold(case, reading, loaded=pool.load(PROGRAM), integers={})


@pytest.mark.parametrize(
    ("test", "answer", "line"),
    [
        (":- s1_a(alice,2017,_).", "Entailment", 's1_a\t{"Taxp": "Alice", "Taxy": "2017"}\t{}'),
        (":- \\+ s1_a(bob,2017,_).", "Contradiction",
         's1_a\t{"Taxp": "Bob", "Taxy": "2017"}\tfalse'),
        (':- s1_a("Alice",_,33200).', "Entailment", 's1_a\t{"Taxp": "Alice", "S4": 33200}\t{}'),
        (":- tax(alice,2017,120).", "$120", 'tax\t{"Taxp": "Alice", "Taxy": "2017"}\t{"Tax": 120}'),
        (':- s1_a(span("Bob",1,3),_,_).', "Entailment", 's1_a\t{"Taxp": "Bob"}\t{}'),
    ],
)  # fmt: skip
def test_simple_tests_are_rows(pool: SolverPool, test: str, answer: str, line: str) -> None:
    found = read(pool, test, answer)
    assert found.row is not None, found.why_not
    assert instantiation.render_row(found.row) == f"c\t{line}\n"


@pytest.mark.parametrize(
    ("test", "why"),
    [
        (":- s1_a(alice,X,_), X > 1.", "compound"),
        (":- s1_a(alice,1,2).\n:- s1_a(bob,1,2).", "2 tests"),
        (":- halt.", "0 tests"),
        (":- s1_a(zoe,2017,_).", "words of the case"),
        (":- s9(alice).", "not known"),
        (":- 'What is this'(alice).", "no subsection"),
    ],
)
def test_others_are_listed_with_the_reason(pool: SolverPool, test: str, why: str) -> None:
    found = read(pool, test)
    assert found.row is None
    assert why in found.why_not


def test_without_a_program_nothing_is_guessed(pool: SolverPool, sara_data: Path) -> None:
    """The public cases come without their program: the order of arguments is not known."""
    empty = LogicProgram()
    loaded = pool.load(empty)
    reasons: Counter[str] = Counter()
    for path in sorted((sara_data / "cases").glob("*.pl"))[:80]:
        text = path.read_text(encoding="utf-8")
        case = case_file.parse(text, new_report(path.name), name=path.stem)
        assert case is not None
        reading = read_case(case, pool=pool, program=empty, mend=True)
        found = read_gold(case, reading, loaded=loaded, integers={})
        assert found.row is None
        reasons[found.why_not.split(" ")[-1]] += 1
    assert set(reasons) <= {"known.", "goal."}
    assert reasons["known."] > 60
