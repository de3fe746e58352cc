"""A case as the case workbench reads it: one layer, and the arguments of what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations.case_checks import Known, arguments_of
from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.annotations.selectors import ALIVE, case_instantiations, layer_list
from sara_annotate.annotations.services import layer_key
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Case, Project, Role, Subsection
from sara_annotate.corpus.selectors import case_neighbours, printed

Json = dict[str, object]
CASE_FIELDS = ("name", "text", "question", "answer", "facts", "test", "split", "sha256")


def seen_layers(*, project: Project, user: User) -> QuerySet[Layer]:
    """Layers on which a case on screen depends: the gold that they may see, and their own."""
    own = Q(author_kind=AuthorKind.PERSON, author=user)
    seen = layers_visible(project=project, user=user)
    return seen.filter(Q(author_kind=AuthorKind.GOLD) | own)


def case_read(*, project: Project, user: User, case: Case, which: str) -> Json:
    """The case, one layer of it, and the arguments of the subsections in that layer."""
    layers = layer_list(project=project, user=user, which=which)
    rows = case_instantiations(layers=layers, case=case)
    labels = {str(row["label"]) for row in rows}
    known = arguments_of(
        layers=seen_layers(project=project, user=user),
        labels=labels,
        author_id=user.pk if which == "mine" else None,
    )
    used = Subsection.objects.filter(project=project, label__in=labels)
    return {
        **{field: getattr(case, field) for field in CASE_FIELDS},
        **case_neighbours(case),
        "layer": _layer(user, case, which, layers.filter(case=case).first()),
        "can_edit": which == "mine" or _may_edit_gold(project, user, case, layers),
        "instantiations": rows,
        "subsections": subsection_rows(list(used.select_related("statute")), known),
    }


def _may_edit_gold(project: Project, user: User, case: Case, layers: QuerySet[Layer]) -> bool:
    begun = layers.filter(case=case).exists()
    return begun and project_allows(user=user, project=project, role=Role.REVIEWER)


def _layer(user: User, case: Case, which: str, row: Layer | None) -> Json | None:
    if row is None and which != "mine":
        return None
    key: UUID = row.id if row else layer_key(user=user, case=case)
    return {
        "id": key,
        "revision": row.revision if row else 0,
        "state": row.state if row else LayerState.IN_PROGRESS,
        "reason": row.state_reason if row else "",
        "decisions": dict(row.decisions.filter(ALIVE).values_list("suggestion", "decision"))
        if row
        else {},
        "stale": dict(row.stale_marks.filter(ALIVE).values_list("item", "reason")) if row else {},
    }


def subsection_rows(rows: Sequence[Subsection], known: Known) -> list[Json]:
    """Subsections with the arguments that values may be given for, numbered as on screen."""
    return [
        {
            "label": row.label,
            "printed": printed(row.label),
            "section": row.statute.section,
            "heading": row.heading,
            "arguments": [
                {"number": number, "name": one.name, "value_type": one.value_type}
                for number, one in enumerate(known.get(row.label, ()), start=1)
            ],
        }
        for row in rows
    ]
