"""Structure: edge F1, mapping F1, operator accuracy and equal clauses, pooled and on average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sara_annotate.domain.clauses.compare import StructureScore, score_clauses
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.metrics.counts import Summary, summarize_counts

__all__ = ["StructureSummary", "score_clauses", "score_structure"]


@dataclass(frozen=True, slots=True)
class StructureSummary:
    """Each kind of agreement over many clauses."""

    edges: Summary
    mappings: Summary
    operators: Summary
    clauses: Summary

    @property
    def operator_accuracy(self) -> float | None:
        """Share of the calls found whose operator and denial are right."""
        return self.operators.pooled.precision

    @property
    def equal_share(self) -> float | None:
        """Share of the expected clauses that were proposed as they are, up to the normal form."""
        return self.clauses.pooled.recall


def score_structure(
    pairs: Iterable[tuple[Clause | None, Clause | None]],
) -> StructureSummary:
    """Agreement over (proposed, expected) clauses; either may be missing."""
    return summarize_structure([score_clauses(ours, theirs) for ours, theirs in pairs])


def summarize_structure(scores: list[StructureScore]) -> StructureSummary:
    """Scores of single clauses put together."""
    return StructureSummary(
        edges=summarize_counts([s.edges for s in scores]),
        mappings=summarize_counts([s.mappings for s in scores]),
        operators=summarize_counts([s.operators for s in scores]),
        clauses=summarize_counts([s.clauses for s in scores]),
    )
