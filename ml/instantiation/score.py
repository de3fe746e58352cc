"""From answers to the metrics of the paper."""

from __future__ import annotations

from collections.abc import Iterable

from ml.instantiation.rows import Row
from ml.instantiation.tree import Result
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.metrics.values import Outcome, ValueScores, number_matches
from sara_annotate.domain.metrics.values import score_values as score_outcomes


def score_results(pairs: Iterable[tuple[Row, Result]]) -> ValueScores:
    """All metrics over rows and their answers."""
    return score_outcomes(outcome for row, result in pairs for outcome in judge_row(row, result))


def judge_row(row: Row, result: Result) -> list[Outcome]:
    """Truth and every gold value, right or wrong."""
    found = [Outcome("truth", (result.truth >= 0.5) == row.truth, is_tax_case=row.is_tax_case)]
    for (name, gold), kind in zip(row.gold, row.kinds, strict=True):
        found.append(
            Outcome(
                kind,
                value_matches(kind, gold, result.values.get(name)),
                is_tax_case=row.is_tax_case,
                is_tax=name == row.amount,
            )
        )
    return found


def value_matches(kind: str, gold: Value, answer: Value | None) -> bool:
    """Numbers within the tolerance, strings exactly, lists as they are."""
    if answer is None:
        return False
    if kind == "number":
        return isinstance(gold, int) and isinstance(answer, int) and number_matches(gold, answer)
    return gold == answer or str(gold) == str(answer)
