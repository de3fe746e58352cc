"""Normal form, equality, differences in words, and scores."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sara_annotate.domain.clauses.compare import (
    StructureScore,
    is_equivalent,
    normalize_clause,
    score_clauses,
)
from sara_annotate.domain.clauses.diff import diff_clauses
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import And, Call, Clause, Node, Not, Or
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.counts import Counts
from tests.domain.clauses.clause_strategies import bodies, clauses


def read(text: str) -> Clause:
    clause = parse_clause(text).clause
    assert clause, text
    return clause


def shuffle(node: Node, chance: random.Random) -> Node:
    """The same said otherwise: items in another order, nested, doubly denied."""
    if isinstance(node, Call):
        args = list(node.args)
        chance.shuffle(args)
        made: Node = Call(node.label, tuple(args))
    elif isinstance(node, Not):
        made = Not(shuffle(node.item, chance))
    else:
        items = [shuffle(item, chance) for item in node.items]
        chance.shuffle(items)
        kind = And if isinstance(node, And) else Or
        if len(items) > 2 and chance.random() < 0.5:
            items = [kind(tuple(items[:2])), *items[2:]]
        made = kind(tuple(items))
    return Not(Not(made)) if chance.random() < 0.2 else made


@given(bodies, st.randoms(use_true_random=False))
def test_what_says_the_same_is_equivalent(body: Node, chance: random.Random) -> None:
    one, two = (Clause(Label("1"), ("X",), b) for b in (body, shuffle(body, chance)))
    assert is_equivalent(one, two)
    assert normalize_clause(one) == normalize_clause(two)
    assert diff_clauses(one, two) == ()
    assert score_clauses(one, two).clauses == Counts(1, 1, 1)


@given(clauses, clauses)
@settings(max_examples=200)
def test_no_difference_means_equivalent(one: Clause, two: Clause) -> None:
    assert (diff_clauses(one, two) == ()) == is_equivalent(one, two)


@given(clauses)
def test_a_clause_agrees_with_itself(clause: Clause) -> None:
    score = score_clauses(clause, clause)
    for counts in (score.edges, score.mappings, score.operators):
        assert counts.is_perfect
    assert normalize_clause(normalize_clause(clause)) == normalize_clause(clause)


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        ("s1(X) :- p(X) AND q(X)", "s1(X) :- p(X) OR q(X)", ["AND became OR"]),
        (
            "s1(X) :- p(X) AND [ q(X) OR r(X) ]",
            "s1(X) :- p(X) AND q(X) AND r(X)",
            ["OR became AND"],
        ),
        (
            "s1(X) :- p(X) AND q(X) AND r(X)",
            "s1(X) :- p(X) AND [ q(X) OR r(X) ]",
            ["AND became OR"],
        ),
        (
            "s1(TAXP) :- s2(SPOUSE:TAXP) AND q()",
            "s1(TAXP) :- s2() AND q()",
            ["Taxp passed as Spouse to §2 is missing"],
        ),
        ("s1(X,Y) :- p(A:X)", "s1(X,Y) :- p(A:Y)", ["X passed as A to p became Y"]),
        ("s1(X) :- p()", "s1(X) :- p(X)", ["X passed as X to p is new"]),
        ("s1(X) :- p(X)", "s1(X) :- NOT p(X)", ["NOT before p(X) is new"]),
        (
            "s1(X) :- NOT [ p(X) AND q(X) ]",
            "s1(X) :- p(X) AND q(X)",
            ["NOT before the group of p, q is missing"],
        ),
        ("s1(X) :- p(X) AND q(X)", "s1(X) :- p(X)", ["q(X) is missing"]),
        ("s1(X) :- p(X)", "s1(X) :- p(X) OR NOT q(X)", ["NOT q(X) is new"]),
        ("s1(X)", "s1(X) :- p(X)", ["The body is new"]),
        ("s1(X) :- p(X)", "s1(X)", ["The body is missing"]),
        (
            "s1(X)",
            "s2(Y)",
            ["The head §1 became §2", "X is missing from the head", "Y is new in the head"],
        ),
        (
            "s1(X) :- [ p(X) AND q(X) ] OR [ r(X) AND NOT t(X) ]",
            "s1(X) :- [ u(X) AND r(X) ] OR [ q(X) AND p(X) ]",
            ["NOT t(X) is missing", "u(X) is new"],
        ),
    ],
)
def test_difference_in_words(left: str, right: str, words: list[str]) -> None:
    assert [c.message for c in diff_clauses(read(left), read(right))] == words


def test_a_change_knows_its_place() -> None:
    left, right = "s1(X) :- p(X) AND q(X)", "s1(X) :- p(X)"
    (change,) = diff_clauses(read(left), read(right))
    assert change.left.text_of(left) == "q(X)"


@pytest.mark.parametrize(
    ("proposed", "expected", "edges", "mappings", "operators"),
    [
        ("s1(X) :- p(X)", "s1(X) :- p(X) AND q(X)", (1, 1, 2), (1, 1, 2), (1, 1, 1)),
        ("s1(X) :- p(X) OR q(X)", "s1(X) :- p(X) AND q(X)", (2, 2, 2), (2, 2, 2), (0, 2, 2)),
        ("s1(X) :- p(X) AND NOT q(X)", "s1(X) :- p(X) AND q(X)", (2, 2, 2), (2, 2, 2), (1, 2, 2)),
        ("s1(X) :- p(A:X)", "s1(X) :- p(B:X)", (1, 1, 1), (0, 1, 1), (1, 1, 1)),
        ("s1(X)", "s1(X) :- p(X)", (0, 0, 1), (0, 0, 1), (0, 0, 0)),
    ],
)
def test_scores(
    proposed: str,
    expected: str,
    edges: tuple[int, int, int],
    mappings: tuple[int, int, int],
    operators: tuple[int, int, int],
) -> None:
    score = score_clauses(read(proposed), read(expected))
    assert score.edges == Counts(*edges)
    assert score.mappings == Counts(*mappings)
    assert score.operators == Counts(*operators)


def test_scores_add_up_and_a_missing_clause_counts() -> None:
    one = score_clauses(read("s1(X) :- p(X)"), read("s1(X) :- p(X)"))
    none = score_clauses(None, read("s1(X) :- p(X)"))
    total = sum([one, none], StructureScore())
    assert total.edges == Counts(1, 1, 2)
    assert total.clauses == Counts(1, 1, 2)


def test_depth_is_no_danger() -> None:
    def nest(last: str) -> Clause:
        return read("s1(X) :- " + "NOT [ p(X) AND " * 200 + last + " ]" * 200)

    assert is_equivalent(nest("q(X)"), nest("q(X)"))
    assert [c.message for c in diff_clauses(nest("q(X)"), nest("r(X)"))] == [
        "q(X) is missing",
        "r(X) is new",
    ]
