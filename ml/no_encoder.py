"""No encoder at all: words as a tokenizer would give them, and nothing known about any."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
LONGEST = 512


def make_word_tokenizer() -> Any:
    """Words and punctuation with their offsets; all of them are the unknown word."""
    vocabulary = {token: number for number, token in enumerate(SPECIAL)}
    raw = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))  # noqa: S106 - a token of text
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=raw,
        pad_token="[PAD]",  # noqa: S106
        unk_token="[UNK]",  # noqa: S106
        cls_token="[CLS]",  # noqa: S106
        sep_token="[SEP]",  # noqa: S106
        model_max_length=LONGEST,
    )


class NoEncoder(torch.nn.Module):
    """One zero for every word."""

    def __init__(self) -> None:
        super().__init__()
        self.config = SimpleNamespace(
            hidden_size=1, max_position_embeddings=LONGEST, type_vocab_size=1
        )

    def forward(self, **inputs: torch.Tensor) -> SimpleNamespace:
        ids = inputs["input_ids"]
        return SimpleNamespace(last_hidden_state=torch.zeros((*ids.shape, 1), device=ids.device))
