"""The job that trains: cross-validation that keeps a model of each fold, then a comparison."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.errors import DomainError
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.suggestions.judging import compare_models, score_tasks
from sara_annotate.suggestions.models import ModelState, ModelTask, TrainedModel, models_folder
from sara_annotate.suggestions.registry import model_add
from sara_annotate.suggestions.training_data import corpus_read, take_labelled
from sara_annotate.suggestions.value_training import KIND, values_train

if TYPE_CHECKING:
    from ml.identification import FoldResult, TaskData
    from ml.tagger import TaggerConfig

LEAST_STATUTES = 3


class TooLittleDataError(DomainError):
    code = "too_little_data"


def train_run(context: JobContext) -> JobResult:
    """A new model, in use when it is better than the one before; safe to run again."""
    found = TrainedModel.objects.filter(job=context.job).first()
    if found is not None:
        return _result(found)  # stored by a worker that died before it could say so
    train = values_train if context.job.params["kind"] == KIND else spans_train
    row = train(context)
    context.log(_say(row))
    return _result(row)


def spans_train(context: JobContext) -> TrainedModel:
    """A model for spans; arguments are grouped and named from what it finds."""
    # Imported here: this is the models' worker, and nothing else loads torch.
    from ml.data import hash_corpus
    from ml.evaluate import Options, make_tagger_config
    from ml.identification import prepare_corpus
    from ml.kept_folds import cross_validate_kept

    project = Project.objects.get(slug=context.job.project_slug)
    params = context.job.params
    data_at = context.recall("data_at") or timezone.now().isoformat()
    context.keep("data_at", data_at)
    corpus = take_labelled(corpus_read(project=project, source=str(params["source"])))
    _check_enough(corpus)
    kind = str(params["kind"])
    changes = tuple((str(k), v) for k, v in dict(params.get("changes") or {}).items())
    config = make_tagger_config(
        kind, Options(encoder=str(params.get("encoder") or ""), changes=changes)
    )
    data_hash = hash_corpus(corpus)
    # By the data too: folds of other data, from before an interruption, are no folds of these.
    folder = f"{project.slug}/{context.job.pk.hex[:12]}-{data_hash[:8]}"
    data = prepare_corpus(corpus)
    results = cross_validate_kept(
        data, config, models_folder() / folder, watch=context.progress, say=context.log
    )
    evaluation = _save(data, config, kind, folder, data_hash, results)
    before = TrainedModel.objects.filter(
        project=project, task=ModelTask.SPANS, state=ModelState.IN_USE
    ).first()
    comparison = compare_models(context, data, before, evaluation.items)
    return model_add(
        job=context.job,
        project=project,
        kind=kind,
        folder=folder,
        source=str(params["source"]),
        data_hash=data_hash,
        data_at=parse_datetime(data_at),
        parameters={**asdict(config), "layers": list(config.layers)},
        scores=score_tasks(data, kind, evaluation, models_folder() / folder),
        folds=[
            {"name": r.fold.name, "trained_on": sorted((*r.fold.train, *r.fold.dev))}
            for r in results
        ],
        subsections=sum(len(s.statute.subsections) for s in corpus.statutes),
        before=before,
        comparison=comparison,
        prelabel=bool(params.get("prelabel")),
    )


def _check_enough(corpus: Corpus) -> None:
    if len(corpus.statutes) < LEAST_STATUTES:
        raise TooLittleDataError(
            f"Training needs at least {LEAST_STATUTES} statutes with accepted mentions, so that "
            f"each can be held out; there are {len(corpus.statutes)}. Until then pre-label with "
            "the rules, which need no training."
        )


def _save(
    data: TaskData,
    config: TaggerConfig,
    kind: str,
    folder: str,
    data_hash: str,
    results: list[FoldResult],
) -> Any:
    from ml.evaluate import report_spans
    from ml.runs import save_run

    evaluation = report_spans(data, kind, results)
    save_run(
        models_folder() / folder,
        evaluation,
        config=asdict(config),
        data_hash=data_hash,
        seed=config.seed,
    )
    return evaluation


def _say(row: TrainedModel) -> str:
    found = row.comparison
    if not found:
        return f"{row.name} is in use: there was nothing to compare it with."
    what = "accuracy" if row.task == ModelTask.VALUES else "F1"
    verdict = "takes over" if row.state == ModelState.IN_USE else "does not take over"
    ours, theirs = (f"{100 * found[side]:.1f}" for side in ("second", "first"))
    more, low, high = (f"{100 * found[name]:+.1f}" for name in ("difference", "low", "high"))
    return (
        f"{row.name} {verdict}: {what} {ours} against {theirs} of {found['against']}, difference "
        f"{more} (95 % interval {low} to {high})."
    )


def _result(row: TrainedModel) -> JobResult:
    return {"model": row.number, "state": row.state, "comparison": row.comparison}
