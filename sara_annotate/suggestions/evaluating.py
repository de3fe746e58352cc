"""The job that evaluates: what each task's models score on this project, beside the paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.metrics.counts import pool_counts
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.suggestions.judging import score_model, score_rules, show
from sara_annotate.suggestions.models import ModelState, ModelTask, TrainedModel
from sara_annotate.suggestions.training_data import corpus_read, take_labelled

if TYPE_CHECKING:
    from ml.identification import TaskData

Json = dict[str, Any]
Step = Callable[[], Json]


class NothingEvaluatedError(DomainError):
    code = "nothing_evaluated"


def evaluate_run(context: JobContext) -> JobResult:
    """A table, a row for each task and model; what cannot be scored is named."""
    project = Project.objects.get(slug=context.job.project_slug)
    source = str(context.job.params.get("source", "gold"))
    whole = corpus_read(project=project, source=source, cases=True)
    steps = _steps(project, whole)
    rows: list[Json] = []
    for number, (name, step) in enumerate(steps.items(), 1):
        found = context.recall(name)
        if found is None:
            try:
                found = step()
            except DomainError as error:
                context.report(name, f"{name}: {error.message}")
                found = {}
            context.keep(name, found)
        rows += [{"name": name, **found}] if found else []
        context.progress(number, len(steps))
    if not rows:
        raise NothingEvaluatedError("There is nothing here that could be scored. See the log.")
    return {"rows": rows}


def _steps(project: Project, whole: Corpus) -> dict[str, Step]:
    from ml.identification import prepare_corpus

    labelled = take_labelled(whole)
    data = prepare_corpus(labelled)
    used = TrainedModel.objects.filter(project=project, state=ModelState.IN_USE)
    model = used.filter(task=ModelTask.SPANS).first()
    values = used.filter(task=ModelTask.VALUES).first()
    steps: dict[str, Step] = {}
    if model is not None:
        steps[f"Spans, {model.name}"] = partial(_spans, data, model)
    last: dict[str, Step] = {}
    if values is not None:
        last[f"Values, {values.name}"] = partial(_values_of, whole, values)
    return {
        **steps,
        "Spans, rules": partial(_rules, data),
        "Spans, noun phrases": partial(_run, "identification", labelled, "noun-phrases"),
        "Coreference, single mention": partial(_run, "coreference", labelled, "single-mention"),
        "Coreference, string matching": partial(_run, "coreference", labelled, "string-matching"),
        "Coreference, improved": partial(_run, "coreference", labelled, "improved"),
        "Clauses, draft": partial(_structure, whole, "draft"),
        "Clauses, draft with heads": partial(_structure, whole, "draft-with-heads"),
        "Values, majority": partial(_values, whole),
        **last,
    }


def _spans(data: TaskData, model: TrainedModel) -> Json:
    return {
        "task": "identification",
        "paper": _paper("improved"),
        **_pool(score_model(data, model)),
    }


def _rules(data: TaskData) -> Json:
    return {"task": "identification", "paper": {}, **_pool(score_rules(data))}


def _paper(model: str) -> Json:
    from ml.tables import find_paper

    return dict(find_paper("identification", model))


def _pool(counts: dict[str, Any]) -> Json:
    from ml.tables import show_percent

    pooled = pool_counts(counts.values())
    return {
        "ours": {
            "precision": show_percent(pooled.precision),
            "recall": show_percent(pooled.recall),
            "f1": show_percent(pooled.f1),
        },
        "f1": None if pooled.f1 is None else round(100 * pooled.f1, 2),
    }


def _run(task: str, corpus: Corpus, model: str) -> Json:
    from ml.evaluate import EVALUATORS, Options

    return {"task": task, **show(EVALUATORS[task](corpus, model, Options(quiet=True)), model)}


def _structure(corpus: Corpus, model: str) -> Json:
    from ml.evaluate import Options
    from ml.structure import evaluate_structure

    return {"task": "structure", **show(evaluate_structure(corpus, model, Options()), model)}


def _values(corpus: Corpus) -> Json:
    from ml.evaluate import Options
    from ml.instantiation.evaluate import evaluate_instantiation

    found = evaluate_instantiation(corpus, "majority", Options(quiet=True), None)
    return {"task": "instantiation", **show(found, "majority")}


def _values_of(corpus: Corpus, model: TrainedModel) -> Json:
    """Values and truths that a trained model has right, each case by a fold that never saw it."""
    from ml.instantiation.kept import score_unseen
    from ml.tables import find_paper, show_percent

    pooled = pool_counts(score_unseen(model.path, corpus).values())
    return {
        "task": "instantiation",
        "ours": {"unified": show_percent(pooled.precision)},
        "paper": dict(find_paper("instantiation", "bert-without-structure")),
        "f1": None if pooled.precision is None else round(100 * pooled.precision, 2),
    }
