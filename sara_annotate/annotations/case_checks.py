"""Values of a case beside the subsection's arguments: known names, values of their type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from sara_annotate.annotations.models import Argument, AuthorKind, Clause, Layer, ValueType
from sara_annotate.annotations.selectors import ALIVE
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.models import Subsection
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.corpus import Value, fold_name
from sara_annotate.domain.edits.log import Edit
from sara_annotate.domain.edits.operations import AddInstantiation, Batch, Operation, SetValue
from sara_annotate.domain.edits.refusal import EditRefused, join_path
from sara_annotate.domain.edits.state import CaseValue
from sara_annotate.domain.edits.state import Layer as LayerState


@dataclass(frozen=True, slots=True)
class KnownArgument:
    """An argument of a subsection as its author has it."""

    name: str
    value_type: str


Known = Mapping[str, Sequence[KnownArgument]]
"""Arguments by the label of their subsection; a label without any is not in it."""


def arguments_of(*, layers: QuerySet[Layer], labels: Iterable[str], author_id: int | None) -> Known:
    """Arguments of these subsections: the person's own where there are some, else the gold's.

    `layers` are those that whoever asks may see. Those arguments that only the head of the
    clause names come after the marked ones. Two queries.
    """
    wanted = list(labels)
    seen = Q(layer__author_kind=AuthorKind.GOLD)
    if author_id is not None:
        seen |= Q(layer__author_kind=AuthorKind.PERSON, layer__author=author_id)
    inside = Q(layer__in=layers, layer__subsection__label__in=wanted) & ALIVE & seen
    # Gold comes first by this order, so that a person's own take its place.
    marked: dict[str, dict[str, list[KnownArgument]]] = defaultdict(lambda: defaultdict(list))
    rows = Argument.objects.filter(inside).order_by("position", "id")
    fields = ("layer__subsection__label", "layer__author_kind", "name", "value_type")
    for label, kind, name, value_type in rows.values_list(*fields):
        marked[label][kind].append(KnownArgument(name, value_type))
    known: dict[str, Sequence[KnownArgument]] = {
        label: by_kind.get(AuthorKind.PERSON) or by_kind[AuthorKind.GOLD]
        for label, by_kind in marked.items()
    }
    for label, kind, head in _heads(inside):
        # Whoever marked the arguments has also written the head that they are completed from.
        if label not in marked:
            known[label] = head
        elif kind == AuthorKind.PERSON or AuthorKind.PERSON not in marked[label]:
            names = {fold_name(one.name) for one in known[label]}
            rest = (one for one in head if fold_name(one.name) not in names)
            known[label] = [*known[label], *rest]
    return known


def _heads(inside: Q) -> Iterator[tuple[str, str, Sequence[KnownArgument]]]:
    """Names in the heads of clauses, as they are written there, gold before people's."""
    clauses = Clause.objects.filter(inside).order_by("layer__author_kind")
    fields = ("layer__subsection__label", "layer__author_kind", "text")
    for label, kind, text in clauses.values_list(*fields):
        clause = parse_clause(text).clause if text else None
        if clause is not None:
            yield label, kind, [KnownArgument(_as_name(n), ValueType.SPAN) for n in clause.names]


def _as_name(folded: str) -> str:
    """FIRST_DAY as arguments are written: First_day."""
    return folded[:1] + folded[1:].lower()


def refuse_unfit(row: Layer, before: LayerState, edits: Sequence[Edit]) -> None:
    """Raise for a subsection that is not there, an unknown argument, a value of another type."""
    placed = list(_place(before, edits))
    if not placed:
        return
    labels = {one.label for one in placed}
    there = Subsection.objects.filter(project=row.project_id, label__in=labels)
    exist = set(there.values_list("label", flat=True))
    layers = Layer.objects.filter(project=row.project_id)
    if row.author is not None:
        layers = layers_visible(project=row.project, user=row.author)
    known = arguments_of(layers=layers, labels=labels, author_id=row.author_id)
    for one in placed:
        if one.label not in exist:
            raise EditRefused(
                "subsection_unknown",
                f"The project has no subsection {one.label}.",
                path=join_path(one.path, "label"),
                position={"edit": one.edit.id, "label": one.label},
            )
        # What an undo brings back was there before, whatever is known of it now.
        if one.value is not None and one.edit.undoes is None:
            _refuse_value(one, one.value, known.get(one.label))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A value, or an instantiation without one, and its place in an edit."""

    edit: Edit
    path: str
    label: str
    value: CaseValue | None
    carried: bool = False
    """The row had just this value before, as when its argument takes another name."""


def _place(before: LayerState, edits: Sequence[Edit]) -> Iterator[_Placed]:
    labels = {key: one.label for key, one in before.instantiations.items()}
    for edit in edits:
        for path, op in _singles(edit.operation):
            if isinstance(op, AddInstantiation):
                item, inside = op.instantiation, join_path(path, "instantiation")
                labels[item.id] = item.label
                yield _Placed(edit, inside, item.label, None)
                for i, value in enumerate(item.values.values()):
                    yield _Placed(edit, join_path(inside, f"values.{i}"), item.label, value)
            elif isinstance(op, SetValue) and op.instantiation in labels:
                old = before.instantiations.get(op.instantiation)
                carried = old is not None and any(
                    one.value == op.value.value for one in old.values.values()
                )
                inside = join_path(path, "value")
                yield _Placed(edit, inside, labels[op.instantiation], op.value, carried)


def _singles(operation: Operation) -> Iterator[tuple[str, Operation]]:
    if isinstance(operation, Batch):
        for i, op in enumerate(operation.ops):
            yield f"ops.{i}", op
    else:
        yield "", operation


def _refuse_value(one: _Placed, value: CaseValue, known: Sequence[KnownArgument] | None) -> None:
    if known is None:
        return  # nobody has marked this subsection yet: there is nothing to hold it against
    place = {"edit": one.edit.id, "label": one.label, "name": value.name}
    found = next((a for a in known if fold_name(a.name) == fold_name(value.name)), None)
    if found is None:
        names = ", ".join(a.name for a in known) or "none"
        raise EditRefused(
            "argument_unknown",
            f"{one.label} has no argument {value.name}. It has: {names}.",
            path=join_path(one.path, "name"),
            position=place,
        )
    # An imported value may be of another type: renaming is not the time to say so.
    if not one.carried and not fits_type(value.value, found.value_type):
        expected = "a whole number" if found.value_type == ValueType.INTEGER else "text"
        raise EditRefused(
            "value_type",
            f"{value.name} of {one.label} takes {expected}, or a list of these.",
            path=join_path(one.path, "value"),
            position={**place, "expected": found.value_type},
        )


def fits_type(value: Value, value_type: str) -> bool:
    """Whether a value, or each of a list, is what the argument takes."""
    items = value if isinstance(value, tuple) else (value,)
    wanted = int if value_type == ValueType.INTEGER else str
    return all(isinstance(item, wanted) for item in items)
