"""An instantiation run on disk that answers, each case by a model that has not learnt from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ml.errors import RunError
from ml.instantiation.rows import Row, build_world, make_rows
from ml.instantiation.run import Instantiator, solve_rows
from ml.instantiation.store import SETTINGS, load_instantiator, read_settings
from ml.instantiation.tree import Result
from ml.runs import FOLDS
from sara_annotate.domain.corpus import Corpus, Instantiation, Value
from sara_annotate.domain.labels import Label


@dataclass(frozen=True, slots=True)
class ValuesModel:
    """One trained model: where it lies and which cases it has learnt from."""

    name: str
    folder: Path
    trained_on: frozenset[str]


@dataclass(frozen=True, slots=True)
class ValuesRun:
    """All models of a run folder: the test folds of an evaluation, or one."""

    folder: Path
    models: tuple[ValuesModel, ...]

    def pick(self, case: str) -> ValuesModel:
        """The model with most to learn from that has not learnt from this case."""
        fit = [m for m in self.models if case not in m.trained_on]
        if not fit:
            raise RunError(
                f"Every model of {self.folder.name} has learnt from the case {case}, so its values "
                "there would be memories. Evaluate with --test-folds: that keeps a model for each "
                "group of cases that has not seen it.",
                extra={"case": case},
            )
        return max(fit, key=lambda m: (len(m.trained_on), m.name))


def open_values_run(folder: Path) -> ValuesRun:
    """The models of a run folder; refuses a folder that holds none."""
    if (folder / SETTINGS).is_file():
        saved = read_settings(folder)
        return ValuesRun(folder, (_describe({"name": "all", "folder": ".", **saved}, folder),))
    try:
        rows = json.loads((folder / FOLDS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(
            f"{folder} holds no trained instantiation model ({error}). Run train or evaluate first."
        ) from error
    models = tuple(_describe(row, folder) for row in rows)
    for model in models:
        if not (model.folder / SETTINGS).is_file():
            raise RunError(f"{model.folder} holds no trained instantiation model.")
    return ValuesRun(folder, models)


def holds_values(folder: Path) -> bool:
    """Whether a run folder is of this task."""
    return any(folder.glob(SETTINGS)) or any(folder.glob(f"folds/*/{SETTINGS}"))


def _describe(row: Mapping[str, Any], folder: Path) -> ValuesModel:
    try:
        return ValuesModel(row["name"], folder / row["folder"], frozenset(row["trained_on"]))
    except (KeyError, TypeError) as error:
        raise RunError(
            f"{folder} does not say which cases its models have learnt from; train it again."
        ) from error


def predict_values(
    model: ValuesModel,
    corpus: Corpus,
    asked: Sequence[tuple[str, Label, Mapping[str, Value]]],
) -> Iterator[Result]:
    """Values and truth for each (case, subsection, known values), in order.

    Cases, statutes and clauses are the corpus's. Names come back in upper case, with the known
    values among them; `truth` is a probability.
    """
    items = [
        Instantiation(case, label, tuple(known.items()), (), False) for case, label, known in asked
    ]
    yield from answer_rows(model, corpus, make_rows(build_world(corpus), items))


def answer_rows(model: ValuesModel, corpus: Corpus, rows: Sequence[Row]) -> Iterator[Result]:
    """The model's answers; what counts as a number is what it learnt as one."""
    integers = frozenset(read_settings(model.folder)["integers"])
    yield from solve_rows(load_model(model), build_world(corpus, integers), rows)


def load_model(model: ValuesModel) -> Instantiator:
    """Weights in memory, kept from one call to the next as long as the files are the same."""
    try:
        stamp = (model.folder / SETTINGS).stat().st_mtime_ns
    except OSError as error:
        raise RunError(f"{model.folder} holds no trained instantiation model: {error}") from error
    return _load(model.folder, stamp)


@lru_cache(maxsize=4)
def _load(folder: Path, _stamp: int) -> Instantiator:
    return load_instantiator(folder)


def predict_instantiation(folder: Path, corpus: Corpus) -> Iterator[dict[str, Any]]:
    """An answer to every row of the data set, by a model that has not learnt from its case."""
    run = open_values_run(folder)
    world = build_world(corpus)
    asked = make_rows(world, corpus.instantiations)
    # Asked for by hand, a single model may also be shown what it has learnt from.
    only = run.models[0] if len(run.models) == 1 else None
    chosen = [only or run.pick(row.case) for row in asked]
    for model in run.models:
        rows = [row for row, own in zip(asked, chosen, strict=True) if own == model]
        for row, result in zip(rows, answer_rows(model, corpus, rows), strict=True):
            given = dict(row.given)
            yield {
                "case": row.case,
                "subsection": row.label.predicate,
                "given": given,
                "values": {n: v for n, v in result.values.items() if n not in given},
                "truth": round(result.truth, 4),
                "fold": model.name,
            }
