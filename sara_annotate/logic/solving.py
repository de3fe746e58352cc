"""One case, one subsection, solved for a person: by structure or by program, with a what-if."""

from __future__ import annotations

import atexit
import difflib
import functools
import os
import time
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.case_reading import seen_layers
from sara_annotate.annotations.selectors import layers_fingerprint
from sara_annotate.corpus.models import Case, Project
from sara_annotate.corpus.selectors import case_value
from sara_annotate.domain.clauses.derive import LeafRow, derive
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic import selectors
from sara_annotate.logic.errors import NoProgramError
from sara_annotate.logic.models import Engine
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram, Query
from sara_annotate.logic.questions import Question, Rows, WhatIf, assume
from sara_annotate.logic.reading import CaseReading, read_case
from sara_annotate.logic.replay import Replay, Replayed, find_signature
from sara_annotate.logic.report import names_subsection
from sara_annotate.logic.saying import say_failure
from sara_annotate.logic.steps import Step, build, from_derivation
from sara_annotate.logic.structure import judge_derivation
from sara_annotate.logic.terms import Compound, read_term, show_term, term_json
from sara_annotate.logic.why import find_missing

WEB_LIMITS = Limits(inferences=2_000_000, seconds=5.0, solutions=50)
KEPT_ANSWERS = 24
Json = dict[str, Any]


class PredicateMissingError(ApplicationError):
    code = "predicate_missing"


@dataclass(frozen=True, slots=True)
class Solved:
    """An answer with its whole derivation."""

    engine: str
    outcome: str
    steps: tuple[Step, ...] = ()
    solutions: list[Json] = field(default_factory=list)
    code: str = ""
    message: str = ""
    goal: str = ""
    complete: bool = True
    derivation_cut: bool = False
    output: str = ""
    written: int = 0
    missing: list[str] = field(default_factory=list)
    nearest: list[str] = field(default_factory=list)
    place: Json | None = None
    """Where the facts or the goal cannot be read."""
    notes: list[str] = field(default_factory=list)
    inferences: int = 0
    seconds: float = 0.0
    compat_used: bool = False
    verdict: Replayed | None = None
    """What the asker wrote beside the answer; None when they have not said."""


@functools.cache
def _pool_of(pid: int) -> SolverPool:
    pool = SolverPool(2)
    atexit.register(pool.close)
    return pool


def web_pool() -> SolverPool:
    """The pool of this very process, started when first asked for."""
    return _pool_of(os.getpid())


_kept: OrderedDict[object, Solved] = OrderedDict()
_lock = Lock()


def case_solve(
    *, project: Project, case: Case, user: User, mine: bool, question: Question, what_if: WhatIf
) -> Solved:
    """The answer. The last few are kept, so that opening a step does not solve again."""
    if what_if.given:
        question = replace(question, given={**question.given, **dict(what_if.given)})
    stand = layers_fingerprint(seen_layers(project=project, user=user))
    key = repr((project.pk, case.sha256, case.pk, user.pk, mine, stand, question, what_if))
    if question.engine == Engine.PROGRAM:
        program = selectors.program_get(project=project, compat=question.compat)
        key += program.sha256 if program else ""
    with _lock:
        found = _kept.get(key)
    if found is None:
        if question.engine == Engine.STRUCTURE:
            owner = user if mine else None
            found = _solve_structure(_Asker(project, user, owner), case, question, what_if)
        else:
            found = _solve_program(_Asker(project, user, None), case, question, what_if.facts)
    with _lock:
        _kept[key] = found
        _kept.move_to_end(key)
        while len(_kept) > KEPT_ANSWERS:
            _kept.popitem(last=False)
    return found


@dataclass(frozen=True, slots=True)
class _Asker:
    """Who asks, and whose layers they ask about: a person's own over the gold, or the gold."""

    project: Project
    reader: User
    owner: User | None

    def clauses(self) -> dict[Label, Clause]:
        return selectors.clause_map(project=self.project, user=self.owner, reader=self.reader)


def _solve_structure(asker: _Asker, case: Case, question: Question, what_if: WhatIf) -> Solved:
    assert question.label is not None
    begun = time.monotonic()
    clauses = asker.clauses()
    rows, assumed = assume(_rows(asker, case, question), what_if)
    given = {fold_name(name): value for name, value in question.given.items()}
    found = derive(question.label, given, clauses.get, rows, assumed=assumed, rest=question.rest)
    steps = (from_derivation(found),)
    verdict = None
    if question.truth is not None:
        verdict = judge_derivation(question.as_row(case.name), found)
    return Solved(
        engine="structure",
        outcome=found.truth,
        steps=steps,
        solutions=[dict(steps[0].values)] if found.truth == "true" else [],
        missing=find_missing(steps),
        seconds=round(time.monotonic() - begun, 4),
        verdict=verdict,
    )


def _rows(asker: _Asker, case: Case, question: Question) -> Rows:
    """The rows on the screen, or those that are stored."""
    if question.rows is None:
        project = asker.project
        layers = selectors.layers_of(project=project, user=asker.owner, reader=asker.reader)
        return selectors.leaf_rows(selectors.row_list(project=project, layers=layers, case=case))
    rows: dict[Label, list[LeafRow]] = defaultdict(list)
    for label, row in question.rows:
        rows[label].append(row)
    return rows


def _solve_program(asker: _Asker, case: Case, question: Question, facts: str | None) -> Solved:
    project = asker.project
    program = selectors.program_get(project=project, compat=question.compat)
    if program is None:
        raise NoProgramError("This project has no Prolog program. Solve by structure instead.")
    pool = web_pool()
    loaded = pool.load(program)
    reading = read_case(case_value(case), pool=pool, program=program, mend=question.compat)
    if facts is not None:
        reading = replace(reading, facts=facts)
    notes = [str(p) for p in reading.problems if p.is_error]
    names: dict[str, str] = {}
    judged, goal = None, question.goal
    if not goal:
        judged, names = _ask_row(asker, case, question, program, loaded, reading)
        goal, notes = judged.goal, [*notes, *judged.notes]
    answer = pool.solve(Query(program, goal, reading.facts, WEB_LIMITS, question.explain))
    verdict = judged if question.truth is not None else None
    solved = _read_answer(answer, goal, names, loaded, notes, verdict)
    if judged is not None and judged.engine_truth is False and solved.outcome == "true":
        # A given value is no term of the case: the program was asked without it.
        said = "What the program finds does not fit the given values."
        return replace(solved, outcome="false", solutions=[], notes=[*solved.notes, said])
    return solved


def _ask_row(
    asker: _Asker,
    case: Case,
    question: Question,
    program: LogicProgram,
    loaded: Loaded,
    reading: CaseReading,
) -> tuple[Replayed, dict[str, str]]:
    """The row in the reading that fits it best, and the names of the goal's variables."""
    assert question.label is not None
    clauses = asker.clauses()
    name = question.label.predicate
    signature, why = find_signature(name, loaded, clauses.get(question.label))
    if signature is None:
        raise PredicateMissingError(why, extra={"nearest": nearest_names(name, loaded)})
    replay = Replay(web_pool(), program, loaded, clauses, WEB_LIMITS)
    judged = replay.replay_row(question.as_row(case.name), reading)
    return judged, {f"A{i}": n for i, n in enumerate(signature.names, 1)}


def nearest_names(name: str, loaded: Loaded) -> list[str]:
    """Predicates that may have been meant, with their number of arguments."""
    known = {p.name for p in loaded.predicates}
    close = [name] if name in known else difflib.get_close_matches(name, sorted(known), 3)
    return [f"{p.name}/{p.arity}" for near in close for p in loaded.predicates if p.name == near]


def _read_answer(
    answer: Answer,
    goal: str,
    names: Mapping[str, str],
    loaded: Loaded,
    notes: list[str],
    verdict: Replayed | None,
) -> Solved:
    near: list[str] = []
    if answer.code == "unknown_predicate":
        near = nearest_names(str(answer.extra.get("name", "")), loaded)
    arities: dict[str, list[int]] = defaultdict(list)
    for one in loaded.predicates:
        arities[one.name].append(one.arity)
    heads = {(p.name, p.arity): p.names for p in loaded.predicates}
    return Solved(
        engine="program",
        outcome=answer.outcome,
        steps=tuple(_read_node(node, heads) for node in answer.derivation or ()),
        solutions=[
            {names.get(key, key): term_json(term) for key, term in found.items()}
            for found in answer.solutions
        ],
        code=answer.code,
        message=say_failure(answer, arities) if answer.outcome == "error" else answer.message,
        place=_place_of(answer),
        goal=goal,
        complete=answer.complete,
        derivation_cut=answer.derivation_cut,
        output=answer.output,
        written=answer.written,
        nearest=near,
        notes=[*notes, *(f"Line {n.line}: {n.code} {n.text}" for n in answer.notes)],
        inferences=answer.inferences,
        seconds=round(answer.seconds, 4),
        compat_used=answer.compat_used,
        verdict=verdict,
    )


def _place_of(answer: Answer) -> Json | None:
    if answer.code not in ("facts_invalid", "goal_syntax"):
        return None
    file = str(answer.extra.get("file", "goal"))
    return {"file": file, "line": answer.extra.get("line", 1), "column": answer.extra.get("column")}


def _read_node(root: Mapping[str, Any], heads: Mapping[tuple[str, int], tuple[str, ...]]) -> Step:
    def make(node: Mapping[str, Any], items: tuple[Step, ...]) -> Step:
        goal = read_term(node["goal"]) if node["goal"] is not None else None
        name = goal.name if isinstance(goal, Compound) else ""
        args = goal.args if isinstance(goal, Compound) else ()
        names = heads.get((name, len(args)), ())
        return Step(
            kind=node["kind"],
            truth="true" if node["truth"] else "false",
            text=show_term(goal) if goal is not None else "a cyclic term",
            label=_label_of(name),
            values={n: term_json(arg) for n, arg in zip(names, args, strict=False) if n},
            file=node.get("file"),
            line=node.get("line"),
            items=items,
        )

    return build(root, lambda node: node["items"], make)


def _label_of(name: str) -> str | None:
    return parse_label(name).plain if name and names_subsection(name) else None
