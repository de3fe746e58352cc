"""α and κ: by hand, from the book, against a library, and what must hold for any data."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from sara_annotate.domain.metrics.additive import (
    Sums,
    add_numbers,
    compute_score,
    divide,
    estimate_score,
)
from sara_annotate.domain.metrics.alpha import (
    count_units,
    find_gaps,
    measure_kappa,
    measure_nominal,
    measure_unitizing,
    score_unitizing,
)
from sara_annotate.domain.spans import Span

LETTERS = "ABC"


def spans(*pairs: tuple[int, int]) -> list[Span]:
    return [Span(start, end) for start, end in pairs]


def test_nominal_alpha_by_hand() -> None:
    # Two observers, four units: AA, AB, BB, BB. Coincidences o_AB = 1 in each direction;
    # n_A = 3, n_B = 5, n = 8: α = 1 - 7 · 2 / (2 · 3 · 5) = 8/15.
    units = [("A", "A"), ("A", "B"), ("B", "B"), ("B", "B")]
    assert measure_nominal(units) == pytest.approx(8 / 15)


def test_kappa_by_hand() -> None:
    # Cohen's κ of 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: (0.7 - 0.5) / 0.5.
    said = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert measure_kappa(said) == pytest.approx(0.4)


@pytest.mark.parametrize("units", [[], [("A", None)], [("A", "A"), ("A", "A")]])
def test_nothing_to_tell_apart_is_not_defined(units: list[tuple[str, str | None]]) -> None:
    assert measure_nominal(units) is None


def test_one_value_alone_gives_no_kappa() -> None:
    assert measure_kappa([("A", "A")] * 3) is None


BOOK = [Span(150, 450)]
"""Krippendorff, Content Analysis (2004), p. 254: one continuum, two observers, two categories."""


def test_unitizing_alpha_of_the_book() -> None:
    i, j = spans((225, 295), (370, 400)), spans((220, 300), (355, 375), (400, 420))
    numbers = count_units(i, j, BOOK)
    # δ² = 5² + 5² for the first units, 15² + 25² for the next, 20² for the unit in a gap.
    assert numbers["observed"] == 2 * (50 + 850 + 400)
    assert numbers["observed"] / (2 * 300**2) == pytest.approx(0.0144, abs=5e-5)
    assert compute_score(score_unitizing, numbers) == pytest.approx(0.7286, abs=5e-5)
    same = spans((180, 240), (300, 350))
    assert measure_unitizing(same, same, BOOK) == 1


def test_unitizing_alpha_by_hand() -> None:
    # Ten characters; one marks [2, 4), the other nothing. Observed: 2² each way over 2 · 10².
    # Expected: one unit, so no two units meet; gaps of 2, 6 and 10 characters hold it in
    # 1 + 5 + 9 ways: (2/10) · 4 · 15 / (20 · 19 - 2) = 12/378.
    found = measure_unitizing(spans((2, 4)), [], [Span(0, 10)])
    assert found == pytest.approx(1 - (8 / 200) / (12 / 378))


def test_gaps_end_with_their_part() -> None:
    assert find_gaps(spans((2, 4), (12, 15)), spans((0, 10), (10, 15))) == spans(
        (0, 2), (4, 10), (10, 12)
    )
    assert measure_unitizing([], [], [Span(0, 10)]) is None


@settings(deadline=None)
@given(st.integers(2, 4).flatmap(lambda m: st.lists(
    st.lists(st.sampled_from([*LETTERS, None]), min_size=m, max_size=m), min_size=1, max_size=12
)))  # fmt: skip
def test_nominal_alpha_is_that_of_the_library(units: list[list[str | None]]) -> None:
    found = measure_nominal(units)
    paired = [[v for v in unit if v] for unit in units]
    if len({v for said in paired if len(said) > 1 for v in said}) < 2:
        assert found is None
        return
    numbers = [[np.nan if v is None else LETTERS.index(v) for v in unit] for unit in units]
    theirs = krippendorff.alpha(np.array(numbers).T, level_of_measurement="nominal")
    assert found == pytest.approx(theirs)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS)), min_size=1))
def test_kappa_is_that_of_the_library(pairs: list[tuple[str, str]]) -> None:
    found = measure_kappa(pairs)
    one, other = zip(*pairs, strict=True)
    if len({*one, *other}) == 1:
        assert found is None
    else:
        assert found == pytest.approx(cohen_kappa_score(one, other))
        assert found <= 1
        assert found == pytest.approx(measure_kappa([(b, a) for a, b in pairs]))


@st.composite
def units(draw: st.DrawFn, length: int = 30) -> list[Span]:
    edges = sorted(draw(st.sets(st.integers(0, length), max_size=8)))
    return [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=False)]


@settings(deadline=None)
@given(units(), units())
def test_unitizing_alpha_is_symmetric_and_one_when_equal(one: list[Span], two: list[Span]) -> None:
    whole = [Span(0, 30)]
    found = measure_unitizing(one, two, whole)
    assert found == measure_unitizing(two, one, whole)
    assert (found is None) == (not one and not two)
    if found is not None:
        assert found <= 1
        assert (found == 1) == (one == two)
    shifted = [[Span(s.start + 7, s.end + 7) for s in said] for said in (one, two)]
    assert measure_unitizing(shifted[0], shifted[1], [Span(7, 37)]) == found


def share(sums: Sums) -> np.ndarray:
    return divide(sums.get("right"), sums.get("all"))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=10))
def test_intervals_hold_the_bounds_and_come_out_the_same(rows: list[tuple[int, int]]) -> None:
    texts = [{"right": float(min(a, b)), "all": float(b)} for a, b in rows]
    found = estimate_score(share, texts, samples=50)
    assert found == estimate_score(share, texts, samples=50)
    assert found.value == compute_score(share, add_numbers(texts))
    if found.low is not None and found.high is not None:
        assert 0 <= found.low <= found.high <= 1
    if found.value == 1:
        assert found.low in (None, 1)


def test_an_interval_by_hand() -> None:
    # Two texts, one right and one wrong: a resample is 0, ½ or 1.
    found = estimate_score(share, [{"right": 1.0, "all": 1.0}, {"all": 1.0}])
    assert (found.value, found.low, found.high, found.texts) == (0.5, 0, 1, 2)
    assert estimate_score(share, [{"all": 1.0}]).low is None


def test_many_texts_are_resampled_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [{"right": float(n % 3 == 0), "all": 1.0} for n in range(50)]
    whole = estimate_score(share, texts, samples=40)
    monkeypatch.setattr("sara_annotate.domain.metrics.additive.AT_ONCE", 100)
    assert estimate_score(share, texts, samples=40) == whole
