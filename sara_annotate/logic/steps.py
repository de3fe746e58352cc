"""Derivations of either engine as one kind of step, cut to what a screen shows at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sara_annotate.domain.clauses.derive import Derivation
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.errors import DomainError

TOP_STEPS = 120
"""Steps that come with an answer; the rest is asked for when somebody opens it."""
PAGE_STEPS = 200
MAX_PATH = 1000

T = TypeVar("T")
Path = tuple[int, ...]


class StepMissingError(DomainError):
    code = "step_missing"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a call, an operator, a fact; `note`, or file and line, say where it rests."""

    kind: str
    truth: str
    text: str
    label: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    file: str | None = None
    line: int | None = None
    items: tuple[Step, ...] = ()


def build(
    root: T, items: Callable[[T], Sequence[T]], make: Callable[[T, tuple[Step, ...]], Step]
) -> Step:
    """A tree of steps from any other tree; without recursion, since proofs may go deep."""
    done: list[Step] = []
    stack: list[tuple[T, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        below = items(node)
        if not ready:
            stack.append((node, True))
            stack.extend((item, False) for item in reversed(below))
            continue
        split = len(done) - len(below)
        made = make(node, tuple(done[split:]))
        del done[split:]
        done.append(made)
    return done[0]


def from_derivation(found: Derivation) -> Step:
    """A derivation from structure."""

    def make(node: Derivation, items: tuple[Step, ...]) -> Step:
        text = node.label.printed if node.label else node.kind.upper()
        values = {name: _plain(value) for name, value in node.values.items()}
        label = node.label.plain if node.label else None
        return Step(node.kind, node.truth, text, label, values, node.note, items=items)

    return build(found, lambda node: node.items, make)


def _plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def find_step(steps: Sequence[Step], path: Path) -> Step:
    """The step at a path: the number of the root, then of each item below."""
    here, items = None, steps
    for index in path:
        if not 0 <= index < len(items):
            raise StepMissingError(
                "The derivation has no such step. Solve again.", extra={"path": list(path)}
            )
        here = items[index]
        items = here.items
    if here is None:
        raise StepMissingError("Name a step by its path.", extra={"path": []})
    return here


def choose_shown(steps: Sequence[Step], budget: int = TOP_STEPS) -> frozenset[Path]:
    """The steps that come at once: level by level, a step's items all or none."""
    shown: set[Path] = {(i,) for i in range(len(steps))}
    level: list[tuple[Path, Step]] = [((i,), step) for i, step in enumerate(steps)]
    while level:
        below: list[tuple[Path, Step]] = []
        for path, step in level:
            if len(shown) + len(step.items) > budget:
                continue
            some = [((*path, i), item) for i, item in enumerate(step.items)]
            shown.update(place for place, _ in some)
            below += some
        level = below
    return frozenset(shown)


def walk(steps: Sequence[Step]) -> Iterator[tuple[Path, Step]]:
    """Every step with its path, in the order of the page."""
    stack: list[tuple[Path, Step]] = [((i,), step) for i, step in reversed(list(enumerate(steps)))]
    while stack:
        path, step = stack.pop()
        yield path, step
        stack.extend(((*path, i), item) for i, item in reversed(list(enumerate(step.items))))


def count_steps(steps: Sequence[Step]) -> int:
    return sum(1 for _ in walk(steps))
