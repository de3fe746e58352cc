from __future__ import annotations

from pathlib import Path

import pytest

from ml.cascade import choose_rules, group_corpus, pick_grouper, score_groups
from ml.coreference import (
    ALL_RULES,
    fold_as_published,
    fold_mention,
    group_by_rules,
    group_by_string,
    group_singly,
    make_singular,
    place_mentions,
)
from ml.errors import ModelError
from ml.identification import prepare_corpus
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.metrics.counts import pool_counts
from sara_annotate.domain.spans import Span


def group(text: str, *phrases: str, rules: tuple[str, ...] = ALL_RULES) -> set[frozenset[str]]:
    """Groups of “phrase@place” over the phrases, found from left to right."""
    spans, place = [], 0
    for phrase in phrases:
        start = text.index(phrase, place)
        spans.append(Span(start, start + len(phrase)))
        place = start + len(phrase)
    mentions = place_mentions(text, spans)
    found = group_by_rules(mentions, rules=rules)
    return {frozenset(f"{mentions[k].text}@{k}" for k in c) for c in found.clusters}


@pytest.mark.parametrize(
    ("text", "paper", "published"),
    [
        ("the boat", "boat", "boat"),
        ("The boat", "boat", "the boat"),
        ("any such boat", "boat", "boat"),
        ("the owner of the boat", "owner of boat", "owner of the boat"),
        ("another boat", "another boat", "another boat"),
    ],
)
def test_the_two_readings_of_string_matching(text: str, paper: str, published: str) -> None:
    assert fold_mention(text) == paper
    assert fold_as_published(text) == published


def test_baselines() -> None:
    mentions = place_mentions("The boat, a boat", [Span(0, 8), Span(10, 16)])
    assert len(group_singly(mentions).clusters) == 2
    assert len(group_by_string(mentions).clusters) == 1
    assert len(group_by_string(mentions, as_published=True).clusters) == 2


def test_such_takes_up_a_longer_phrase_with_the_same_head() -> None:
    text = "a returning boat, unless such boat"
    assert group(text, "a returning boat", "such boat") == {
        frozenset({"a returning boat@0", "such boat@1"})
    }
    assert len(group(text, "a returning boat", "such boat", rules=())) == 2


def test_the_does_not_take_up_a_different_phrase() -> None:
    assert len(group("a returning boat and the boat", "a returning boat", "the boat")) == 2


def test_numbers_and_plurals_are_one_with_each() -> None:
    text = "on some 10 days, each day"
    assert group(text, "some 10 days", "each day") == {frozenset({"some 10 days@0", "each day@1"})}


def test_pronouns_go_together() -> None:
    assert group("for himself if he is", "himself", "he") == {frozenset({"himself@0", "he@1"})}


def test_years_that_begin_in_the_same_year_are_two() -> None:
    text = "the season beginning in the year in which the season of the owner begins"
    assert len(group(text, "the season", "the season")) == 2
    assert len(group("the season, and the season begins", "the season", "the season")) == 1


def test_two_owners_make_two_arguments() -> None:
    text = "any season of such owner or any season of such keeper"
    assert len(group(text, "any season", "any season")) == 2
    assert len(group(text.replace("keeper", "owner"), "any season", "any season")) == 1


def test_wordings_that_are_one_above_are_one_here() -> None:
    mentions = place_mentions("the owner, the keeper", [Span(0, 9), Span(11, 21)])
    apart = group_by_rules(mentions, rules=ALL_RULES)
    joined = group_by_rules(mentions, rules=ALL_RULES, parents=[["keeper", "owner"]])
    assert (len(apart.clusters), len(joined.clusters)) == (2, 1)
    assert joined.reasons == ("parents",)


@pytest.mark.parametrize(
    ("word", "single"), [("boats", "boat"), ("duties", "duty"), ("business", "business")]
)
def test_singular(word: str, single: str) -> None:
    assert make_singular(word) == single


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(ModelError, match="no coreference model “best”"):
        pick_grouper("best")


def test_sara_reaches_its_marks(sara_data: Path) -> None:
    data = prepare_corpus(load_corpus(sara_data))

    def measure(model: str) -> float:
        counts = score_groups(data, group_corpus(data, pick_grouper(model)))
        return 100 * (pool_counts(counts.values()).f1 or 0)

    assert measure("single-mention") == pytest.approx(77.2, abs=0.1)
    assert measure("string-matching") == pytest.approx(92.6, abs=0.1)
    assert measure("improved") >= 95


def test_a_rule_that_hurts_is_left_out(sara_data: Path) -> None:
    data = prepare_corpus(load_corpus(sara_data))
    kept = choose_rules(data, ["2", "63", "151"])
    assert kept
    assert set(kept) <= set(ALL_RULES)
