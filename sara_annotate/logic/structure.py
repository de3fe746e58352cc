"""Solving from the structure alone: what follows from the annotated leaves of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sara_annotate.domain.clauses.derive import Derivation, LeafRow, derive
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Instantiation, Value, fold_name
from sara_annotate.domain.labels import Label
from sara_annotate.logic.replay import Replayed

Leaves = Mapping[Label, Sequence[LeafRow]]


def derive_row(
    label: Label, given: Mapping[str, Value], clauses: Mapping[Label, Clause], leaves: Leaves
) -> Derivation:
    """The derivation of a subsection from what is given and what the leaves say.

    An inner subsection whose parts are not annotated rests on its own row, as on the screen.
    """
    folded = {fold_name(name): value for name, value in given.items()}
    return derive(label, folded, clauses.get, leaves, rest=True)


def replay_structure(
    row: Instantiation, clauses: Mapping[Label, Clause], leaves: Leaves
) -> Replayed | None:
    """The row beside its derivation; None for a leaf, which stands on its own."""
    clause = clauses.get(row.label)
    if clause is None or clause.is_leaf:
        return None
    return judge_derivation(row, derive_row(row.label, dict(row.given), clauses, leaves))


def judge_derivation(row: Instantiation, found: Derivation) -> Replayed:
    """The row beside a derivation of it."""
    if found.truth == "unknown":
        missing = sorted({label.printed for label in found.iter_missing()})
        why = f"Not annotated: {', '.join(missing)}." if missing else _first_note(found)
        return Replayed("unknown", why)
    if (found.truth == "true") != row.truth:
        said = f"Annotated {str(row.truth).lower()}, from its parts it is {found.truth}."
        return Replayed("wrong_truth", said, engine_truth=found.truth == "true")
    return _compare_found(row, found)


def _compare_found(row: Instantiation, found: Derivation) -> Replayed:
    values = found.values
    wrong = [
        f"{name} is {values[fold_name(name)]}, annotated {value}"
        for name, value in row.found
        if row.truth and fold_name(name) in values and values[fold_name(name)] != value
    ]
    if wrong:
        return Replayed("wrong_value", f"{'; '.join(wrong)}.", engine_truth=row.truth)
    return Replayed("same", engine_truth=row.truth)


def _first_note(found: Derivation) -> str:
    stack = [found]
    while stack:
        here = stack.pop()
        if here.truth == "unknown" and here.note:
            return here.note
        stack.extend(reversed(here.items))
    return "It cannot be told from what is annotated."
