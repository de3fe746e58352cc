"""Suggestions without a trained model: words that other statutes mark, clauses from the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.domain.corpus import AnnotatedStatute, Statute
from sara_annotate.domain.draft_rules import learn
from sara_annotate.suggestions.proposers.base import Proposal


@dataclass(frozen=True, slots=True)
class RulesProposer:
    clauses: bool = True
    name: str = "rules"
    description: str = "Rules: words that other statutes mark, clauses drafted from the text"

    def propose(self, statute: Statute, others: Sequence[AnnotatedStatute]) -> Proposal:
        rules = learn(others, clauses=self.clauses)
        labels = [s.label for s in statute.subsections]
        layers = rules.draft(statute, labels, clauses=self.clauses)
        return Proposal(tuple(layers), Fold(f"without §{statute.section}", rules.sections))
