"""Whose clauses a check looks at: the gold's, or one author's over the gold's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.http import Http404

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.annotations.visibility import blind_subsections, layers_visible
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.labels import Label, parse_label


@dataclass(frozen=True, slots=True)
class ClauseView:
    """Layers of one author and, where that author is silent, the gold; no author is gold alone."""

    project: Project
    kind: str = AuthorKind.GOLD
    author: int | None = None
    run: str = ""
    blind: int | None = None
    """The annotator who looks; gold of what they are to annotate themselves is not in it."""

    @property
    def own(self) -> Q:
        """Layers of the author, from a layer."""
        return Q(author_kind=self.kind, author=self.author, run=self.run)

    def gold(self, prefix: str = "") -> Q:
        """The gold in this view, from a layer or, with a prefix, from what points to one."""
        kind = Q(**{f"{prefix}author_kind": AuthorKind.GOLD})
        if self.blind is None:
            return kind
        return kind & ~Q(**{f"{prefix}subsection__in": blind_subsections(self.blind)})

    @property
    def is_gold(self) -> bool:
        return self.kind == AuthorKind.GOLD


def clause_view(*, project: Project, user: User, which: str) -> ClauseView:
    """The view for “gold”, “mine” or the id of a layer that this person may see."""
    judge = project_allows(user=user, project=project, role=Role.REVIEWER)
    blind = None if judge else user.pk
    if which == "gold":
        return ClauseView(project, blind=blind)
    if which == "mine":
        return ClauseView(project, AuthorKind.PERSON, user.pk, blind=blind)
    layer = layers_visible(project=project, user=user).filter(pk=UUID(which)).first()
    # Another's view is of all their layers, so one that may be seen is not enough.
    if layer is None or (blind and layer.author_id not in (None, user.pk)):
        raise Http404
    return ClauseView(project, layer.author_kind, layer.author_id, layer.run, blind)


_HOPS = """
    JOIN corpus_subsection s ON s.project_id = %s AND s.label = r.label
    JOIN annotations_layer l ON l.subsection_id = s.id AND ({standing})
    JOIN annotations_clause c ON c.layer_id = l.id AND c.removed_at IS NULL
    JOIN annotations_clausecall k ON k.clause_id = c.id"""
_OWN = "{of}.author_kind = %s AND {of}.run = %s AND {author}"
_SILENT = """NOT EXISTS (
    SELECT 1 FROM annotations_layer o
    JOIN annotations_clause oc ON oc.layer_id = o.id AND oc.removed_at IS NULL
    WHERE o.subsection_id = s.id AND {own})"""
_REACH = """WITH RECURSIVE reach(label) AS (
    SELECT s.label FROM corpus_subsection s WHERE s.project_id = %s AND s.label IN ({seeds})
    UNION
    SELECT k.label FROM reach r {hops})
SELECT s.label, k.label FROM reach r {hops} ORDER BY s.label, k.position"""


def calls_reached(view: ClauseView, seeds: Iterable[Label]) -> dict[Label, tuple[Label, ...]]:
    """Whom these subsections call, and whom those call, and so on: one query over the index."""
    labels = sorted({label.plain for label in seeds})
    if not labels:
        return {}
    standing, values = _standing(view)
    hops = _HOPS.format(standing=standing)
    query = _REACH.format(seeds=", ".join(["%s"] * len(labels)), hops=hops)
    pk = view.project.pk
    with connection.cursor() as cursor:
        cursor.execute(query, [pk, *labels, pk, *values, pk, *values])
        rows = cursor.fetchall()
    found: dict[str, dict[str, None]] = {}
    for caller, callee in rows:
        if not callee.endswith("…"):  # too long for any subsection, cut in the index
            found.setdefault(caller, {})[callee] = None
    return {parse_label(at): tuple(map(parse_label, to)) for at, to in found.items()}


def _standing(view: ClauseView) -> tuple[str, list[str | int]]:
    """The condition that a layer's clause is the one this view shows, and its values."""
    gold, seen = _gold(view)
    if view.is_gold:
        return gold, seen
    author = "{of}.author_id IS NULL" if view.author is None else "{of}.author_id = %s"
    own = _OWN.replace("{author}", author)
    values: list[str | int] = [view.kind, view.run, *([] if view.author is None else [view.author])]
    silent = _SILENT.format(own=own.format(of="o"))
    return f"({own.format(of='l')}) OR ({gold} AND {silent})", [*values, *seen, *values]


_BLIND = """ AND NOT EXISTS (
    SELECT 1 FROM annotations_seat t
    WHERE t.subsection_id = s.id AND t.removed_at IS NULL
    AND (t.person_id IS NULL OR t.person_id = %s)
    AND NOT EXISTS (
        SELECT 1 FROM annotations_layer d WHERE d.subsection_id = s.id
        AND d.author_kind = 'person' AND d.author_id = %s AND d.state = 'accepted'))"""


def _gold(view: ClauseView) -> tuple[str, list[str | int]]:
    """`ClauseView.gold` once more, for a query that the ORM cannot write."""
    gold = "l.author_kind = 'gold'"
    if view.blind is None:
        return gold, []
    return gold + _BLIND, [view.blind, view.blind]
