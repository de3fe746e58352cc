"""Which predicates of a program may be tabled: only where no answer becomes another.

Tabling remembers the answers of a predicate within a query. It also drops duplicates and changes
their order, so that a sum over a bag, or the first of several answers, may become another. So
nothing is taken for granted: the program is asked about cases with and without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram
from sara_annotate.logic.silver_plan import open_goals

Indicator = tuple[str, int]
Answers = list[list[Answer]]
SAMPLE = 40
WORTH = 0.9
"""Tabling is used when it takes at most this share of the inferences."""


@dataclass(frozen=True, slots=True)
class Tabling:
    """What was found out about a program, and from how much."""

    predicates: tuple[Indicator, ...]
    refused: tuple[Indicator, ...]
    """Predicates that would change an answer."""
    cases: int
    goals: int
    inferences_before: int
    inferences_after: int

    @property
    def is_worth_it(self) -> bool:
        return self.inferences_after <= WORTH * self.inferences_before


@dataclass(frozen=True)
class TablingTrial:
    """A program and the cases on which it is tried."""

    program: LogicProgram
    facts: tuple[str, ...]
    limits: Limits
    pool: SolverPool

    def choose(self) -> Tabling:
        """The predicates that can be tabled without changing any answer of the sample."""
        loaded = self.pool.load(self.program)
        names = {predicate.name for predicate in loaded.predicates}
        goals = [goal for _, goal in open_goals(loaded, names)]
        plain = self.ask((), goals)
        candidates = self._candidates(loaded)
        kept = self._grow(candidates, goals, plain)
        after = self.ask(kept, goals) if kept else plain
        if not _same(plain, after):
            kept, after = (), plain  # each half was harmless, both together are not
        return Tabling(
            kept,
            tuple(one for one in candidates if one not in kept),
            len(self.facts),
            len(goals),
            _cost(plain),
            _cost(after),
        )

    def ask(self, tabled: tuple[Indicator, ...], goals: Sequence[str]) -> Answers:
        program = self.program.with_tabling(tabled)
        return [self.pool.solve_batch(program, facts, goals, self.limits) for facts in self.facts]

    def _candidates(self, loaded: Loaded) -> tuple[Indicator, ...]:
        """Predicates that are called from several places, or by themselves."""
        calls: Counter[Indicator] = Counter()
        for caller, size, callee, arity in self.pool.ask(self.program, "calls")["items"]:
            again = (caller, size) == (callee, arity)
            calls[callee, arity] += 2 if again else 1
        known = {(predicate.name, predicate.arity) for predicate in loaded.predicates}
        return tuple(sorted(one for one, n in calls.items() if n > 1 and one in known and one[1]))

    def _grow(
        self, some: tuple[Indicator, ...], goals: Sequence[str], plain: Answers
    ) -> tuple[Indicator, ...]:
        """Those of some that change nothing: all at once, or by halves."""
        if not some or _same(plain, self.ask(some, goals)):
            return some
        if len(some) == 1:
            return ()
        middle = len(some) // 2
        halves = (some[:middle], some[middle:])
        return tuple(one for half in halves for one in self._grow(half, goals, plain))


def sample_cases(facts: Sequence[str]) -> tuple[str, ...]:
    """At most so many cases, evenly from all."""
    step = max(1, -(-len(facts) // SAMPLE))
    return tuple(facts[::step])


def _same(before: Answers, after: Answers) -> bool:
    """The same solutions, in the same order and as often. What met a limit had no answer."""
    return all(
        first.outcome == "limit" or _told(first) == _told(second)
        for case, other in zip(before, after, strict=True)
        for first, second in zip(case, other, strict=True)
    )


def _told(answer: Answer) -> tuple[object, ...]:
    """What becomes of an answer: of one that ends in an error, nothing but the error."""
    found = answer.solutions if answer.outcome == "true" else ()
    return answer.outcome, answer.code, answer.complete, found


def _cost(answers: Answers) -> int:
    return sum(answer.inferences for case in answers for answer in case)
