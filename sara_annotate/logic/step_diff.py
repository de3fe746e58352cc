"""What became different between two derivations: truths, values, steps that came or went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sara_annotate.logic.steps import Path, Step

MAX_CHANGES = 200


@dataclass(frozen=True, slots=True)
class Change:
    """A step as it was and as it is; one side is None when it came or went."""

    text: str
    label: str | None
    before: Step | None
    after: Step | None
    path: Path | None
    """Where it is in the second derivation; None when it went."""


_Pair = tuple[Step | None, Step | None, Path | None]


def diff_steps(before: Sequence[Step], after: Sequence[Step]) -> list[Change]:
    """Changes from the roots down, in the order of the second derivation; the first so many."""
    changes: list[Change] = []
    for change in _walk(before, after):
        changes.append(change)
        if len(changes) == MAX_CHANGES:
            break
    return changes


def _walk(before: Sequence[Step], after: Sequence[Step]) -> Iterator[Change]:
    stack = _pair(before, after, ())[::-1]
    while stack:
        one, two, path = stack.pop()
        if one is None or two is None:
            here = one or two
            assert here is not None
            yield Change(here.text, here.label, one, two, path)
            continue
        if one == two:
            continue
        if one.truth != two.truth or dict(one.values) != dict(two.values):
            yield Change(two.text, two.label, one, two, path)
        stack.extend(reversed(_pair(one.items, two.items, path or ())))


def _pair(before: Sequence[Step], after: Sequence[Step], path: Path) -> list[_Pair]:
    """Items that speak of the same thing, the n-th with the n-th; then what went."""
    waiting: dict[tuple[str, str], list[Step]] = defaultdict(list)
    for step in before:
        waiting[_key(step)].append(step)
    pairs: list[_Pair] = []
    for i, step in enumerate(after):
        same = waiting[_key(step)]
        pairs.append((same.pop(0) if same else None, step, (*path, i)))
    gone: list[_Pair] = [(step, None, None) for some in waiting.values() for step in some]
    return pairs + gone


def _key(step: Step) -> tuple[str, str]:
    """What a step is about: a leaf and a call of one subsection are the same thing."""
    if step.label is not None:
        return ("label", step.label)
    return (step.kind, step.text)
