from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.errors import SpanError
from sara_annotate.domain.spans import (
    Span,
    check_span,
    contains,
    find_overlaps,
    overlaps,
    part_index,
)

spans = st.tuples(st.integers(0, 30), st.integers(1, 10)).map(lambda t: Span(t[0], t[0] + t[1]))


@given(spans, spans)
def test_overlap_means_a_character_in_common(a: Span, b: Span) -> None:
    common = set(range(a.start, a.end)) & set(range(b.start, b.end))
    assert overlaps(a, b) == overlaps(b, a) == bool(common)


@given(spans, spans)
def test_containing_means_all_characters(a: Span, b: Span) -> None:
    assert contains(a, b) == (set(range(b.start, b.end)) <= set(range(a.start, a.end)))


@given(st.lists(spans, max_size=8))
def test_overlaps_are_found_if_there_are_any(found: list[Span]) -> None:
    pairs = find_overlaps(found)
    assert bool(pairs) == any(overlaps(a, b) for a, b in combinations(found, 2))
    assert all(overlaps(a, b) and a.start <= b.start for a, b in pairs)


def test_a_span_under_a_wide_one_is_found_behind_its_neighbour() -> None:
    wide, inner, later = Span(0, 20), Span(2, 4), Span(10, 12)
    assert find_overlaps([later, inner, wide]) == [(wide, inner), (wide, later)]


def test_text_is_counted_in_code_points() -> None:
    assert Span(2, 4).text_of("a🙂½b") == "½b"


@pytest.mark.parametrize(
    ("span", "index"),
    [
        (Span(0, 5), 0),
        (Span(7, 9), 1),
        (Span(4, 8), None),
        (Span(5, 6), None),
        (Span(20, 21), None),
    ],
)
def test_part_index(span: Span, index: int | None) -> None:
    assert part_index(span, [Span(0, 5), Span(6, 10)]) == index


@pytest.mark.parametrize(
    ("span", "reason"),
    [
        (Span(3, 3), "span_empty"),
        (Span(4, 2), "span_empty"),
        (Span(4, 8), "span_outside"),
        (Span(-1, 2), "span_outside"),
        (Span(2, 4), "span_overlap"),
    ],
)
def test_spans_that_are_refused(span: Span, reason: str) -> None:
    with pytest.raises(SpanError) as caught:
        check_span(span, parts=[Span(0, 5), Span(6, 10)], others=[Span(3, 5)])
    assert caught.value.code == "span_invalid"
    assert caught.value.extra["reason"] == reason
    assert caught.value.extra["start"] == span.start


def test_touching_spans_are_allowed() -> None:
    check_span(Span(0, 3), parts=[Span(0, 5)], others=[Span(3, 5)])
