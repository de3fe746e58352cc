"""A question to a program whose answer is a row: what is found for what is given."""

from __future__ import annotations

from dataclasses import dataclass

from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Case, Instantiation, Value, default_value_type, fold_name
from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.matching import list_vocabulary
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram, Query
from sara_annotate.logic.reading import CaseReading
from sara_annotate.logic.replay import Signature, find_signature, read_given, write_goal
from sara_annotate.logic.silver_text import write_value
from sara_annotate.logic.terms import Bindings, Variable


class NotAskedError(DomainError):
    code = "not_asked"


@dataclass(frozen=True, slots=True)
class Told:
    """What the program said: true or false, the values it found, the goal it was asked."""

    truth: bool
    found: tuple[tuple[str, Value], ...]
    goal: str


def ask_program(
    row: Instantiation,
    case: Case,
    reading: CaseReading,
    *,
    pool: SolverPool,
    program: LogicProgram,
    loaded: Loaded,
    clause: Clause | None,
    integers: frozenset[str],
    limits: Limits,
) -> Told:
    """The row's given values put to the program; refuses what it cannot answer."""
    signature, why = find_signature(row.label.predicate, loaded, clause)
    if signature is None:
        raise NotAskedError(why)
    tests = tuple(test.goal for test in reading.tests)
    given = read_given(row.given, signature.names, list_vocabulary((*reading.terms, *tests)))
    goal = ""
    for bound in given.readings:
        goal = write_goal(signature, bound)
        answer = pool.solve(Query(program, goal, reading.facts, limits))
        if answer.outcome in ("error", "limit"):
            raise NotAskedError(_say(answer))
        if answer.solutions:
            asked = {fold_name(name) for name, _ in row.given}
            return Told(True, _found(signature, answer.solutions[0], asked, case, integers), goal)
    return Told(False, (), goal)


def _say(answer: Answer) -> str:
    if answer.outcome == "limit":
        return f"The program was given up: {answer.code}."
    return f"The program failed: {answer.code.replace('_', ' ')}: {answer.message}"


def _found(
    signature: Signature,
    solution: Bindings,
    asked: set[str],
    case: Case,
    integers: frozenset[str],
) -> tuple[tuple[str, Value], ...]:
    """Values in the words of the case; one that the case does not say is left out."""
    text = f"{case.text} {case.question}"
    values = []
    for place, name in enumerate(signature.names, 1):
        term = solution.get(f"A{place}")
        if not name or fold_name(name) in asked or term is None or isinstance(term, Variable):
            continue
        whole = fold_name(name) in integers or default_value_type(name) == "integer"
        value = write_value(term, text, integer=whole)
        if value is not None:
            values.append((name.capitalize(), value))
    return tuple(values)
