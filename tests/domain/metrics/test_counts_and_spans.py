from __future__ import annotations

from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.metrics.counts import (
    Counts,
    average_values,
    pool_counts,
    summarize_counts,
)
from sara_annotate.domain.metrics.spans import count_spans, cut_spans
from sara_annotate.domain.spans import Span

spans = st.builds(
    lambda start, size: Span(start, start + size),
    st.integers(0, 60),
    st.integers(1, 12),
)
span_sets = st.lists(spans, max_size=12)


def test_counts_by_hand() -> None:
    counts = Counts(correct=3, proposed=4, expected=6)
    assert counts.precision == 0.75
    assert counts.recall == 0.5
    assert counts.f1 == 0.6


@pytest.mark.parametrize(
    ("counts", "values"),
    [
        (Counts(0, 0, 0), (None, None, None)),
        (Counts(0, 2, 0), (0.0, None, 0.0)),
        (Counts(0, 0, 2), (None, 0.0, 0.0)),
    ],
)
def test_scores_are_undefined_where_there_is_nothing(
    counts: Counts, values: tuple[float | None, ...]
) -> None:
    assert (counts.precision, counts.recall, counts.f1) == values


def test_summary_averages_what_is_defined_and_pools_the_rest() -> None:
    summary = summarize_counts([Counts(1, 1, 1), Counts(0, 1, 1), Counts(0, 0, 0)])
    assert (summary.f1.mean, summary.f1.deviation, summary.f1.count) == (0.5, 0.5, 2)
    assert summary.pooled == Counts(1, 2, 2)
    assert summary.perfect == pytest.approx(2 / 3)


def test_deviation_is_of_the_population() -> None:
    found = average_values([1.0, 2.0, 4.0, None])
    assert found.mean == pytest.approx(7 / 3)
    assert found.deviation == pytest.approx(sqrt(14 / 9))


def test_paper_table_from_its_counts() -> None:
    # 599 marked, 651 proposed, 424 right: the pooled column is counts, not a mean of folds.
    pooled = pool_counts([Counts(400, 600, 500), Counts(24, 51, 99)])
    assert pooled == Counts(424, 651, 599)
    assert pooled.f1 == pytest.approx(2 * 424 / 1250)


def test_a_span_is_counted_once() -> None:
    gold = [Span(0, 3), Span(0, 3), Span(5, 9)]
    assert count_spans(gold, [Span(0, 3), Span(0, 3)]) == Counts(1, 1, 2)


def test_tolerance_moves_each_edge_and_matches_one_to_one() -> None:
    gold = [Span(10, 20)]
    assert count_spans(gold, [Span(9, 21)], tolerance=1) == Counts(1, 1, 1)
    assert count_spans(gold, [Span(9, 22)], tolerance=1) == Counts(0, 1, 1)
    assert count_spans(gold, [Span(9, 20), Span(11, 20)], tolerance=1) == Counts(1, 2, 1)


def test_a_span_over_a_boundary_is_cut_to_the_larger_part() -> None:
    parts = [Span(0, 10), Span(20, 30)]
    assert cut_spans([Span(8, 22)], parts) == {Span(8, 10)}
    assert cut_spans([Span(9, 24)], parts) == {Span(20, 24)}
    assert cut_spans([Span(11, 19)], parts) == frozenset()
    assert cut_spans([Span(6, 12), Span(6, 10)], parts) == {Span(6, 10)}


@given(span_sets, span_sets, st.integers(0, 3))
def test_swapping_sides_swaps_precision_and_recall(
    gold: list[Span], proposed: list[Span], tolerance: int
) -> None:
    there = count_spans(gold, proposed, tolerance=tolerance)
    back = count_spans(proposed, gold, tolerance=tolerance)
    assert (there.precision, there.recall) == (back.recall, back.precision)
    assert there.f1 == back.f1


@given(span_sets, span_sets)
def test_scores_are_bounded_and_order_does_not_matter(
    gold: list[Span], proposed: list[Span]
) -> None:
    counts = count_spans(gold, proposed)
    assert count_spans(gold[::-1], proposed[::-1]) == counts
    assert all(v is None or 0 <= v <= 1 for v in (counts.precision, counts.recall, counts.f1))
    assert (counts.f1 == 1) == (bool(gold) and set(gold) == set(proposed))


@given(span_sets, span_sets, st.integers(0, 4))
def test_more_tolerance_never_finds_less(
    gold: list[Span], proposed: list[Span], tolerance: int
) -> None:
    strict = count_spans(gold, proposed, tolerance=tolerance).correct
    assert count_spans(gold, proposed, tolerance=tolerance + 1).correct >= strict


@given(st.lists(st.builds(Counts, st.just(1), st.integers(1, 5), st.integers(1, 5)), min_size=1))
def test_pooled_f1_lies_between_the_extremes(items: list[Counts]) -> None:
    scores = [c.f1 for c in items if c.f1 is not None]
    pooled = summarize_counts(items).pooled.f1
    assert pooled is not None
    assert min(scores) <= pooled or isclose(min(scores), pooled)
    assert pooled <= max(scores) or isclose(max(scores), pooled)
