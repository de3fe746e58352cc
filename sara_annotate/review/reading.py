"""The layers of a subject that are compared, and where they differ."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q

from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.annotations.rows_bulk import layers_read
from sara_annotate.corpus.models import Project
from sara_annotate.domain.edits import state
from sara_annotate.domain.review.diff import Differences, diff_layers
from sara_annotate.review.subjects import Subject

INCLUDE = ("models", "gold")
ORDER = {AuthorKind.PERSON: 0, AuthorKind.MODEL: 1, AuthorKind.GOLD: 2}


@dataclass(frozen=True)
class Compared:
    """Layers in the order of their numbers, with what they hold."""

    rows: tuple[Layer, ...]
    values: tuple[state.Layer, ...]
    gold: Layer | None
    gold_value: state.Layer | None

    @cached_property
    def differences(self) -> Differences | None:
        return diff_layers(self.values) if self.values else None

    @property
    def names(self) -> list[str]:
        return [layer_author(row) for row in self.rows]

    @property
    def submitted(self) -> list[Layer]:
        return [row for row in self.rows if row.state == LayerState.SUBMITTED]


def layer_author(row: Layer) -> str:
    """The name under which a layer's author is known: a user, a run, or gold."""
    return row.author.username if row.author else row.run or str(row.author_kind)


def compared_read(
    *, project: Project, subject: Subject, include: Collection[str] = (), lock: bool = False
) -> Compared:
    """Submitted layers (or, when there are none, accepted ones) and those asked for besides."""
    found = Layer.objects.filter(project=project, **subject.where)
    if lock:
        found = found.select_for_update(of=("self",))
    everything = list(found.select_related("author", "case").order_by("pk"))
    return compared_make(everything, include)


def _rank(row: Layer) -> tuple[int, str]:
    return ORDER[AuthorKind(row.author_kind)], layer_author(row)


def compared_rows(rows: Sequence[Layer]) -> list[Layer]:
    """The layers of people that wait, or, when none does, those accepted; by their authors."""
    people = [r for r in rows if r.author_kind == AuthorKind.PERSON]
    chosen = [r for r in people if r.state == LayerState.SUBMITTED] or [
        r for r in people if r.state == LayerState.ACCEPTED
    ]
    return sorted(chosen, key=_rank)


def compared_make(rows: Sequence[Layer], include: Collection[str] = ()) -> Compared:
    """The comparison of these layers of one subject."""
    chosen = compared_rows(rows)
    gold = next((r for r in rows if r.author_kind == AuthorKind.GOLD), None)
    if "models" in include:
        chosen += [r for r in rows if r.author_kind == AuthorKind.MODEL]
    if "gold" in include and gold is not None:
        chosen.append(gold)
    chosen.sort(key=_rank)
    read = layers_read([*chosen, *([gold] if gold and gold not in chosen else [])])
    return Compared(
        tuple(chosen),
        tuple(read[r.pk] for r in chosen),
        gold,
        read[gold.pk] if gold else None,
    )


def layers_of_many(where: Q) -> dict[tuple[int | None, int | None], list[Layer]]:
    """Layers of many subjects, grouped by subject; two queries with their authors and cases."""
    grouped: dict[tuple[int | None, int | None], list[Layer]] = {}
    for row in Layer.objects.filter(where).select_related("author", "case").order_by("pk"):
        grouped.setdefault((row.subsection_id, row.case_id), []).append(row)
    return grouped


def describe_layer(row: Layer, number: int) -> dict[str, Any]:
    name = row.author.display_name if row.author else layer_author(row)
    return {
        "index": number,
        "id": row.pk,
        "author": {"kind": row.author_kind, "name": name, "username": layer_author(row)},
        "revision": row.revision,
        "state": row.state,
        "updated_at": row.updated_at,
    }
