"""The shapes that models elsewhere speak: a statute goes out, suggestions come back.

One and the same for HTTP and for Python packages; docs/models.md describes it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.domain.corpus import Statute
from sara_annotate.domain.proposals import (
    ProposedArgument,
    ProposedClause,
    ProposedLayer,
    ProposedMention,
)
from sara_annotate.suggestions.errors import RemoteModelError
from sara_annotate.suggestions.proposers.base import Proposal

VERSION = 1


class SaidMention(msgspec.Struct, frozen=True):
    start: int
    end: int
    confidence: float
    why: str = ""


class SaidArgument(msgspec.Struct, frozen=True):
    name: str
    mentions: tuple[SaidMention, ...]
    value_type: Literal["span", "integer"] = "span"
    confidence: float | None = None
    why: str = ""


class SaidClause(msgspec.Struct, frozen=True):
    text: str
    confidence: float
    why: str = ""


class SaidSubsection(msgspec.Struct, frozen=True):
    label: str
    arguments: tuple[SaidArgument, ...] = ()
    clause: SaidClause | None = None


class Said(msgspec.Struct, frozen=True):
    """An answer: what the model suggests, and the sections that it was trained on."""

    subsections: tuple[SaidSubsection, ...]
    trained_on: tuple[str, ...] = ()
    model: str = ""


def make_request(statute: Statute, task: str = "arguments") -> dict[str, Any]:
    """What is sent. Offsets are half-open code points of `text`."""
    return {
        "version": VERSION,
        "task": task,
        "statute": {
            "section": statute.section,
            "text": statute.text,
            "subsections": [
                {"label": s.label.plain, "parts": [[p.start, p.end] for p in s.parts]}
                for s in statute.subsections
            ],
        },
    }


def read_answer(raw: bytes | object) -> Said:
    """The answer, or a refusal that names the first thing that is not as agreed."""
    try:
        if isinstance(raw, bytes):
            return msgspec.json.decode(raw, type=Said)
        return msgspec.convert(raw, Said)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RemoteModelError(f"The answer is not as agreed: {error}") from error


def to_proposal(said: Said, *, clauses: bool) -> Proposal:
    """The answer as a proposal; spans are held against the text when it is checked."""
    return Proposal(
        tuple(_layer(one, clauses) for one in said.subsections),
        Fold(said.model[:80], said.trained_on),
    )


def _layer(said: SaidSubsection, clauses: bool) -> ProposedLayer:
    clause = said.clause
    return ProposedLayer(
        said.label,
        tuple(
            ProposedArgument(
                one.name,
                tuple(ProposedMention(m.start, m.end, m.confidence, m.why) for m in one.mentions),
                one.value_type,
                one.confidence,
                one.why,
            )
            for one in said.arguments
        ),
        ProposedClause(clause.text, clause.confidence, clause.why) if clause and clauses else None,
    )
