"""Tabling of a project's program: measured once, kept with the program's hash, used by silver."""

from __future__ import annotations

from dataclasses import replace

from sara_annotate.corpus.models import Project
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.logic import selectors
from sara_annotate.logic.errors import NoProgramError
from sara_annotate.logic.models import ProgramTabling
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits, LogicProgram
from sara_annotate.logic.tabling import TablingTrial, sample_cases

TRIAL_LIMITS = Limits(inferences=1_000_000, solutions=50)


def tabling_get(*, project: Project, program: LogicProgram) -> ProgramTabling | None:
    """What is known of this very program, or None."""
    found = ProgramTabling.objects.filter(project=project, program_sha256=program.sha256)
    return found.first()


def program_tabled(*, project: Project, program: LogicProgram) -> LogicProgram:
    """The program with the tabling that was found harmless for it, or as it is."""
    known = tabling_get(project=project, program=program)
    if known is None or not known.is_used:
        return program
    return program.with_tabling(tuple((name, arity) for name, arity in known.predicates))


def tabling_measure(*, project: Project, compat: bool = False) -> ProgramTabling:
    """Try it on cases of the project and keep what came out."""
    program = selectors.program_get(project=project, compat=compat)
    if program is None:
        raise NoProgramError("This project has no Prolog program: there is nothing to table.")
    facts = sample_cases([case.facts for _, case in selectors.case_values(project=project)])
    with SolverPool(1) as pool:
        found = TablingTrial(program, facts, replace(TRIAL_LIMITS), pool).choose()
    row, _ = ProgramTabling.objects.update_or_create(
        project=project,
        program_sha256=program.sha256,
        defaults={
            "is_used": bool(found.predicates) and found.is_worth_it,
            "predicates": [list(one) for one in found.predicates],
            "refused": [list(one) for one in found.refused],
            "cases": found.cases,
            "goals": found.goals,
            "inferences_before": found.inferences_before,
            "inferences_after": found.inferences_after,
        },
    )
    return row


def tabling_run(context: JobContext) -> JobResult:
    """The job that measures."""
    project = Project.objects.get(slug=context.job.project_slug)
    row = tabling_measure(project=project, compat=bool(context.job.params.get("compat", False)))
    return {"is_used": row.is_used, "predicates": row.predicates, "refused": row.refused}
