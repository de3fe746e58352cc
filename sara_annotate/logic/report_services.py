"""The program of a project beside its subsections and clauses."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.corpus.selectors import known_labels
from sara_annotate.logic import selectors
from sara_annotate.logic.errors import NoProgramError
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.report import report_program
from sara_annotate.logic.tabling_services import tabling_get


def program_report(
    *, project: Project, pool: SolverPool, reader: User | None = None
) -> dict[str, Any]:
    """What one has and the other has not, and what is known of tabling."""
    program = selectors.program_get(project=project)
    if program is None:
        raise NoProgramError("This project has no Prolog program.")
    report = report_program(
        program,
        pool=pool,
        labels=known_labels(project),
        clauses=selectors.clause_map(project=project, reader=reader),
    )
    return {
        **asdict(report),
        "matched": [label.plain for label in report.matched],
        "without_predicate": [label.plain for label in report.without_predicate],
        "mismatches": report.mismatches,
        "tabling": tabling_get(project=project, program=program),
    }
