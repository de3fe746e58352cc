"""Sub-words and characters, joined by the tokenizer's offsets alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from sara_annotate.domain.spans import Span

O, B, I = 0, 1, 2  # noqa: E741 - the names of the tags


@dataclass(frozen=True, slots=True)
class Window:
    """One input row of the encoder; tokens kept[0]:kept[1] of the text are read from it."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    first_token: int
    first_column: int
    kept: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text's sub-words with their character offsets, and the windows that cover them."""

    offsets: tuple[Span, ...]
    windows: tuple[Window, ...]

    def __len__(self) -> int:
        return len(self.offsets)


def tokenize_text(
    tokenizer: Any, text: str, *, context: str = "", max_length: int = 512, overlap: int = 64
) -> TokenizedText:
    """Sub-words of the text in windows that fit the encoder, after an optional context."""
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
    pairs = [
        (i, Span(a, b))
        for i, (a, b) in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
        if a < b
    ]
    before = _encode_context(tokenizer, context, max_length // 4)
    room = max_length - len(before) - 1
    ids = [i for i, _ in pairs]
    windows = tuple(
        _make_window(ids, before, tokenizer.sep_token_id, bounds)
        for bounds in cut_windows(len(ids), room, min(overlap, room // 4))
    )
    return TokenizedText(tuple(s for _, s in pairs), windows)


def _encode_context(tokenizer: Any, context: str, limit: int) -> list[int]:
    if not context:
        return [tokenizer.cls_token_id]
    ids = tokenizer(context, add_special_tokens=False, verbose=False)["input_ids"][-limit:]
    return [tokenizer.cls_token_id, *ids, tokenizer.sep_token_id]


def cut_windows(count: int, room: int, overlap: int) -> list[tuple[int, int, int, int]]:
    """(start, end, kept start, kept end) of windows; what is kept is read once."""
    if count <= room:
        return [(0, count, 0, count)] if count else []
    starts = [*range(0, count - room, room - overlap), count - room]
    windows = []
    kept = 0
    for here, following in zip(starts, [*starts[1:], count], strict=True):
        end = here + room
        upto = count if end == count else (following + end) // 2
        windows.append((here, end, kept, upto))
        kept = upto
    return windows


def _make_window(
    ids: Sequence[int], before: Sequence[int], separator: int, bounds: tuple[int, int, int, int]
) -> Window:
    start, end, kept, upto = bounds
    body = [*ids[start:end], separator]
    has_context = len(before) > 1
    types = [0] * len(before) + [int(has_context)] * len(body)
    return Window((*before, *body), tuple(types), start, len(before), (kept, upto))


def tag_offsets(offsets: Sequence[Span], spans: Iterable[Span]) -> list[int]:
    """B, I and O for each sub-word; a sub-word belongs to the span that it overlaps."""
    tags = [O] * len(offsets)
    for span in spans:
        inside = [k for k, o in enumerate(offsets) if o.start < span.end and span.start < o.end]
        for k in inside:
            tags[k] = B if k == inside[0] else I
    return tags


def read_tags(tags: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of sub-words [first, last] that the tags mark."""
    runs: list[tuple[int, int]] = []
    for k, tag in enumerate(tags):
        if tag == B:
            runs.append((k, k))
        elif tag == I and runs and runs[-1][1] == k - 1:
            runs[-1] = (runs[-1][0], k)
    return runs


def span_of_run(offsets: Sequence[Span], run: tuple[int, int]) -> Span:
    """Characters from the first sub-word's start to the last one's end."""
    return Span(offsets[run[0]].start, offsets[run[1]].end)


@dataclass(frozen=True, slots=True)
class EncoderBatch:
    """Padded rows for the encoder, and where each text's sub-words stand in them."""

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    token_type_ids: torch.Tensor
    rows: torch.Tensor
    columns: torch.Tensor
    mask: torch.Tensor

    def to(self, device: torch.device) -> EncoderBatch:
        return EncoderBatch(
            *(getattr(self, name).to(device) for name in EncoderBatch.__dataclass_fields__)
        )


def collate_texts(texts: Sequence[TokenizedText], pad_id: int) -> EncoderBatch:
    """One batch of windows for several texts."""
    windows = [w for text in texts for w in text.windows]
    width = max(len(w.ids) for w in windows)
    longest = max(len(t) for t in texts)
    ids = torch.full((len(windows), width), pad_id)
    types = torch.zeros((len(windows), width), dtype=torch.long)
    attention = torch.zeros((len(windows), width), dtype=torch.long)
    rows = torch.zeros((len(texts), longest), dtype=torch.long)
    columns = torch.zeros((len(texts), longest), dtype=torch.long)
    mask = torch.zeros((len(texts), longest), dtype=torch.bool)
    row = 0
    for number, text in enumerate(texts):
        mask[number, : len(text)] = True
        for window in text.windows:
            size = len(window.ids)
            ids[row, :size] = torch.tensor(window.ids)
            types[row, :size] = torch.tensor(window.types)
            attention[row, :size] = 1
            first, last = window.kept
            rows[number, first:last] = row
            offset = window.first_column - window.first_token
            columns[number, first:last] = torch.arange(first + offset, last + offset)
            row += 1
    return EncoderBatch(ids, attention, types, rows, columns, mask)


def batch_by_length(
    lengths: Sequence[int], size: int, *, shuffle: torch.Generator | None = None
) -> list[list[int]]:
    """Indices in batches of like length; with a generator, neighbours and batches vary."""
    jitter = torch.zeros(len(lengths))
    if shuffle is not None:
        jitter = torch.rand(len(lengths), generator=shuffle)
    noisy = [length * (1 + 0.2 * float(j)) for length, j in zip(lengths, jitter, strict=True)]
    order = sorted(range(len(lengths)), key=lambda k: noisy[k])
    batches = [order[k : k + size] for k in range(0, len(order), size)]
    if shuffle is None:
        return batches
    return [batches[k] for k in torch.randperm(len(batches), generator=shuffle).tolist()]
