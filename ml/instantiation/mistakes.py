"""What was answered wrongly, with the case's text, and how sure of its truths the model was."""

from __future__ import annotations

from collections.abc import Sequence

from ml.calibration import bin_confidences, measure_calibration_error
from ml.instantiation.insert import show_value
from ml.instantiation.rows import Row
from ml.instantiation.score import value_matches
from ml.instantiation.tree import Result
from ml.runs import Evaluation
from sara_annotate.domain.corpus import Corpus

Answered = Sequence[tuple[Row, Result]]


def explain_answers(evaluation: Evaluation, corpus: Corpus, answered: Answered) -> Evaluation:
    """Mistakes for the report and, where truths are chances, the reliability diagram."""
    evaluation.mistakes += list_mistakes(corpus, answered)
    chances = [max(result.truth, 1 - result.truth) for _, result in answered]
    if any(chance < 1 for chance in chances):
        rights = [(result.truth >= 0.5) == row.truth for row, result in answered]
        evaluation.reliability += bin_confidences(chances, rights)
        evaluation.metrics["calibration_error"] = measure_calibration_error(evaluation.reliability)
    return evaluation


def list_mistakes(corpus: Corpus, answered: Answered) -> list[dict[str, str]]:
    """Every wrong truth and value, with what is right and the text of the case."""
    texts = {case.name: f"{case.text} {case.question}".strip() for case in corpus.cases}
    return [
        {"case": row.case, "subsection": row.label.predicate, **wrong, "text": texts[row.case]}
        for row, result in answered
        for wrong in _list_wrong(row, result)
    ]


def _list_wrong(row: Row, result: Result) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    if (result.truth >= 0.5) != row.truth:
        found.append(_describe("@truth", str(row.truth).lower(), f"{result.truth:.2f}"))
    for (name, gold), kind in zip(row.gold, row.kinds, strict=True):
        answer = result.values.get(name)
        if not value_matches(kind, gold, answer):
            said = "–" if answer is None else show_value(answer)
            found.append(_describe(name, show_value(gold), said))
    return found


def _describe(asked: str, gold: str, said: str) -> dict[str, str]:
    return {"asked": asked, "gold": gold, "said": said}
