"""A trained instantiation model on disk, and its answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from safetensors.torch import load_file, save_file

from ml.data import hash_corpus
from ml.encoders import pick_device
from ml.errors import RunError
from ml.evaluate import Options
from ml.frozen import prepare_encoder
from ml.instantiation.evaluate import load_silver, make_config, split_gold
from ml.instantiation.model import InstantiationModel
from ml.instantiation.rows import build_world, make_rows
from ml.instantiation.run import Instantiator, solve_rows
from ml.instantiation.train import InstantiationConfig, mean_dev_score, train_instantiation
from ml.runs import collect_versions, write_json
from ml.training import trainable_state
from sara_annotate.domain.corpus import Corpus


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
    folder.mkdir(parents=True, exist_ok=True)
    save_file(
        {k: v.contiguous() for k, v in trainable_state(trained.solver.model).items()},
        folder / "instantiation.safetensors",
    )
    summary = {"dev_mean": mean_dev_score(trained), "reported_fold": trained.chosen_fold + 1}
    write_json(
        folder / "instantiation.json",
        {
            "config": asdict(config),
            "depth": trained.solver.depth,
            "centroids": trained.solver.model.centroids.tolist(),
            "data_hash": hash_corpus(corpus),
            "versions": collect_versions(),
            **summary,
        },
    )
    return summary


def load_instantiator(folder: Path) -> Instantiator:
    """The model of a run folder."""
    try:
        saved = json.loads((folder / "instantiation.json").read_text(encoding="utf-8"))
        state = load_file(folder / "instantiation.safetensors")
    except (OSError, ValueError) as error:
        raise RunError(f"{folder} holds no trained instantiation model: {error}") from error
    config = InstantiationConfig(**saved["config"])
    tokenizer, encoder = prepare_encoder(config.encoder, config.tuning)
    model = InstantiationModel(encoder, saved["centroids"])
    model.load_state_dict(state, strict=False)
    device = pick_device(config.device)
    longest = min(config.longest, encoder.config.max_position_embeddings)
    return Instantiator(
        tokenizer, model.to(device).eval(), device, longest, config.ask_size, saved["depth"]
    )


def predict_instantiation(folder: Path, corpus: Corpus) -> Iterator[dict[str, Any]]:
    """An answer to every row of the data set."""
    solver = load_instantiator(folder)
    world = build_world(corpus)
    rows = make_rows(world, corpus.instantiations)
    for row, result in zip(rows, solve_rows(solver, world, rows), strict=True):
        given = dict(row.given)
        yield {
            "case": row.case,
            "subsection": row.label.predicate,
            "given": given,
            "values": {n: v for n, v in result.values.items() if n not in given},
            "truth": round(result.truth, 4),
        }
