"""Silver of a project: read from the database, written to a file or into the solver's layers."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import transaction

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author, InstantiationRow, LayerLoader
from sara_annotate.annotations.models import AuthorKind, Instantiation
from sara_annotate.corpus.models import Case, Project, Subsection
from sara_annotate.corpus.selectors import known_labels
from sara_annotate.domain.formats.instantiation import render_row
from sara_annotate.domain.labels import order_labels
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.logic import selectors
from sara_annotate.logic.errors import NoProgramError
from sara_annotate.logic.silver import SilverOptions
from sara_annotate.logic.silver_run import SilverInput, SilverResult, SilverRun
from sara_annotate.logic.tabling_services import program_tabled
from sara_annotate.logic.walking import Progress


def silver_make(
    *,
    project: Project,
    options: SilverOptions,
    compat: bool = False,
    jobs: int = 1,
    folder: Path | None = None,
    progress: Progress = lambda done, total: None,
    save: Callable[[SilverResult], object] = lambda result: None,
) -> SilverResult:
    """All silver rows of a project, saved; a run that was killed is gone on with."""
    given = silver_input(project=project, options=options, compat=compat)
    pieces = folder or Path(settings.SARA_VAR) / "silver" / project.slug
    return SilverRun(given, pieces, jobs, progress).run(save)


def silver_input(*, project: Project, options: SilverOptions, compat: bool) -> SilverInput:
    """What the rows of a project depend on."""
    program = selectors.program_get(project=project, compat=compat)
    if program is None:
        raise NoProgramError("This project has no Prolog program: there is nothing to ask.")
    program = program_tabled(project=project, program=program)
    cases = tuple(case for _, case in selectors.case_values(project=project))
    trained = {case.name for case in cases if options.covers(case)}
    gold = (row.value for row in selectors.row_list(project=project))
    return SilverInput(
        program=program,
        cases=cases,
        labels=tuple(order_labels(known_labels(project))),
        clauses=selectors.clause_map(project=project),
        integers=selectors.integer_names(project=project),
        gold=tuple(row for row in gold if row.case in trained),
        options=options,
    )


def silver_write(result: SilverResult, path: Path) -> None:
    """The rows as SARA's TSV; beside it, line by line, tier, origin and program of each."""
    lines = (
        json.dumps(
            {"tier": row.tier, "origin": "silver", "program": result.program_sha256}
        ) + "\n"
        for row in result.rows
    )  # fmt: skip
    _write_whole(path, (render_row(row.value) for row in result.rows))
    _write_whole(path.with_name(path.name + ".origin.jsonl"), lines)


def _write_whole(path: Path, lines: Iterator[str]) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@transaction.atomic
def silver_store(*, project: Project, result: SilverResult, by: User, key: str = "") -> int:
    """Rows into layers of the solver; the number that was stored.

    A new run each time, or with a `key` (a job's) once only: a worker may be killed between the
    storing and the end of its job. Rows of a predicate without a subsection have no place in the
    database and stay out.
    """
    run = f"silver-{result.program_sha256[:12]}-{key or _next_number(project)}"
    stored = Instantiation.objects.filter(layer__project=project, layer__run=run)
    if key and stored.exists():
        return stored.count()
    loader = LayerLoader(project, Author(by, AuthorKind.SOLVER, run))
    subsections = {s.label: s for s in Subsection.objects.filter(project=project)}
    grouped: dict[str, list[InstantiationRow]] = defaultdict(list)
    tiers: dict[tuple[str, int], str] = {}
    for position, row in enumerate(result.rows):
        subsection = subsections.get(row.value.label.plain)
        if subsection is not None:
            grouped[row.value.case].append(InstantiationRow(row.value, subsection, position))
            tiers[row.value.case, position] = row.tier
    cases = {case.name: case for case in Case.objects.filter(project=project)}
    for name in sorted(grouped):
        loader.add_case(case=cases[name], rows=grouped[name])
    for item in loader.buffer.rows[Instantiation]:
        item.tier = tiers[item.layer.case.name, item.position]
        item.program_sha256 = result.program_sha256
    loader.buffer.flush()
    return len(tiers)


def _next_number(project: Project) -> int:
    runs = project.layers.filter(author_kind=AuthorKind.SOLVER).values("run").distinct()
    return runs.count() + 1


def silver_run(context: JobContext) -> JobResult:
    """The job that makes and stores silver; asked again after a kill, it goes on."""
    project = Project.objects.get(slug=context.job.project_slug)
    params = context.job.params
    options = SilverOptions(
        tiers=frozenset(params.get("tiers", "ABC")), seed=int(params.get("seed", 0))
    )
    most = int(params.get("limit_inferences", options.limits.inferences))
    options = replace(options, limits=replace(options.limits, inferences=most))
    result = silver_make(
        project=project,
        options=options,
        compat=bool(params.get("compat", False)),
        jobs=int(params.get("jobs", 1)),
        progress=context.progress,
        save=lambda made: silver_store(
            project=project, result=made, by=context.job.owner, key=str(context.job.pk)[:8]
        ),
    )
    _report_failures(context, result)
    return {
        "rows": len(result.rows),
        "counts": result.counts,
        "failures": len(result.failures),
        "caps": result.caps,
        "program_sha256": result.program_sha256,
    }


def _report_failures(context: JobContext, result: SilverResult) -> None:
    """A line for each case in which something was neither true nor false."""
    by_case: dict[str, list[str]] = defaultdict(list)
    for case, goal, outcome, code in result.failures:
        by_case[case].append(f"{goal}: {outcome} ({code})")
    for case, said in by_case.items():
        more = f", and {len(said) - 1} more" if len(said) > 1 else ""
        context.report(case, f"{case}: {said[0]}{more}. Such goals give no row.")
