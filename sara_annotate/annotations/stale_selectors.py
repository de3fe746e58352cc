"""What is stale in a person's layers, or in gold, until somebody has looked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Argument, Instantiation, StaleMark
from sara_annotate.annotations.selectors import ALIVE, layer_list
from sara_annotate.corpus.models import Case, Project
from sara_annotate.corpus.selectors import printed

Json = dict[str, object]


def stale_list(
    *, project: Project, user: User, which: str, section: str | None = None
) -> QuerySet[StaleMark]:
    """Marks that stand, the oldest first."""
    layers = layer_list(project=project, user=user, which=which)
    marks = StaleMark.objects.filter(ALIVE, layer__in=layers)
    if section is not None:
        rows = Instantiation.objects.filter(
            ALIVE, layer__in=layers, subsection__statute__section=section
        )
        cases = Q(item__in=[f"instantiation:{key}" for key in rows.values_list("pk", flat=True)])
        marks = marks.filter(Q(layer__subsection__statute__section=section) | cases)
    return marks.select_related("layer__subsection__statute", "layer__case").order_by(
        "marked_at", "pk"
    )


def stale_rows(marks: Sequence[StaleMark]) -> list[Json]:
    """Marks with their places in words; two queries more, however many there are."""
    found = {kind: _ids(marks, kind) for kind in ("argument", "instantiation")}
    layers = {mark.layer_id for mark in marks}
    arguments = Argument.objects.filter(pk__in=found["argument"], layer__in=layers)
    names = dict(arguments.values_list("pk", "name"))
    rows = Instantiation.objects.filter(pk__in=found["instantiation"], layer__in=layers)
    applied = {row.pk: row for row in rows.select_related("subsection__statute")}
    return [_row(mark, names, applied) for mark in marks]


def cases_stale(
    cases: QuerySet[Case], wanted: bool, user: User, project: Project
) -> QuerySet[Case]:
    """Cases in which something of the person's own layer is to be looked at; False asks nothing."""
    marks = stale_list(project=project, user=user, which="mine").order_by()
    return cases.filter(pk__in=marks.values("layer__case")) if wanted else cases


def stale_marks(cases: Sequence[Case], user: User, project: Project) -> Mapping[int, list[str]]:
    """By case, why the person should look at it again; one query."""
    marks = stale_list(project=project, user=user, which="mine").filter(layer__case__in=cases)
    found: dict[int, list[str]] = defaultdict(list)
    for case, reason in marks.values_list("layer__case", "reason"):
        found[case].append(reason)
    return found


def _ids(marks: Sequence[StaleMark], kind: str) -> list[UUID]:
    keys = (mark.item.partition(":") for mark in marks)
    return [UUID(key) for found, _, key in keys if found == kind]


def _row(mark: StaleMark, names: dict[UUID, str], applied: dict[UUID, Instantiation]) -> Json:
    kind, _, key = mark.item.partition(":")
    layer = mark.layer
    item = applied.get(UUID(key)) if kind == "instantiation" else None
    # A mark may name an instantiation that never was; the case is known all the same.
    subsection = item.subsection if item else layer.subsection
    return {
        "layer": layer.pk,
        "revision": layer.revision,
        "state": layer.state,
        "item": mark.item,
        "kind": "values" if kind == "instantiation" else kind,
        "label": subsection.label if subsection else None,
        "printed": printed(subsection.label) if subsection else None,
        "section": subsection.statute.section if subsection else None,
        "case": layer.case.name if layer.case else None,
        "name": names.get(UUID(key)) if kind == "argument" else None,
        "reason": mark.reason,
        "since": mark.marked_at,
    }
