"""Trained instantiation models on disk, and their answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from ml.data import hash_corpus
from ml.encoders import pick_device
from ml.errors import RunError
from ml.evaluate import Options
from ml.frozen import prepare_encoder
from ml.instantiation.evaluate import TrainedModel, load_silver, make_config, split_gold
from ml.instantiation.model import InstantiationModel
from ml.instantiation.rows import build_world
from ml.instantiation.run import Instantiator
from ml.instantiation.train import InstantiationConfig, mean_dev_score, train_instantiation
from ml.runs import FOLDS, collect_versions, write_json
from ml.training import trainable_state
from sara_annotate.domain.corpus import Corpus

WEIGHTS = "instantiation.safetensors"
SETTINGS = "instantiation.json"


def train_and_save_instantiation(
    corpus: Corpus, model: str, options: Options, folder: Path, silver: Path | None
) -> dict[str, Any]:
    """Train on the training cases and write weights and settings."""
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    config = make_config(model, options)
    extra = load_silver(corpus, world, silver)
    trained = train_instantiation(
        config, world, train, extra, folder=options.folder, quiet=options.quiet
    )
    cases = frozenset(row.case for row in (*train, *extra))
    saved = TrainedModel("all", config, trained, cases, world.integers)
    return save_model(folder, saved, hash_corpus(corpus))


def save_model(folder: Path, saved: TrainedModel, data_hash: str) -> dict[str, Any]:
    """Write one model; what comes back is its summary."""
    folder.mkdir(parents=True, exist_ok=True)
    solver = saved.trained.solver
    save_file(
        {k: v.contiguous() for k, v in trainable_state(solver.model).items()}, folder / WEIGHTS
    )
    summary = {
        "dev_mean": mean_dev_score(saved.trained),
        "reported_fold": saved.trained.chosen_fold + 1,
    }
    write_json(
        folder / SETTINGS,
        {
            "config": asdict(saved.config),
            "depth": solver.depth,
            "centroids": solver.model.centroids.tolist(),
            "integers": sorted(saved.integers),
            "trained_on": sorted(saved.trained_on),
            "data_hash": data_hash,
            "versions": collect_versions(),
            **summary,
        },
    )
    return summary


def save_models(folder: Path, models: Sequence[TrainedModel], data_hash: str) -> None:
    """Keep the model of every test fold."""
    listed = []
    for saved in models:
        place = f"folds/{saved.name}"
        save_model(folder / place, saved, data_hash)
        listed.append({"name": saved.name, "folder": place, "trained_on": sorted(saved.trained_on)})
    write_json(folder / FOLDS, listed)


def read_settings(folder: Path) -> dict[str, Any]:
    """What was written beside the weights of a model."""
    try:
        saved = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"{folder} holds no trained instantiation model: {error}") from error
    if not isinstance(saved, dict):
        raise RunError(f"{folder / SETTINGS} holds no settings of a model.")
    return saved


def load_instantiator(folder: Path) -> Instantiator:
    """The model of a run folder."""
    saved = read_settings(folder)
    try:
        state = load_file(folder / WEIGHTS)
    except (OSError, SafetensorError) as error:
        raise RunError(f"{folder} holds no trained instantiation model: {error}") from error
    config = InstantiationConfig(**saved["config"])
    tokenizer, encoder = prepare_encoder(config.encoder, config.tuning)
    model = InstantiationModel(encoder, saved["centroids"])
    wrong = model.load_state_dict(state, strict=False).unexpected_keys
    if wrong:
        raise RunError(f"{folder}: the weights do not fit the encoder ({wrong[0]}).")
    device = pick_device(config.device)
    longest = min(config.longest, encoder.config.max_position_embeddings)
    return Instantiator(
        tokenizer,
        model.to(device).eval(),
        device,
        longest,
        config.ask_size,
        saved["depth"],
        config.precision,
        config.at_once,
        config.name_arguments,
    )
