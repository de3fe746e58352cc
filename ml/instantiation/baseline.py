"""The majority baseline: one truth, one number, one string for everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ml.errors import TrainingDataError
from ml.instantiation.rows import Row, collect_numbers, collect_values
from ml.instantiation.tree import Result
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.metrics.values import measure_hinge, number_matches


@dataclass(frozen=True, slots=True)
class Majority:
    """Most frequent truth, number of least hinge loss, most frequent string."""

    truth: bool
    number: int
    string: str


def learn_majority(rows: Sequence[Row]) -> Majority:
    """The three parameters of the baseline."""
    if not rows:
        raise TrainingDataError("There are no rows to learn the majority from.")
    strings = Counter(str(v) for v in collect_values(rows, "string"))
    truths = Counter(row.truth for row in rows)
    return Majority(
        truth=truths[True] >= truths[False],
        number=find_least_hinge(collect_numbers(rows)),
        string=min(strings, key=lambda s: (-strings[s], s)) if strings else "",
    )


def find_least_hinge(numbers: Sequence[int]) -> int:
    """The number with the least total hinge loss.

    The total is convex and bends only where a value's tolerance begins or ends, so the best
    is one of those places. Of equal ones, the one that is right most often.
    """
    counts = Counter(numbers)
    places = {0}
    for value in counts:
        reach = max(value / 10, 5000)
        places |= {round(value - reach), value, round(value + reach)}

    def judge(place: int) -> tuple[float, int, int]:
        loss = sum(n * measure_hinge(v, place) for v, n in counts.items())
        right = sum(n for v, n in counts.items() if number_matches(v, place))
        return round(loss, 9), -right, place

    return min(places, key=judge)


def answer_majority(majority: Majority, row: Row) -> Result:
    """The baseline's answer to a row."""
    values: dict[str, Value] = {
        name: majority.number if kind == "number" else majority.string
        for (name, _), kind in zip(row.gold, row.kinds, strict=True)
    }
    return Result(values, float(majority.truth))
