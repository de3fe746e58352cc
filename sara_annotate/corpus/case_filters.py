"""Ways to narrow a list of cases, and words beside them, that apps further up bring along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Case, Project

CaseFilter = Callable[[QuerySet[Case], Any, User, Project], QuerySet[Case]]
CASE_FILTERS: dict[str, CaseFilter] = {}
"""By the name of the request's parameter; filled by apps when they are ready."""

CaseMarks = Callable[[Sequence[Case], User, Project], Mapping[int, list[str]]]
CASE_MARKS: dict[str, CaseMarks] = {}
"""By the name of the column: words for each of a page's cases, in a fixed number of queries."""


def filter_cases(
    cases: QuerySet[Case], wanted: Mapping[str, Any], *, user: User, project: Project
) -> QuerySet[Case]:
    """The cases that pass every filter that was asked for."""
    for name, narrow in CASE_FILTERS.items():
        if name in wanted:
            cases = narrow(cases, wanted[name], user, project)
    return cases
