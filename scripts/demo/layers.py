"""Layers of the demo's annotators: the gold, with the changes that their files list."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    ClauseText,
    Instantiation,
    Mention,
    Statute,
    SubsectionMentions,
)
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import contains, overlaps
from scripts.demo.cases import make_row
from scripts.demo.markup import read_clauses

K = TypeVar("K")
STATES = ("submitted", "in_progress", "returned")


@dataclass
class Layer:
    """What one annotator says: a share of the mentions, the clauses and the rows."""

    name: str
    display_name: str
    states: dict[Label, tuple[str, str]]
    case_states: dict[str, tuple[str, str]]
    mentions: dict[Label, list[Mention]]
    clauses: dict[Label, ClauseText]
    rows: dict[tuple[str, Label], Instantiation]
    changes: list[dict[str, object]]


def read_layer(
    name: str, source: str, gold: Iterable[AnnotatedStatute], rows: Iterable[Instantiation]
) -> Layer:
    """The annotator's layer, every change made."""
    file = tomllib.loads(source)
    statutes = {a.statute.section: a.statute for a in gold}
    labels = [sub.label for s in statutes.values() for sub in s.subsections]
    layer = _copy_gold(name, file, labels, list(gold), list(rows))
    for change in file["change"]:
        _apply(layer, change, statutes)
    return layer


def _copy_gold(
    name: str,
    file: dict[str, Any],
    labels: list[Label],
    gold: list[AnnotatedStatute],
    rows: list[Instantiation],
) -> Layer:
    states = _read_states(file["subsections"], lambda pattern: _match_labels(pattern, labels))
    case_states = _read_states(file["cases"], lambda pattern: [pattern])
    entries = (entry for a in gold for entry in a.mentions)
    return Layer(
        name=name,
        display_name=file["display_name"],
        states={label: states[label] for label in labels if label in states},
        case_states=case_states,
        mentions={e.label: list(e.mentions) for e in entries if e.label in states},
        clauses={c.head: c for a in gold for c in a.clauses if c.head in states},
        rows={(r.case, r.label): r for r in rows if r.case in case_states},
        changes=[],
    )


def _read_states(table: dict[str, Any], find: Callable[[str], list[K]]) -> dict[K, tuple[str, str]]:
    """State and reason of every item; a later state of the table takes an item over."""
    found: dict[K, tuple[str, str]] = {}
    for state in STATES:
        items = table.get(state, [])
        reasons = items if isinstance(items, dict) else dict.fromkeys(items, "")
        for pattern, reason in reasons.items():
            found.update(dict.fromkeys(find(pattern), (state, reason)))
    return found


def _match_labels(pattern: str, labels: list[Label]) -> list[Label]:
    """`12(b)` itself, or with a star also all that is below it."""
    label = parse_label(pattern.removesuffix("*"))
    if label not in labels:
        raise ValueError(f"The demo has no {label}.")
    below = [x for x in labels if pattern.endswith("*") and label.is_ancestor_of(x)]
    return [label, *below]


def _apply(layer: Layer, change: dict[str, Any], statutes: dict[str, Statute]) -> None:
    at = change["at"]
    if "case" in change:
        label = parse_label(at)
        key = (change["case"], label)
        if key not in layer.rows or "found" not in change:
            raise ValueError(f"{layer.name} has no row for {at} of {change['case']}.")
        layer.rows[key] = make_row(change["case"], label, change)
        tasks = ["instantiation"]
    else:
        label = parse_label(at)
        if label not in layer.states:
            raise ValueError(f"{layer.name} does not cover {at}.")
        tasks = _change_subsection(layer, label, change, statutes[label.section])
    place = {"subsection": label.plain} | ({"case": change["case"]} if "case" in change else {})
    layer.changes.append({"kind": change["kind"], "tasks": tasks, **place, "what": change["what"]})


def _change_subsection(
    layer: Layer, label: Label, change: dict[str, Any], statute: Statute
) -> list[str]:
    """Make the change and name the tasks that it shows in."""
    tasks = []
    if make := _MENTION_CHANGES.get(change["kind"]):
        layer.mentions[label] = sorted(make(layer.mentions[label], change, statute, label))
        tasks.append("coreference" if change["kind"] in _REGROUPING else "mentions")
    if "clause" in change:
        (layer.clauses[label],) = read_clauses(change["clause"])
        tasks.append("structure")
    return tasks


def _find_mention(mentions: list[Mention], change: dict[str, Any], statute: Statute) -> Mention:
    same = [m for m in mentions if statute.text[m.start : m.end] == change["span"]]
    nth: int = change.get("nth", 1)
    if len(same) < nth:
        raise ValueError(f"{change['at']} has no mention “{change['span']}”.")
    return same[nth - 1]


def _find_text(text: str, change: dict[str, Any], statute: Statute, label: Label) -> list[Mention]:
    """Every place of a text in the subsection, as mentions of the change's argument."""
    parts = next(sub.parts for sub in statute.subsections if sub.label == label)
    places = [i for i in range(len(statute.text)) if statute.text.startswith(text, i)]
    found = [Mention(i, i + len(text), change.get("argument", "")) for i in places]
    found = [m for m in found if any(contains(part, m) for part in parts)]
    if not found:
        raise ValueError(f"“{text}” is not in {label}.")
    return found


def _miss(
    mentions: list[Mention], change: dict[str, Any], statute: Statute, label: Label
) -> list[Mention]:
    missed = _find_mention(mentions, change, statute)
    return [m for m in mentions if m != missed]


def _move_edge(
    mentions: list[Mention], change: dict[str, Any], statute: Statute, label: Label
) -> list[Mention]:
    old = _find_mention(mentions, change, statute)
    new = next(m for m in _find_text(change["to"], change, statute, label) if overlaps(m, old))
    new = replace(new, argument=old.argument)
    return [new if m == old else m for m in mentions]


def _add(
    mentions: list[Mention], change: dict[str, Any], statute: Statute, label: Label
) -> list[Mention]:
    return [*mentions, _find_text(change["span"], change, statute, label)[change.get("nth", 1) - 1]]


def _merge(
    mentions: list[Mention], change: dict[str, Any], statute: Statute, label: Label
) -> list[Mention]:
    old, new = change["argument"], change["into"]
    if old not in {m.argument for m in mentions}:
        raise ValueError(f"{label} has no argument {old}.")
    return [replace(m, argument=new) if m.argument == old else m for m in mentions]


def _split(
    mentions: list[Mention], change: dict[str, Any], statute: Statute, label: Label
) -> list[Mention]:
    old = _find_mention(mentions, change, statute)
    return [replace(m, argument=change["argument"]) if m == old else m for m in mentions]


_MENTION_CHANGES = {
    "missed_span": _miss,
    "wrong_edge": _move_edge,
    "extra_span": _add,
    "over_merged": _merge,
    "split": _split,
}
_REGROUPING = ("over_merged", "split")


def entries_of(layer: Layer, section: str) -> tuple[SubsectionMentions, ...]:
    """The layer's mentions in one statute, a header for each subsection that it covers."""
    own = (label for label in layer.states if label.section == section)
    return tuple(SubsectionMentions(label, tuple(layer.mentions[label])) for label in own)
