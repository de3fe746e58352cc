"""Test folds over all cases, one at a time: what is done is found again after an interruption."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import torch

from ml.errors import RunError
from ml.instantiation.evaluate import (
    TrainedModel,
    count_row,
    load_silver,
    name_item,
    report_values,
    split_gold,
    split_tests,
)
from ml.instantiation.mistakes import explain_answers
from ml.instantiation.rows import Row, build_world, make_rows
from ml.instantiation.run import solve_rows
from ml.instantiation.saved import ValuesModel, ValuesRun, answer_rows, open_values_run
from ml.instantiation.store import save_model
from ml.instantiation.train import InstantiationConfig, get_stages, train_instantiation
from ml.instantiation.tree import Result
from ml.runs import FOLDS, Evaluation, write_json
from ml.training import Watch
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.metrics.counts import Counts

RESULT = "result.json"
Say = Callable[[str], None]


def cross_validate_values(
    corpus: Corpus,
    config: InstantiationConfig,
    folder: Path,
    data_hash: str,
    *,
    watch: Watch = lambda done, total: None,
    say: Say = lambda text: None,
) -> Evaluation:
    """Every case answered by a model in `folder` that has not learnt from it or its counterpart.

    Folds that are there already are not trained again.
    """
    splits = split_tests(corpus, config.test_folds, config.seed)
    steps = _count_steps(config, corpus)
    answered: list[tuple[Row, Result]] = []
    listed = []
    for number, split in enumerate(splits):
        name = f"test-{number + 1}"
        place = folder / "folds" / name
        if not (place / RESULT).is_file():
            own = _part(watch, number, len(splits), steps)
            _train_fold(split, config, name, place, data_hash, own, say)
            say(f"Fold {number + 1} of {len(splits)} is trained.")
        _, test = split_gold(split, build_world(split))
        results, trained_on = _read(place)
        answered += zip(test, results, strict=True)
        listed.append({"name": name, "folder": f"folds/{name}", "trained_on": trained_on})
        watch((number + 1) * steps, len(splits) * steps)
    write_json(folder / FOLDS, listed)
    _sort(answered, corpus)
    model = "bert" if config.structure else "bert-without-structure"
    evaluation = report_values(Evaluation("instantiation", model, {}, {}), answered, {})
    return explain_answers(evaluation, corpus, answered)


def _sort(answered: list[tuple[Row, Result]], corpus: Corpus) -> None:
    """In the order of the cases, as `evaluate_instantiation` has them."""
    order = {case.name: number for number, case in enumerate(corpus.cases)}
    answered.sort(key=lambda pair: order[pair[0].case])


def score_unseen(folder: Path, corpus: Corpus) -> dict[str, Counts]:
    """What a saved run scores on these data, row by row, each case by a fold that never saw it.

    Rows of cases that all of its folds have learnt from are left out.
    """
    run = open_values_run(folder)
    gold = (i for i in corpus.instantiations if i.origin == "gold")
    rows = [(row, Result({}, 0.0)) for row in make_rows(build_world(corpus), gold)]
    _sort(rows, corpus)
    scores: dict[str, Counts] = {}
    for model in run.models:
        own = [(n, row) for n, (row, _) in enumerate(rows) if _picks(run, row.case, model)]
        results = answer_rows(model, corpus, [row for _, row in own])
        for (number, row), result in zip(own, results, strict=True):
            scores[name_item(number, row)] = count_row(row, result)
    return scores


def _picks(run: ValuesRun, case: str, model: ValuesModel) -> bool:
    try:
        return run.pick(case) == model
    except RunError:
        return False


def _count_steps(config: InstantiationConfig, corpus: Corpus) -> int:
    silver = any(i.origin == "silver" for i in corpus.instantiations)
    stages = len(get_stages(config)) if silver else 0
    return stages * config.pretrain_epochs + config.folds * config.finetune_epochs


def _part(watch: Watch, number: int, folds: int, steps: int) -> Watch:
    return lambda done, total: watch(number * steps + done * steps // total, folds * steps)


def _train_fold(
    split: Corpus,
    config: InstantiationConfig,
    name: str,
    place: Path,
    data_hash: str,
    watch: Watch,
    say: Say,
) -> None:
    """One fold; where the device has no room, from the last epoch on with half the batch."""
    world = build_world(split)
    train, test = split_gold(split, world)
    silver = load_silver(split, world, None)
    training = place / "training"
    for smaller in _sizes(config):
        try:
            trained = train_instantiation(
                smaller, world, train, silver, folder=training, quiet=True, watch=watch
            )
            results = list(solve_rows(trained.solver, world, test))
        except torch.OutOfMemoryError:
            if smaller.ask_size == 1:
                raise
            say(f"The device is out of memory: batches of {smaller.ask_size // 2} from here on.")
            continue
        break
    cases = frozenset(row.case for row in (*train, *silver))
    saved = TrainedModel(name, smaller, trained, cases, world.integers)
    save_model(place, saved, data_hash)
    rows = [{"values": dict(r.values), "truth": r.truth} for r in results]
    write_json(place / RESULT, {"rows": rows, "trained_on": sorted(cases)})
    shutil.rmtree(training, ignore_errors=True)


def _sizes(config: InstantiationConfig) -> Iterator[InstantiationConfig]:
    """Questions asked at once are what takes room; a batch of rows is learnt from in such parts."""
    size = config.ask_size
    while size:
        yield replace(config, ask_size=size)
        size //= 2


def _read(place: Path) -> tuple[list[Result], list[str]]:
    try:
        said = json.loads((place / RESULT).read_text(encoding="utf-8"))
        results = [Result(row["values"], float(row["truth"])) for row in said["rows"]]
        return results, [str(case) for case in said["trained_on"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{place} cannot be read: {error!r}. Delete the folder.") from error
