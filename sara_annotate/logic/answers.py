"""Answers of the engine for a screen: the top of a derivation, a page of it, why, and what if."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from sara_annotate.domain.clauses.derive import LeafRow
from sara_annotate.domain.labels import parse_label
from sara_annotate.logic.places import find_places
from sara_annotate.logic.questions import Assumption
from sara_annotate.logic.solving import Solved
from sara_annotate.logic.step_diff import diff_steps
from sara_annotate.logic.steps import (
    PAGE_STEPS,
    Path,
    Step,
    choose_shown,
    count_steps,
    find_step,
)
from sara_annotate.logic.why import Part, explain_program, explain_structure

Json = dict[str, Any]
_PLAIN = [f.name for f in fields(Solved) if f.name not in ("steps", "verdict")]


def answer_json(solved: Solved, text: str) -> Json:
    """The answer with the top of its derivation."""
    verdict = solved.verdict
    return {
        **{name: getattr(solved, name) for name in _PLAIN},
        "verdict": asdict(verdict) if verdict else None,
        "steps": count_steps(solved.steps),
        "derivation": _cut(solved.steps, text),
    }


def beside_json(after: Solved, base: Solved, text: str) -> Json:
    """The answer with the change, the one without, and what differs between the two."""
    changed = [
        {
            "text": change.text,
            "label": change.label,
            "path": list(change.path) if change.path is not None else None,
            "before": change.before.truth if change.before else None,
            "after": change.after.truth if change.after else None,
            "values_before": dict(change.before.values) if change.before else {},
            "values_after": dict(change.after.values) if change.after else {},
        }
        for change in diff_steps(base.steps, after.steps)
    ]
    return {**answer_json(after, text), "base": answer_json(base, text), "changed": changed}


def page_json(solved: Solved, path: Path, offset: int, text: str) -> Json:
    """One page of the items below a step."""
    step = find_step(solved.steps, path)
    some = step.items[offset : offset + PAGE_STEPS]
    return {
        "count": len(step.items),
        "offset": offset,
        "items": [_head(item, (*path, offset + i), text, []) for i, item in enumerate(some)],
    }


def find_parts(solved: Solved, path: Path) -> list[Part]:
    """What stands in the way of a step."""
    step = find_step(solved.steps, path)
    explain = explain_structure if solved.engine == "structure" else explain_program
    return explain(step, path)


def turn_parts(parts: Sequence[Part]) -> tuple[Assumption, ...]:
    """Rows that would take the parts out of the way."""
    return tuple(
        Assumption(parse_label(part.step.label), _leaf_row(part))
        for part in parts
        if part.step.label is not None
    )


def _leaf_row(part: Part) -> LeafRow:
    values = {n: tuple(v) if isinstance(v, list) else v for n, v in part.step.values.items()}
    return LeafRow(values, part.wanted)


def part_json(part: Part, text: str) -> Json:
    return {**_head(part.step, part.path, text, []), "wanted": part.wanted}


def _cut(steps: Sequence[Step], text: str) -> list[Json]:
    shown = choose_shown(steps)

    def show(step: Step, path: Path) -> Json:
        # As deep as the budget of shown steps at most.
        below = [(item, (*path, i)) for i, item in enumerate(step.items)]
        items = [show(item, place) for item, place in below if place in shown]
        return _head(step, path, text, items)

    return [show(step, (i,)) for i, step in enumerate(steps)]


def _head(step: Step, path: Path, text: str, items: list[Json]) -> Json:
    spans = {(s.start, s.end) for value in step.values.values() for s in find_places(value, text)}
    return {
        "path": list(path),
        "kind": step.kind,
        "truth": step.truth,
        "label": step.label,
        "text": step.text,
        "values": dict(step.values),
        "note": step.note,
        "file": step.file,
        "line": step.line,
        "spans": [list(span) for span in sorted(spans)],
        "count": len(step.items),
        "items": items,
    }
