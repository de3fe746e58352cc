from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer

from ml.alignment import (
    batch_by_length,
    collate_texts,
    cut_windows,
    read_tags,
    span_of_run,
    tag_offsets,
    tokenize_text,
)
from sara_annotate.domain.spans import Span

texts = st.text(alphabet=st.sampled_from("abc XYZ.,½é—'(1)😀  "), min_size=1, max_size=80)


def words_of(text: str) -> list[Span]:
    found, place = [], 0
    for word in text.split(" "):
        if word:
            found.append(Span(place, place + len(word)))
        place += len(word) + 1
    return found


@settings(max_examples=80, deadline=None)
@given(texts, st.data())
def test_tags_give_back_the_spans_they_were_made_from(
    tiny_encoder: str, text: str, data: st.DataObject
) -> None:
    tokenizer = AutoTokenizer.from_pretrained(tiny_encoder)
    tokenized = tokenize_text(tokenizer, text, max_length=64)
    edges = sorted({s.start for s in tokenized.offsets} | {s.end for s in tokenized.offsets})
    words = [w for w in words_of(text) if w.start in edges and w.end in edges]
    chosen = data.draw(st.lists(st.sampled_from(words), unique=True)) if words else []
    tags = tag_offsets(tokenized.offsets, chosen)
    found = [span_of_run(tokenized.offsets, run) for run in read_tags(tags)]
    assert found == sorted(chosen)


def test_a_span_on_the_last_character_has_its_tags(tiny_encoder: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(tiny_encoder)
    text = "pay the fee"
    tokenized = tokenize_text(tokenizer, text)
    tags = tag_offsets(tokenized.offsets, [Span(4, 11)])
    assert [span_of_run(tokenized.offsets, r) for r in read_tags(tags)] == [Span(4, 11)]


def test_neighbouring_spans_stay_apart(tiny_encoder: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(tiny_encoder)
    tokenized = tokenize_text(tokenizer, "whose boat")
    tags = tag_offsets(tokenized.offsets, [Span(0, 5), Span(6, 10)])
    assert [span_of_run(tokenized.offsets, r) for r in read_tags(tags)] == [
        Span(0, 5),
        Span(6, 10),
    ]


@given(st.integers(0, 400), st.integers(8, 60), st.integers(0, 7))
def test_windows_read_every_token_once(count: int, room: int, overlap: int) -> None:
    windows = cut_windows(count, room, overlap)
    read = [k for _, _, first, last in windows for k in range(first, last)]
    assert read == list(range(count))
    for start, end, first, last in windows:
        assert end - start <= room
        assert start <= first <= last <= end


def test_a_long_text_is_windowed_not_cut(tiny_encoder: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(tiny_encoder)
    text = "the owner shall pay " * 60
    tokenized = tokenize_text(tokenizer, text, max_length=64)
    batch = collate_texts([tokenized, tokenize_text(tokenizer, "the net")], 0)
    assert len(tokenized.windows) > 3
    assert tokenized.offsets[-1].end == len(text) - 1
    assert batch.input_ids.shape[1] <= 64
    places = {(int(r), int(c)) for r, c in zip(batch.rows[0], batch.columns[0], strict=True)}
    assert len(places) == len(tokenized)
    for k, offset in enumerate(tokenized.offsets[:5]):
        token = int(batch.input_ids[batch.rows[0, k], batch.columns[0, k]])
        assert tokenizer.convert_ids_to_tokens(token).lstrip("#") == offset.text_of(text)


def test_context_is_read_but_not_tagged(tiny_encoder: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(tiny_encoder)
    plain = tokenize_text(tokenizer, "the net")
    joined = tokenize_text(tokenizer, "the net", context="the owner shall pay")
    assert joined.offsets == plain.offsets
    assert len(joined.windows[0].ids) > len(plain.windows[0].ids)
    assert joined.windows[0].types[-1] == 1


@pytest.mark.parametrize("size", [1, 4, 100])
def test_batches_hold_every_index_once(size: int) -> None:
    lengths = [5, 80, 6, 79, 7, 3]
    batches = batch_by_length(lengths, size)
    assert sorted(k for b in batches for k in b) == list(range(6))
    assert all(len(b) <= size for b in batches)


def test_batches_are_of_like_length() -> None:
    assert {frozenset(b) for b in batch_by_length([5, 80, 6, 79], 2)} == {
        frozenset({0, 2}),
        frozenset({1, 3}),
    }
