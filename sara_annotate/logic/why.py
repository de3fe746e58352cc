"""Why a step does not hold: the fewest parts below it that would have to be otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.logic.steps import Path, Step

MAX_PARTS = 8


@dataclass(frozen=True, slots=True)
class Part:
    """A step that stands in the way, and what it would have to be."""

    path: Path
    step: Step
    wanted: bool


def explain_structure(step: Step, path: Path) -> list[Part]:
    """The nearest failing parts of a step derived from structure; none when it holds."""
    return _turn(step, path, True)[:MAX_PARTS]


def _turn(step: Step, path: Path, wanted: bool) -> list[Part]:
    """The fewest parts that would give the step this truth, as far as the derivation shows."""
    if step.truth == ("true" if wanted else "false"):
        return []
    if not step.items:
        return [Part(path, step, wanted)]
    below = [(item, (*path, i)) for i, item in enumerate(step.items)]
    if step.kind == "not":
        return _turn(*below[0], not wanted)
    ways = [_turn(item, place, wanted) for item, place in below]
    # All parts of an AND must hold and all of an OR must fail; else the easiest will do.
    if (step.kind == "or") is wanted and step.kind in ("and", "or"):
        return min(filter(None, ways), key=len)
    return [part for way in ways for part in way]


def explain_program(step: Step, path: Path) -> list[Part]:
    """The last steps that failed: the solver has looked for what comes nearest to holding."""
    if step.truth != "false":
        return []
    found: list[Part] = []
    stack: list[tuple[Step, Path]] = [(step, path)]
    while stack:
        here, place = stack.pop()
        if here.kind == "not":
            found.append(Part(place, here, True))
            continue
        failed = [(item, (*place, i)) for i, item in enumerate(here.items) if item.truth == "false"]
        if not failed:
            found.append(Part(place, here, True))
        stack.extend(reversed(failed))
    return found[:MAX_PARTS]


def find_missing(steps: Sequence[Step]) -> list[str]:
    """Leaves that an unknown answer waits for, each once."""
    found: dict[str, None] = {}
    stack = list(reversed(steps))
    while stack:
        here = stack.pop()
        if here.kind == "leaf" and here.truth == "unknown" and here.label:
            found.setdefault(here.label)
        stack.extend(reversed(here.items))
    return list(found)
