"""A run on disk as one thing that suggests, each statute by a model that has not learnt from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ml.data import Fold
from ml.errors import RunError
from ml.identification import Suggester, TaskData, suggest_spans
from ml.runs import FOLDS, write_json
from ml.store import learn_extra, load_suggester, save_suggester
from ml.suggest import SuggestedArgument, suggest_arguments
from sara_annotate.domain.labels import Label


@dataclass(frozen=True, slots=True)
class SavedModel:
    """One trained suggester: where it lies and which statutes it has learnt from."""

    name: str
    folder: Path
    trained_on: frozenset[str]


@dataclass(frozen=True, slots=True)
class SavedRun:
    """All models of a run folder: the folds of an evaluation, or one trained on everything."""

    folder: Path
    models: tuple[SavedModel, ...]

    def pick(self, section: str) -> SavedModel:
        """The model with most to learn from that has not learnt from this statute."""
        fit = [m for m in self.models if section not in m.trained_on]
        if not fit:
            raise RunError(
                f"Every model of {self.folder.name} has learnt from section {section}, so its "
                "suggestions there would be memories. Evaluate instead of train: that keeps a "
                "model for each group of statutes that has not seen it.",
                extra={"section": section},
            )
        return max(fit, key=lambda m: (len(m.trained_on), m.name))


def save_folds(folder: Path, data: TaskData, folds: Sequence[tuple[Fold, Suggester]]) -> None:
    """Keep the model of every fold, with names and reasons of the statutes it may know."""
    listed = []
    for fold, suggester in folds:
        known = (*fold.train, *fold.dev)
        place = folder / "folds" / fold.name
        save_suggester(place, suggester, learn_extra(data, known))
        listed.append({"name": fold.name, "folder": f"folds/{fold.name}", "trained_on": known})
    write_json(folder / FOLDS, listed)


def open_run(folder: Path) -> SavedRun:
    """The models of a run folder; refuses a folder that holds none."""
    if (folder / FOLDS).is_file():
        rows = _read_json(folder / FOLDS)
    elif (folder / "suggester.json").is_file():
        saved = _read_json(folder / "suggester.json")
        rows = [{"name": "all", "folder": ".", "trained_on": saved.get("trained_on", [])}]
    else:
        raise RunError(f"{folder} holds no trained suggester. Run train or evaluate first.")
    try:
        models = tuple(
            SavedModel(row["name"], folder / row["folder"], frozenset(row["trained_on"]))
            for row in rows
        )
    except (KeyError, TypeError) as error:
        raise RunError(f"{folder / FOLDS} is not a list of folds: {error!r}") from error
    return SavedRun(folder, models)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"{path} cannot be read: {error}") from error


@lru_cache(maxsize=8)
def _load(folder: Path, _stamp: int) -> tuple[Suggester, dict[str, Any]]:
    return load_suggester(folder)


def load_model(model: SavedModel) -> tuple[Suggester, dict[str, Any]]:
    """Weights in memory, kept from one call to the next as long as the files are the same."""
    try:
        stamp = (model.folder / "suggester.json").stat().st_mtime_ns
    except OSError as error:
        raise RunError(f"{model.folder} holds no trained suggester: {error}") from error
    return _load(model.folder, stamp)


def suggest_section(
    model: SavedModel, data: TaskData, section: str
) -> Iterator[tuple[Label, list[SuggestedArgument]]]:
    """Named arguments of every subsection of one statute."""
    suggester, saved = load_model(model)
    found = suggest_spans(suggester, data.take([section]))
    yield from suggest_arguments(data, section, found, saved["names"], saved["reasons"])
