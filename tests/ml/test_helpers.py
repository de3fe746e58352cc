"""Edges, calibration, noun phrases, comparison and tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ml.calibration import (
    Calibration,
    bin_confidences,
    learn_calibration,
    measure_calibration_error,
)
from ml.compare import compare_items
from ml.data import Paragraph
from ml.edges import EdgeRules, learn_edges, repair_edges
from ml.errors import ModelError, RunError, TrainingDataError
from ml.noun_phrases import align_trees, find_in_trees, find_with_textblob, read_trees
from ml.suggest import pick_name
from ml.tables import align_columns, find_paper, render_table
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.spans import Span


def paragraph(text: str, *phrases: str) -> Paragraph:
    spans = tuple(Span(text.index(p), text.index(p) + len(p)) for p in phrases)
    return Paragraph("9", 0, text, 0, "", False, spans)


@pytest.fixture
def edges() -> EdgeRules:
    rows = [paragraph("he shall pay the fee of the boat.", "the fee", "the boat")] * 6
    return learn_edges(rows)


@pytest.mark.parametrize(
    ("found", "repaired"),
    [
        ("fee", "the fee"),
        ("the fee", "the fee"),
        ("pay the fee", "the fee"),
        ("the fee of", "the fee"),
        ("boat.", "the boat"),
    ],
)
def test_edges_follow_the_training_spans(edges: EdgeRules, found: str, repaired: str) -> None:
    text = "he shall pay the fee of the boat."
    start = text.index(found)
    span = repair_edges(edges, text, Span(start, start + len(found)))
    assert span.text_of(text) == repaired


@given(st.text(alphabet="the fe.of ½", min_size=1, max_size=30), st.data())
def test_a_repaired_span_is_never_empty_nor_outside(text: str, data: st.DataObject) -> None:
    rules = EdgeRules(frozenset({"the"}), frozenset({"of", "."}), frozenset({"of", "."}))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    span = repair_edges(rules, text, Span(start, end))
    assert 0 <= span.start < span.end <= len(text)
    assert EdgeRules.from_json(rules.to_json()) == rules


def test_calibration_pulls_boasting_down() -> None:
    rng = np.random.default_rng(0)
    true = rng.uniform(0.05, 0.95, 800)
    rights = [bool(x) for x in rng.uniform(size=800) < true]
    boast = [float(t**3 / (t**3 + (1 - t) ** 3)) for t in true]
    line = learn_calibration(boast, rights)
    before = measure_calibration_error(bin_confidences(boast, rights))
    after = measure_calibration_error(bin_confidences([line.apply(c) for c in boast], rights))
    assert line.slope < 0.6
    assert after < before / 2


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.1, 3), st.floats(-2, 2))
def test_calibration_keeps_order_and_bounds(a: float, b: float, slope: float, shift: float) -> None:
    line = Calibration(slope, shift)
    low, high = sorted((a, b))
    assert 0 <= line.apply(low) <= line.apply(high) <= 1


def test_calibration_error_by_hand() -> None:
    bins = bin_confidences([0.9, 0.9, 0.1, 0.1], [True, False, False, False])
    assert [(b.accuracy, b.count) for b in bins] == [(0.0, 2), (0.5, 2)]
    assert measure_calibration_error(bins) == pytest.approx(0.25)


def test_one_kind_of_outcome_teaches_nothing() -> None:
    assert learn_calibration([0.2, 0.9], [True, True]) == Calibration()


def test_textblob_finds_chunks() -> None:
    text = "The keeper of a net shall pay the fee to his mother"
    found = {s.text_of(text) for s in find_with_textblob(paragraph(text))}
    assert {"The keeper", "the fee", "his", "his mother"} <= found


def test_trees_are_aligned_with_the_text() -> None:
    text = "A net (of Ann) is ½ wet."
    tree = (
        "(S (NP (NP (DT A) (NN net)) (-LRB- -LRB-) (PP (IN of) (NP (NNP Ann))) (-RRB- -RRB-))"
        " (VP (VBZ is) (ADJP (CD ½) (JJ wet))) (. .))"
    )
    found = [s.text_of(text) for s in align_trees(read_trees(tree), text)]
    assert sorted(found) == ["A net", "A net (of Ann)", "Ann"]


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ("(S (NP a)", "1 brackets are left open"),
        ("(S a))", "closing bracket without"),
        ("loose (S a)", "stands outside any bracket"),
    ],
)
def test_bad_trees_are_refused(tree: str, message: str) -> None:
    with pytest.raises(TrainingDataError, match=message):
        read_trees(tree)


def test_trees_of_another_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "section9").write_text("(NP (DT the) (NN net))")
    assert find_in_trees(tmp_path, "9", "the net") == [Span(0, 7)]
    with pytest.raises(TrainingDataError, match="“net” was expected at character 4"):
        find_in_trees(tmp_path, "9", "the boat")
    with pytest.raises(TrainingDataError, match="no file of trees"):
        find_in_trees(tmp_path, "8", "the net")


def test_stanza_is_asked_for_by_name() -> None:
    from ml.noun_phrases import make_stanza_parser

    try:
        import stanza  # noqa: F401
    except ImportError:
        with pytest.raises(ModelError, match="stanza is not installed"):
            make_stanza_parser()


def test_a_clear_difference_is_seen_and_none_is_not() -> None:
    weak = {str(k): Counts(k % 2, 1, 1) for k in range(60)}
    strong = {str(k): Counts(1, 1, 1) for k in range(60)}
    found = compare_items(weak, strong, rounds=500)
    assert found.difference == pytest.approx(0.5)
    assert found.low > 0 and found.p_value < 0.01
    same = compare_items(weak, weak, rounds=200)
    assert same.difference == 0 and same.p_value == 1
    assert compare_items(weak, strong, rounds=500) == found


def test_runs_on_different_items_are_not_compared() -> None:
    with pytest.raises(RunError, match="only one has “b”"):
        compare_items({"a": Counts()}, {"b": Counts(), "a": Counts()})


def test_the_papers_figures_stand_beside_ours() -> None:
    table = render_table("x", {"f1": "75.0"}, find_paper("identification", "improved"))
    assert "66.2 ± 20.5 | 62.4" in table
    assert "authors' own annotation" in table
    assert find_paper("structure", "draft") == {}
    assert align_columns([("a", "bb"), ("ccc", "d")]) == "a    bb\nccc  d"


def test_names_come_from_training_and_stay_apart() -> None:
    taken: set[str] = set()
    names = {"taxable year": "Taxy"}
    assert pick_name(["the taxable year"], names, taken) == "Taxy"
    assert pick_name(["a taxable year"], names, taken) == "Taxy2"
    assert pick_name(["the fishing net of Ann"], names, taken) == "Net"
