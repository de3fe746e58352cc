"""The rows of a case after the decisions."""

from __future__ import annotations

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import CaseValue
from sara_annotate.domain.review.contents import Chooser
from sara_annotate.domain.review.diff import Differences
from sara_annotate.domain.review.diff_case import Row, list_values
from sara_annotate.domain.review.result import MergedRow, Result, Source


def resolve_rows(differences: Differences, chosen: Chooser, open_items: tuple[str, ...]) -> Result:
    rows = []
    for row in differences.rows:
        content, layers, edited = chosen(f"row:{row.key}")
        if content["present"]:
            source = Source(layers or _all(row), f"row:{row.key}", edited)
            rows.append(_resolve(row, chosen, source))
    return Result(rows=tuple(rows), open=open_items)


def _all(row: Row) -> tuple[int, ...]:
    return tuple(n for n, _ in row.found)


def _resolve(row: Row, chosen: Chooser, source: Source) -> MergedRow:
    truth = chosen(f"truth:{row.key}")[0]["truth"]
    merged = MergedRow(row.label, row.found[0][1].order, truth, source)
    for key in list_values(row):
        item = f"value:{row.key}:{key}"
        content, layers, edited = chosen(item)
        if content["value"] is None:
            continue
        first = _first(row, key, layers)
        name, role = first.name, first.role
        value = CaseValue(
            name,
            role,
            content["value"],
            first.order,
            tuple(content["evidence"]),
            None if edited else first.from_suggestion,
        )
        merged.values[f"{role}:{fold_name(name)}"] = (value, Source(layers, item, edited))
    return merged


def _first(row: Row, key: str, layers: tuple[int, ...]) -> CaseValue:
    """The value as the first of these layers has it, or any layer."""
    found = [(n, item.values[key]) for n, item in row.found if key in item.values]
    return next((value for n, value in found if n in layers), found[0][1])
