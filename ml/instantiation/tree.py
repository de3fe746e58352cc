"""Algorithms 1 and 2 as conversations: each step asks the network one question, or several.

A solver is a generator that yields a `Question` and is sent its `Answer` (or several, and is sent
as many), so that one driver can put the questions of many rows into one batch.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ml.instantiation.model import Question
from ml.instantiation.rows import Known, Row, Rule, World
from sara_annotate.domain.clauses.terms import And, Call, Node, Not
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.labels import Label

Answer = Value | float | None
Said = Question | tuple[Question, ...]
Talk = Generator[Said, Any, "Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """Values of a node's arguments and how true it is."""

    values: Mapping[str, Value]
    truth: float


def solve_rule(
    case: str,
    rule: Rule,
    given: Mapping[str, Value],
    forced: Mapping[str, Value] | None = None,
    *,
    at_once: bool = False,
) -> Talk:
    """Algorithm 1: fill arguments in order of appearance, then ask for the truth.

    `forced` values are inserted whatever the network answers (the first training stage). `at_once`
    asks for all arguments of one reading, so that none is told what another was found to be.
    """
    known: Known = dict(given)
    open_names = [name for name in rule.arguments if name not in known]
    answers: Sequence[Answer] = ()
    if at_once and open_names:
        answers = yield tuple(Question(case, rule, dict(given), name) for name in open_names)
    for number, name in enumerate(open_names):
        answer = answers[number] if at_once else (yield Question(case, rule, dict(known), name))
        value = (forced or {}).get(name, answer)
        if value is not None:
            known[name] = value  # type: ignore[assignment]
    truth = yield Question(case, rule, dict(known), None)
    assert isinstance(truth, float)
    return Result(known, truth)


def solve_tree(
    case: str,
    label: Label,
    given: Mapping[str, Value],
    world: World,
    *,
    depth: int = 3,
    forced: Mapping[str, Value] | None = None,
    at_once: bool = False,
) -> Talk:
    """Algorithm 2: the body first, then the subsection with what the body found.

    Depth 1 is the subsection by itself. Recursion in the law ends at the cap.
    """
    rule = world.rules[label]
    body = rule.clause.body if rule.clause else None
    merged = dict(given)
    if depth > 1 and body is not None:
        found = yield from solve_node(case, body, given, world, depth - 1, at_once)
        merged = {**found.values, **merged}
    return (yield from solve_rule(case, rule, merged, forced, at_once=at_once))


def solve_node(
    case: str,
    node: Node,
    given: Mapping[str, Value],
    world: World,
    depth: int,
    at_once: bool = False,
) -> Talk:
    """What a clause's body, or a part of it, finds under the caller's names."""
    if isinstance(node, Call):
        return (yield from _solve_call(case, node, given, world, depth, at_once))
    if isinstance(node, Not):
        inner = yield from solve_node(case, node.item, given, world, depth, at_once)
        return Result({}, 1.0 - inner.truth)
    results: list[Result] = []
    for item in node.items:
        results.append((yield from solve_node(case, item, given, world, depth, at_once)))
    return join_and(results) if isinstance(node, And) else join_or(results)


def _solve_call(
    case: str, call: Call, given: Mapping[str, Value], world: World, depth: int, at_once: bool
) -> Talk:
    passed = {a.callee: given[a.caller] for a in call.args if a.caller in given}
    found = yield from solve_tree(case, call.label, passed, world, depth=depth, at_once=at_once)
    back = {a.caller: found.values[a.callee] for a in call.args if a.callee in found.values}
    return Result(back, found.truth)


def join_or(results: Sequence[Result]) -> Result:
    """The likeliest child, with its values."""
    return max(results, key=lambda r: r.truth)


def join_and(results: Iterable[Result]) -> Result:
    """All values; where two differ, the one with the lower truth. As true as the least true."""
    values: dict[str, Value] = {}
    ordered = sorted(results, key=lambda r: r.truth)
    for result in ordered:
        for name, value in result.values.items():
            values.setdefault(name, value)
    return Result(values, ordered[0].truth)


def solve_row(
    world: World,
    row: Row,
    *,
    depth: int,
    forced: Mapping[str, Value] | None = None,
    at_once: bool = False,
) -> Talk:
    """The conversation about one row."""
    return solve_tree(
        world.cases[row.case],
        row.label,
        dict(row.given),
        world,
        depth=depth,
        forced=forced,
        at_once=at_once,
    )
