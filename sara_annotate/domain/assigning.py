"""Who gets what: texts dealt to people, some of them twice, the same way each time it is asked."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A text to work on, in document order, and the statute (or split) that it belongs to."""

    key: str
    group: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """One text with the people who newly get it; None stands for a seat in the pool."""

    text: Text
    double: bool
    people: tuple[str | None, ...]


def choose_double(texts: Sequence[Text], percent: int) -> frozenset[str]:
    """The texts that two people get: this share of each group, to the nearest text over all.

    Which ones hangs on their names alone, so the choice is the same again tomorrow, and no
    place in a statute is preferred.
    """
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text.group, []).append(text.key)
    chosen: set[str] = set()
    seen = 0
    for name in sorted(groups):
        keys = sorted(groups[name], key=_mix)
        seen += len(keys)
        # What rounding left over in the groups before goes to the next.
        share = (seen * percent + 50) // 100 - len(chosen)
        chosen.update(keys[:share])
    return frozenset(chosen)


def _mix(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def deal(
    texts: Sequence[Text],
    people: Sequence[str],
    *,
    double: Collection[str],
    seated: Mapping[str, Sequence[str | None]],
    load: Mapping[str, int],
) -> list[Dealt]:
    """Give each text as many people as it lacks; nobody gets a text twice.

    First seats go out in runs of neighbouring texts, so that a person stays in one place of the
    law; second ones go to whoever has least. With no people the seats are free, in the pool.
    """
    loads = Counter({person: load.get(person, 0) for person in people})
    given: dict[str, list[str | None]] = {text.key: [] for text in texts}
    for turn in (1, 2):
        for place, text in enumerate(texts):
            there = (*seated.get(text.key, ()), *given[text.key])
            wanted = 2 if text.key in double else 1
            if len(there) >= min(turn, wanted):
                continue
            if not people:
                given[text.key].append(None)
                continue
            # Nobody is there in the first turn, so whose turn it is can have it.
            turns = people[place * len(people) // len(texts)] if turn == 1 else None
            person = turns or _least(people, there, loads)
            if person is not None:
                given[text.key].append(person)
                loads[person] += 1
    return [Dealt(text, text.key in double, tuple(given[text.key])) for text in texts]


def _least(people: Sequence[str], there: Sequence[str | None], loads: Counter[str]) -> str | None:
    """Whoever has least and has not this text; None when everybody has it already."""
    able = [person for person in people if person not in there]
    return min(able, key=lambda person: (loads[person], people.index(person))) if able else None
