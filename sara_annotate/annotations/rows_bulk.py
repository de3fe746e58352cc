"""Many layers at once as the rules know them; as many queries for a thousand as for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Prefetch

from sara_annotate.annotations import models as rows
from sara_annotate.annotations.rows import (
    read_argument,
    read_clause,
    read_instantiation,
    read_mention,
)
from sara_annotate.annotations.selectors import ALIVE
from sara_annotate.corpus.models import SubsectionPart
from sara_annotate.domain.edits import state
from sara_annotate.domain.spans import Span


def layers_read(found: Sequence[rows.Layer]) -> dict[UUID, state.Layer]:
    """Layers by id. Those of cases need their case selected with them."""
    ids = [row.pk for row in found]
    arguments = _group(rows.Argument.objects.filter(ALIVE, layer__in=ids))
    mentions = _group(rows.Mention.objects.filter(ALIVE, layer__in=ids))
    clauses = _group(rows.Clause.objects.filter(ALIVE, layer__in=ids))
    decisions = _group(rows.SuggestionDecision.objects.filter(ALIVE, layer__in=ids))
    stale = _group(rows.StaleMark.objects.filter(ALIVE, layer__in=ids))
    values = rows.Value.objects.filter(ALIVE).prefetch_related("evidence")
    instantiations = _group(
        rows.Instantiation.objects.filter(ALIVE, layer__in=ids)
        .select_related("subsection")
        .prefetch_related(Prefetch("values", queryset=values))
    )
    parts = _parts(found)
    return {
        row.pk: state.Layer(
            id=str(row.pk),
            kind="subsection" if row.subsection_id else "case",
            parts=parts[row.pk],
            state=row.state,  # type: ignore[arg-type]  # the database holds no other
            reason=row.state_reason,
            arguments={str(a.id): read_argument(a) for a in arguments[row.pk]},
            mentions={str(m.id): read_mention(m) for m in mentions[row.pk]},
            clause=read_clause(clauses[row.pk][0]) if clauses[row.pk] else state.Clause(),
            instantiations={str(i.id): read_instantiation(i) for i in instantiations[row.pk]},
            decisions={d.suggestion: d.decision for d in decisions[row.pk]},
            stale={m.item: m.reason for m in stale[row.pk]},
        )
        for row in found
    }


def _group(found: Iterable[Any]) -> dict[UUID, list[Any]]:
    grouped: dict[UUID, list[Any]] = defaultdict(list)
    for row in found:
        grouped[row.layer_id].append(row)
    return grouped


def _parts(found: Sequence[rows.Layer]) -> dict[UUID, tuple[Span, ...]]:
    spans: dict[int, list[Span]] = defaultdict(list)
    wanted = {row.subsection_id for row in found if row.subsection_id}
    lines = SubsectionPart.objects.filter(subsection__in=wanted).order_by("line")
    for of, start, end in lines.values_list("subsection_id", "start", "end"):
        spans[of].append(Span(start, end))
    return {
        row.pk: (Span(0, len(row.case.text)),)
        if row.case is not None
        else tuple(spans[row.subsection_id or 0])
        for row in found
    }
