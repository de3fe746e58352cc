"""Layers between the database and the pure rules of edits: read, and write what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Prefetch

from sara_annotate.annotations import models as rows
from sara_annotate.annotations.calls import ROWS_AT_ONCE, clause_calls
from sara_annotate.annotations.selectors import ALIVE
from sara_annotate.corpus.models import Statute, Subsection, SubsectionPart
from sara_annotate.domain.edits import state
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.spans import Span, part_index

V = TypeVar("V")


def layer_read(row: rows.Layer) -> state.Layer:
    """The layer as the rules know it; as many queries for a large one as for a small one."""
    arguments = rows.Argument.objects.filter(ALIVE, layer=row)
    mentions = rows.Mention.objects.filter(ALIVE, layer=row)
    clause = rows.Clause.objects.filter(ALIVE, layer=row).first()
    decisions = rows.SuggestionDecision.objects.filter(ALIVE, layer=row)
    stale = rows.StaleMark.objects.filter(ALIVE, layer=row).values_list("item", "reason")
    return state.Layer(
        id=str(row.id),
        kind="subsection" if row.subsection_id else "case",
        parts=_parts(row),
        state=row.state,  # type: ignore[arg-type]  # the database holds no other
        reason=row.state_reason,
        arguments={str(a.id): read_argument(a) for a in arguments} if row.subsection_id else {},
        mentions={str(m.id): read_mention(m) for m in mentions} if row.subsection_id else {},
        clause=read_clause(clause) if clause else state.Clause(),
        instantiations=_instantiations(row) if row.case_id else {},
        decisions={d.suggestion: d.decision for d in decisions},  # type: ignore[misc]
        stale=dict(stale),
    )


def layer_blank(row: rows.Layer) -> state.Layer:
    """The layer before its first edit."""
    kind: state.Kind = "subsection" if row.subsection_id else "case"
    return state.Layer(id=str(row.id), kind=kind, parts=_parts(row))


def _parts(row: rows.Layer) -> tuple[Span, ...]:
    if row.case is not None:
        return (Span(0, len(row.case.text)),)
    found = SubsectionPart.objects.filter(subsection=row.subsection_id).order_by("line")
    return tuple(Span(start, end) for start, end in found.values_list("start", "end"))


def read_argument(row: rows.Argument) -> state.Argument:
    return state.Argument(
        str(row.id),
        row.name,
        row.value_type,  # type: ignore[arg-type]  # the database holds no other
        row.position,
        row.from_suggestion or None,
    )


def read_mention(row: rows.Mention) -> state.Mention:
    return state.Mention(
        str(row.id), row.start, row.end, str(row.argument_id), row.from_suggestion or None
    )


def read_clause(row: rows.Clause) -> state.Clause:
    return state.Clause(row.text or None, row.note, row.from_suggestion or None)


def _instantiations(layer: rows.Layer) -> dict[str, state.Instantiation]:
    values = rows.Value.objects.filter(ALIVE).prefetch_related("evidence")
    found = (
        rows.Instantiation.objects.filter(ALIVE, layer=layer)
        .select_related("subsection")
        .prefetch_related(Prefetch("values", queryset=values))
    )
    return {str(row.id): read_instantiation(row) for row in found}


def read_instantiation(row: rows.Instantiation) -> state.Instantiation:
    """A row whose subsection and living values have been fetched with it."""
    return state.Instantiation(
        str(row.id),
        row.subsection.label,
        row.position,
        row.truth,
        {state.value_key(v.role, v.name): _value(v) for v in row.values.all()},  # type: ignore[arg-type]
    )


def _value(row: rows.Value) -> state.CaseValue:
    return state.CaseValue(
        row.name,
        row.role,  # type: ignore[arg-type]
        tuple(row.value) if isinstance(row.value, list) else row.value,
        row.position,
        tuple(Span(e.start, e.end) for e in row.evidence.all()),
        row.from_suggestion or None,
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """Keys of what came, went and changed between two states."""

    added: list[str]
    removed: list[str]
    changed: list[str]


def compare(before: Mapping[str, V], after: Mapping[str, V]) -> Difference:
    return Difference(
        [key for key in after if key not in before],
        [key for key in before if key not in after],
        [key for key in after if key in before and after[key] != before[key]],
    )


@dataclass(frozen=True, slots=True)
class LayerWriter:
    """Writes the difference between two states of one layer; touches nothing else."""

    row: rows.Layer
    before: state.Layer
    after: state.Layer
    now: datetime

    def write(self) -> None:
        """Removals first, so that nothing stands in the way of what takes its place."""
        self._refuse_foreign_ids()
        self._remove_mentions()
        self._write_arguments()
        self._write_mentions()
        self._write_clause()
        if self.row.case_id:
            self._write_instantiations()
        self._write_decisions()
        self._write_stale()
        self.row.state, self.row.state_reason = self.after.state, self.after.reason

    def _refuse_foreign_ids(self) -> None:
        """Ids come from clients: one that another layer uses must not overwrite its row."""
        kinds = (
            (rows.Argument, self.before.arguments, self.after.arguments),
            (rows.Mention, self.before.mentions, self.after.mentions),
            (rows.Instantiation, self.before.instantiations, self.after.instantiations),
        )
        for kind, before, after in kinds:
            added = [key for key in after if key not in before]
            if (
                added
                and kind._default_manager.filter(pk__in=added).exclude(layer=self.row).exists()
            ):
                raise EditRefused("id_taken", "An id is in use in another layer. Make a new one.")

    def _remove_mentions(self) -> None:
        difference = compare(self.before.mentions, self.after.mentions)
        # A changed mention is taken out first too: two that swap places overlap half-way.
        gone = difference.removed + difference.changed
        rows.Mention.objects.filter(pk__in=gone).update(removed_at=self.now)

    def _write_arguments(self) -> None:
        difference = compare(self.before.arguments, self.after.arguments)
        gone = difference.removed + difference.changed
        rows.Argument.objects.filter(pk__in=gone).update(removed_at=self.now)
        made = [
            rows.Argument(
                id=UUID(a.id),
                layer=self.row,
                name=a.name,
                value_type=a.value_type,
                position=a.order,
                from_suggestion=a.from_suggestion or "",
            )
            for a in map(self.after.arguments.__getitem__, difference.added + difference.changed)
        ]
        fields = ["name", "value_type", "position", "from_suggestion", "removed_at"]
        _upsert(rows.Argument, made, fields)

    def _write_mentions(self) -> None:
        difference = compare(self.before.mentions, self.after.mentions)
        wanted = difference.added + difference.changed
        if not wanted:
            return
        parts = list(SubsectionPart.objects.filter(subsection=self.row.subsection_id))
        made = []
        for mention in map(self.after.mentions.__getitem__, wanted):
            index = part_index(mention, parts)
            assert index is not None, "the rules of edits refuse a mention outside its parts"
            made.append(
                rows.Mention(
                    id=UUID(mention.id),
                    layer=self.row,
                    argument_id=UUID(mention.argument),
                    part=parts[index],
                    start=mention.start,
                    end=mention.end,
                    from_suggestion=mention.from_suggestion or "",
                )
            )
        fields = ["argument", "part", "start", "end", "from_suggestion", "removed_at"]
        _upsert(rows.Mention, made, fields)

    def _write_clause(self) -> None:
        if self.before.clause == self.after.clause:
            return
        old = rows.Clause.objects.filter(ALIVE, layer=self.row).first()
        rows.Clause.objects.filter(ALIVE, layer=self.row).update(removed_at=self.now)
        clause = self.after.clause
        if clause.text is None and not clause.note:
            return
        assert self.row.subsection is not None
        statute: Statute = old.listed_in if old else self.row.subsection.statute
        made = rows.Clause.objects.create(
            layer=self.row,
            text=clause.text or "",
            note=clause.note,
            from_suggestion=clause.from_suggestion or "",
            listed_in=statute,
            position=old.position if old else self.row.subsection.position,
        )
        rows.ClauseCall.objects.bulk_create(clause_calls(made), batch_size=ROWS_AT_ONCE)

    def _write_instantiations(self) -> None:
        difference = compare(self.before.instantiations, self.after.instantiations)
        gone = rows.Instantiation.objects.filter(pk__in=difference.removed)
        gone.update(removed_at=self.now)
        labels = {self.after.instantiations[key].label for key in difference.added}
        subsections = {
            s.label: s
            for s in Subsection.objects.filter(project=self.row.project_id, label__in=labels)
        }
        made = []
        for item in map(self.after.instantiations.__getitem__, difference.added):
            made.append(
                rows.Instantiation(
                    id=UUID(item.id),
                    layer=self.row,
                    subsection=subsections[item.label],
                    truth=item.truth,
                    origin=rows.Origin.GOLD
                    if self.row.author_kind == rows.AuthorKind.GOLD
                    else rows.Origin.PERSON,
                    position=item.order,
                )
            )
        _upsert(rows.Instantiation, made, ["truth", "position", "removed_at"])
        for key in difference.changed:
            rows.Instantiation.objects.filter(pk=key).update(
                truth=self.after.instantiations[key].truth
            )
        for key in difference.added + difference.changed:
            before = self.before.instantiations.get(key)
            self._write_values(key, before.values if before else {})

    def _write_values(self, key: str, before: Mapping[str, state.CaseValue]) -> None:
        """A changed value is a new row: the old one stays, removed, with its evidence."""
        after = self.after.instantiations[key].values
        difference = compare(before, after)
        for value in map(before.__getitem__, difference.removed + difference.changed):
            rows.Value.objects.filter(
                ALIVE, instantiation=UUID(key), role=value.role, name__iexact=value.name
            ).update(removed_at=self.now)
        for value in map(after.__getitem__, difference.added + difference.changed):
            row = rows.Value.objects.create(
                instantiation_id=UUID(key),
                role=value.role,
                name=value.name,
                value=list(value.value) if isinstance(value.value, tuple) else value.value,
                position=value.order,
                from_suggestion=value.from_suggestion or "",
            )
            rows.Evidence.objects.bulk_create(
                rows.Evidence(value=row, start=span.start, end=span.end) for span in value.evidence
            )

    def _write_decisions(self) -> None:
        difference = compare(self.before.decisions, self.after.decisions)
        gone = difference.removed + difference.changed
        rows.SuggestionDecision.objects.filter(ALIVE, layer=self.row, suggestion__in=gone).update(
            removed_at=self.now
        )
        rows.SuggestionDecision.objects.bulk_create(
            rows.SuggestionDecision(
                layer=self.row,
                suggestion=key,
                decision=self.after.decisions[key],
                decided_at=self.now,
            )
            for key in difference.added + difference.changed
        )

    def _write_stale(self) -> None:
        difference = compare(self.before.stale, self.after.stale)
        gone = difference.removed + difference.changed
        new = difference.added + difference.changed
        if gone:
            rows.StaleMark.objects.filter(ALIVE, layer=self.row, item__in=gone).update(
                removed_at=self.now
            )
        rows.StaleMark.objects.bulk_create(
            rows.StaleMark(
                layer=self.row, item=item, reason=self.after.stale[item], marked_at=self.now
            )
            for item in new
        )


def _upsert(kind: type[V], made: list[V], fields: list[str]) -> None:
    """Write rows that may exist already, removed or not, under the same ids."""
    if made:
        kind._default_manager.bulk_create(  # type: ignore[attr-defined]
            made, update_conflicts=True, unique_fields=["id"], update_fields=fields
        )
