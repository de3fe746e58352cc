"""Layers of one case compared: truth and values, by the statute that each row is of."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from sara_annotate.domain.agreement.figures import ItemKind
from sara_annotate.domain.agreement.items import Compared, Difference
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.edits.state import CaseValue, Instantiation, Layer
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.metrics.additive import add_numbers
from sara_annotate.domain.metrics.alpha import count_coincidences, count_table
from sara_annotate.domain.metrics.values import number_matches
from sara_annotate.domain.review.diff_case import Row, list_values, match_rows, value_content
from sara_annotate.domain.review.values import SAME_IN_SUBSTANCE, relate_values

Numbers = dict[tuple[str, str], dict[Hashable, float]]


def find_section(label: str) -> str:
    """The statute that a row's subsection is of."""
    return parse_label(label).section


def compare_case(pair: tuple[Layer, Layer], *, against_gold: bool = False) -> Compared:
    """Figures of truth and values of two layers, and where they differ.

    Against gold (the second) the tolerance of a number is the gold's; else the smaller one's,
    so that both see the same.
    """
    numbers: Numbers = {}
    items: list[Difference] = []
    for row in match_rows(pair):
        section = find_section(row.label)
        left, right = row.of_layer(0), row.of_layer(1)
        truths = [r.truth for r in (left, right) if r is not None and r.truth is not None]
        if len(truths) == 2:
            _add(numbers, (section, "truth_kappa"), count_table([(truths[0], truths[1])]))
            if truths[0] != truths[1]:
                said = [{"truth": truth} for truth in truths]
                items.append(Difference("truth", section, said[0], said[1], row.label))
        for figure, correct, item in _compare_values(row, left, right, section, against_gold):
            _add(numbers, (section, figure), {"correct": float(correct), "all": 1.0})
            if not correct:
                items.append(item)
    return Compared(numbers, tuple(items))


def _add(numbers: Numbers, key: tuple[str, str], more: dict[Hashable, float]) -> None:
    numbers[key] = add_numbers([numbers.get(key, {}), more])


def _compare_values(
    row: Row,
    left: Instantiation | None,
    right: Instantiation | None,
    section: str,
    against_gold: bool,
) -> Iterator[tuple[str, bool, Difference]]:
    for key in list_values(row):
        one, other = (side.values.get(key) if side else None for side in (left, right))
        known = one or other
        assert known is not None
        kind: ItemKind = "given" if known.role == "given" else "value"
        said = [value_content(one), value_content(other)]
        at = next((v.evidence[0] for v in (one, other) if v and v.evidence), None)
        subject = f"{row.label} {known.name}"
        item = Difference(kind, section, said[0], said[1], subject, at)
        yield "given" if kind == "given" else "values", _agrees(one, other, against_gold), item


def _agrees(one: CaseValue | None, other: CaseValue | None, against_gold: bool) -> bool:
    if one is None or other is None:
        return False
    return values_agree(one.value, other.value, against_gold=against_gold)


def values_agree(one: Value, other: Value, *, against_gold: bool = False) -> bool:
    """Whether two values count as one: equal in substance, or numbers within the tolerance."""
    relation = relate_values(one, other)
    if relation in SAME_IN_SUBSTANCE:
        return True
    if against_gold and isinstance(one, int) and isinstance(other, int):
        return number_matches(other, one)
    return relation == "near"


def count_truths(layers: Sequence[Layer]) -> Numbers:
    """Coincidences of @truth of all layers of a case, by statute."""
    numbers: Numbers = {}
    for row in match_rows(layers):
        said = [item.truth for _, item in row.found]
        found = count_coincidences([said])
        if found:
            _add(numbers, (find_section(row.label), "truth_alpha"), found)
    return numbers
