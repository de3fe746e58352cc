"""Encoders of which all, or all but the last layer, stay as they are, and so are remembered."""

from __future__ import annotations

import copy
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import torch

from ml.encoders import NO_ENCODER, Tuning, find_layers, freeze_encoder, load_encoder
from ml.no_encoder import NoEncoder, make_word_tokenizer

Key = tuple[bool, tuple[int, ...]]
"""Whether numbers are short ones (bf16), and the sub-words."""
FROZEN_LIMIT = 60_000
TOP_LIMIT = 300_000


def prepare_encoder(
    name: str, tuning: Tuning, *, layers: tuple[int, ...] = (-1,), embeddings: bool = False
) -> tuple[Any, Any]:
    """(tokenizer, encoder) that learns as far as the tuning says and works no more than it must."""
    if name == NO_ENCODER:
        return make_word_tokenizer(), NoEncoder()
    if tuning == "frozen":
        return load_frozen(name, layers)
    tokenizer, encoder = load_encoder(name)
    if tuning == "last-layer" and TopLayerEncoder.fits(encoder):
        return tokenizer, TopLayerEncoder(encoder, _share_memory(name))
    freeze_encoder(encoder, tuning, embeddings=embeddings)
    return tokenizer, encoder


@lru_cache(maxsize=2)
def load_frozen(name: str, layers: tuple[int, ...]) -> tuple[Any, FrozenEncoder]:
    """(tokenizer, frozen encoder), shared by all members that use it: it never changes."""
    tokenizer, encoder = load_encoder(name)
    return tokenizer, FrozenEncoder(encoder, layers)


class Memory:
    """Hidden states of texts by their sub-words, up to so many sub-words in all."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._used = 0
        self._known: dict[Key, torch.Tensor] = {}

    def __contains__(self, key: Key) -> bool:
        return key in self._known

    def recall(self, key: Key) -> torch.Tensor:
        return self._known[key]

    def keep(self, key: Key, hidden: torch.Tensor) -> None:
        if self._used + len(hidden) <= self._limit:
            self._known[key] = hidden.cpu().clone()
            self._used += len(hidden)


@lru_cache(maxsize=1)
def _share_memory(name: str) -> Memory:
    """One memory for all folds: the layers below the last are the same in each."""
    return Memory(TOP_LIMIT)


class RememberingEncoder(torch.nn.Module):
    """A stack whose lower part does not learn; `read` says what that part makes of a text."""

    def __init__(self, encoder: Any, memory: Memory) -> None:
        super().__init__()
        self.inner = encoder
        self.config = copy.copy(encoder.config)
        self._memory = memory

    def recall(self, inputs: dict[str, torch.Tensor]) -> torch.Tensor:
        """Hidden states of every text; those met before are not worked out again."""
        ids, mask = inputs["input_ids"], inputs["attention_mask"]
        kinds = inputs.get("token_type_ids", torch.zeros_like(ids))
        short = torch.is_autocast_enabled(ids.device.type)
        keys = [
            (short, _list_subwords(*row))
            for row in zip(ids.cpu(), kinds.cpu(), mask.cpu(), strict=True)
        ]
        fresh = [k for k, key in enumerate(keys) if key not in self._memory]
        hidden = torch.zeros((*ids.shape, self.config.hidden_size), device=ids.device)
        if fresh:
            hidden[fresh] = self._read({name: value[fresh] for name, value in inputs.items()})
        for k, key in enumerate(keys):
            length = len(key[1])
            if key in self._memory:
                hidden[k, :length] = self._memory.recall(key).to(hidden.device)
            else:
                self._memory.keep(key, hidden[k, :length])
        return hidden

    @torch.no_grad()
    def _read(self, inputs: dict[str, torch.Tensor]) -> torch.Tensor:
        modes = {module: module.training for module in self.inner.modules()}
        self.inner.eval()  # no dropout: the same text must always read the same
        states = self.inner(**inputs, output_hidden_states=True).hidden_states
        for module, mode in modes.items():
            module.training = mode
        return self.choose(states).float()

    def choose(self, states: tuple[torch.Tensor, ...]) -> torch.Tensor:
        """What is remembered of all layers' states."""
        raise NotImplementedError


def _list_subwords(ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> tuple[int, ...]:
    """Sub-words with the side of the pair they stand on: the same words may be case or rule."""
    kept = mask.bool()
    return tuple((2 * ids[kept] + kinds[kept].clamp(max=1)).tolist())


class FrozenEncoder(RememberingEncoder):
    """An encoder that does not learn at all: the chosen layers side by side."""

    def __init__(
        self, encoder: Any, layers: tuple[int, ...] = (-1,), limit: int = FROZEN_LIMIT
    ) -> None:
        super().__init__(encoder, Memory(limit))
        freeze_encoder(encoder, "frozen")
        self.layers = layers
        self.config.hidden_size = encoder.config.hidden_size * len(layers)

    def choose(self, states: tuple[torch.Tensor, ...]) -> torch.Tensor:
        # Counted from the top; a shallower encoder gives its lowest instead.
        return torch.cat([states[max(layer, -len(states))] for layer in self.layers], -1)

    def forward(self, **inputs: torch.Tensor) -> SimpleNamespace:
        return SimpleNamespace(last_hidden_state=self.recall(inputs))


class TopLayerEncoder(RememberingEncoder):
    """An encoder whose last layer learns, on top of what the others say."""

    def __init__(self, encoder: Any, memory: Memory | None = None) -> None:
        super().__init__(encoder, memory or Memory(TOP_LIMIT))
        freeze_encoder(encoder, "last-layer")
        self._top = [find_layers(encoder)[-1]]  # in a list: its weights belong to `inner` already

    @staticmethod
    def fits(encoder: Any) -> bool:
        """Whether the last layer can be run by itself: it can where nothing comes after it."""
        return getattr(encoder.config, "model_type", "") in ("bert", "roberta", "electra")

    def choose(self, states: tuple[torch.Tensor, ...]) -> torch.Tensor:
        return states[-2]

    def forward(self, **inputs: torch.Tensor) -> SimpleNamespace:
        hidden = self.recall(inputs)
        least = torch.finfo(hidden.dtype).min
        hole = (1.0 - inputs["attention_mask"][:, None, None, :].to(hidden.dtype)) * least
        found = self._top[0](hidden, attention_mask=hole)
        return SimpleNamespace(last_hidden_state=found[0] if isinstance(found, tuple) else found)
