"""A run folder: what was done, with what, how it went, and enough to do it again."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ml.calibration import Bin
from ml.errors import RunError
from ml.training import History
from sara_annotate.domain.metrics.counts import Counts

FOLDS = "folds.json"
"""Lists the models that a run keeps, and what each has learnt from."""
_PACKAGES = ("torch", "transformers", "tokenizers", "pytorch-crf", "safetensors", "scipy")


@dataclass
class Evaluation:
    """What a task's evaluation found, before anything is written or printed."""

    task: str
    model: str
    shown: dict[str, str]
    metrics: dict[str, Any]
    items: dict[str, Counts] = field(default_factory=dict)
    predictions: list[dict[str, Any]] = field(default_factory=list)
    histories: dict[str, History] = field(default_factory=dict)
    per_statute: dict[str, Counts] = field(default_factory=dict)
    reliability: list[Bin] = field(default_factory=list)
    mistakes: list[dict[str, str]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    """Further files of the run folder, by name."""
    models: list[Any] = field(default_factory=list)
    """What every fold trained: (fold, suggester), or a `TrainedModel` of instantiation."""


def name_run(task: str, model: str) -> str:
    """A folder name that sorts by time."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{task}-{model}"


def collect_versions() -> dict[str, str]:
    """Python and the packages that results depend on."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "absent"
    return found


def write_json(path: Path, data: object) -> None:
    """Write beside, then rename: a reader never meets half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(path)


def save_run(
    folder: Path, evaluation: Evaluation, *, config: Mapping[str, Any], data_hash: str, seed: int
) -> None:
    """Config, metrics, per-item counts and predictions."""
    write_json(
        folder / "config.json",
        {
            "task": evaluation.task,
            "model": evaluation.model,
            "config": dict(config),
            "data_hash": data_hash,
            "seed": seed,
            "versions": collect_versions(),
        },
    )
    write_json(
        folder / "metrics.json",
        {
            "shown": evaluation.shown,
            "metrics": evaluation.metrics,
            "items": {name: asdict(c) for name, c in evaluation.items.items()},
            "histories": {name: asdict(h) for name, h in evaluation.histories.items()},
        },
    )
    lines = (json.dumps(row, ensure_ascii=False) for row in evaluation.predictions)
    (folder / "predictions.jsonl").write_text("".join(f"{x}\n" for x in lines), encoding="utf-8")
    for name, text in evaluation.files.items():
        (folder / name).write_text(text, encoding="utf-8")


def load_items(folder: Path) -> tuple[str, dict[str, Counts]]:
    """(task and data hash, per-item counts) of a finished run."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        metrics = json.loads((folder / "metrics.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"{folder} is no finished run: {error}") from error
    items = {name: Counts(**counts) for name, counts in metrics["items"].items()}
    return f"{config['task']} on {config['data_hash'][:12]}", items


def load_predictions(folder: Path) -> list[dict[str, Any]]:
    """What a finished run proposed."""
    try:
        text = (folder / "predictions.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]
    except (OSError, ValueError) as error:
        raise RunError(f"{folder} is no finished run: {error}") from error


def pick_mistakes(rows: Sequence[dict[str, str]], limit: int = 40) -> list[dict[str, str]]:
    """The first so many mistakes, for the report."""
    return list(rows[:limit])
