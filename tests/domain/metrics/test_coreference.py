from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sara_annotate.domain.metrics.coreference import (
    METRICS,
    Score,
    count_arguments,
    measure_ceafe,
    measure_ceafm,
    measure_overlap,
    score_coreference,
)
from sara_annotate.domain.metrics.counts import Counts, summarize_counts

Clusters = list[frozenset[int]]


@st.composite
def partitions(draw: st.DrawFn, least: int = 1) -> Clusters:
    mentions = draw(st.sets(st.integers(0, 11), min_size=least))
    groups: dict[int, set[int]] = {}
    for mention in sorted(mentions):
        groups.setdefault(draw(st.integers(0, 5)), set()).add(mention)
    return [frozenset(g) for g in groups.values()]


def clusters(text: str) -> list[frozenset[str]]:
    return [frozenset(word) for word in text.split()]


# Key {a,b,c} {d,e,f,g}, response {a,b} {c,d} {f,g,h,i}, worked out by hand.
HAND = {
    "muc": (2 / 5, 2 / 5),
    "bcub": ((2 + 1 + 1) / 8, (4 / 3 + 1 / 3 + 1 / 4 + 4 / 4) / 7),
    "ceafm": (4 / 8, 4 / 7),
    "ceafe": ((4 / 5 + 4 / 8) / 3, (4 / 5 + 4 / 8) / 2),
    "blanc": ((2 / 8 + 8 / 20) / 2, (2 / 9 + 8 / 12) / 2),
    "lea": ((2 + 4 / 6) / 8, (1 + 4 / 6) / 7),
}


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_by_hand(metric: str) -> None:
    found = score_coreference([(clusters("abc defg"), clusters("ab cd fghi"))])[metric]
    assert (found.precision, found.recall) == pytest.approx(HAND[metric])


def test_blanc_f1_is_the_mean_of_both_f1s() -> None:
    found = score_coreference([(clusters("abc defg"), clusters("ab cd fghi"))])["blanc"]
    assert found.f1 == pytest.approx((4 / 17 + 1 / 2) / 2)


def test_blanc_leaves_out_the_kind_of_link_that_the_key_lacks() -> None:
    assert score_coreference([(clusters("a b c"), clusters("ab c"))])["blanc"] == Score(
        1.0, 2 / 3, 0.8
    )
    assert score_coreference([(clusters("abc"), clusters("ab c"))])["blanc"] == pytest.approx(
        Score(1.0, 1 / 3, 0.5)
    )
    assert score_coreference([(clusters("a"), clusters("a"))])["blanc"] == Score(0, 0, 0)


def test_singletons_are_kept() -> None:
    found = score_coreference([(clusters("a b"), clusters("a b"))])
    assert found["muc"] == Score(0, 0, 0)
    assert all(found[m].f1 == 1 for m in ("bcub", "ceafm", "ceafe", "blanc", "lea"))


def test_single_mention_baseline_is_half_right_for_blanc() -> None:
    # The paper's 50.0 / 50.0 / 50.0: no link is proposed, nearly every pair is apart.
    key = [frozenset({2 * k, 2 * k + 1}) for k in range(400)]
    response = [frozenset({k}) for k in range(800)]
    found = score_coreference([(key, response)])
    assert (found["muc"].precision, found["muc"].recall) == (0, 0)
    assert found["blanc"].precision == pytest.approx(0.5, abs=1e-3)
    assert found["blanc"].recall == pytest.approx(0.5, abs=1e-3)


def test_exact_match_by_hand() -> None:
    counts = count_arguments(clusters("ab c d"), clusters("ab cd"))
    assert counts == Counts(1, 2, 3)
    assert counts.f1 == pytest.approx(2 / 5)


def test_exact_match_over_subsections() -> None:
    summary = summarize_counts(
        [
            count_arguments(clusters("ab c"), clusters("ab c")),
            count_arguments(clusters("ab"), clusters("a b")),
            count_arguments([], []),
        ]
    )
    assert summary.f1.mean == 0.5
    assert summary.pooled == Counts(2, 4, 3)
    assert summary.perfect == pytest.approx(2 / 3)


def test_paper_pooled_exact_match_follows_from_its_precision_and_recall() -> None:
    # 82.7 % of 473 arguments and 68.2 % of 573 mentions are the same 391.
    counts = Counts(391, 573, 473)
    assert round(100 * (counts.precision or 0), 1) == 68.2
    assert round(100 * (counts.recall or 0), 1) == 82.7
    assert round(100 * (counts.f1 or 0), 1) == 74.8


def test_documents_are_pooled_not_averaged() -> None:
    one = (clusters("ab"), clusters("ab"))
    two = (clusters("abcdef"), clusters("a b c d e f"))
    assert score_coreference([one, two])["muc"].recall == pytest.approx(1 / 6)


@given(partitions(), partitions())
def test_bounds_and_swapping_sides(key: Clusters, response: Clusters) -> None:
    there = score_coreference([(key, response)])
    back = score_coreference([(response, key)])
    for metric in METRICS:
        score = there[metric]
        assert all(-1e-9 <= v <= 1 + 1e-9 for v in (score.precision, score.recall, score.f1))
        if metric != "blanc":  # it looks at the key to decide which links count
            assert score.f1 == pytest.approx(back[metric].f1)
            assert score.precision == pytest.approx(back[metric].recall)


@given(partitions(least=2))
def test_a_perfect_response_scores_one(key: Clusters) -> None:
    found = score_coreference([(key, key)])
    for metric in ("bcub", "ceafm", "ceafe", "blanc", "lea"):
        assert found[metric].f1 == pytest.approx(1)
    assert count_arguments(key, key).is_perfect


@given(partitions(), partitions(), st.permutations(range(12)))
def test_order_and_names_do_not_matter(key: Clusters, response: Clusters, names: list[int]) -> None:
    renamed = [[frozenset(names[m] for m in c) for c in reversed(side)] for side in (key, response)]
    there = score_coreference([(key, response)])
    for metric, score in score_coreference([(renamed[0], renamed[1])]).items():
        assert (score.precision, score.recall) == pytest.approx(
            (there[metric].precision, there[metric].recall)
        )


def best_alignment(key: Sequence[frozenset[int]], response: Sequence[frozenset[int]]) -> int:
    short, long = sorted((key, response), key=len)
    return max(
        sum(len(a & b) for a, b in zip(short, order, strict=False))
        for order in permutations(long, len(short))
    )


@settings(max_examples=60)
@given(partitions(), partitions())
def test_ceaf_finds_the_best_alignment_of_all(key: Clusters, response: Clusters) -> None:
    found = measure_ceafm(measure_overlap(key, response))
    assert found.recall_top == best_alignment(key, response)


def test_a_hundred_times_sara_stays_fast() -> None:
    def make(count: int) -> tuple[Clusters, Clusters]:
        key = [frozenset({3 * k, 3 * k + 1, 3 * k + 2}) for k in range(count)]
        response = [frozenset({3 * k, 3 * k + 1}) for k in range(count)]
        return key, response + [frozenset({3 * k + 2}) for k in range(count)]

    def clock(count: int) -> float:
        key, response = make(count)
        started = time.process_time()
        score_coreference([(key, response)])
        return time.process_time() - started

    clock(200)
    small, large = min(clock(2000) for _ in range(3)), clock(20_000)
    assert large < 40 * small
    assert measure_ceafe(measure_overlap(*make(10))).recall == pytest.approx(0.8)
