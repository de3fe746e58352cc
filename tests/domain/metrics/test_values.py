from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.metrics.values import (
    Accuracy,
    Kind,
    Outcome,
    measure_error,
    measure_hinge,
    number_matches,
    score_values,
)


def outcomes(*, truth: str, numbers: str, strings: str, others: int = 0) -> list[Outcome]:
    rows: list[Outcome] = []
    kinds: list[tuple[Kind, str]] = [("truth", truth), ("number", numbers), ("string", strings)]
    for kind, share in kinds:
        right, total = (int(part) for part in share.split("/"))
        rows += [Outcome(kind, k < right) for k in range(total)]
    return rows + [Outcome("other", False)] * others


def test_six_of_twenty_prints_as_in_the_paper() -> None:
    assert str(Accuracy(6, 20)) == "30.0 ± 18.1"


@pytest.mark.parametrize(
    ("rows", "unified"),
    [
        # The baseline's own columns leave two values out that its unified score counts as wrong.
        (outcomes(truth="70/120", numbers="6/33", strings="1/23", others=2), "43.3 ± 6.2"),
        (outcomes(truth="71/120", numbers="8/34", strings="9/24"), "49.4 ± 6.2"),
        (outcomes(truth="79/120", numbers="7/34", strings="8/24"), "52.8 ± 6.2"),
    ],
)
def test_the_papers_table(rows: list[Outcome], unified: str) -> None:
    assert str(score_values(rows).unified) == unified


def test_the_papers_columns() -> None:
    base = score_values(outcomes(truth="70/120", numbers="6/33", strings="1/23"))
    assert str(base.truth) == "58.3 ± 7.5"
    assert str(base.numbers) == "18.2 ± 11.5"
    bert = score_values(outcomes(truth="71/120", numbers="8/34", strings="9/24"))
    assert str(bert.numbers) == "23.5 ± 12.5"
    assert str(bert.strings) == "37.5 ± 17.3"


def test_binary_and_numerical_look_at_their_own_cases() -> None:
    found = score_values(
        [
            Outcome("truth", True),
            Outcome("truth", False),
            Outcome("truth", True, is_tax_case=True),
            Outcome("number", True, is_tax_case=True, is_tax=True),
            Outcome("number", False, is_tax_case=True),
            Outcome("number", False),
        ]
    )
    assert (found.binary.correct, found.binary.total) == (1, 2)
    assert (found.numerical.correct, found.numerical.total) == (1, 1)
    assert (found.unified.correct, found.unified.total) == (3, 6)


@pytest.mark.parametrize(
    ("gold", "proposed", "right"),
    [(0, 4999, True), (0, 5000, False), (100_000, 109_999, True), (100_000, 110_000, False)],
)
def test_numbers_are_right_inside_a_tenth_or_five_thousand(
    gold: int, proposed: int, right: bool
) -> None:
    assert number_matches(gold, proposed) is right


def test_hinge_starts_where_the_tolerance_ends() -> None:
    assert measure_hinge(0, 5000) == 0
    assert measure_hinge(0, 15_000) == 2


def test_nothing_to_score_has_no_value() -> None:
    assert str(Accuracy(0, 0)) == "–"
    assert Accuracy(1, 1).margin is None


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_hinge_is_zero_wherever_a_number_is_right(gold: int, proposed: int) -> None:
    if number_matches(gold, proposed):
        assert measure_hinge(gold, proposed) == 0
    assert measure_error(gold, gold) == 0


@given(st.lists(st.booleans(), min_size=2))
def test_order_does_not_matter_and_values_are_bounded(rights: list[bool]) -> None:
    rows = [Outcome("truth", right) for right in rights]
    found = score_values(rows)
    assert found == score_values(rows[::-1])
    assert found.unified.value is not None and 0 <= found.unified.value <= 1
    assert found.unified.margin is not None and found.unified.margin >= 0
