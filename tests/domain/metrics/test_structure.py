from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.metrics.structure import score_structure


def read(text: str) -> Clause:
    parsed = parse_clause(text)
    assert parsed.clause is not None, parsed.problems
    return parsed.clause


def test_scores_by_hand() -> None:
    gold = read("s4(A,B) :- s5(A) AND NOT s6(C:B) AND s7(A)")
    ours = read("s4(A,B) :- s5(A) OR s6(C:B) OR s8()")
    found = score_structure([(ours, gold)])
    assert found.edges.pooled == Counts(2, 3, 3)
    assert found.mappings.pooled == Counts(2, 2, 3)
    assert found.operators.pooled == Counts(0, 2, 2)
    assert found.operator_accuracy == 0
    assert found.equal_share == 0


@pytest.mark.parametrize(
    "same",
    [
        "s4(B,A) :- s7(A) AND NOT s6(C:B) AND s5(A)",
        "s4(A,B) :- s5(A) AND [ NOT s6(C:B) AND s7(A) ]",
        "s4(A,B) :- NOT [ NOT [ s5(A) AND NOT s6(C:B) AND s7(A) ] ]",
    ],
)
def test_order_nesting_and_double_not_do_not_matter(same: str) -> None:
    gold = read("s4(A,B) :- s5(A) AND NOT s6(C:B) AND s7(A)")
    found = score_structure([(read(same), gold)])
    assert found.equal_share == found.operator_accuracy == 1
    assert found.edges.pooled.f1 == found.mappings.pooled.f1 == 1


def test_a_missing_clause_counts_against_recall() -> None:
    found = score_structure([(None, read("s4(A) :- s5(A)"))])
    assert found.edges.pooled == Counts(0, 0, 1)
    assert found.equal_share == 0


labels = st.sampled_from(["s5", "s6", "s7", "s8"])
bodies = st.lists(
    st.tuples(st.booleans(), labels, st.sampled_from(["A", "B", "C:A"])), min_size=1, max_size=4
)


def write(calls: list[tuple[bool, str, str]], operator: str) -> Clause:
    units = [f"{'NOT ' if denied else ''}{name}({arg})" for denied, name, arg in calls]
    return read(f"s4(A,B) :- {f' {operator} '.join(units)}")


@given(bodies, bodies, st.sampled_from(["AND", "OR"]))
def test_swapping_sides_keeps_f1_and_scores_are_bounded(
    one: list[tuple[bool, str, str]], two: list[tuple[bool, str, str]], operator: str
) -> None:
    a, b = write(one, operator), write(two, "AND")
    there, back = score_structure([(a, b)]), score_structure([(b, a)])
    assert there.edges.pooled.f1 == back.edges.pooled.f1
    assert there.mappings.pooled.f1 == back.mappings.pooled.f1
    assert 0 <= (there.edges.pooled.f1 or 0) <= 1
    assert score_structure([(a, a)]).equal_share == 1
