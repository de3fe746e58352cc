"""One case, one subsection, solved for a person: by structure or by program, with a what-if."""

from __future__ import annotations

import atexit
import difflib
import functools
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Case, Project
from sara_annotate.corpus.selectors import case_value
from sara_annotate.domain.clauses.derive import Derivation, LeafRow
from sara_annotate.domain.corpus import Value, fold_name
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic import selectors
from sara_annotate.logic.matching import list_vocabulary
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, Loaded, Query
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.replay import Signature, find_signature, read_given, write_goal
from sara_annotate.logic.report import names_subsection
from sara_annotate.logic.services import NoProgramError
from sara_annotate.logic.structure import derive_row
from sara_annotate.logic.terms import Compound, read_term, show_term, term_json

WEB_LIMITS = Limits(inferences=2_000_000, seconds=5.0, solutions=50)
Json = dict[str, Any]


class PredicateMissingError(ApplicationError):
    code = "predicate_missing"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Changes for one question only; nothing of them is kept."""

    rows: tuple[tuple[Label, LeafRow], ...] = ()
    """For a subsection named here, these rows stand in place of the annotated ones."""
    facts: str | None = None
    """In place of the facts of the case."""

    def __bool__(self) -> bool:
        return bool(self.rows) or self.facts is not None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a subsection with given values, or a goal of one's own."""

    label: Label | None = None
    given: Mapping[str, Value] = field(default_factory=dict)
    goal: str = ""
    compat: bool = False
    explain: bool = True


@functools.cache
def _pool_of(pid: int) -> SolverPool:
    pool = SolverPool(2)
    atexit.register(pool.close)
    return pool


def web_pool() -> SolverPool:
    """The pool of this very process, started when first asked for."""
    return _pool_of(os.getpid())


def case_solve_structure(
    *, project: Project, case: Case, user: User | None, question: Question, what_if: WhatIf
) -> Json:
    """What follows from the annotated leaves; with a what-if, beside what followed without it."""
    assert question.label is not None
    clauses = selectors.clause_map(project=project, user=user)
    layers = selectors.layers_of(project=project, user=user)
    rows = selectors.leaf_rows(selectors.row_list(project=project, layers=layers, case=case))
    base = derive_row(question.label, question.given, clauses, rows)
    if not what_if:
        return _structure_json(base)
    changed = dict(rows)
    for label in dict.fromkeys(label for label, _ in what_if.rows):
        changed[label] = [row for other, row in what_if.rows if other == label]
    after = derive_row(question.label, question.given, clauses, changed)
    return _beside(_structure_json(after), _structure_json(base))


def _structure_json(found: Derivation) -> Json:
    solutions = [dict(found.values)] if found.truth == "true" else []
    missing = list(dict.fromkeys(label.plain for label in found.iter_missing()))
    return {
        "engine": "structure",
        "outcome": found.truth,
        "solutions": solutions,
        "derivation": [_step_json(found)],
        "missing": missing,
    }


def _step_json(step: Derivation) -> Json:
    printed = step.label.printed if step.label else step.kind.upper()
    return {
        "kind": step.kind,
        "truth": step.truth,
        "label": step.label.plain if step.label else None,
        "text": printed,
        "values": {name: _plain(value) for name, value in step.values.items()},
        "note": step.note,
        "items": [_step_json(item) for item in step.items],
    }


def _plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def case_solve_program(
    *, project: Project, case: Case, question: Question, what_if: WhatIf
) -> Json:
    """What the data set's program says; with a what-if, beside what it said without it."""
    base = _solve_program(project, case, question, None)
    if not what_if:
        return base
    return _beside(_solve_program(project, case, question, what_if.facts), base)


def _solve_program(project: Project, case: Case, question: Question, facts: str | None) -> Json:
    program = selectors.program_get(project=project, compat=question.compat)
    if program is None:
        raise NoProgramError("This project has no Prolog program. Solve by structure instead.")
    pool = web_pool()
    loaded = pool.load(program)
    value = case_value(case)
    reading = read_case(value, pool=pool, program=program, mend=question.compat)
    text = reading.facts if facts is None else facts
    signature, goal, notes = None, question.goal, [str(p) for p in reading.problems if p.is_error]
    if not goal:
        signature = _signature(project, question, loaded)
        tests = tuple(test.goal for test in reading.tests)
        vocabulary = list_vocabulary((*reading.terms, *tests))
        given = read_given(tuple(question.given.items()), signature.names, vocabulary)
        notes += given.notes
        notes += [f"{name}: no fact speaks of it; left open." for name, _ in given.unread]
        goal = write_goal(signature, given.readings[0])
    answer = pool.solve(Query(program, goal, text, WEB_LIMITS, question.explain))
    return _program_json(answer, goal, signature, loaded, notes)


def _signature(project: Project, question: Question, loaded: Loaded) -> Signature:
    assert question.label is not None
    clause = selectors.clause_map(project=project).get(question.label)
    name = question.label.predicate
    signature, why = find_signature(name, loaded, clause)
    if signature is None:
        raise PredicateMissingError(why, extra={"nearest": nearest_names(name, loaded)})
    return signature


def nearest_names(name: str, loaded: Loaded) -> list[str]:
    """Predicates that may have been meant, with their number of arguments."""
    known = {p.name for p in loaded.predicates}
    close = [name] if name in known else difflib.get_close_matches(name, sorted(known), 3)
    return [f"{p.name}/{p.arity}" for near in close for p in loaded.predicates if p.name == near]


def _program_json(
    answer: Answer, goal: str, signature: Signature | None, loaded: Loaded, notes: Sequence[str]
) -> Json:
    names = {f"A{i}": n for i, n in enumerate(signature.names, 1)} if signature else {}
    solutions = [
        {names.get(key, key): term_json(term) for key, term in found.items()}
        for found in answer.solutions
    ]
    near: list[str] = []
    if answer.code == "unknown_predicate":
        near = nearest_names(str(answer.extra.get("name", "")), loaded)
    heads = {(p.name, p.arity): p.names for p in loaded.predicates}
    return {
        "engine": "program",
        "outcome": answer.outcome,
        "code": answer.code,
        "message": answer.message,
        "goal": goal,
        "solutions": solutions,
        "complete": answer.complete,
        "derivation_cut": answer.derivation_cut,
        "written": answer.written,
        "output": answer.output,
        "derivation": [_node_json(node, heads) for node in answer.derivation or ()],
        "nearest": near,
        "notes": [*notes, *(f"Line {n.line}: {n.code} {n.text}" for n in answer.notes)],
        "inferences": answer.inferences,
        "seconds": round(answer.seconds, 4),
        "compat_used": answer.compat_used,
    }


def _node_json(node: Mapping[str, Any], heads: Mapping[tuple[str, int], tuple[str, ...]]) -> Json:
    goal = read_term(node["goal"]) if node["goal"] is not None else None
    name = goal.name if isinstance(goal, Compound) else ""
    args = goal.args if isinstance(goal, Compound) else ()
    names = heads.get((name, len(args)), ())
    values = {n: term_json(arg) for n, arg in zip(names, args, strict=False) if n}
    return {
        "kind": node["kind"],
        "truth": "true" if node["truth"] else "false",
        "label": _label_of(name),
        "text": show_term(goal) if goal is not None else "a cyclic term",
        "values": values,
        "file": node.get("file"),
        "line": node.get("line"),
        "items": [_node_json(item, heads) for item in node["items"]],
    }


def _label_of(name: str) -> str | None:
    return parse_label(name).plain if name and names_subsection(name) else None


def _beside(after: Json, base: Json) -> Json:
    """The answer with the change, the one without, and what differs between the two."""
    before, now = _truths(base["derivation"]), _truths(after["derivation"])
    changed = [
        {"text": text, "before": before.get(text), "after": now.get(text)}
        for text in dict.fromkeys([*before, *now])
        if before.get(text) != now.get(text)
    ]
    return {**after, "base": base, "changed": changed}


def _truths(steps: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The truth of every step of a derivation, by what it says."""
    found: dict[str, str] = {}
    stack = list(reversed(steps))
    while stack:
        step = stack.pop()
        found.setdefault(step["text"], step["truth"])
        stack.extend(reversed(step["items"]))
    return found


def read_override(label: str, values: Mapping[str, Value], truth: bool) -> tuple[Label, LeafRow]:
    """A row of a what-if."""
    folded = {fold_name(name): value for name, value in values.items()}
    return parse_label(label), LeafRow(folded, truth)
