"""Which terms mean which values."""

from __future__ import annotations

import pytest

from sara_annotate.domain.corpus import Value
from sara_annotate.logic.matching import find_days, find_terms, guess_term, match_value
from sara_annotate.logic.terms import Atom, Compound, Term, Variable

SEASON = Compound("season", (Atom("high"), 2025))


@pytest.mark.parametrize(
    ("term", "value", "same"),
    [
        ("Alice", "Alice", True),
        ("Alice", "Bob", False),
        (Atom("alice"), "Alice", True),
        (Atom("alice"), "Bob", False),
        (Atom("alice_employer"), "Bob", None),
        (Atom("new_york"), "New York", True),
        (2015, "2015", True),
        (2015, 2015, True),
        (2015, 2016, False),
        (48, "48 crowns", True),
        (1200, "$1,200", True),
        (11.5, "11.5 metres", True),
        (11, "11.5 metres", False),
        ("2025-07-03", "3 July 2025", True),
        ("2025-07-03", "July 3rd, 2025", True),
        ("2025-07-03", "3 July", True),
        ("2025-07-03", "4 July 2025", False),
        ("2025-07-03", "3 July 2024", False),
        (20250703, "3 July 2025", True),
        (SEASON, "the high season of 2025", True),
        (SEASON, "the low season of 2025", None),
        (("2025-07-03", "2025-07-04"), ("3 July", "4 July"), True),
        (("2025-07-04", "2025-07-03"), ("3 July", "4 July"), True),
        (("2025-07-03",), ("3 July", "4 July"), False),
        (("mackerel",), "mackerel", True),
        (("mackerel", "cod"), "mackerel", False),
        (Compound("span", ("Alice", 0, 4)), "Alice", True),
        (Variable("_"), "Alice", None),
        ((), (), True),
    ],
)
def test_matching(term: Term, value: Value, same: bool | None) -> None:
    assert match_value(term, value) is same


def test_days_in_their_order() -> None:
    text = "From September 1st, 2015 to 3 Nov 2019 and on 2020-02-29 and May 4"
    assert find_days(text) == ((2015, 9, 1), (2019, 11, 3), (2020, 2, 29), (None, 5, 4))


def test_terms_of_a_case_come_before_guesses() -> None:
    facts = (Atom("alice"), "Alice", 2015, "2025-07-03")
    assert find_terms("Alice", facts) == ["Alice", Atom("alice")]
    assert find_terms("3 July 2025", facts) == ["2025-07-03"]
    assert guess_term("4 July 2025") == "2025-07-04"
    assert guess_term("2016") == 2016
    assert guess_term("9.5 metres") == 9.5
    assert guess_term("the vessel") is None


def test_a_date_is_not_the_year_in_it() -> None:
    assert match_value(2025, "15 June 2025") is False
    assert match_value(15, "15 June 2025") is False
    assert match_value(20250615, "15 June 2025") is True
    assert match_value(2025, "2025") is True
    assert find_terms("15 June 2025", [2025, "2025-06-14", "2025-06-15"]) == ["2025-06-15"]


def test_the_term_that_says_the_most_comes_first() -> None:
    season = Compound("season", (Atom("high"), 2025))
    assert find_terms("the high season of 2025", [2025, season]) == [season, 2025]
