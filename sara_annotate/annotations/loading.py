"""Whole layers into the database at once: what an import brings, with the edit that explains it.

Rows are gathered and written in bulk, in the order in which they refer to each other.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.calls import ROWS_AT_ONCE, clause_calls
from sara_annotate.annotations.models import (
    Argument,
    AuthorKind,
    Clause,
    ClauseCall,
    Edit,
    Evidence,
    Instantiation,
    Layer,
    LayerState,
    Mention,
    Origin,
    StaleMark,
    SuggestionDecision,
    Value,
    ValueRole,
)
from sara_annotate.corpus.models import Case, Project, Statute, Subsection, SubsectionPart
from sara_annotate.domain import corpus
from sara_annotate.domain.spans import Span, part_index

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Author:
    """Whose layers are written, and on whose behalf."""

    by: User
    kind: AuthorKind
    run: str = ""

    @property
    def user(self) -> User | None:
        return self.by if self.kind == AuthorKind.PERSON else None

    @property
    def state(self) -> LayerState:
        return LayerState.ACCEPTED if self.kind == AuthorKind.GOLD else LayerState.IN_PROGRESS

    @property
    def origin(self) -> Origin:
        origins = {AuthorKind.GOLD: Origin.GOLD, AuthorKind.PERSON: Origin.PERSON}
        return origins.get(self.kind, Origin.MODEL)


@dataclass(frozen=True, slots=True)
class LayerOptions:
    """What the files of a data set do not say of its layers."""

    integers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By label, the arguments that are integers whatever the published code thinks."""
    states: Mapping[str, tuple[LayerState, str]] = field(default_factory=dict)
    """By label or case, a state other than the author's usual one, with its reason."""

    def value_type(self, label: str, name: str) -> corpus.ValueType:
        if corpus.fold_name(name) in self.integers.get(label, frozenset()):
            return "integer"
        return corpus.default_value_type(name)


@dataclass(slots=True)
class RowBuffer:
    """Rows waiting to be written, parents first."""

    rows: dict[type[Model], list[Any]] = field(
        default_factory=lambda: {
            kind: []
            for kind in (
                Layer,
                Argument,
                Mention,
                Clause,
                ClauseCall,
                Instantiation,
                Value,
                Evidence,
                SuggestionDecision,
                StaleMark,
                Edit,
            )
        }
    )

    def add(self, *rows: Model) -> None:
        for row in rows:
            self.rows[type(row)].append(row)
            if isinstance(row, Clause):
                self.rows[ClauseCall] += clause_calls(row)

    def flush(self, *, at_least: int = 1) -> None:
        if sum(len(rows) for rows in self.rows.values()) < at_least:
            return
        for kind, rows in self.rows.items():
            if rows:
                kind._default_manager.bulk_create(rows, batch_size=ROWS_AT_ONCE)
                rows.clear()


@dataclass(slots=True)
class LayerLoader:
    """Makes layers for one author, from values of the domain."""

    project: Project
    author: Author
    options: LayerOptions = field(default_factory=LayerOptions)
    buffer: RowBuffer = field(default_factory=RowBuffer)
    now: datetime = field(default_factory=timezone.now)

    def add_subsection(
        self,
        *,
        subsection: Subsection,
        parts: Sequence[SubsectionPart],
        mentions: Sequence[corpus.Mention] | None,
        clause: tuple[str, Statute, int] | None,
    ) -> None:
        """A layer of a subsection; `mentions` None means that the file did not list it."""
        listed = mentions is not None
        layer = self._layer(subsection.label, subsection=subsection, lists_mentions=listed)
        ops = self._mentions(layer, parts, mentions or ())
        if clause is not None:
            text, listed_in, position = clause
            self.buffer.add(Clause(layer=layer, text=text, listed_in=listed_in, position=position))
            ops.append({"op": "set_clause", "clause": {"text": text, "note": ""}})
        self._edit(layer, ops)

    def _mentions(
        self,
        layer: Layer,
        parts: Sequence[SubsectionPart],
        mentions: Sequence[corpus.Mention],
    ) -> list[Json]:
        arguments: dict[str, Argument] = {}
        ops: list[Json] = []
        for mention in mentions:
            folded = corpus.fold_name(mention.argument)
            if folded not in arguments:
                arguments[folded] = self._argument(layer, mention.argument, len(arguments))
                ops.append(_new_argument(arguments[folded]))
            row = _mention(layer, arguments[folded], parts, mention)
            ops.append(_add_mention(row))
            self.buffer.add(row)
        self.buffer.add(*arguments.values())
        return ops

    def _argument(self, layer: Layer, name: str, position: int) -> Argument:
        assert layer.subsection is not None
        kind = self.options.value_type(layer.subsection.label, name)
        return Argument(layer=layer, name=name, value_type=kind, position=position)

    def add_case(
        self, *, case: Case, rows: Iterable[InstantiationRow], goes_on: LayerMark | None = None
    ) -> LayerMark:
        """A layer of a case with its instantiations; `goes_on` is one begun earlier."""
        layer = self._layer(case.name, case=case) if goes_on is None else goes_on.as_layer(case)
        ops = [self._instantiation(layer, row) for row in rows]
        self._edit(layer, ops)
        if goes_on is not None:
            Layer.objects.filter(pk=layer.pk).update(revision=layer.revision)
        return LayerMark(layer.pk, layer.revision)

    def _instantiation(self, layer: Layer, row: InstantiationRow) -> Json:
        item = Instantiation(
            layer=layer,
            subsection=row.subsection,
            truth=row.value.truth,
            origin=self.author.origin if row.value.origin == "gold" else row.value.origin,
            position=row.position,
        )
        pairs = [(ValueRole.GIVEN, *pair) for pair in row.value.given]
        pairs += [(ValueRole.FOUND, *pair) for pair in row.value.found]
        values = [
            Value(instantiation=item, role=role, name=name, value=value, position=position)
            for position, (role, name, value) in enumerate(pairs)
        ]
        self.buffer.add(item, *values)
        return _add_instantiation(item, row.subsection.label, values)

    def _state(self, name: str) -> tuple[LayerState, str]:
        return self.options.states.get(name, (self.author.state, ""))

    def _layer(self, name: str, **of: Any) -> Layer:
        state, reason = self._state(name)
        layer = Layer(
            project=self.project,
            author_kind=self.author.kind,
            author=self.author.user,
            run=self.author.run,
            state=state,
            state_reason=reason,
            created_at=self.now,
            updated_at=self.now,
            **of,
        )
        self.buffer.add(layer)
        return layer

    def _edit(self, layer: Layer, ops: list[Json]) -> None:
        """Every change is an edit: here, one that made the layer, or a piece of it."""
        of = layer.subsection.label if layer.subsection else layer.case.name if layer.case else ""
        moves = _moves(*self._state(of))
        opened = [_invert(op) for op in reversed(moves)] if layer.revision else []
        ops = [*opened, *ops, *moves]
        if not ops:
            return
        layer.revision += 1
        inverses = [_invert(op) for op in reversed(ops)]
        self.buffer.add(
            Edit(
                layer=layer,
                author=self.author.by,
                revision=layer.revision,
                base_revision=layer.revision - 1,
                operation=_batch(ops),
                inverse=_batch(inverses),
                made_at=self.now,
                received_at=self.now,
            )
        )


@dataclass(frozen=True, slots=True)
class LayerMark:
    """A layer that was written before, and how far it is."""

    id: uuid.UUID
    revision: int

    def as_layer(self, case: Case) -> Layer:
        return Layer(id=self.id, revision=self.revision, case=case)


@dataclass(frozen=True, slots=True)
class InstantiationRow:
    """An instantiation with the row of its subsection and its line in the file."""

    value: corpus.Instantiation
    subsection: Subsection
    position: int


def _mention(
    layer: Layer, argument: Argument, parts: Sequence[SubsectionPart], mention: corpus.Mention
) -> Mention:
    index = part_index(Span(mention.start, mention.end), parts)
    assert index is not None, "the reader has checked that mentions lie in their subsection"
    return Mention(
        id=uuid.uuid4(),
        layer=layer,
        argument=argument,
        part=parts[index],
        start=mention.start,
        end=mention.end,
    )


def _new_argument(row: Argument) -> Json:
    fields = {"name": row.name, "value_type": row.value_type, "order": row.position}
    return {"op": "new_argument", "argument": {"id": str(row.id), **fields}}


def _add_mention(row: Mention) -> Json:
    fields = {"start": row.start, "end": row.end, "argument": str(row.argument_id)}
    return {"op": "add_mention", "mention": {"id": str(row.id), **fields}}


def _add_instantiation(item: Instantiation, label: str, values: Sequence[Value]) -> Json:
    listed = [
        {
            "name": value.name,
            "role": str(value.role),
            "value": list(value.value) if isinstance(value.value, tuple) else value.value,
            "order": value.position,
        }
        for value in values
    ]
    head = {"id": str(item.id), "label": label, "order": item.position, "truth": item.truth}
    return {"op": "add_instantiation", "instantiation": {**head, "values": listed}}


def _moves(state: LayerState, reason: str) -> list[Json]:
    """The operations that bring a new layer into a state."""
    submit: Json = {"op": "submit_layer"}
    return {
        LayerState.IN_PROGRESS: [],
        LayerState.SUBMITTED: [submit],
        LayerState.ACCEPTED: [submit, {"op": "accept_layer"}],
        LayerState.RETURNED: [submit, {"op": "return_layer", "reason": reason}],
    }[state]


def _invert(op: Json) -> Json:
    """The inverse of an operation that made something out of nothing, or moved the state."""
    match op["op"]:
        case "set_clause":
            return {"op": "set_clause", "clause": {"text": None, "note": ""}}
        case "submit_layer":
            return {"op": "reopen_layer", "to": "in_progress", "reason": ""}
        case "accept_layer":
            return {"op": "reopen_layer", "to": "submitted", "reason": ""}
        case "return_layer":
            return {"op": "submit_layer"}
        case "reopen_layer":
            return {"op": "accept_layer" if op["to"] == "submitted" else "submit_layer"}
        case "new_argument":
            return {"op": "remove_argument", "id": op["argument"]["id"]}
        case "add_mention":
            return {"op": "remove_mention", "id": op["mention"]["id"]}
    return {"op": "remove_instantiation", "id": op["instantiation"]["id"]}


def _batch(ops: list[Json]) -> Json:
    return ops[0] if len(ops) == 1 else {"op": "batch", "ops": ops}
