"""Agreement of a project: measured by a job, kept under the fingerprint of what it read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import transaction

from sara_annotate.accounts.models import User
from sara_annotate.annotations.selectors import layers_fingerprint
from sara_annotate.corpus.models import Project
from sara_annotate.domain.agreement.measure import GOLD, Found, Measured, Result, measure_agreement
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.jobs.services import job_enqueue
from sara_annotate.review.agreement_models import AgreementItem
from sara_annotate.review.agreement_reading import layers_counted, texts_read
from sara_annotate.review.models import Agreement

KIND = "agreement"
AT_ONCE = 1000
WAITING = (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED)
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Standing:
    """The newest figures there are, whether they still hold, and the job that makes new ones."""

    agreement: Agreement | None
    is_fresh: bool
    job: Job | None


def prefix_of(unfinished: bool) -> str:
    """Figures of handed-in work and of all work are kept side by side."""
    return "all" if unfinished else "done"


def agreement_fingerprint(*, project: Project, unfinished: bool = False) -> str:
    """Another one after any edit of a layer that counts; one query."""
    counted = layers_counted(project=project, unfinished=unfinished)
    return f"{prefix_of(unfinished)}:{layers_fingerprint(counted)}"


def agreement_newest(*, project: Project, unfinished: bool = False) -> Agreement | None:
    kept = Agreement.objects.filter(
        project=project, fingerprint__startswith=f"{prefix_of(unfinished)}:"
    )
    return kept.order_by("-created_at", "-pk").first()


def agreement_standing(*, project: Project, unfinished: bool = False) -> Standing:
    """Three queries, whatever the size."""
    newest = agreement_newest(project=project, unfinished=unfinished)
    now = agreement_fingerprint(project=project, unfinished=unfinished)
    jobs = Job.objects.filter(
        kind=KIND, project_slug=project.slug, params__unfinished=unfinished
    ).order_by("-created_at")
    return Standing(newest, newest is not None and newest.fingerprint == now, jobs.first())


@transaction.atomic
def agreement_refresh(*, project: Project, user: User, unfinished: bool = False) -> Standing:
    """Start measuring unless the figures hold or somebody has started already."""
    Project.objects.select_for_update().get(pk=project.pk)
    standing = agreement_standing(project=project, unfinished=unfinished)
    if standing.is_fresh or (standing.job and standing.job.state in WAITING):
        return standing
    job = job_enqueue(
        kind=KIND,
        owner=user,
        params={"unfinished": unfinished},
        project_slug=project.slug,
    )
    return Standing(standing.agreement, False, job)


def agreement_run(context: JobContext) -> JobResult:
    """The job. Run twice it does nothing more: what holds already is kept."""
    project = Project.objects.get(slug=context.job.project_slug)
    unfinished = bool(context.job.params.get("unfinished", False))
    row = agreement_measure(project=project, unfinished=unfinished, progress=context.progress)
    return {"items": row.items.count(), "fingerprint": row.fingerprint}


def agreement_measure(
    *, project: Project, unfinished: bool = False, progress: Progress = lambda done, total: None
) -> Agreement:
    """The figures as the layers stand now, measured unless they are known."""
    # Read before the layers: an edit in between makes the result out of date, never wrong.
    fingerprint = agreement_fingerprint(project=project, unfinished=unfinished)
    known = Agreement.objects.filter(project=project, fingerprint=fingerprint).first()
    if known is not None:
        return known
    texts = texts_read(project=project, unfinished=unfinished)
    result = measure_agreement(texts, progress=progress)
    return _keep(project, unfinished, fingerprint, result)


@transaction.atomic
def _keep(project: Project, unfinished: bool, fingerprint: str, result: Result) -> Agreement:
    Project.objects.select_for_update().get(pk=project.pk)
    Agreement.objects.filter(
        project=project, fingerprint__startswith=f"{prefix_of(unfinished)}:"
    ).delete()
    row = Agreement.objects.create(
        project=project, fingerprint=fingerprint, result=write_result(result)
    )
    items = (_item(row, found) for found in result.found)
    while page := list(islice(items, AT_ONCE)):
        AgreementItem.objects.bulk_create(page)
    return row


def write_result(result: Result) -> dict[str, Any]:
    return {
        "scopes": [
            {"by": scope.by, "name": scope.name, "figures": [_figure(m) for m in measured]}
            for scope, measured in result.scopes.items()
        ]
    }


def _figure(measured: Measured) -> dict[str, Any]:
    estimate, figure = measured.estimate, measured.figure
    return {
        "key": figure.key,
        "task": figure.task,
        "words": figure.words,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "texts": estimate.texts,
        "items": measured.items,
    }


def _item(row: Agreement, found: Found) -> AgreementItem:
    said = found.difference
    pk = int(found.text[1:])
    return AgreementItem(
        agreement=row,
        kind=said.kind,
        section=said.section,
        subsection_id=pk if found.text.startswith("s") else None,
        case_id=pk if found.text.startswith("c") else None,
        left=found.left,
        right="" if found.right == GOLD else found.right,
        is_accepted=found.is_accepted,
        subject=said.subject[:240],
        start=said.at.start if said.at else None,
        end=said.at.end if said.at else None,
        left_says=dict(said.left),
        right_says=dict(said.right),
    )


def scope_list(agreement: Agreement | None, by: str, name: str | None = None) -> list[Any]:
    """The scopes of one kind, or the one of this name."""
    if agreement is None:
        return []
    return [
        scope
        for scope in agreement.result["scopes"]
        if scope["by"] == by and name in (None, scope["name"])
    ]


def figure_rows(agreement: Agreement, by: str | None = None) -> Iterator[dict[str, Any]]:
    """One row a figure, for files."""
    for scope in agreement.result["scopes"]:
        if by in (None, scope["by"]):
            for figure in scope["figures"]:
                yield {"by": scope["by"], "name": scope["name"], **figure}
