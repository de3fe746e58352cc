"""Structure alone: the Python derivation and the compiled program say the same."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sara_annotate.domain.clauses.compile_prolog import compile_prolog, write_fact, write_value
from sara_annotate.domain.clauses.compile_prolog import write_goal as write_clause_goal
from sara_annotate.domain.clauses.derive import LeafRow, derive
from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, Or
from sara_annotate.domain.corpus import Instantiation, Program, Value
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram, Query
from sara_annotate.logic.structure import replay_structure
from tests.logic.test_report import read_clauses

NAMES = ("A", "B")
SIZE = 5
values: st.SearchStrategy[Value] = st.sampled_from([0, 1, "x", "½ 🚢", 'a\\b"c', ("x", 1)])


def calls(first: int) -> st.SearchStrategy[Node]:
    pairs = st.lists(
        st.builds(Arg, st.sampled_from(NAMES), st.sampled_from(NAMES)),
        max_size=2,
        unique_by=lambda arg: arg.callee,
    )
    labels = st.integers(first, SIZE - 1).map(lambda i: Label(f"p{i}"))
    return st.builds(Call, labels, pairs.map(tuple))


def bodies(first: int) -> st.SearchStrategy[Node | None]:
    if first >= SIZE:
        return st.none()

    def extend(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        many = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(st.builds(Not, inner), st.builds(And, many), st.builds(Or, many))

    return st.one_of(st.none(), st.recursive(calls(first), extend, max_leaves=5))


programs = st.tuples(*(bodies(i + 1) for i in range(SIZE))).map(
    lambda made: [Clause(Label(f"p{i}"), NAMES, body) for i, body in enumerate(made)]
)
rows = st.lists(st.dictionaries(st.sampled_from(NAMES), values, min_size=2, max_size=2), max_size=3)
asked = st.dictionaries(st.sampled_from(NAMES), values, max_size=2)
# What is built for all programs at once: one process, many questions.
many = st.lists(st.tuples(programs, st.lists(rows, min_size=SIZE, max_size=SIZE), asked),
                min_size=4, max_size=10)  # fmt: skip


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(batch=many)
def test_python_and_prolog_agree(pool: SolverPool, batch) -> None:  # type: ignore[no-untyped-def]
    """Each program goes in as the facts of a case: rules are allowed there, and leave again."""
    for clauses, facts, known in batch:
        leaves = {c.head: [LeafRow(v, True) for v in facts[i]] for i, c in enumerate(clauses)}
        by_label = {c.head: c for c in clauses}
        derived = derive(Label("p0"), known, by_label.get, leaves, closed=True)
        text = compile_prolog(clauses) + "".join(
            write_fact(c.head, c.names, v)
            for i, c in enumerate(clauses)
            if c.body is None
            for v in facts[i]
        )
        goal = write_clause_goal(clauses[0], known)
        answer = pool.solve(Query(EMPTY, goal, text))
        assert answer.outcome == derived.truth, (text, goal, answer)


EMPTY = LogicProgram()


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=10).filter(lambda text: "\x00" not in text))
def test_any_text_survives_compiling(pool: SolverPool, text: str) -> None:
    answer = pool.solve(Query(EMPTY, f"X = {write_value(text)}"))
    assert answer.solutions == ({"X": text},)


def test_compiled_clauses_load_as_a_program(pool: SolverPool) -> None:
    clauses = read_clauses("s7(P) :- s7_a(P) AND NOT s7_b(Q:P).\ns7_a(P).\ns7_b(Q).\n")
    program = LogicProgram((Program("init.pl", compile_prolog(clauses.values())),))
    assert pool.load(program).notes == ()
    facts = 'leaf(s7_a, ["Ann"]).\nleaf(s7_a, ["Ben"]).\nleaf(s7_b, ["Ben"]).\n'
    answer = pool.solve(Query(program, "s7(P)", facts, explain=True))
    assert answer.solutions == ({"P": "Ann"},)


def test_rows_beside_their_derivation() -> None:
    clauses = read_clauses("s7(P,T) :- s7_a(P,T) AND s7_b(Q:P).\ns7_a(P,T).\ns7_b(Q).\n")
    a, b = parse_label("7(a)"), parse_label("7(b)")
    leaves = {a: [LeafRow({"P": "Ann", "T": 5}, True)], b: [LeafRow({"Q": "Ann"}, True)]}

    def replay(given: dict[str, Value], found: dict[str, Value] | None) -> str:
        pairs = tuple((found or {}).items())
        label = parse_label("7")
        row = Instantiation("c", label, tuple(given.items()), pairs, found is not None)
        done = replay_structure(row, clauses, leaves)
        assert done is not None
        return done.status

    assert replay({"P": "Ann"}, {"T": 5}) == "same"
    assert replay({"P": "Ann"}, {"T": 6}) == "wrong_value"
    assert replay({"P": "Ann"}, None) == "wrong_truth"
    assert replay({"P": "Ben"}, None) == "unknown"
    leaf = Instantiation("c", a, (), (), True)
    assert replay_structure(leaf, clauses, leaves) is None
