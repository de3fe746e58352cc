"""What a proposer is: something that says what it thinks of a statute, and what it had seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.domain.corpus import AnnotatedStatute, Statute
from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits import state, wire
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.proposals import ProposedLayer
from sara_annotate.domain.spans import Span


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed for one statute, by which fold; `problems` name what was refused."""

    layers: tuple[ProposedLayer, ...]
    fold: Fold
    problems: tuple[tuple[str, str], ...] = ()


class Proposer(Protocol):
    @property
    def name(self) -> str:
        """As people see it: “model 3”."""

    @property
    def description(self) -> str:
        """Which model, in words."""

    def propose(self, statute: Statute, others: Sequence[AnnotatedStatute]) -> Proposal:
        """Of all subsections; `others` are the annotated statutes of the project but this one."""


class ProposalRefused(DomainError):
    code = "proposal_invalid"


def check_layer(proposed: ProposedLayer, parts: Sequence[Span]) -> None:
    """Refuse a layer that the rules of edits would refuse, before anything is stored."""
    made: list[ops.Operation] = []
    for order, item in enumerate(proposed.arguments):
        key = f"00000000-0000-4000-8000-{order:012d}"
        made.append(ops.NewArgument(state.Argument(key, item.name, item.value_type, order)))
        _check_sure(proposed.label, item.confidence)
        for place, mention in enumerate(item.mentions):
            _check_sure(proposed.label, mention.confidence)
            own = f"00000000-0000-4001-8{order:03d}-{place:012d}"
            made.append(ops.AddMention(state.Mention(own, mention.start, mention.end, key)))
    if proposed.clause is not None:
        _check_sure(proposed.label, proposed.clause.confidence)
        made.append(ops.SetClause(state.Clause(proposed.clause.text)))
    if not made:
        return
    try:
        said = wire.operation_from_json(wire.operation_to_json(ops.make_batch(made)))
        apply_operation(state.Layer("", "subsection", tuple(parts)), said)
    except EditRefused as refusal:
        raise ProposalRefused(f"{proposed.label}: {refusal.message}") from refusal


def _check_sure(label: str, confidence: float | None) -> None:
    if confidence is not None and not 0 <= confidence <= 1:
        raise ProposalRefused(f"{label}: a confidence is between 0 and 1, not {confidence}.")


def keep_sound(statute: Statute, proposal: Proposal) -> Proposal:
    """The proposal without the layers that cannot be stored; each of those is named."""
    parts: Mapping[str, Sequence[Span]] = {s.label.plain: s.parts for s in statute.subsections}
    sound: list[ProposedLayer] = []
    problems = list(proposal.problems)
    seen: set[str] = set()
    for layer in proposal.layers:
        if layer.label not in parts or layer.label in seen:
            known = layer.label in parts
            said = "comes twice" if known else f"is no subsection of §{statute.section}"
            problems.append((layer.label, f"{layer.label} {said}."))
            continue
        seen.add(layer.label)
        try:
            check_layer(layer, parts[layer.label])
        except ProposalRefused as refusal:
            problems.append((layer.label, refusal.message))
            continue
        sound.append(layer)
    return Proposal(tuple(sound), proposal.fold, tuple(problems))
