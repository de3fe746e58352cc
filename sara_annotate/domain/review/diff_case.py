"""Layers of a case side by side: rows, their truth and their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sara_annotate.domain.edits.state import (
    CaseValue,
    Instantiation,
    Layer,
    ordered_instantiations,
    ordered_values,
    value_key,
)
from sara_annotate.domain.review.items import Content, Item, Relation, number_versions
from sara_annotate.domain.review.values import SAME_IN_SUBSTANCE, relate_values


@dataclass(frozen=True, slots=True)
class Row:
    """Instantiations of one subsection that mean the same, at most one of each layer."""

    key: str
    label: str
    found: tuple[tuple[int, Instantiation], ...]

    def of_layer(self, layer: int) -> Instantiation | None:
        return next((i for n, i in self.found if n == layer), None)


def match_rows(layers: Sequence[Layer]) -> tuple[Row, ...]:
    """Rows of all layers: by subsection, and where there are several by what is given."""
    rows: list[list[tuple[int, Instantiation]]] = []
    for n, layer in enumerate(layers):
        for item in ordered_instantiations(layer):
            fits = [r for r in rows if r[0][1].label == item.label and all(m != n for m, _ in r)]
            if fits:
                max(fits, key=lambda r: _likeness(r[0][1], item)).append((n, item))
            else:
                rows.append([(n, item)])
    numbers: dict[str, int] = {}
    made = []
    for row in rows:
        label = row[0][1].label
        numbers[label] = numbers.get(label, 0) + 1
        made.append(Row(f"{label}#{numbers[label]}", label, tuple(row)))
    return tuple(made)


def _likeness(one: Instantiation, other: Instantiation) -> int:
    """How many values agree; what is given counts double."""
    return sum(
        (2 if value.role == "given" else 1)
        for key, value in one.values.items()
        if key in other.values
        and relate_values(value.value, other.values[key].value) in SAME_IN_SUBSTANCE
    )


def diff_rows(rows: Sequence[Row], layers: int) -> Iterator[Item]:
    for row in rows:
        yield _diff_presence(row, layers)
        yield _diff_truth(row)
        for key in list_values(row):
            yield _diff_value(row, key)


def list_values(row: Row) -> list[str]:
    """Keys of the values that any layer has, in the order of the layers."""
    keys = (value_key(v.role, v.name) for _, item in row.found for v in ordered_values(item))
    return list(dict.fromkeys(keys))


def _diff_presence(row: Row, layers: int) -> Item:
    versions = number_versions(
        [(n, {"present": row.of_layer(n) is not None}) for n in range(layers)]
    )
    relation: Relation = "same" if len(versions) == 1 else "missing"
    return Item(f"row:{row.key}", "row", relation, len(versions) > 1, versions, None, row.label)


def _diff_truth(row: Row) -> Item:
    versions = number_versions([(n, {"truth": item.truth}) for n, item in row.found])
    relation: Relation = "same" if len(versions) == 1 else "differs"
    return Item(f"truth:{row.key}", "truth", relation, len(versions) > 1, versions, None, row.label)


def _diff_value(row: Row, key: str) -> Item:
    values = [(n, item.values.get(key)) for n, item in row.found]
    versions = number_versions([(n, value_content(value)) for n, value in values])
    first = values[0][1].value if values[0][1] else None
    relations = [relate_values(first, value.value if value else None) for _, value in values]
    worst = max(relations, key=_ORDER.index)
    disputed = worst not in SAME_IN_SUBSTANCE
    named = next(value for _, value in values if value)
    at = next((v.evidence[0] for _, v in values if v and v.evidence), None)
    return Item(f"value:{row.key}:{key}", "value", worst, disputed, versions, at, named.name)


_ORDER: list[Relation] = ["same", "order", "form", "near", "missing", "differs"]


def value_content(value: CaseValue | None) -> Content:
    """A value and its evidence; null when the layer has none."""
    if value is None:
        return {"value": None, "evidence": []}
    plain = list(value.value) if isinstance(value.value, tuple) else value.value
    return {"value": plain, "evidence": [[s.start, s.end] for s in value.evidence]}
