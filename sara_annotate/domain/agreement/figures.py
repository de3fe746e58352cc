"""The figures of agreement: what each is called, which task it is of, what is behind it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sara_annotate.domain.metrics.additive import Array, Score, Sums, divide
from sara_annotate.domain.metrics.alpha import score_kappa, score_nominal, score_unitizing
from sara_annotate.domain.metrics.coreference import Ratios
from sara_annotate.domain.metrics.counts import Counts

Task = Literal["spans", "coreference", "clauses", "values"]
ItemKind = Literal[
    "span", "cluster", "clause", "edge", "mapping", "operator", "truth", "value", "given"
]
CONLL = ("muc", "bcub", "ceafe")


@dataclass(frozen=True, slots=True)
class Figure:
    """`several`: it is made of all observers of a text at once, not of pairs of them."""

    key: str
    task: Task
    words: str
    behind: ItemKind
    score: Score
    several: bool = False


def write_counts(counts: Counts) -> dict[Hashable, float]:
    return {
        "correct": float(counts.correct),
        "proposed": float(counts.proposed),
        "expected": float(counts.expected),
    }


def score_f1(sums: Sums) -> Array:
    return divide(2 * sums.get("correct"), sums.get("proposed") + sums.get("expected"))


def score_share(sums: Sums) -> Array:
    return divide(sums.get("correct"), sums.get("all"))


def score_operators(sums: Sums) -> Array:
    return divide(sums.get("correct"), sums.get("proposed"))


def write_ratios(ratios: Iterable[tuple[str, Ratios]]) -> dict[Hashable, float]:
    return {
        f"{name}_{field}": float(getattr(one, field))
        for name, one in ratios
        for field in ("recall_top", "recall_bottom", "precision_top", "precision_bottom")
    }


def score_conll(sums: Sums) -> Array:
    """Mean F1 of MUC, B³ and CEAFe; MUC is left out where nobody links any two mentions."""
    scores = np.stack([_score_ratios(sums, name) for name in CONLL])
    counts = (~np.isnan(scores)).sum(axis=0)
    return divide(np.nansum(scores, axis=0), counts.astype(float))


def _score_ratios(sums: Sums, name: str) -> Array:
    bottoms = sums.get(f"{name}_recall_bottom"), sums.get(f"{name}_precision_bottom")
    recall = np.nan_to_num(divide(sums.get(f"{name}_recall_top"), bottoms[0]))
    precision = np.nan_to_num(divide(sums.get(f"{name}_precision_top"), bottoms[1]))
    f1 = np.nan_to_num(divide(2 * precision * recall, precision + recall))
    return np.where(bottoms[0] + bottoms[1] == 0, np.nan, f1)


FIGURES: tuple[Figure, ...] = (
    Figure("span_f1", "spans", "Spans, F1", "span", score_f1),
    Figure("span_alpha", "spans", "Krippendorff’s α, spans", "span", score_unitizing),
    Figure(
        "token_alpha", "spans", "Krippendorff’s α, tokens", "span", score_nominal, several=True
    ),
    Figure("exact", "coreference", "Coreference, exact", "cluster", score_f1),
    Figure("conll", "coreference", "Coreference, CoNLL", "cluster", score_conll),
    Figure(
        "exact_whole", "coreference", "Coreference, exact, end to end", "cluster", score_f1
    ),
    Figure(
        "conll_whole", "coreference", "Coreference, CoNLL, end to end", "cluster", score_conll
    ),
    Figure("clause_equal", "clauses", "Clauses equal", "clause", score_share),
    Figure("edge_f1", "clauses", "Clause edges, F1", "edge", score_f1),
    Figure("mapping_f1", "clauses", "Clause mappings, F1", "mapping", score_f1),
    Figure("operators", "clauses", "Clause operators", "operator", score_operators),
    Figure("truth_kappa", "values", "@truth, Cohen’s κ", "truth", score_kappa),
    Figure(
        "truth_alpha", "values", "@truth, Krippendorff’s α", "truth", score_nominal, several=True
    ),
    Figure("values", "values", "Values found", "value", score_share),
    Figure("given", "values", "Values given", "given", score_share),
)  # fmt: skip
FIGURE_BY_KEY = {figure.key: figure for figure in FIGURES}
