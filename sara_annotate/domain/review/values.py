"""How two values of one argument stand to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sara_annotate.domain.corpus import Scalar, Value
from sara_annotate.domain.metrics.values import number_matches
from sara_annotate.domain.review.dates import read_date
from sara_annotate.domain.review.items import Relation

SAME_IN_SUBSTANCE: frozenset[Relation] = frozenset({"same", "order", "form"})


def relate_values(one: Value | None, other: Value | None) -> Relation:
    """same, order (of a list), form (of a date or blanks), near (a number), missing, differs."""
    if one == other and type(one) is type(other):
        return "same"
    if one is None or other is None:
        return "missing"
    if isinstance(one, tuple) and isinstance(other, tuple):
        return _relate_lists(one, other)
    if isinstance(one, tuple) or isinstance(other, tuple):
        return "differs"
    return _relate_scalars(one, other)


def _relate_lists(one: Sequence[Scalar], other: Sequence[Scalar]) -> Relation:
    if Counter(one) == Counter(other):
        return "order"
    if Counter(map(_plain, one)) == Counter(map(_plain, other)):
        return "form"
    return "differs"


def _relate_scalars(one: Scalar, other: Scalar) -> Relation:
    if _plain(one) == _plain(other):
        return "form"
    if isinstance(one, int) and isinstance(other, int):
        # Neither is gold: the tolerance is that of the smaller, so that both see the same.
        near = number_matches(min(one, other), max(one, other))
        return "near" if near else "differs"
    return "differs"


def _plain(value: Scalar) -> object:
    """What a value says, whatever its form: a day, a text without extra blanks, a number."""
    if isinstance(value, int):
        return value
    return read_date(value) or " ".join(value.split())
