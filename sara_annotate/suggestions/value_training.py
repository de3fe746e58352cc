"""The job that trains a model for values: folds over cases that are kept, then a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.jobs.registry import JobContext
from sara_annotate.suggestions.judging import show
from sara_annotate.suggestions.models import ModelTask, TrainedModel, models_folder
from sara_annotate.suggestions.registry import model_add
from sara_annotate.suggestions.training_data import corpus_read
from sara_annotate.suggestions.values import values_model

if TYPE_CHECKING:
    from ml.instantiation.train import InstantiationConfig

KIND = "instantiation"
LEAST_CASES = 6
FOLDS = {"test_folds": 3, "folds": 2, "silver_limit": 2000}
"""Fewer folds than the paper's ten of ten: a project wants its model within the hour."""
NAMES = {"epochs": "finetune_epochs", "batch_size": "batch_size", "seed": "seed"}
"""Our settings by what `ml` calls them."""


class TooFewCasesError(DomainError):
    code = "too_few_cases"


def values_train(context: JobContext) -> TrainedModel:
    """A model for values, in use when it is better than the one before; safe to run again."""
    # Imported here: this is the models' worker, and nothing else loads torch.
    from ml.data import hash_corpus
    from ml.instantiation.kept import cross_validate_values

    project = Project.objects.get(slug=context.job.project_slug)
    params = context.job.params
    data_at = context.recall("data_at") or timezone.now().isoformat()
    context.keep("data_at", data_at)
    corpus = corpus_read(project=project, source=str(params["source"]), cases=True)
    cases = {row.case for row in corpus.instantiations if row.origin == "gold"}
    if len(cases) < LEAST_CASES:
        raise TooFewCasesError(
            f"Training for values needs at least {LEAST_CASES} cases with gold rows, so that "
            f"each can be held out; there are {len(cases)}."
        )
    config = _make_config(params)
    data_hash = hash_corpus(corpus)
    folder = f"{project.slug}/{context.job.pk.hex[:12]}-{data_hash[:8]}"
    evaluation = cross_validate_values(
        corpus,
        config,
        models_folder() / folder,
        data_hash,
        watch=context.progress,
        say=context.log,
    )
    before = values_model(project)
    comparison = _compare(context, corpus, config, before, evaluation.items)
    return model_add(
        job=context.job,
        project=project,
        task=ModelTask.VALUES,
        kind=KIND,
        folder=folder,
        source=str(params["source"]),
        data_hash=data_hash,
        data_at=parse_datetime(data_at),
        parameters=asdict(config),
        scores={"instantiation": _score(evaluation)},
        folds=_folds(folder),
        subsections=len(cases),
        before=before,
        comparison=comparison,
    )


def _make_config(params: Mapping[str, Any]) -> InstantiationConfig:
    from ml.evaluate import Options
    from ml.instantiation.evaluate import make_config

    wanted = dict(params.get("changes") or {})
    changes = {**FOLDS, **{NAMES[name]: value for name, value in wanted.items()}}
    if "epochs" in wanted:
        changes["pretrain_epochs"] = wanted["epochs"]
    options = Options(encoder=str(params.get("encoder") or ""), changes=tuple(changes.items()))
    return make_config("bert-without-structure", options)


def _score(evaluation: Any) -> dict[str, Any]:
    """As printed beside the paper's; `f1` is the unified accuracy, which is what is compared."""
    accuracy = evaluation.metrics["unified"]["accuracy"]
    shown = show(evaluation, evaluation.model)
    return {**shown, "f1": None if accuracy is None else round(100 * accuracy, 2)}


def _folds(folder: str) -> list[dict[str, Any]]:
    from ml.instantiation.saved import open_values_run

    run = open_values_run(models_folder() / folder)
    return [{"name": m.name, "trained_on": sorted(m.trained_on)} for m in run.models]


def _compare(
    context: JobContext,
    corpus: Corpus,
    config: InstantiationConfig,
    before: TrainedModel | None,
    items: Mapping[str, Counts],
) -> dict[str, Any]:
    """The paired bootstrap of the one before (or the majority) and these items."""
    from ml.compare import compare_items

    try:
        first = _score_model(corpus, before) if before else _score_majority(corpus, config)
    except DomainError as error:
        context.report("comparison", f"There is nothing to compare with: {error.message}")
        return {}
    both = sorted(set(first) & set(items))
    if not both:
        return {}
    found = compare_items({n: first[n] for n in both}, {n: items[n] for n in both})
    return {**asdict(found), "against": before.name if before else "the majority"}


def _score_majority(corpus: Corpus, config: InstantiationConfig) -> dict[str, Counts]:
    from ml.evaluate import Options
    from ml.instantiation.evaluate import evaluate_instantiation

    same = (("test_folds", config.test_folds), ("seed", config.seed))
    return evaluate_instantiation(corpus, "majority", Options(changes=same, quiet=True)).items


def _score_model(corpus: Corpus, row: TrainedModel) -> dict[str, Counts]:
    """Counts of each row of these data, each case by a fold that never saw it."""
    from ml.instantiation.kept import score_unseen

    return score_unseen(row.path, corpus)
