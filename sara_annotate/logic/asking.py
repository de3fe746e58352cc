"""A case's own question put to a program: what it finds for what the question gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sara_annotate.domain.corpus import Case, Value, default_value_type, fold_name
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.labels import Label
from sara_annotate.logic.gold import read_amount, read_simple_test, read_value
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram, Query
from sara_annotate.logic.reading import CaseReading
from sara_annotate.logic.replay import Signature
from sara_annotate.logic.silver_text import write_value
from sara_annotate.logic.terms import (
    Atom,
    Bindings,
    Compound,
    Term,
    Variable,
    plain_value,
    write_term,
)


class NotAskedError(DomainError):
    code = "not_asked"


@dataclass(frozen=True, slots=True)
class Told:
    """What the program said: true or false, the values it found, the goal it was asked."""

    truth: bool
    found: tuple[tuple[str, Value], ...]
    goal: str


@dataclass(frozen=True, slots=True)
class TestTold:
    """What the program said to a case's own test, with what the test gives; an amount is found."""

    label: Label
    given: tuple[tuple[str, Value], ...]
    told: Told
    unsaid: tuple[str, ...]
    """Arguments that the test gives in words that the case does not have."""


def ask_test(
    case: Case,
    reading: CaseReading,
    *,
    pool: SolverPool,
    program: LogicProgram,
    loaded: Loaded,
    integers: Mapping[Label, frozenset[str]],
    limits: Limits,
) -> TestTold:
    """The case's question put to the program as its test has it, whether or not a row says all."""
    read = read_simple_test(reading)
    if isinstance(read, str):
        raise NotAskedError(read)
    test, label = read
    args = test.goal.args if isinstance(test.goal, Compound) else ()
    signature = _match_head(label, len(args), loaded)
    opened = _open_goal(case, signature, args, integers.get(label, frozenset()))
    answer = pool.solve(Query(program, opened.goal, reading.facts, limits))
    if answer.outcome in ("error", "limit"):
        raise NotAskedError(_say(answer))
    told = Told(False, (), opened.goal)
    if answer.solutions:
        asked = {fold_name(name) for name, _ in opened.given}
        found = _found(signature, answer.solutions[0], asked, case, opened.integers)
        told = Told(True, found, opened.goal)
    return TestTold(label, opened.given, told, opened.unsaid)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A test's goal with the amount asked for left open; what it gives, in words and not."""

    goal: str
    given: tuple[tuple[str, Value], ...]
    unsaid: tuple[str, ...]
    integers: frozenset[str]
    """Arguments that hold numbers, the amount among them."""


def _match_head(label: Label, size: int, loaded: Loaded) -> Signature:
    for predicate in loaded.predicates:
        if (predicate.name, predicate.arity) == (label.predicate, size):
            return Signature(predicate, tuple(map(fold_name, predicate.names)))
    raise NotAskedError(f"The program has no {label.predicate} of {size} arguments.")


def _open_goal(
    case: Case, signature: Signature, args: tuple[Term, ...], integers: frozenset[str]
) -> _Opened:
    given: list[tuple[str, Value]] = []
    unsaid: list[str] = []
    terms: list[Term] = []
    amount = read_amount(case.answer)
    names = (*signature.names, *("" for _ in args[len(signature.names) :]))
    for place, (name, term) in enumerate(zip(names, args, strict=True), 1):
        is_amount = amount is not None and plain_value(term) == amount
        if isinstance(term, Variable) or is_amount:
            terms.append(Variable(f"A{place}"))
            if is_amount:
                amount, integers = None, integers | {name}
            continue
        terms.append(term)
        integer = name in integers or default_value_type(name) == "integer"
        value = read_value(term, case, integer=integer) if name else None
        if value is not None:
            given.append((name.capitalize(), value))
        elif name:
            unsaid.append(name.capitalize())
    head = signature.predicate.name
    goal = Compound(head, tuple(terms)) if terms else Atom(head)
    return _Opened(write_term(goal), tuple(given), tuple(unsaid), integers)


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
