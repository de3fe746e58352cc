"""Reads the facts and the test of a case without running anything, and says what is odd.

Nothing is put right in silence: with `mend`, a missing final dot is added, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sara_annotate.domain.corpus import Case
from sara_annotate.domain.errors import Problem, Severity
from sara_annotate.domain.formats.case_file import lines_before
from sara_annotate.domain.formats.prolog_text import name_piece, scan_prolog
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram
from sara_annotate.logic.saying import say_note
from sara_annotate.logic.terms import Atom, Compound, Term, read_term, walk_terms, write_term
from sara_annotate.logic.worker import WorkerDied, read_notes


@dataclass(frozen=True, slots=True)
class TestGoal:
    """What a case's test asks: a goal that should hold, or with `negated` should not."""

    goal: Term
    negated: bool
    line: int

    @property
    def text(self) -> str:
        return write_term(self.goal)

    @property
    def is_simple(self) -> bool:
        """True for one call of one predicate, which can be read as a row of values."""
        control = (",", ";", "->", "*->", "\\+", "not", "call", "findall", "forall")
        if isinstance(self.goal, Atom):
            return True
        return isinstance(self.goal, Compound) and self.goal.name not in control


@dataclass(frozen=True, slots=True)
class CaseReading:
    """A case ready to be solved: its facts, their terms, its test, and all that was odd."""

    facts: str
    terms: tuple[Term, ...]
    """Facts and heads of rules, in order."""
    tests: tuple[TestGoal, ...]
    problems: tuple[Problem, ...]


def read_case(
    case: Case, *, pool: SolverPool, program: LogicProgram, mend: bool = False
) -> CaseReading:
    """The case as terms; whatever cannot be read stands among the problems."""
    file = f"cases/{case.name}.pl"
    odd: list[Problem] = []
    facts = _mend_facts(case.facts, file, odd) if mend else case.facts
    terms = tuple(_read_facts(_look(facts, file, "facts", pool, program, odd), file, odd))
    odd += _find_habits(terms, file)
    odd_tests: list[Problem] = []
    tests = _read_tests(_look(case.test, file, "test", pool, program, odd_tests), file, odd_tests)
    before = lines_before(case)
    problems = (*_shift(odd, before.facts), *_shift(odd_tests, before.test))
    return CaseReading(facts, terms, tests, problems)


def _shift(problems: Iterable[Problem], lines: int) -> Iterator[Problem]:
    """With lines of the case's file instead of those of one of its parts."""
    for problem in problems:
        yield replace(problem, line=problem.line + lines) if problem.line else problem


def _mend_facts(text: str, file: str, problems: list[Problem]) -> str:
    lines = text.split("\n")
    for piece in scan_prolog(text):
        if piece.kind == "unfinished":
            lines[piece.line - 1] = lines[piece.line - 1].rstrip() + "."
            said = f"A final dot was added after “{name_piece(piece)}”."
            problems.append(_problem("facts_dot_added", said, file, piece.line, "warning"))
    return "\n".join(lines)


def _look(
    text: str, file: str, part: str, pool: SolverPool, program: LogicProgram, out: list[Problem]
) -> list[tuple[int, Term]]:
    """Terms with their lines; what is no term is a problem."""
    try:
        reply: dict[str, Any] = pool.ask(program, "inspect", text)
    except WorkerDied as died:
        message = f"The {part} cannot be read: {died.message}"
        out.append(_problem(f"{part}_unreadable", message, file, 1, "error"))
        return []
    for note in read_notes(reply):
        message = f"The {part} cannot be read here: {say_note(note)}."
        hint = "Look for a missing dot, bracket or quote here or on the line before."
        place = (file, note.line or None, note.column or None)
        out.append(Problem(f"{part}_syntax", message, *place, hint))
    return [(line, read_term(data)) for line, data in reply.get("terms", []) if data is not None]


def _read_facts(read: list[tuple[int, Term]], file: str, problems: list[Problem]) -> Iterator[Term]:
    """Facts and heads of rules; the rest is reported."""
    for line, term in read:
        if not isinstance(term, Compound) or term.name not in (":-", "-->", "?-"):
            yield term
        elif term.name == ":-" and len(term.args) == 2:
            said = f"A rule stands among the facts: {_short(term.args[0])}."
            problems.append(_problem("facts_rule", said, file, line, "note"))
            yield term.args[0]
        elif _is_declaration(term):
            problems.append(_problem("facts_declaration", _short(term), file, line, "note"))
        else:
            said = f"The directive {_short(term)} was not run."
            problems.append(_problem("facts_directive", said, file, line, "note"))


def _is_declaration(term: Compound) -> bool:
    inner = term.args[0]
    names = ("discontiguous", "dynamic", "multifile", "[|]")
    return isinstance(inner, tuple) or (isinstance(inner, Compound) and inner.name in names)


def _find_habits(terms: tuple[Term, ...], file: str) -> Iterator[Problem]:
    """How the case writes its values, where versions of the data set differ."""
    inside = list(walk_terms(arg for t in terms if isinstance(t, Compound) for arg in t.args))
    if any(isinstance(t, Compound) and t.name == "span" and len(t.args) == 3 for t in inside):
        said = "Values carry their place in the text, span(Text, Start, End)."
        yield _problem("facts_spans", said, file, None, "note")
    elif not any(isinstance(t, str) and not t[:1].isdigit() for t in inside):
        said = "People and things are atoms (alice), not strings (“Alice”)."
        yield _problem("facts_atoms", said, file, None, "note")


def _read_tests(
    read: list[tuple[int, Term]], file: str, problems: list[Problem]
) -> tuple[TestGoal, ...]:
    tests = []
    for line, term in read:
        if not (isinstance(term, Compound) and term.name in (":-", "?-") and len(term.args) == 1):
            said = f"{_short(term)} is no test. It was not run."
            problems.append(_problem("test_not_directive", said, file, line, "warning"))
            continue
        goal = term.args[0]
        if goal != Atom("halt"):
            tests.append(_make_test(goal, line))
    if not tests:
        problems.append(_problem("test_missing", "The case has no test.", file, None, "warning"))
    for test in tests:
        if not test.is_simple:
            said = f"The test {_short(test.goal)} is compound: no row of values is read from it."
            problems.append(_problem("test_compound", said, file, test.line, "note"))
    return tuple(tests)


def _make_test(goal: Term, line: int) -> TestGoal:
    negated = False
    while isinstance(goal, Compound) and goal.name in ("\\+", "not") and len(goal.args) == 1:
        goal, negated = goal.args[0], not negated
    return TestGoal(goal, negated, line)


def _short(term: Term) -> str:
    text = write_term(term)
    return text if len(text) <= 80 else text[:79] + "…"


def _problem(code: str, message: str, file: str, line: int | None, severity: Severity) -> Problem:
    return Problem(code, message, file, line, severity=severity)
