"""Who calls whom: the calls of each clause as rows, so that nobody parses a project to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from sara_annotate.annotations.models import AuthorKind, Clause, ClauseCall
from sara_annotate.corpus.models import Project
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import iter_calls
from sara_annotate.domain.labels import Label

ROWS_AT_ONCE = 2000
LABEL_LENGTH = 80


def clause_calls(clause: Clause) -> list[ClauseCall]:
    """Rows for the calls of a clause; of one in error, for those that can be read."""
    if clause.removed_at is not None:
        return []
    return [
        ClauseCall(clause=clause, label=label, position=position, pairs=pairs)
        for position, (label, pairs) in enumerate(read_calls(clause.text))
    ]


def read_calls(text: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Each call of a clause's text: its label, and pairs of the callee's and caller's names."""
    parsed = parse_clause(text) if text else None
    term = parsed.recovered if parsed else None
    for call in iter_calls(term.body if term else None):
        yield index_label(call.label), [list(pair) for pair in call.pairs]


def index_label(label: Label) -> str:
    """The label as the index keeps it; one too long for any subsection is cut, and marked."""
    plain = label.plain
    return plain if len(plain) <= LABEL_LENGTH else plain[: LABEL_LENGTH - 1] + "…"


def call_list(
    *, project: Project, labels: Iterable[Label] | None = None, gold: bool = True
) -> QuerySet[ClauseCall]:
    """Calls by clauses that stand: of these subsections, or all; in gold, or in every layer."""
    found = ClauseCall.objects.filter(clause__removed_at=None, clause__layer__project=project)
    if gold:
        found = found.filter(clause__layer__author_kind=AuthorKind.GOLD)
    if labels is not None:
        found = found.filter(label__in=[index_label(label) for label in labels])
    return found
