"""The problems of all clauses of a project, for a list of what is left to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.annotations.clause_selectors import Row, StoredClause, problems_of
from sara_annotate.annotations.clause_views import ClauseView
from sara_annotate.annotations.models import Clause, Layer
from sara_annotate.annotations.selectors import layers_fingerprint
from sara_annotate.corpus.models import Subsection
from sara_annotate.domain.labels import parse_label

MOST_CLAUSES = 3000
KEPT_SECONDS = 600


class TooManyClausesError(ApplicationError):
    code = "too_many_clauses"
    status = 422


@dataclass(frozen=True, slots=True)
class Problems:
    """What was asked for, and how many there are of each code before codes were chosen."""

    rows: list[Row]
    clauses: int
    codes: dict[str, int]
    severities: dict[str, int]


def clause_problem_list(
    *, view: ClauseView, section: str = "", severity: str = "", code: str = ""
) -> Problems:
    """Problems of the view's own clauses, of one statute or all, in the order of the law."""
    rows, clauses = _find_all(view, section)
    of_severity = [row for row in rows if severity in ("", row["severity"])]
    return Problems(
        [row for row in of_severity if code in ("", row["code"])],
        clauses,
        dict(Counter(row["code"] for row in of_severity).most_common()),
        dict(Counter(row["severity"] for row in rows)),
    )


def _find_all(view: ClauseView, section: str) -> tuple[list[Row], int]:
    # The key changes with every edit and import, so what is kept is never out of date.
    key = _key(view, section)
    kept: tuple[list[Row], int] | None = cache.get(key)
    if kept is not None:
        return kept
    clauses = _stored(view, section)
    if len(clauses) > MOST_CLAUSES:
        raise TooManyClausesError(
            f"There are {len(clauses)} clauses, more than can be checked at once. "
            "Choose one statute."
        )
    found = (list(problems_of(view, clauses)), len(clauses))
    cache.set(key, found, KEPT_SECONDS)
    return found


def _key(view: ClauseView, section: str) -> str:
    layers = Layer.objects.filter(project=view.project, subsection__isnull=False)
    seen = layers_fingerprint(
        layers.filter(view.gold() if view.is_gold else view.own | view.gold())
    )
    texts = Subsection.objects.filter(project=view.project).count()
    who = f"{view.kind}.{view.author}.{view.run}.{view.blind}"
    return f"clauses:{settings.VERSION}:{view.project.pk}:{who}:{section}:{seen}:{texts}".replace(
        " ", "_"
    )


def _stored(view: ClauseView, section: str) -> list[StoredClause]:
    own = Q(layer__author_kind=view.kind, layer__author=view.author, layer__run=view.run)
    of = view.gold("layer__") if view.is_gold else own
    rows = Clause.objects.filter(of, removed_at=None, layer__project=view.project)
    rows = rows.exclude(text="")
    if section:
        rows = rows.filter(layer__subsection__statute__section=section)
    ordered = rows.order_by("layer__subsection__statute__position", "layer__subsection__position")
    return [
        StoredClause(parse_label(label), text, note)
        for label, text, note in ordered.values_list("layer__subsection__label", "text", "note")
    ]
