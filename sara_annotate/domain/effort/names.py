"""What naming an argument costs, by the list of names that `R` opens."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.naming import MENU, KnownName, ProposedName, list_names


@dataclass(frozen=True, slots=True)
class Names:
    """Names that are proposed: the person's elsewhere in the statute, and the model's there."""

    known: tuple[KnownName, ...] = ()
    others: tuple[ProposedName, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """What is named: its words, the first place, and what the model calls it."""

    words: Sequence[str]
    start: int
    offered: tuple[ProposedName, ...] = ()


def list_proposed(names: Names | None, what: Named, taken: Collection[str]) -> list[ProposedName]:
    """The list as `R` shows it; empty where no names are proposed."""
    if names is None:
        return []
    known, others = names.known, names.others
    return list_names(known, what.words, what.start, what.offered, others, taken)


def measure_name(listed: Sequence[ProposedName], name: str) -> int:
    """Presses from `R` on: a number; or letters and Enter; or some letters, ↓ and Enter."""
    folded, wanted = [fold_name(one.name) for one in listed], fold_name(name)
    if wanted in folded[:MENU]:
        return 2
    typed = len(name) + 2
    return min([typed, *_complete(folded, wanted)]) if wanted in folded else typed


def _complete(listed: Sequence[str], name: str) -> list[int]:
    """`R`, so many letters, ↓ to the name among those that begin so, Enter."""
    begun = [[n for n in listed if n.startswith(name[:k])] for k in range(len(name))]
    return [2 + k + fit.index(name) + 1 for k, fit in enumerate(begun)]
