"""The silver rows of one case: what is asked about each predicate, and what becomes of it."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sara_annotate.domain.corpus import Instantiation, Value
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, LogicProgram
from sara_annotate.logic.silver import (
    CaseSilver,
    SilverCase,
    SilverOptions,
    SilverRow,
    Target,
    Tier,
)
from sara_annotate.logic.silver_text import write_value
from sara_annotate.logic.terms import Atom, Bindings, Compound, Term, Variable, write_term

T = TypeVar("T")
Asking = Generator[list[str], list[Answer], None]
"""Gives goals, is told their answers, until it knows enough."""
MAX_ASSIGNMENTS = 256
MAX_POSITIVES = 12
MAX_NEGATIVES = 6


def make_case_silver(
    silver: SilverCase,
    targets: Sequence[Target],
    *,
    program: LogicProgram,
    pool: SolverPool,
    options: SilverOptions,
) -> CaseSilver:
    """All rows of one case, in an order that depends on nothing but the input."""
    pairs = [_Pair(silver, target, options) for target in targets]

    def solve(goals: Sequence[str]) -> list[Answer]:
        return pool.solve_batch(program, silver.facts, goals, options.limits)

    run_together([pair.run() for pair in pairs], solve)
    made = CaseSilver()
    for pair in pairs:
        made.add(pair.made)
    return made


def run_together(asking: Sequence[Asking], solve: Callable[[Sequence[str]], list[Answer]]) -> None:
    """Every round asks what all of them want to know in one go: few questions, much in each."""
    wanted = [(one, next(one, None)) for one in asking]
    while wanted := [(one, goals) for one, goals in wanted if goals is not None]:
        answers = iter(solve([goal for _, goals in wanted for goal in goals]))
        wanted = [(one, _tell(one, [next(answers) for _ in goals])) for one, goals in wanted]


def _tell(one: Asking, answers: list[Answer]) -> list[str] | None:
    try:
        return one.send(answers)
    except StopIteration:
        return None


@dataclass(slots=True)
class _Pair:
    """One case and one predicate."""

    silver: SilverCase
    target: Target
    options: SilverOptions
    made: CaseSilver = field(default_factory=CaseSilver)

    def run(self) -> Asking:
        queries = list(self._queries())
        answers = yield from self._ask([goal for _, goal in queries])
        positives: list[tuple[dict[int, Term], tuple[Term, ...]]] = []
        failed: list[dict[int, Term]] = []
        for (bound, _), answer in zip(queries, answers, strict=True):
            if answer.outcome == "true":
                positives += [(bound, self._full(bound, s)) for s in answer.solutions]
            elif answer.outcome == "false" and bound:
                failed.append(bound)
        rows = self._positive_rows(positives)
        self.made.rows += [row for row, _, _ in rows]
        for value, _ in self._draw("C", [dict(bound) for bound in failed]):
            self.made.rows.append(SilverRow(value, "C"))
        tried: dict[Tier, Iterator[dict[int, Term]]] = {
            "A": self._corrupt_inputs(rows),
            "B": self._corrupt_all(rows),
            "D": self._strange(rows),
        }
        picked = [
            (tier, value, goal)
            for tier, bounds in tried.items()
            for value, goal in self._draw(tier, bounds)
        ]
        answers = yield from self._ask([goal for _, _, goal in picked])
        for (tier, value, _), answer in zip(picked, answers, strict=True):
            if answer.outcome == "false":
                self.made.rows.append(SilverRow(value, tier))

    def _queries(self) -> Iterator[tuple[dict[int, Term], str]]:
        """Each assignment of people or none, with each year or none; the open query is first."""
        kinds = self.target.kinds
        choices: list[list[tuple[int, Term | None]]] = []
        for place, kind in sorted(kinds.items()):
            terms: Sequence[Term] = self.silver.people if kind == "person" else self.silver.years
            choices.append([(place, None), *((place, term) for term in terms)])
        ways = math.prod(map(len, choices))
        self.made.note_cap("assignments_not_asked", ways - MAX_ASSIGNMENTS)
        for way in itertools.islice(itertools.product(*choices), MAX_ASSIGNMENTS):
            bound = {place: term for place, term in way if term is not None}
            yield bound, self._goal(bound)

    def _goal(self, bound: Mapping[int, Term]) -> str:
        size = self.target.signature.predicate.arity
        args = tuple(bound.get(i, Variable(f"A{i + 1}")) for i in range(size))
        if not size:
            return write_term(Atom(self.target.signature.predicate.name))
        return write_term(Compound(self.target.signature.predicate.name, args))

    def _ask(self, goals: list[str]) -> Generator[list[str], list[Answer], list[Answer]]:
        answers = yield goals
        for goal, answer in zip(goals, answers, strict=True):
            self.made.counts[answer.outcome] = self.made.counts.get(answer.outcome, 0) + 1
            if answer.outcome in ("error", "limit"):
                self.made.failures.append((goal, answer.outcome, answer.code))
            elif not answer.complete:
                self.made.note_cap("queries_with_more_solutions", 1)
        return answers

    def _full(self, bound: Mapping[int, Term], solution: Bindings) -> tuple[Term, ...]:
        size = self.target.signature.predicate.arity
        return tuple(bound.get(i, solution.get(f"A{i + 1}", Variable("_"))) for i in range(size))

    def _positive_rows(
        self, positives: Sequence[tuple[dict[int, Term], tuple[Term, ...]]]
    ) -> list[tuple[SilverRow, dict[int, Term], tuple[Term, ...]]]:
        """Solutions without an unbound value, whose strings the text has; each row once."""
        rows: dict[Instantiation, tuple[SilverRow, dict[int, Term], tuple[Term, ...]]] = {}
        for bound, full in positives:
            values = self._values(full)
            if values is None:
                continue
            given = tuple(pair for i, pair in enumerate(values) if i in bound)
            found = tuple(pair for i, pair in enumerate(values) if i not in bound)
            value = self._row(given, found, truth=True)
            rows.setdefault(value, (SilverRow(value, ""), bound, full))
        self.made.note_cap("positives_not_drawn", len(rows) - MAX_POSITIVES)
        return _pick(rows.values(), MAX_POSITIVES, self.options.seed, lambda row: repr(row[0]))

    def _values(self, full: Iterable[Term]) -> list[tuple[str, Value]] | None:
        values = []
        for name, term in zip(self.target.shown, full, strict=True):
            integer = name.upper() in self.target.integers
            value = write_value(term, self.silver.text, integer=integer)
            if value is None:
                return None
            values.append((name, value))
        return values

    def _row(
        self, given: Sequence[tuple[str, Value]], found: Sequence[tuple[str, Value]], *, truth: bool
    ) -> Instantiation:
        return Instantiation(
            self.silver.case.name, self.target.label, tuple(given), tuple(found), truth, "silver"
        )

    def _draw(
        self, tier: Tier, tried: Iterable[dict[int, Term]]
    ) -> list[tuple[Instantiation, str]]:
        """Bound arguments as rows that say false, with their goals; so many as a tier has."""
        if tier not in self.options.tiers:
            return []
        rows: dict[Instantiation, str] = {}
        for bound in tried:
            pairs = self._bound_values(bound)
            if pairs is not None:
                rows.setdefault(self._row(pairs, (), truth=False), self._goal(bound))
        self.made.note_cap(f"negatives_{tier}_not_drawn", len(rows) - MAX_NEGATIVES)
        return _pick(rows.items(), MAX_NEGATIVES, self.options.seed, repr)

    def _bound_values(self, bound: Mapping[int, Term]) -> list[tuple[str, Value]] | None:
        values = []
        for place, term in sorted(bound.items()):
            name = self.target.shown[place]
            integer = name.upper() in self.target.integers
            # A year or person that is not in the text is what makes some tiers what they are.
            value = write_value(term, self.silver.text, integer=integer) or _spell(term)
            if value is None:
                return None
            values.append((name, value))
        return values

    def _corrupt_inputs(
        self, rows: Sequence[tuple[SilverRow, dict[int, Term], tuple[Term, ...]]]
    ) -> Iterator[dict[int, Term]]:
        for _, bound, _ in rows:
            for place in sorted(bound):
                for other in self._others(place, bound[place]):
                    yield {**bound, place: other}

    def _corrupt_all(
        self, rows: Sequence[tuple[SilverRow, dict[int, Term], tuple[Term, ...]]]
    ) -> Iterator[dict[int, Term]]:
        for _, _, full in rows:
            for place, term in enumerate(full):
                for other in self._others(place, term):
                    yield {**dict(enumerate(full)), place: other}

    def _strange(
        self, rows: Sequence[tuple[SilverRow, dict[int, Term], tuple[Term, ...]]]
    ) -> Iterator[dict[int, Term]]:
        for _, bound, _ in rows:
            for place in sorted(bound):
                if self.target.kinds.get(place) == "person":
                    for stranger in self.silver.strangers:
                        yield {**bound, place: stranger}

    def _others(self, place: int, term: Term) -> list[Term]:
        """What might stand in the place of a value, and is another one."""
        kind = self.target.kinds.get(place)
        if kind == "person":
            return [person for person in self.silver.people if person != term]
        if isinstance(term, int) and kind == "year":
            return [term - 1, term + 1]
        if isinstance(term, int):
            return [term + max(1, abs(term) // 10)]
        return []


def _spell(term: Term) -> Value | None:
    if isinstance(term, int):
        return str(term)
    if isinstance(term, Atom):
        return " ".join(part.capitalize() for part in term.name.split("_"))
    return term if isinstance(term, str) else None


def _pick(items: Iterable[T], most: int, seed: int, key: Callable[[T], str]) -> list[T]:
    """At most so many of the items, by the lot that the seed draws, in their old order."""
    listed = list(items)
    if len(listed) <= most:
        return listed
    drawn = sorted(range(len(listed)), key=lambda i: _lot(seed, key(listed[i])))[:most]
    return [listed[i] for i in sorted(drawn)]


def _lot(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{text}".encode()).digest()
