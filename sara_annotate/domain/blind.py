"""Which subsections are worked on without suggestions, and what people do there and elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sara_annotate.domain.spans import Ranged, overlaps


def is_blind(salt: str, label: str, percent: int) -> bool:
    """True for about so many of a hundred labels, always the same ones."""
    digest = hashlib.sha256(f"{salt}\x00{label}".encode()).digest()
    return int.from_bytes(digest[:8], "big") * 100 < percent << 64


@dataclass(frozen=True, slots=True)
class Likeness:
    """Suggested spans held against a person's, whether or not the person saw them."""

    suggested: int = 0
    same: int = 0
    """Suggested spans that the person has to the letter."""
    met: int = 0
    """The person's spans that touch a suggested one."""
    edges: int = 0
    """Those of them with the very edges of a suggested one."""
    subsections: int = 0

    @property
    def kept(self) -> float | None:
        """The share of suggested spans that the person has too."""
        return self.same / self.suggested if self.suggested else None

    @property
    def edge_agreement(self) -> float | None:
        """Of spans in the same place, the share with the same edges."""
        return self.edges / self.met if self.met else None


def liken(suggested: Sequence[Ranged], own: Sequence[Ranged]) -> Likeness:
    """One subsection's suggestions beside one person's spans."""
    offered = {(s.start, s.end) for s in suggested}
    marked = {(s.start, s.end) for s in own}
    met = [one for one in own if any(overlaps(one, other) for other in suggested)]
    edges = sum((one.start, one.end) in offered for one in met)
    return Likeness(len(offered), len(offered & marked), len(met), edges, 1)


def join_likenesses(found: Iterable[Likeness]) -> Likeness:
    """All of them as one."""
    total = Likeness()
    for one in found:
        total = Likeness(
            total.suggested + one.suggested,
            total.same + one.same,
            total.met + one.met,
            total.edges + one.edges,
            total.subsections + one.subsections,
        )
    return total
