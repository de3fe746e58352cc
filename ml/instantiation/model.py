"""The network: a pair (case, rule) encoded, an argument read against the case, a value decoded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import nn

from ml.instantiation.insert import insert_values
from ml.instantiation.losses import best_span, hinge_loss, span_loss
from ml.instantiation.rows import Known, Rule
from sara_annotate.domain.corpus import Value

_LEAST_RULE = 32


@dataclass(frozen=True, slots=True)
class Question:
    """What one forward pass asks: an argument's value, or (None) whether the rule holds."""

    case: str
    rule: Rule
    known: Known
    argument: str | None

    @property
    def asks_number(self) -> bool:
        return self.argument in self.rule.integers


@dataclass(frozen=True, slots=True)
class PairBatch:
    """Encoded questions; masks mark the case's tokens and the argument's mentions.

    Questions about the same words share a row of `inputs`: `rows` says which is whose.
    `asks_value` and `asks_number` number the questions for a value and those for a number.
    """

    inputs: dict[str, torch.Tensor]
    rows: torch.Tensor
    case_mask: torch.Tensor
    mention_mask: torch.Tensor
    offsets: list[list[tuple[int, int]]]
    asks_value: torch.Tensor
    asks_number: torch.Tensor

    def to(self, device: torch.device) -> PairBatch:
        return replace(
            self,
            inputs={name: value.to(device) for name, value in self.inputs.items()},
            rows=self.rows.to(device),
            case_mask=self.case_mask.to(device),
            mention_mask=self.mention_mask.to(device),
            asks_value=self.asks_value.to(device),
            asks_number=self.asks_number.to(device),
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """Scores of every decoder for a batch; zero where a question does not ask for them."""

    truth: torch.Tensor
    numbers: torch.Tensor
    left: torch.Tensor
    right: torch.Tensor


def encode_questions(tokenizer: Any, questions: Sequence[Question], longest: int) -> PairBatch:
    """Pairs (case, rule with values inserted), the rule cut to what fits; equal ones once."""
    prepared = [insert_values(q.rule.text, q.rule.mentions, q.known) for q in questions]
    pairs = [(q.case, text) for q, (text, _) in zip(questions, prepared, strict=True)]
    distinct = list(dict.fromkeys(pairs))
    rows = [distinct.index(pair) for pair in pairs]
    encoded = tokenizer(
        [_cut_case(tokenizer, case, longest - _LEAST_RULE) for case, _ in distinct],
        [text for _, text in distinct],
        truncation="only_second",
        max_length=longest,
        padding=True,
        return_offsets_mapping=True,
        return_tensors="pt",
    )
    places = encoded.pop("offset_mapping").tolist()
    offsets = [places[row] for row in rows]
    sides = [encoded.sequence_ids(row) for row in rows]
    case_mask = torch.tensor([[side == 0 for side in row] for row in sides])
    mention_mask = torch.zeros_like(case_mask)
    for k, (question, (_, moved)) in enumerate(zip(questions, prepared, strict=True)):
        named = [(m.start, m.end) for m in moved if m.argument == question.argument]
        marks = _mark_tokens(offsets[k], sides[k], named)
        if not any(marks):
            # Argument that no words of the (cut) rule name: the whole rule speaks for it.
            marks = [side == 1 for side in sides[k]]
        mention_mask[k] = torch.tensor(marks)
    asks_value = [k for k, q in enumerate(questions) if q.argument is not None]
    asks_number = [k for k in asks_value if questions[k].asks_number]
    return PairBatch(
        dict(encoded),
        torch.tensor(rows, dtype=torch.long),
        case_mask,
        mention_mask,
        offsets,
        torch.tensor(asks_value, dtype=torch.long),
        torch.tensor(asks_number, dtype=torch.long),
    )


def _cut_case(tokenizer: Any, case: str, room: int) -> str:
    encoded = tokenizer(case, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
    places = encoded["offset_mapping"]
    return case if len(places) <= room else case[: places[room - 1][1]]


def _mark_tokens(
    offsets: Sequence[tuple[int, int]],
    sides: Sequence[int | None],
    places: Sequence[tuple[int, int]],
) -> list[bool]:
    return [
        side == 1 and any(a < end and start < b for start, end in places)
        for (a, b), side in zip(offsets, sides, strict=True)
    ]


class InstantiationModel(nn.Module):
    """Decoders of truth, numbers and strings over one encoder."""

    centroids: torch.Tensor

    def __init__(self, encoder: Any, centroids: Sequence[float]) -> None:
        super().__init__()
        size = encoder.config.hidden_size
        self.encoder = encoder
        self.truth = nn.Linear(size, 1)
        self.number = nn.Linear(8 * size, len(centroids))
        self.left = nn.Linear(4 * size, 1, bias=False)
        self.right = nn.Linear(4 * size, 1, bias=False)
        self.register_buffer("centroids", torch.tensor(list(centroids), dtype=torch.float32))

    def forward(self, batch: PairBatch) -> Reading:
        """Scores of the decoders that the questions ask for."""
        hidden = self.encoder(**batch.inputs).last_hidden_state.float()[batch.rows]
        truth = self.truth(hidden[:, 0])[:, 0].float()
        numbers = hidden.new_zeros(len(hidden))
        left = hidden.new_zeros(hidden.shape[:2])
        right = hidden.new_zeros(hidden.shape[:2])
        asked = batch.asks_value
        if len(asked):
            features = attend(hidden[asked], batch.case_mask[asked], batch.mention_mask[asked])
            left = left.index_copy(0, asked, self.left(features)[..., 0].float())
            right = right.index_copy(0, asked, self.right(features)[..., 0].float())
            numbers = self._read_numbers(numbers, features, batch)
        return Reading(truth, numbers, left, right)

    def _read_numbers(
        self, numbers: torch.Tensor, features: torch.Tensor, batch: PairBatch
    ) -> torch.Tensor:
        if not len(batch.asks_number):
            return numbers
        places = torch.searchsorted(batch.asks_value, batch.asks_number)
        pooled = pool(features[places], batch.case_mask[batch.asks_number])
        weights = self.number(pooled).float().softmax(-1)
        return numbers.index_copy(0, batch.asks_number, (weights * self.centroids).sum(-1))


def attend(hidden: torch.Tensor, case: torch.Tensor, mention: torch.Tensor) -> torch.Tensor:
    """x = [s̃; t; |s̃ − t|; s̃∘t]: each token t of the case against the argument's mentions."""
    scores = hidden @ hidden.transpose(1, 2) / hidden.shape[-1] ** 0.5
    weights = scores.masked_fill(~mention[:, None, :], -torch.inf).softmax(-1)
    read = weights @ hidden
    features = torch.cat([read, hidden, (read - hidden).abs(), read * hidden], -1)
    return features * case[..., None]


def pool(features: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Mean and maximum over the case's tokens; padding has no part in either."""
    mean = (features * mask[..., None]).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
    top = features.masked_fill(~mask[..., None], -torch.inf).amax(1)
    return torch.cat([mean, top], -1)


def decode_value(question: Question, reading: Reading, batch: PairBatch, k: int) -> Value | None:
    """The value that row k of a reading gives its argument."""
    if question.argument is None:
        return None
    if question.asks_number:
        return round(reading.numbers[k].item())
    first, last = best_span(reading.left[k], reading.right[k], batch.case_mask[k])
    return question.case[batch.offsets[k][first][0] : batch.offsets[k][last][1]]


def measure_value(question: Question, reading: Reading, batch: PairBatch, k: int) -> float | None:
    """How sure row k is of the words it gives; None of a number, which has no chances."""
    if question.argument is None or question.asks_number:
        return None
    left, right, mask = reading.left[k], reading.right[k], batch.case_mask[k]
    place = torch.tensor([best_span(left, right, mask)], device=left.device)
    return float(torch.exp(-span_loss(left, right, mask, place)))


def find_value_spans(case: str, value: str, batch: PairBatch, k: int) -> list[tuple[int, int]]:
    """Token spans of the case whose characters are exactly the value."""
    tokens = [t for t, inside in enumerate(batch.case_mask[k].tolist()) if inside]
    starts = {batch.offsets[k][t][0]: t for t in tokens}
    ends = {batch.offsets[k][t][1]: t for t in tokens}
    found: list[tuple[int, int]] = []
    at = case.find(value) if value else -1
    while at >= 0:
        if at in starts and at + len(value) in ends:
            found.append((starts[at], ends[at + len(value)]))
        at = case.find(value, at + 1)
    return found


def value_loss(
    question: Question, gold: Value, reading: Reading, batch: PairBatch, k: int
) -> torch.Tensor | None:
    """The loss of one value, or None when the model cannot express it."""
    assert question.argument is not None
    if isinstance(gold, tuple):
        return None
    if question.asks_number:
        if not isinstance(gold, int):
            return None
        target = torch.tensor(float(gold), device=reading.numbers.device)
        return hinge_loss(target, reading.numbers[k])
    spans = find_value_spans(question.case, str(gold), batch, k)
    if not spans:
        return None
    places = torch.tensor(spans, device=reading.left.device)
    return span_loss(reading.left[k], reading.right[k], batch.case_mask[k], places)
