"""Suggestions of a model that was trained here: each statute by a fold that never saw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.domain.clause_drafts import ClauseDrafter
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Corpus,
    Mention,
    Statute,
    Subsection,
    ValueType,
    default_value_type,
    fold_name,
)
from sara_annotate.domain.proposals import ProposedArgument, ProposedLayer, ProposedMention
from sara_annotate.suggestions.models import TrainedModel
from sara_annotate.suggestions.proposers.base import Proposal

if TYPE_CHECKING:
    from ml.saved_runs import SavedRun
    from ml.suggest import SuggestedArgument

RULES = {
    "alone": "the only mention of it here",
    "string": "the same words",
    "quantifiers": "the same words after another determiner",
    "heads": "the same noun",
    "pronouns": "pronouns that stand for one noun",
    "years": "years that are told apart by what they belong to",
    "owners": "told apart by whose they are",
    "parents": "one argument further up",
}


@dataclass(frozen=True, slots=True)
class TrainedProposer:
    row: TrainedModel
    run: SavedRun
    integers: Mapping[str, frozenset[str]]
    drafter: ClauseDrafter | None = None
    """Drafts clauses from what was found; None when none are asked for."""

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def description(self) -> str:
        encoder = self.row.parameters.get("encoder", "")
        return f"{self.row.kind} ({encoder})" if encoder and encoder != "none" else self.row.kind

    def propose(self, statute: Statute, others: Sequence[AnnotatedStatute]) -> Proposal:
        from ml.identification import prepare_corpus
        from ml.saved_runs import suggest_section

        model = self.run.pick(statute.section)
        data = prepare_corpus(Corpus((AnnotatedStatute(statute),)))
        integers = frozenset().union(
            *(names for section, names in self.integers.items() if section in model.trained_on)
        )
        said = dict(suggest_section(model, data, statute.section))
        layers = [
            ProposedLayer(
                s.label.plain,
                tuple(_argument(a, model.name, integers) for a in said.get(s.label, ())),
            )
            for s in statute.subsections
        ]
        fold = Fold(f"§{model.name} held out", tuple(sorted(model.trained_on)))
        return Proposal(tuple(self._add_clauses(statute, layers)), fold)

    def _add_clauses(
        self, statute: Statute, layers: Sequence[ProposedLayer]
    ) -> Sequence[ProposedLayer]:
        if self.drafter is None:
            return layers
        marked = {s.label: _mentions(layer) for s, layer in _pairs(statute, layers)}
        drafts = self.drafter.draft(statute, marked)
        return [replace(layer, clause=drafts[s.label]) for s, layer in _pairs(statute, layers)]


def _pairs(
    statute: Statute, layers: Sequence[ProposedLayer]
) -> list[tuple[Subsection, ProposedLayer]]:
    return list(zip(statute.subsections, layers, strict=True))


def _mentions(layer: ProposedLayer) -> tuple[Mention, ...]:
    return tuple(
        sorted(Mention(m.start, m.end, a.name) for a in layer.arguments for m in a.mentions)
    )


def _argument(found: SuggestedArgument, fold: str, integers: frozenset[str]) -> ProposedArgument:
    kind: ValueType = (
        "integer" if fold_name(found.name) in integers else default_value_type(found.name)
    )
    mentions = tuple(
        ProposedMention(
            m.span.start,
            m.span.end,
            round(m.confidence, 4),
            f"Words as they are marked in other statutes; §{fold} was held out",
        )
        for m in found.mentions
    )
    why = RULES.get(found.rule, found.rule)
    return ProposedArgument(
        found.name, mentions, kind, round(found.confidence, 4), f"Grouped as {why}"
    )
