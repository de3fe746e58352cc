"""The instantiation task evaluated: majority or network, with or without structure and silver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ml.errors import ModelError, TrainingDataError
from ml.evaluate import Options
from ml.instantiation.baseline import answer_majority, learn_majority
from ml.instantiation.mistakes import explain_answers
from ml.instantiation.rows import Row, World, build_world, make_rows
from ml.instantiation.run import solve_rows
from ml.instantiation.score import judge_row, score_results
from ml.instantiation.splits import fold_rows, pair_of
from ml.instantiation.train import (
    InstantiationConfig,
    Trained,
    mean_dev_score,
    train_instantiation,
)
from ml.instantiation.tree import Result
from ml.runs import Evaluation
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.formats import instantiation as instantiation_format
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.metrics.values import ValueScores


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A trained network, and the cases that it has learnt from."""

    name: str
    config: InstantiationConfig
    trained: Trained
    trained_on: frozenset[str]
    integers: frozenset[str]


MODELS = ("majority", "bert", "bert-without-structure")


def split_gold(corpus: Corpus, world: World) -> tuple[list[Row], list[Row]]:
    """(train, test) rows by the split of their case; a case without a split trains."""
    tested = {c.name for c in corpus.cases if c.split == "test"}
    gold = [i for i in corpus.instantiations if i.origin == "gold"]
    train = make_rows(world, (i for i in gold if i.case not in tested))
    test = make_rows(world, (i for i in gold if i.case in tested))
    if not train or not test:
        raise TrainingDataError(
            f"There are {len(train)} gold rows to train on and {len(test)} to test on; both are "
            "needed. See splits/train and splits/test."
        )
    return train, test


def load_silver(corpus: Corpus, world: World, file: Path | None) -> list[Row]:
    """Silver rows of a file (or of the data set), never of a test case."""
    tested = {c.name for c in corpus.cases if c.split == "test"}
    items = [i for i in corpus.instantiations if i.origin == "silver"]
    if file is not None:
        report = Report()
        text = _read_silver(file)
        items = list(instantiation_format.parse(text, report.at(str(file)), origin="silver"))
        report.raise_errors()
    return make_rows(world, (i for i in items if i.case not in tested))


def _read_silver(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TrainingDataError(f"The silver file {file} cannot be read: {error}") from error


def split_tests(corpus: Corpus, folds: int, seed: int) -> list[Corpus]:
    """The data set as it is split, or once for each fold of all its cases, which is its test."""
    if not folds:
        return [corpus]
    world = build_world(corpus)
    gold = make_rows(world, (i for i in corpus.instantiations if i.origin == "gold"))
    found = []
    for rows in fold_rows(gold, folds, seed):
        # Its pair tells a lot about a case, so it is kept away from training too.
        tested = {pair_of(row.case) for row in rows}
        cases = [
            replace(c, split="test" if pair_of(c.name) in tested else "train") for c in corpus.cases
        ]
        found.append(replace(corpus, cases=tuple(cases)))
    return found


def evaluate_instantiation(
    corpus: Corpus, model: str, options: Options, silver: Path | None = None
) -> Evaluation:
    """Accuracies on the test cases, or on all cases when they are shared out in test folds."""
    if model not in MODELS:
        raise ModelError(f"There is no instantiation model “{model}”. Choose {', '.join(MODELS)}.")
    config = make_config(model, options)
    splits = split_tests(corpus, config.test_folds, config.seed)
    answered: list[tuple[Row, Result]] = []
    evaluation = Evaluation("instantiation", model, {}, {})
    notes: list[dict[str, Any]] = []
    for number, split in enumerate(splits, start=1):
        name = f"test-{number}" if config.test_folds else ""
        world = build_world(split)
        train, test = split_gold(split, world)
        extra = load_silver(split, world, silver)
        note: dict[str, Any] = {"silver_rows": len(extra)}
        if model == "majority":
            majority = learn_majority([*train, *extra])
            results = [answer_majority(majority, row) for row in test]
        else:
            folder = options.folder / name if options.folder else None
            trained = train_instantiation(
                config, world, train, extra, folder=folder, quiet=options.quiet
            )
            results = list(solve_rows(trained.solver, world, test))
            note |= describe_training(trained)
            cases = frozenset(row.case for row in (*train, *extra))
            evaluation.models.append(
                TrainedModel(name or "split", config, trained, cases, world.integers)
            )
            evaluation.histories |= {
                f"{name}, {title}" if name else title: history
                for title, history in trained.histories.items()
            }
        answered += zip(test, results, strict=True)
        notes.append(note)
    order = {case.name: number for number, case in enumerate(corpus.cases)}
    answered.sort(key=lambda pair: order[pair[0].case])
    extras = {"folds": notes} if config.test_folds else notes[0]
    return explain_answers(report_values(evaluation, answered, extras), corpus, answered)


def describe_training(trained: Trained) -> dict[str, Any]:
    """What is told of a training beside its scores on test."""
    return {
        "dev_scores": trained.dev_scores,
        "dev_mean": mean_dev_score(trained),
        "reported_fold": trained.chosen_fold + 1,
        "centroids": len(trained.solver.model.centroids),
    }


def make_config(model: str, options: Options) -> InstantiationConfig:
    """The default settings with the options' changes."""
    changes = dict(options.changes)
    if options.encoder:
        changes["encoder"] = options.encoder
    return replace(InstantiationConfig(), structure=model != "bert-without-structure", **changes)


def report_values(
    evaluation: Evaluation, answered: Sequence[tuple[Row, Result]], notes: dict[str, Any]
) -> Evaluation:
    """Metrics, per-row counts and predictions."""
    scores = score_results(answered)
    for number, (row, result) in enumerate(answered):
        evaluation.items[name_item(number, row)] = count_row(row, result)
    for name in ValueScores.__dataclass_fields__:
        score = getattr(scores, name)
        evaluation.shown[name] = str(score)
        evaluation.metrics[name] = {
            "correct": score.correct,
            "total": score.total,
            "accuracy": score.value,
            "margin": score.margin,
        }
    evaluation.metrics |= notes
    evaluation.predictions += [_show_row(row, result) for row, result in answered]
    return evaluation


def name_item(number: int, row: Row) -> str:
    """The name under which a row's counts stand: by its place, since a case may ask twice."""
    return f"{number}:{row.case}:{row.label.predicate}"


def count_row(row: Row, result: Result) -> Counts:
    """Truth and values that are right, of how many."""
    outcomes = judge_row(row, result)
    return Counts(sum(o.correct for o in outcomes), len(outcomes), len(outcomes))


def _show_row(row: Row, result: Result) -> dict[str, Any]:
    return {
        "case": row.case,
        "subsection": row.label.predicate,
        "given": dict(row.given),
        "gold": dict(row.gold),
        "gold_truth": row.truth,
        "values": {n: v for n, v in result.values.items() if n not in dict(row.given)},
        "truth": round(result.truth, 4),
    }
