"""The job that pre-labels: a statute at a time, each kept, all of it stored at the end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from django.db import DatabaseError, transaction

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.annotations.models import ModelRun
from sara_annotate.annotations.suggestion_services import model_layers_store
from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import AnnotatedStatute
from sara_annotate.domain.errors import DomainError
from sara_annotate.jobs.registry import JobContext, JobLost, JobResult, JobStopped
from sara_annotate.suggestions.models import TrainingSource
from sara_annotate.suggestions.proposers.base import Proposal, Proposer, keep_sound
from sara_annotate.suggestions.proposers.choose import open_proposer
from sara_annotate.suggestions.training_data import corpus_read
from sara_annotate.suggestions.value_sources import CaseProposal
from sara_annotate.suggestions.values import ValueProposer, values_store

logger = logging.getLogger(__name__)
T = TypeVar("T")

TRIES = 2
"""So often a worker may die over one item before the others are done without it."""


class NothingProposedError(DomainError):
    code = "nothing_proposed"


def prelabel_run(context: JobContext) -> JobResult:
    """Suggestions for statutes and cases as one run of a model; safe to run again."""
    params = context.job.params
    project = Project.objects.get(slug=context.job.project_slug)
    tasks = params.get("tasks") or ["arguments", "clauses"]
    run = f"{_name(params)} · {context.job.pk.hex[:6]}"
    if ModelRun.objects.filter(project=project, name=run).exists():
        return _result(project, run)  # stored by a worker that died before it could say so
    whole = corpus_read(project=project, source=TrainingSource.ACCEPTED).statutes
    wanted = params.get("sections") or []
    statutes = [s for s in whole if not wanted or s.statute.section in wanted]
    if not set(tasks) & {"arguments", "clauses"}:
        statutes = []
    answering = ValueProposer(project, params.get("values_by", "")) if "values" in tasks else None
    names = answering.cases(params.get("cases") or []) if answering else []
    steps = _Steps(context, len(statutes) + len(names))
    found: dict[str, Proposal] = {}
    proposer = _open(project, params, tasks, whole) if statutes else None
    for one in statutes:
        assert proposer is not None
        work = partial(_propose, proposer, one, whole)
        kept = steps.do(f"§{one.statute.section}", work, Proposal)
        if kept is not None:
            found[one.statute.section] = kept
    rows: list[CaseProposal] = []
    described = [proposer.description] if proposer else []
    if answering is not None:
        with answering:
            described.append(answering.description)
            for name in names:
                answer = steps.do(name, partial(_answer, answering, name), CaseProposal)
                rows += [answer] if answer is not None else []
    _report(context, found)
    if not found and not rows:
        raise NothingProposedError("Nothing could be pre-labelled. The log says why of each.")
    with transaction.atomic():
        model_layers_store(
            project=project,
            run=run,
            model="; ".join(described),
            layers=[layer for one in found.values() for layer in one.layers],
            folds={
                **{section: one.fold for section, one in found.items()},
                **{row.case: row.fold for row in rows},
            },
            by=context.job.owner,
        )
        values_store(project=project, run=run, proposals=rows, by=context.job.owner)
    return _result(project, run)


def _name(params: dict[str, Any]) -> str:
    """After whoever suggests; where only values are asked for, that is not the model of spans."""
    if params.get("tasks") == ["values"]:
        return "values"
    return str(params.get("name") or params.get("model") or "rules")


def _open(
    project: Project,
    params: dict[str, Any],
    tasks: Sequence[str],
    whole: Sequence[AnnotatedStatute],
) -> Proposer:
    return open_proposer(
        project=project,
        model=str(params.get("model", "")),
        clauses="clauses" in tasks,
        statutes=whole,
    )


def _propose(
    proposer: Proposer, one: AnnotatedStatute, whole: Sequence[AnnotatedStatute]
) -> Proposal:
    others = [other for other in whole if other is not one]
    proposal = proposer.propose(one.statute, others)
    if one.statute.section in proposal.fold.trained_on:
        raise NothingProposedError(
            f"{proposer.name} was trained on §{one.statute.section}: it would repeat what it "
            "was told, so nothing of it is suggested there."
        )
    return keep_sound(one.statute, proposal)


def _answer(answering: ValueProposer, name: str) -> CaseProposal:
    proposal = answering.propose(name)
    if name in proposal.fold.trained_on:
        raise NothingProposedError(
            f"{proposal.fold.name} was trained on {name}: it would repeat what it was told, so "
            "nothing of it is suggested there."
        )
    return proposal


def _report(context: JobContext, found: dict[str, Proposal]) -> None:
    for proposal in found.values():
        for label, text in proposal.problems:
            context.report(label, text)


def _result(project: Project, run: str) -> JobResult:
    layers = project.layers.filter(run=run)
    mentions = layers.filter(mentions__isnull=False).values("mentions").count()
    return {
        "run": run,
        "subsections": layers.exclude(subsection=None).count(),
        "mentions": mentions,
        "cases": layers.exclude(case=None).count(),
    }


class _Steps:
    """Items one after another: each is done once, and one that cannot be done is named."""

    def __init__(self, context: JobContext, total: int) -> None:
        self.context, self.total, self.done = context, total, 0

    def do(self, item: str, work: Callable[[], T], kind: type[T]) -> T | None:
        kept = self.context.recall(item)
        if kept is None:
            kept = {"value": self._try(item, work)}
            self.context.keep(item, kept)
        self.done += 1
        self.context.progress(self.done, self.total)
        return None if kept["value"] is None else msgspec.convert(kept["value"], kind)

    def _try(self, item: str, work: Callable[[], T]) -> object:
        """What came of it as JSON, or None when it cannot be done."""
        died = self.context.recall(f"tried {item}") or 0
        if died >= TRIES:
            self.context.report(item, f"{item}: the worker died {died} times over it. Left out.")
            return None
        self.context.keep(f"tried {item}", died + 1)
        try:
            return msgspec.to_builtins(work())
        except (DomainError, ApplicationError) as error:
            self.context.report(item, f"{item}: {error.message}")
        except (JobStopped, JobLost, DatabaseError):
            raise
        except Exception as error:  # one poisoned item must not take the others with it
            logger.exception("Pre-labelling of %s failed", item)
            self.context.report(item, f"{item}: a fault of ours, {type(error).__name__}: {error}")
        return None
