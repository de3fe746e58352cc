"""How good models are on this project's data, and whether one is better than another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sara_annotate.domain.draft_rules import learn
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.spans import Span
from sara_annotate.jobs.registry import JobContext
from sara_annotate.suggestions.models import TrainedModel

if TYPE_CHECKING:
    from ml.identification import TaskData
    from ml.runs import Evaluation

Json = dict[str, Any]


def score_tasks(data: TaskData, kind: str, evaluation: Evaluation, folder: Path) -> Json:
    """Scores of a trained model, by task, each beside the paper's."""
    from ml.evaluate import Options, evaluate_cascade
    from ml.runs import load_predictions

    assert load_predictions(folder) is not None
    cascade = evaluate_cascade(data.corpus, "improved", Options(spans=folder))
    return {
        "identification": show(evaluation, "improved"),
        "cascade": show(cascade, "improved"),
    }


def show(evaluation: Evaluation, model: str) -> Json:
    from ml.tables import find_paper

    pooled = evaluation.metrics.get("pooled", {})
    return {
        "ours": evaluation.shown,
        "paper": dict(find_paper(evaluation.task, model)),
        "f1": pooled.get("f1"),
        "precision": pooled.get("p"),
        "recall": pooled.get("r"),
        "calibration_error": evaluation.metrics.get("calibration_error"),
    }


def compare_models(
    context: JobContext,
    data: TaskData,
    before: TrainedModel | None,
    items: Mapping[str, Counts],
) -> Json:
    """The paired bootstrap of the one before (or the rules) and these items; {} without one."""
    from ml.compare import compare_items

    try:
        first = score_model(data, before) if before else score_rules(data)
    except DomainError as error:
        context.report("comparison", f"There is nothing to compare with: {error.message}")
        return {}
    both = set(first) & set(items)
    if not both:
        return {}
    found = compare_items(
        {name: first[name] for name in both}, {name: items[name] for name in both}
    )
    return {**asdict(found), "against": before.name if before else "the rules"}


def score_model(data: TaskData, row: TrainedModel) -> dict[str, Counts]:
    """Counts of each subsection of these data, each statute by a fold that never saw it."""
    from ml.errors import RunError
    from ml.identification import score_sections, suggest_spans
    from ml.saved_runs import load_model, open_run

    run = open_run(row.path)
    scores: dict[str, Counts] = {}
    for section in data.subsections:
        try:
            model = run.pick(section)
        except RunError:
            continue  # all of its folds have learnt from this one: it cannot be judged there
        found = suggest_spans(load_model(model)[0], data.take([section]))
        counted = score_sections(data, [section], found)
        scores |= {label.plain: counts for label, counts in counted.items()}
    return scores


def score_rules(data: TaskData) -> dict[str, Counts]:
    """The same of the rules, which learn from all statutes but the one in question."""
    from ml.identification import Found, score_sections

    scores: dict[str, Counts] = {}
    for one in data.corpus.statutes:
        others = [other for other in data.corpus.statutes if other is not one]
        rules = learn(others, clauses=False)
        labels = [s.label for s in one.statute.subsections]
        section = one.statute.section
        found = [
            Found(section, Span(m.start, m.end), m.confidence)
            for layer in rules.draft(one.statute, labels, clauses=False)
            for argument in layer.arguments
            for m in argument.mentions
        ]
        counted = score_sections(data, [section], found)
        scores |= {label.plain: counts for label, counts in counted.items()}
    return scores
