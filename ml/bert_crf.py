"""BERT-CRF: an encoder, features beside it, three logits a sub-word, a linear-chain CRF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torchcrf import CRF

from ml.alignment import EncoderBatch, I, O
from ml.decode import Chain

TAGS = 3
_FORBIDDEN = -10_000.0


@dataclass(frozen=True, slots=True)
class TagBatch:
    """An encoder batch, features as one flat bag list, and gold tags where known."""

    encoder: EncoderBatch
    features: torch.Tensor
    feature_starts: torch.Tensor
    tags: torch.Tensor | None

    def to(self, device: torch.device) -> TagBatch:
        return TagBatch(
            self.encoder.to(device),
            self.features.to(device),
            self.feature_starts.to(device),
            None if self.tags is None else self.tags.to(device),
        )


class BertCrf(nn.Module):
    """Scores of B, I and O for each sub-word, and their chain."""

    def __init__(
        self, encoder: Any, *, feature_count: int = 0, dropout: float = 0.1, blind: float = 0.0
    ) -> None:
        super().__init__()
        self.blind = blind
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(encoder.config.hidden_size, TAGS)
        self.features: nn.EmbeddingBag | None = None
        if feature_count:
            self.features = nn.EmbeddingBag(feature_count, TAGS, mode="sum")
            nn.init.zeros_(self.features.weight)
        self.crf = CRF(TAGS, batch_first=True)
        with torch.no_grad():
            # The gradient of an impossible step is zero, so these stay as they are.
            self.crf.start_transitions[I] = _FORBIDDEN
            self.crf.transitions[O, I] = _FORBIDDEN

    def forward(self, batch: TagBatch) -> torch.Tensor:
        """Emissions: texts × sub-words × tags."""
        inputs: dict[str, torch.Tensor] = {
            "input_ids": batch.encoder.input_ids,
            "attention_mask": batch.encoder.attention_mask,
        }
        if getattr(self.encoder.config, "type_vocab_size", 0) > 1:
            inputs["token_type_ids"] = batch.encoder.token_type_ids
        hidden = self.encoder(**inputs).last_hidden_state
        hidden = hidden[batch.encoder.rows, batch.encoder.columns]
        emissions: torch.Tensor = self.head(self.dropout(hidden)).float()
        if self.blind >= 1:
            emissions = torch.zeros_like(emissions)
        elif self.training and self.blind:
            # Now and then a text is read by its features alone, so that they learn to carry it.
            seen = torch.rand(len(emissions), 1, 1, device=emissions.device) >= self.blind
            emissions = emissions * seen
        if self.features is not None:
            emissions = emissions + self._score_features(batch, emissions.shape)
        return emissions

    def _score_features(self, batch: TagBatch, shape: torch.Size) -> torch.Tensor:
        assert self.features is not None
        weights = None
        if self.training:
            # Whole features are dropped, so that no rare word carries a span alone.
            weights = (torch.rand(len(batch.features), device=batch.features.device) > 0.2).float()
            weights = weights / 0.8
        scores: torch.Tensor = self.features(
            batch.features, batch.feature_starts, per_sample_weights=weights
        )
        return scores.view(shape)

    def loss(self, batch: TagBatch) -> torch.Tensor:
        """Negative log-likelihood of the gold tags, a text on average."""
        emissions = self(batch)
        loss: torch.Tensor = -self.crf(
            emissions, batch.tags, mask=batch.encoder.mask, reduction="mean"
        )
        return loss

    @torch.no_grad()
    def read_chains(self, batch: TagBatch) -> list[Chain]:
        """The chain of every text, for exact inference."""
        emissions = self(batch).double().cpu().numpy()
        lengths = batch.encoder.mask.sum(1).tolist()
        start, end, moves = (
            p.detach().double().cpu().numpy()
            for p in (
                self.crf.start_transitions,
                self.crf.end_transitions,
                self.crf.transitions,
            )
        )
        return [
            Chain(np.ascontiguousarray(e[:n]), start, end, moves)
            for e, n in zip(emissions, lengths, strict=True)
        ]
