from __future__ import annotations

import csv
import statistics
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.paper_statistics import RANDOM, SARA
from sara_annotate.domain.statistics import (
    SPREADS,
    Distribution,
    Reference,
    describe,
    render_csv,
    render_text,
    tabulate,
)


@given(st.lists(st.integers(0, 12), min_size=1))
def test_averages_are_those_of_the_list(numbers: list[int]) -> None:
    found = Distribution({n: numbers.count(n) for n in numbers})
    assert found.total == len(numbers)
    assert found.average == pytest.approx(statistics.fmean(numbers))
    assert found.deviation == pytest.approx(statistics.pstdev(numbers))
    assert found.median == statistics.median(numbers)


def test_nothing_has_no_average() -> None:
    empty = Distribution()
    assert (empty.total, empty.average, empty.deviation, empty.median) == (0, None, None, None)


@pytest.mark.parametrize("corpus", [SARA, RANDOM])
def test_the_paper_s_totals_follow_from_its_counts(corpus: Reference) -> None:
    known = {("arguments", "all"): 194} if corpus is SARA else {}
    for key, printed in corpus.printed.items():
        assert corpus.statistics[key].total == known.get(key, printed.total), key
    odd = {("clause_arguments", "all"), ("dependencies", "all")}
    for key in corpus.printed.keys() - odd:
        assert corpus.statistics[key].average == pytest.approx(
            corpus.printed[key].average, abs=0.101
        ), key


def test_tables_put_corpora_side_by_side() -> None:
    ours = Reference("ours", {("mentions", "all"): Distribution({1: 3, 3: 1})})
    mentions = next(s for s in SPREADS if s.key == "mentions")
    headings, lines = tabulate(mentions, [ours, SARA])
    assert headings == ["ours", "paper"]
    assert [(line.name, *line.cells) for line in lines] == [
        ("1", "3", "391"), ("2", "0", "70"), ("3", "1", "6"), ("4", "0", "6"),
        ("total", "4", "473"), ("average", "1.5", "1.2"), ("stddev", "0.9", "0.5"),
        ("median", "1.0", "1.0"),
    ]  # fmt: skip
    assert "Mentions per argument (number of arguments)" in render_text([ours, SARA])
    rows = list(csv.DictReader(StringIO(render_csv([ours]))))
    assert {"table": "mentions", "column": "all", "corpus": "ours", "what": "3", "number": "1"} in (
        rows
    )
    table = next(t for t in describe(ours)["tables"] if t["key"] == "mentions")  # type: ignore[attr-defined]
    assert table["columns"][0]["counts"] == [[1, 3], [3, 1]]
