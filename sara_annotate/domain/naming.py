"""What a new argument might be called; `frontend/src/text/naming.ts` says the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from sara_annotate.domain.corpus import ValueType, fold_name
from sara_annotate.domain.edits.state import Layer, ordered_mentions
from sara_annotate.domain.phrases import find_head, fold_likeness, fold_phrase

MAX_NAME = 24
MENU = 9
"""So many names have a number of their own."""
_WORD = re.compile("[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class ProposedName:
    name: str
    value_type: ValueType = "span"


@dataclass(frozen=True, slots=True)
class KnownName:
    """A mention that the person has named elsewhere: its words as they are compared."""

    same: str
    like: str
    head: str
    start: int
    proposed: ProposedName


def propose_name(taken: Collection[str], text: str) -> str:
    """A free name made from the text of a span: "the taxable income" → Taxable_income."""
    stem = _join_words(_WORD.findall(fold_phrase(text)))
    if not stem[:1].isalpha():
        stem = f"x{stem}"
    name = stem[0].upper() + stem[1:]
    folded = {fold_name(other) for other in taken}
    number = 1
    while fold_name(_number(name, number)) in folded:
        number += 1
    return _number(name, number)


def _join_words(words: list[str]) -> str:
    stem = ""
    for word in words:
        if stem and len(stem) + 1 + len(word) > MAX_NAME:
            break
        stem = (f"{stem}_{word}" if stem else word)[:MAX_NAME]
    return stem


def _number(name: str, number: int) -> str:
    return name if number == 1 else f"{name}_{number}"


def know_name(words: str, start: int, proposed: ProposedName) -> KnownName:
    return KnownName(fold_phrase(words), fold_likeness(words), find_head(words), start, proposed)


def read_names(layers: Iterable[Layer], text: str) -> tuple[KnownName, ...]:
    """What the person has named in these layers."""
    return tuple(
        know_name(text[m.start : m.end], m.start, ProposedName(a.name, a.value_type))
        for layer in layers
        for m in ordered_mentions(layer)
        if (a := layer.arguments.get(m.argument)) is not None
    )


def match_names(known: Sequence[KnownName], words: Sequence[str], start: int) -> list[ProposedName]:
    """Names that fit these words: of the same, then of like words, then of the same head.

    Of several, the one that was used nearest to `start`.
    """
    mine = [know_name(one, start, ProposedName("")) for one in words]
    found: list[ProposedName] = []
    for key in _KEYS:
        wanted = {key(one) for one in mine} - {""}
        found += _nearest([one for one in known if key(one) in wanted], start)
    return _once(found, ())


_KEYS: tuple[Callable[[KnownName], str], ...] = (
    lambda one: one.same,
    lambda one: one.like,
    lambda one: one.head,
)


def _nearest(known: Sequence[KnownName], start: int) -> list[ProposedName]:
    near = sorted(known, key=lambda one: (abs(one.start - start), one.start))
    return [one.proposed for one in near]


def list_names(
    known: Sequence[KnownName],
    words: Sequence[str],
    start: int,
    offered: Sequence[ProposedName],
    others: Sequence[ProposedName],
    taken: Collection[str],
) -> list[ProposedName]:
    """The names to choose from: those that fit, what a model offers here, the nearest, `others`."""
    fit = match_names(known, words, start)
    return _once([*fit, *offered, *_nearest(known, start), *others], taken)


def _once(names: Iterable[ProposedName], taken: Collection[str]) -> list[ProposedName]:
    """Each name the first time it comes, without those that are taken."""
    seen = {fold_name(name) for name in taken}
    kept = []
    for one in names:
        if fold_name(one.name) not in seen:
            seen.add(fold_name(one.name))
            kept.append(one)
    return kept


def name_selection(
    known: Sequence[KnownName],
    words: str,
    start: int,
    taken: Collection[str],
    value_type: ValueType = "span",
) -> ProposedName:
    """What a new argument of these words is called: as they were before, else by the words."""
    fit = _once(match_names(known, [words], start), taken)
    return fit[0] if fit else ProposedName(propose_name(taken, words), value_type)
