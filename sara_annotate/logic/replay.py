"""What people wrote of a case, asked of a program: the same, or how it differs."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Instantiation, Value, Values, fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.logic.matching import find_terms, guess_term, list_vocabulary, match_value
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram, Predicate, Query
from sara_annotate.logic.reading import CaseReading, TestGoal
from sara_annotate.logic.terms import (
    Atom,
    Bindings,
    Compound,
    Term,
    Variable,
    show_term,
    write_term,
)

Status = Literal[
    "same",
    "wrong_truth",
    "wrong_value",
    "missing_value",
    "engine_error",
    "limit",
    "not_comparable",
    "unknown",
]
_RANK: tuple[Status, ...] = (
    "same",
    "missing_value",
    "wrong_value",
    "not_comparable",
    "wrong_truth",
    "limit",
    "engine_error",
)
MAX_READINGS = 6
"""In how many ways the given values of one row are tried as terms."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """How one row or test fared; `notes` say what stood between text and terms."""

    status: Status
    detail: str = ""
    goal: str = ""
    engine_truth: bool | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate of the program and the names of its arguments, as the clauses have them."""

    predicate: Predicate
    names: tuple[str, ...]


def find_signature(
    name: str, loaded: Loaded, clause: Clause | None
) -> tuple[Signature | None, str]:
    """How to call the predicate for a subsection; without one, why not."""
    found = [p for p in loaded.predicates if p.name == name]
    if not found:
        return None, f"The program has no predicate {name}."
    heads = [tuple(map(fold_name, p.names)) for p in found]
    if clause is None:
        return Signature(found[0], heads[0]), ""
    for predicate, head in zip(found, heads, strict=True):
        if set(head) == set(clause.names) and len(set(head)) == predicate.arity:
            return Signature(predicate, head), ""
    for predicate in found:
        if predicate.arity == len(clause.names):
            return Signature(predicate, clause.names), ""
    # Arguments may differ in number: those that both know by name can still be asked for.
    shared = [len(set(head) & set(clause.names)) for head in heads]
    best = shared.index(max(shared))
    if shared[best]:
        return Signature(found[best], heads[best]), ""
    arities = ", ".join(str(p.arity) for p in found)
    return None, f"{name} takes {arities} arguments, its clause {len(clause.names)}."


@dataclass(frozen=True)
class Replay:
    """Rows and tests of cases against one program."""

    pool: SolverPool
    program: LogicProgram
    loaded: Loaded
    clauses: Mapping[Label, Clause] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def replay_test(self, test: TestGoal, reading: CaseReading) -> Replayed:
        """The case's own test: it should hold, or should not."""
        answer = self.pool.solve(Query(self.program, test.text, reading.facts, self.limits))
        failure = _failed(answer, test.text)
        if failure is not None:
            return failure
        truth = answer.outcome == "true"
        notes = _answer_notes(answer)
        if truth is not test.negated:
            return Replayed("same", "", test.text, truth, notes)
        expected = "fail" if test.negated else "hold"
        detail = f"The test should {expected}, and does not."
        return Replayed("wrong_truth", detail, test.text, truth, notes)

    def replay_row(self, row: Instantiation, reading: CaseReading) -> Replayed:
        """The row's given values as a goal; its truth and found values beside the answers."""
        clause = self.clauses.get(row.label)
        signature, why = find_signature(row.label.predicate, self.loaded, clause)
        if signature is None:
            return Replayed("not_comparable", why)
        tests = tuple(test.goal for test in reading.tests)
        vocabulary = list_vocabulary((*reading.terms, *tests))
        given = read_given(row.given, signature.names, vocabulary)
        asked = _Asked(self, row, reading, signature, find_events(reading.terms))
        tried = [asked.ask(bound, given) for bound in given.readings]
        # What is true holds in one reading at least; what is false holds in none.
        choose = min if row.truth else max
        return choose(tried, key=lambda found: _RANK.index(found.status))


def find_events(facts: Sequence[Term]) -> frozenset[Term]:
    """Atoms that a fact introduces, residence_(ann_lives_here): their names mean nothing."""
    return frozenset(
        fact.args[0]
        for fact in facts
        if isinstance(fact, Compound) and len(fact.args) == 1 and isinstance(fact.args[0], Atom)
    )


@dataclass(frozen=True, slots=True)
class Given:
    """Given values as terms, in the ways in which they may be meant, likeliest first."""

    readings: list[dict[str, Term]]
    unread: Values
    """Values that no term was found for: answers are held against them instead."""
    notes: tuple[str, ...]


def read_given(given: Values, names: Sequence[str], vocabulary: Sequence[Term]) -> Given:
    """The terms that given values may mean."""
    choices: list[list[tuple[str, Term]]] = []
    unread: list[tuple[str, Value]] = []
    notes: list[str] = []
    for name, value in given:
        if fold_name(name) not in names:
            notes.append(f"{name} is no argument of the predicate: left out.")
            continue
        terms = find_terms(value, vocabulary)
        guessed = guess_term(value)
        if guessed is not None and guessed not in terms:
            terms.append(guessed)
        if not terms:
            unread.append((name, value))
            continue
        choices.append([(fold_name(name), term) for term in terms])
    ways = itertools.islice(itertools.product(*choices), MAX_READINGS)
    return Given([dict(way) for way in ways], tuple(unread), tuple(notes))


@dataclass(frozen=True, slots=True)
class _Asked:
    """One row, asked in one way or another."""

    replay: Replay
    row: Instantiation
    reading: CaseReading
    signature: Signature
    events: frozenset[Term]

    def ask(self, bound: Mapping[str, Term], given: Given) -> Replayed:
        goal = write_goal(self.signature, bound)
        query = Query(self.replay.program, goal, self.reading.facts, self.replay.limits)
        answer = self.replay.pool.solve(query)
        failure = _failed(answer, goal)
        if failure is not None:
            return failure
        notes = (*given.notes, *_answer_notes(answer))
        solutions, doubtful = self._keep(answer.solutions, given.unread)
        if doubtful:
            notes = (*notes, f"Could not be asked for: {', '.join(doubtful)}.")
        truth = bool(solutions)
        if truth != self.row.truth:
            status: Status = "not_comparable" if truth and doubtful else "wrong_truth"
            detail = f"Annotated {_word(self.row.truth)}, the program says {_word(truth)}."
            return Replayed(status, detail, goal, truth, notes)
        if not truth:
            return Replayed("same", "", goal, False, notes)
        return self._compare_values(solutions, goal, notes)

    def _keep(
        self, solutions: Sequence[Bindings], unread: Values
    ) -> tuple[list[Bindings], list[str]]:
        """Solutions that the unread values do not exclude, and those that say nothing."""
        judged = [(s, self._judge(unread, s)) for s in solutions]
        kept = [(s, said) for s, said in judged if not said[0]]
        doubtful = sorted({name for _, said in kept for name in (*said[1], *said[2])})
        return [s for s, _ in kept], doubtful

    def _compare_values(
        self, solutions: Sequence[Bindings], goal: str, notes: tuple[str, ...]
    ) -> Replayed:
        """The solution that agrees best; what cannot be compared counts for neither side."""
        ranked = [self._judge(self.row.found, solution) for solution in solutions]
        wrong, missing, other = min(ranked, key=lambda found: (len(found[0]), len(found[1])))
        if other:
            notes = (*notes, f"Not compared: {', '.join(other)}.")
        if wrong:
            return Replayed("wrong_value", f"{'; '.join(wrong)}.", goal, True, notes)
        if missing:
            detail = f"The program finds no value for {', '.join(missing)}."
            return Replayed("missing_value", detail, goal, True, notes)
        return Replayed("same", "", goal, True, notes)

    def _judge(self, values: Values, solution: Bindings) -> tuple[list[str], list[str], list[str]]:
        """Values that are wrong, that are missing, and that cannot be compared."""
        wrong, missing, incomparable = [], [], []
        places = {name: f"A{i}" for i, name in enumerate(self.signature.names, 1)}
        for name, value in values:
            term = solution.get(places.get(fold_name(name), ""))
            same = match_value(term, value) if term is not None else None
            if isinstance(term, Variable):
                missing.append(name)
            elif term is None or same is None or (not same and term in self.events):
                incomparable.append(name)
            elif not same:
                wrong.append(f"{name} is {show_term(term)}, annotated {_show(value)}")
        return wrong, missing, incomparable


def write_goal(signature: Signature, bound: Mapping[str, Term]) -> str:
    """A call with the bound arguments; the others are variables A1, A2, …."""
    args = tuple(
        bound.get(name, Variable(f"A{i}")) if name else Variable(f"A{i}")
        for i, name in enumerate(signature.names, 1)
    )
    padding = tuple(Variable(f"A{i}") for i in range(len(args) + 1, signature.predicate.arity + 1))
    return write_term(Compound(signature.predicate.name, (*args, *padding)))


def _failed(answer: Answer, goal: str) -> Replayed | None:
    if answer.outcome == "limit":
        return Replayed("limit", f"Given up: {answer.code}.", goal)
    if answer.outcome == "error":
        detail = f"{answer.code.replace('_', ' ')}: {answer.message}"
        return Replayed("engine_error", detail, goal)
    return None


def _answer_notes(answer: Answer) -> tuple[str, ...]:
    notes = ["Old arithmetic was used (rdiv on floats)."] if answer.compat_used else []
    if answer.outcome == "true" and not answer.complete:
        notes.append(f"There are more than the {len(answer.solutions)} solutions looked at.")
    return tuple(notes)


def _word(truth: bool) -> str:
    return "true" if truth else "false"


def _show(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
