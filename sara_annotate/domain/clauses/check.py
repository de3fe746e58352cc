"""Checks of a clause against its project: what cannot be run, and what a person should see.

Errors: the clause cannot be read or executed. Warnings: look at it. Each has a place in
the text and, where one is plain, an edit that puts it right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from sara_annotate.domain.clauses.check_arguments import check_arguments, check_head
from sara_annotate.domain.clauses.check_calls import (
    check_callees,
    check_cycles,
    check_dead_branches,
)
from sara_annotate.domain.clauses.check_references import check_calls_explained, check_references
from sara_annotate.domain.clauses.context import Context, Finding
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.problems import ClauseProblem, sort_problems
from sara_annotate.domain.clauses.project import Project
from sara_annotate.domain.clauses.render import render_paper
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.clauses.tokens import Notation
from sara_annotate.domain.labels import Label

MAX_FINDINGS = 50
"""Of one check in one clause: more would help nobody and cost time."""

CHECKS: tuple[Callable[[Context], Iterator[Finding]], ...] = (
    check_head,
    check_callees,
    check_arguments,
    check_dead_branches,
    check_cycles,
    check_references,
    check_calls_explained,
)


def check_text(
    text: str, project: Project, *, at: Label | None = None, notation: Notation = "any"
) -> tuple[ClauseProblem, ...]:
    """All problems of a clause as text; what recovery could read is checked as well.

    `at` is the subsection that the clause is written for, when that is known.
    """
    parsed = parse_clause(text, notation)
    found = list(parsed.problems)
    if parsed.recovered is not None:
        found += check_clause(parsed.recovered, text, project, at=at)
    return sort_problems(found)


def check_clause(
    clause: Clause,
    text: str,
    project: Project,
    *,
    at: Label | None = None,
    drafting: bool = False,
) -> tuple[ClauseProblem, ...]:
    """What is wrong with a clause that was read from this text.

    When `drafting`, a callee whose clause is yet to be written is a doubt.
    """
    context = Context(clause, text, project, drafting=drafting)
    findings: list[Finding] = []
    if at is not None and clause.head != at:
        findings.append(context.wrong_head(at))
    for check in CHECKS:
        findings.extend(islice(check(context), MAX_FINDINGS))
    return sort_problems(context.place(finding) for finding in findings)


def check_term(clause: Clause, project: Project) -> tuple[ClauseProblem, ...]:
    """What is wrong with a clause; places are those of its printed form."""
    text = render_paper(clause)
    return check_text(text, project)


def check_project(
    clauses: Iterable[Clause], project: Project
) -> Iterator[tuple[Clause, tuple[ClauseProblem, ...]]]:
    """Each clause with its problems, in the order given."""
    for clause in clauses:
        yield clause, check_term(clause, project)


def check_line(text: str, project: Project) -> dict[str, object]:
    """The answer for one clause as plain values: `ok` says that there is no error."""
    problems = check_text(text, project)
    return {
        "ok": not any(p.is_error for p in problems),
        "problems": [
            {
                "code": p.code,
                "severity": p.severity,
                "line": p.line,
                "column": p.column,
                "message": p.message,
            }
            for p in problems
        ],
    }
