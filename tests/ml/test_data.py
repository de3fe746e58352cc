from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ml.data import (
    SARA_GROUPS,
    cut_mentions,
    group_statutes,
    hash_corpus,
    make_folds,
    make_paragraphs,
)
from ml.errors import TrainingDataError
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Corpus,
    Mention,
    Statute,
    Subsection,
    SubsectionMentions,
)
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.spans import Span


def make(text: str, *marks: tuple[int, int], section: str = "9") -> AnnotatedStatute:
    label = parse_label(section)
    statute = Statute(section, text, (Subsection(label, (Span(0, len(text)),)),))
    mentions = tuple(Mention(a, b, "X") for a, b in marks)
    return AnnotatedStatute(statute, (SubsectionMentions(label, mentions),))


def test_a_paragraph_knows_its_place_indent_and_enumerator() -> None:
    found = make_paragraphs(make("§9. Nets\n\n    (a) the net\n"))
    assert [(p.text, p.indent, p.enumerator) for p in found] == [
        ("§9. Nets", 0, ""),
        ("(a) the net", 1, "a"),
    ]
    assert found[1].start == 14


def test_a_span_on_the_last_character_is_kept() -> None:
    (paragraph,) = make_paragraphs(make("pay the fee", (4, 11)))
    assert paragraph.spans == (Span(4, 11),)


def test_a_span_over_two_lines_is_cut_to_each() -> None:
    first, second = make_paragraphs(make("the net\nof Ann", (4, 10)))
    assert first.spans == (Span(4, 7),)
    assert second.spans == (Span(0, 2),)


def test_of_overlapping_spans_the_shorter_is_learnt() -> None:
    (paragraph,) = make_paragraphs(make("the net of Ann", (0, 14), (0, 7)))
    assert paragraph.spans == (Span(0, 7),)


def test_labels_outside_the_text_are_refused_with_their_place() -> None:
    with pytest.raises(TrainingDataError, match=r"9: the mention 4–99 of “X” lies outside"):
        make_paragraphs(make("the net", (4, 99)))


def test_mentions_are_cut_to_parts_and_counted_once() -> None:
    parts = [Span(0, 10), Span(20, 30)]
    found = cut_mentions([Mention(8, 12, "A"), Mention(8, 10, "A"), Mention(12, 18, "B")], parts)
    assert found == (Mention(8, 10, "A"),)


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(TrainingDataError, match="holds no statute"):
        make_folds(Corpus())


def test_two_statutes_are_too_few_for_folds() -> None:
    corpus = Corpus((make("a b", section="8"), make("c d", section="9")))
    with pytest.raises(TrainingDataError, match="at least three statutes"):
        make_folds(corpus)


def test_the_papers_seven_folds() -> None:
    sections = [s for group in SARA_GROUPS for s in group]
    folds = make_folds(Corpus(tuple(make("x y", section=s) for s in sections)))
    assert len(folds) == 7
    assert [(f.dev, f.test) for f in folds][:2] == [(("152",), ("3306",)), (("3306",), ("1",))]
    assert {s for f in folds for s in f.test} == set(sections)
    for fold in folds:
        assert set(fold.train) | set(fold.dev) | set(fold.test) == set(sections)
        assert not set(fold.train) & (set(fold.dev) | set(fold.test))
        assert not set(fold.dev) & set(fold.test)


def test_other_corpora_get_groups_of_near_equal_size() -> None:
    sizes = (100, 90, 50, 40, 30, 30)
    corpus = Corpus(tuple(make("x" * n, section=str(k + 1)) for k, n in enumerate(sizes)))
    groups = group_statutes(corpus, 3)
    totals = [sum(sizes[int(s) - 1] for s in g) for g in groups]
    assert sorted(s for g in groups for s in g) == ["1", "2", "3", "4", "5", "6"]
    assert max(totals) - min(totals) <= 20
    assert len(make_folds(corpus, k=3)) == 3


def test_the_hash_changes_with_the_data(corpus: Corpus) -> None:
    changed = replace(corpus, cases=corpus.cases[1:])
    assert hash_corpus(corpus) == hash_corpus(replace(corpus))
    assert hash_corpus(corpus) != hash_corpus(changed)


def test_every_gold_mention_of_sara_is_in_a_paragraph(sara_data: Path) -> None:
    for statute in load_corpus(sara_data).statutes:
        marked = {(m.start, m.end) for s in statute.mentions for m in s.mentions}
        paragraphs = make_paragraphs(statute)
        found = {(p.start + s.start, p.start + s.end) for p in paragraphs for s in p.spans}
        assert found == marked
