"""Nothing of one case is left for the next, and the same question has the same answer."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, LogicProgram, Query
from tests.logic.conftest import DEMO, make_program

# amount_/2 is declared, cost_/2 is not; total/2 sums what there is, duplicates included.
PROGRAM = make_program(
    """
    :- dynamic amount_/2.
    total(P, S) :- findall(A, amount_(P, A), L), sum_list(L, S).
    owes(P) :- total(P, S), S > 10.
    known(P) :- cost_(P, _).
    base(1). base(2).
    """
)
GOALS = ["total(P, S)", "total(ann, S)", "owes(X)", "known(X)", "base(X)", "cost_(X, Y)", "rule(X)"]
LIMITS = Limits(inferences=20_000, solutions=50)
QUIET = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

names = st.sampled_from(["ann", "ben", '"Ann"'])
numbers = st.integers(0, 9)
lines = st.one_of(
    st.builds(lambda p, n: f"amount_({p}, {n}).", names, numbers),
    st.builds(lambda p, n: f"cost_({p}, {n}).", names, numbers),
    st.builds(lambda n: f"base({n}).", numbers),
    st.builds(lambda n: f"rule(X) :- base(X), X > {n}.", numbers),
    st.just(":- discontiguous base/1."),
    st.just(":- dynamic cost_/2."),
)
cases = st.lists(lines, max_size=8).map("\n".join)
questions = st.tuples(cases, st.sampled_from(GOALS))


def same(answer: Answer) -> Answer:
    """The answer without what a clock says; the first call of a predicate counts a little more."""
    return replace(answer, seconds=0.0, inferences=0)


@QUIET
@given(asked=st.lists(questions, min_size=2, max_size=6))
def test_answers_do_not_depend_on_what_was_asked_before(
    pool: SolverPool, asked: list[tuple[str, str]]
) -> None:
    queries = [Query(PROGRAM, goal, facts, LIMITS) for facts, goal in asked]
    forward = [same(pool.solve(query)) for query in queries]
    backward = [same(pool.solve(query)) for query in reversed(queries)]
    assert forward == backward[::-1]


@QUIET
@given(amounts=st.lists(numbers, max_size=6))
def test_equal_facts_count_each_time(pool: SolverPool, amounts: list[int]) -> None:
    facts = "\n".join(f"amount_(ann, {n})." for n in [*amounts, *amounts])
    answer = pool.solve(Query(PROGRAM, "total(ann, S)", facts, LIMITS))
    assert answer.solutions == ({"S": 2 * sum(amounts)},)


def test_a_predicate_of_one_case_is_unknown_in_the_next(pool: SolverPool) -> None:
    assert pool.solve(Query(PROGRAM, "known(X)", "cost_(ann, 1).")).outcome == "true"
    answer = pool.solve(Query(PROGRAM, "known(X)", "amount_(ann, 1)."))
    assert (answer.outcome, answer.code) == ("error", "unknown_predicate")


def test_facts_on_a_predicate_of_the_program_come_after_it(pool: SolverPool) -> None:
    answer = pool.solve(Query(PROGRAM, "base(X)", "base(7)."))
    assert [found["X"] for found in answer.solutions] == [1, 2, 7]
    answer = pool.solve(Query(PROGRAM, "base(X)"))
    assert [found["X"] for found in answer.solutions] == [1, 2]


def test_facts_that_cannot_be_read_leave_nothing(pool: SolverPool) -> None:
    bad = pool.solve(Query(PROGRAM, "base(X)", "base(8).\nbase(9\n"))
    assert (bad.outcome, bad.code, bad.extra["line"]) == ("error", "facts_invalid", 2)
    assert len(pool.solve(Query(PROGRAM, "base(X)")).solutions) == 2


def test_the_demo_in_any_order_and_any_process(demo_program: LogicProgram) -> None:
    facts = {
        path.stem: path.read_text(encoding="utf-8").split("% Facts\n")[1].split("% Test")[0]
        for path in sorted((DEMO / "cases").glob("dues_*.pl"))
    }
    goals = ["dues(D, M, S, V)", "s12(A, B, C, D, E)", "s8(L, P, Y)"]
    queries = [Query(demo_program, goal, text) for text in facts.values() for goal in goals]
    with SolverPool(1) as one, SolverPool(1) as other:
        first = [same(one.solve(query)) for query in queries]
        second = [same(other.solve(query)) for query in reversed(queries)][::-1]
        assert (one.started, other.started) == (1, 1)
    assert first == second
    assert any(answer.outcome == "true" for answer in first)
