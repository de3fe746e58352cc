"""One training loop for every model: seeds, early stopping, checkpoints that resume."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tqdm import tqdm

from ml.errors import LossError, RunError

BatchT = TypeVar("BatchT")
State = dict[str, torch.Tensor]
Watch = Callable[[int, int], None]
"""Told how many of how many steps are done."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long to train, when to stop, how the learning rate moves."""

    epochs: int = 100
    patience: int = 25
    warmup: float = 0.0
    decay: bool = False
    clip: float = 1.0
    seed: int = 0


@dataclass
class History:
    """Loss and dev score of each epoch, and where the best was."""

    losses: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    best_epoch: int = -1
    best_score: float = -math.inf

    @property
    def epochs_since_best(self) -> int:
        return len(self.scores) - 1 - self.best_epoch


def seed_everything(seed: int) -> None:
    """Python, numpy and torch start from the same seed."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def fit(
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    schedule: Schedule,
    *,
    make_batches: Callable[[int], Iterable[BatchT]],
    loss_of: Callable[[BatchT], torch.Tensor],
    evaluate: Callable[[], float],
    folder: Path | None = None,
    title: str = "training",
    quiet: bool = False,
    watch: Watch = lambda done, total: None,
) -> History:
    """Train, keep the best epoch by dev score in the model, and say how it went.

    `watch` is told after each epoch, when it is kept: what it raises ends the training, which
    goes on from there when it is called again with the same folder.
    """
    history = History()
    best = _copy_state(model)
    rates = [group["lr"] for group in optimizer.param_groups]
    if folder is not None and (folder / "checkpoint.json").is_file():
        history, best = _load_checkpoint(folder, model, optimizer)
    bar = tqdm(total=schedule.epochs, initial=len(history.scores), desc=title, disable=quiet)
    for epoch in range(len(history.scores), schedule.epochs):
        if history.scores and history.epochs_since_best >= schedule.patience:
            break
        loss = _run_epoch(model, optimizer, schedule, rates, epoch, make_batches, loss_of)
        model.eval()
        score = evaluate()
        history.losses.append(loss)
        history.scores.append(score)
        if score > history.best_score:
            history.best_score, history.best_epoch = score, epoch
            best = _copy_state(model)
        if folder is not None:
            _save_checkpoint(folder, model, optimizer, history, best)
        watch(epoch + 1, schedule.epochs)
        bar.update()
        bar.set_postfix(loss=f"{loss:.3f}", dev=f"{score:.2f}", best=f"{history.best_score:.2f}")
    bar.close()
    model.load_state_dict(best, strict=False)
    model.eval()
    return history


def _run_epoch(
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    schedule: Schedule,
    rates: list[float],
    epoch: int,
    make_batches: Callable[[int], Iterable[BatchT]],
    loss_of: Callable[[BatchT], torch.Tensor],
) -> float:
    model.train()
    batches = list(make_batches(epoch))
    losses: list[float] = []
    parameters = [p for p in model.parameters() if p.requires_grad]
    for number, batch in enumerate(batches):
        factor = _rate_at(schedule, epoch + number / max(1, len(batches)))
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * factor
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(batch)
        value = float(loss.detach())
        if not math.isfinite(value):
            raise LossError(
                f"The loss became {value} in epoch {epoch + 1}, batch {number + 1} of "
                f"{len(batches)}. Lower the learning rate, or look at that batch's rows.",
                extra={"epoch": epoch + 1, "batch": number + 1},
            )
        if loss.requires_grad:  # a loss that learnt in chunks brings its gradients along
            loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(parameters, schedule.clip)
        optimizer.step()
        losses.append(value)
    return sum(losses) / max(1, len(losses))


def _rate_at(schedule: Schedule, epoch: float) -> float:
    """Share of the learning rate: up in the warm-up, then level or down to zero."""
    done = epoch / schedule.epochs
    if schedule.warmup and done < schedule.warmup:
        return max(done / schedule.warmup, 0.02)
    if not schedule.decay:
        return 1.0
    return max((1 - done) / (1 - schedule.warmup), 0.0)


def _copy_state(model: torch.nn.Module) -> State:
    """What training can change, on the CPU; frozen weights need no copy."""
    return trainable_state(model)


def trainable_state(model: torch.nn.Module) -> State:
    """Trainable parameters by name, detached from the model."""
    return {
        name: p.detach().cpu().clone() for name, p in model.named_parameters() if p.requires_grad
    }


def _save_checkpoint(
    folder: Path,
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    history: History,
    best: State,
) -> None:
    """Write beside, then rename, so that an interruption leaves the last whole one."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {f"model.{k}": v for k, v in trainable_state(model).items()}
    tensors |= {f"best.{k}": v for k, v in best.items()}
    tensors |= _flatten_optimizer(optimizer)
    tensors["rng"] = torch.get_rng_state()
    name = f"checkpoint-{len(history.scores)}.safetensors"
    _write_tensors(folder / name, tensors)
    text = json.dumps({"file": name, "history": asdict(history)})
    fresh = folder / "checkpoint.json.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(folder / "checkpoint.json")
    for old in folder.glob("checkpoint-*.safetensors"):
        if old.name != name:
            old.unlink()


def _write_tensors(path: Path, tensors: State) -> None:
    fresh = path.with_suffix(".new")
    save_file({k: v.contiguous() for k, v in tensors.items()}, fresh)
    fresh.replace(path)


def _flatten_optimizer(optimizer: torch.optim.Optimizer) -> State:
    return {
        f"optimizer.{number}.{name}": value.detach().cpu().clone()
        for number, values in optimizer.state_dict()["state"].items()
        for name, value in values.items()
        if isinstance(value, torch.Tensor)
    }


def _load_checkpoint(
    folder: Path, model: torch.nn.Module, optimizer: torch.optim.Optimizer
) -> tuple[History, State]:
    try:
        saved = json.loads((folder / "checkpoint.json").read_text(encoding="utf-8"))
        tensors = load_file(folder / saved["file"])
    except (OSError, ValueError, KeyError) as error:
        raise RunError(
            f"The checkpoint in {folder} cannot be read: {error}. Delete the folder to start anew."
        ) from error
    model.load_state_dict(_take(tensors, "model."), strict=False)
    state: dict[int, dict[str, Any]] = {}
    for key, value in _take(tensors, "optimizer.").items():
        number, name = key.split(".", 1)
        state.setdefault(int(number), {})[name] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    torch.set_rng_state(tensors["rng"])
    return History(**saved["history"]), _take(tensors, "best.")


def _take(tensors: State, prefix: str) -> State:
    return {k[len(prefix) :]: v for k, v in tensors.items() if k.startswith(prefix)}
