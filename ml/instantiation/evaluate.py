"""The instantiation task evaluated: majority or network, with or without structure and silver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ml.errors import ModelError, TrainingDataError
from ml.evaluate import Options
from ml.instantiation.baseline import answer_majority, learn_majority
from ml.instantiation.rows import Row, World, build_world, make_rows
from ml.instantiation.run import solve_rows
from ml.instantiation.score import judge_row, score_results
from ml.instantiation.train import InstantiationConfig, mean_dev_score, train_instantiation
from ml.instantiation.tree import Result
from ml.runs import Evaluation
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.formats import instantiation as instantiation_format
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.metrics.values import ValueScores

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


def evaluate_instantiation(
    corpus: Corpus, model: str, options: Options, silver: Path | None = None
) -> Evaluation:
    """Accuracies on the test cases."""
    world = build_world(corpus)
    train, test = split_gold(corpus, world)
    extra = load_silver(corpus, world, silver)
    if model == "majority":
        majority = learn_majority([*train, *extra])
        results = [answer_majority(majority, row) for row in test]
        return report_values(model, test, results, {"silver_rows": len(extra)})
    if model not in MODELS:
        raise ModelError(f"There is no instantiation model “{model}”. Choose {', '.join(MODELS)}.")
    config = make_config(model, options)
    trained = train_instantiation(
        config, world, train, extra, folder=options.folder, quiet=options.quiet
    )
    results = list(solve_rows(trained.solver, world, test))
    notes = {
        "silver_rows": len(extra),
        "dev_scores": trained.dev_scores,
        "dev_mean": mean_dev_score(trained),
        "reported_fold": trained.chosen_fold + 1,
        "centroids": len(trained.solver.model.centroids),
    }
    evaluation = report_values(model, test, results, notes)
    evaluation.histories = trained.histories
    return evaluation


def make_config(model: str, options: Options) -> InstantiationConfig:
    """The default settings with the options' changes."""
    changes = dict(options.changes)
    if options.encoder:
        changes["encoder"] = options.encoder
    return replace(InstantiationConfig(), structure=model != "bert-without-structure", **changes)


def report_values(
    model: str, rows: Sequence[Row], results: Sequence[Result], notes: dict[str, Any]
) -> Evaluation:
    """Metrics, per-row counts and predictions."""
    scores = score_results(zip(rows, results, strict=True))
    items: dict[str, Counts] = {}
    for number, (row, result) in enumerate(zip(rows, results, strict=True)):
        outcomes = judge_row(row, result)
        right = sum(o.correct for o in outcomes)
        items[f"{number}:{row.case}:{row.label.predicate}"] = Counts(
            right, len(outcomes), len(outcomes)
        )
    shown = {name: str(getattr(scores, name)) for name in ValueScores.__dataclass_fields__}
    metrics: dict[str, Any] = {
        name: {
            "correct": getattr(scores, name).correct,
            "total": getattr(scores, name).total,
            "accuracy": getattr(scores, name).value,
            "margin": getattr(scores, name).margin,
        }
        for name in shown
    }
    return Evaluation(
        "instantiation", model, shown, metrics | notes, items, _list_rows(rows, results)
    )


def _list_rows(rows: Sequence[Row], results: Sequence[Result]) -> list[dict[str, Any]]:
    return [
        {
            "case": row.case,
            "subsection": row.label.predicate,
            "given": dict(row.given),
            "gold": dict(row.gold),
            "gold_truth": row.truth,
            "values": {n: v for n, v in result.values.items() if n not in dict(row.given)},
            "truth": round(result.truth, 4),
        }
        for row, result in zip(rows, results, strict=True)
    ]
