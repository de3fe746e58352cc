"""A statute from its first subsection to its last: what was named before is proposed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.effort.names import Names
from sara_annotate.domain.effort.simulate import (
    SURE,
    Effort,
    join_efforts,
    measure_assisted,
    measure_manual,
)
from sara_annotate.domain.naming import KnownName, ProposedName, read_names
from sara_annotate.domain.suggestions import Suggestions, count_names

Proposed = Literal["none", "model", "own", "both"]
"""Whose names are proposed beside the suggestions: the model's, the person's own, or both."""


@dataclass(frozen=True, slots=True)
class Work:
    """A subsection: what is to be reached, and what a model says."""

    gold: Layer
    suggestions: Suggestions


def measure_statute(
    works: Sequence[Work], text: str, threshold: float = SURE, names: Proposed = "both"
) -> tuple[Effort, Effort, Effort]:
    """Presses by hand, with the person's own names proposed and no more, and with suggestions."""
    model = count_names(work.suggestions for work in works)
    known: tuple[KnownName, ...] = ()
    manual, named, assisted = [], [], []
    for work in works:
        proposed = _propose(names, known, model)
        manual.append(measure_manual(work.gold, text))
        named.append(measure_manual(work.gold, text, Names(known)))
        assisted.append(measure_assisted(work.gold, text, work.suggestions, threshold, proposed))
        known = (*known, *read_names([work.gold], text))
    return join_efforts(manual), join_efforts(named), join_efforts(assisted)


def _propose(
    names: Proposed, known: tuple[KnownName, ...], model: tuple[ProposedName, ...]
) -> Names | None:
    if names == "none":
        return None
    return Names(known if names != "model" else (), model if names != "own" else ())
