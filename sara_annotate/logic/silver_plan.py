"""What silver is made of: which predicates, which of their arguments are people and years."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Case, Instantiation, default_value_type, fold_name
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic.matching import list_vocabulary, match_value
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits, Loaded, LogicProgram
from sara_annotate.logic.reading import CaseReading
from sara_annotate.logic.replay import Signature, find_events, find_signature, write_goal
from sara_annotate.logic.silver import Kind, SilverCase, Target
from sara_annotate.logic.silver_text import find_people, find_years
from sara_annotate.logic.terms import Compound, Term

MAX_PEOPLE_PLACES = 3

Places = dict[tuple[str, int], set[Kind]]
"""By predicate and place of its argument, what was seen there."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A case with its reading and all that is asked about it."""

    silver: SilverCase
    reading: CaseReading


def prepare_case(case: Case, reading: CaseReading) -> Prepared:
    """The people and years of a case, by type and text."""
    tests = tuple(test.goal for test in reading.tests)
    vocabulary = list_vocabulary((*reading.terms, *tests))
    events = find_events(reading.terms)
    people = find_people(vocabulary, events, case.text)
    years = find_years(case.question, case.text)
    return Prepared(SilverCase(case, reading.facts, people, years), reading)


def find_targets(
    prepared: Sequence[Prepared],
    *,
    loaded: Loaded,
    clauses: Mapping[Label, Clause],
    labels: Collection[Label],
    integers: Mapping[Label, frozenset[str]],
    seen: Places,
) -> list[Target]:
    """Predicates of subsections, and those without one that tests ask for, such as tax."""
    known = {label.predicate: label for label in labels}
    asked = {name for case in prepared for name, _ in _test_calls(case)}
    targets = []
    for name in sorted({p.name for p in loaded.predicates}):
        label = known.get(name) or (_as_label(name) if name in asked else None)
        if label is None:
            continue
        signature, _ = find_signature(name, loaded, clauses.get(label))
        if signature is not None:
            targets.append(_make_target(label, signature, integers, seen))
    return targets


def _as_label(name: str) -> Label | None:
    try:
        return parse_label(name)
    except LabelError:
        return None


def _make_target(
    label: Label, signature: Signature, integers: Mapping[Label, frozenset[str]], seen: Places
) -> Target:
    size = signature.predicate.arity
    names = [*signature.names, *[""] * size][:size]
    shown = tuple(name.capitalize() if name else f"A{i}" for i, name in enumerate(names, 1))
    kinds: dict[int, Kind] = {}
    for place in range(size):
        found = seen.get((signature.predicate.name, place), set())
        people = sum(kind == "person" for kind in kinds.values())
        if "person" in found and people < MAX_PEOPLE_PLACES:
            kinds[place] = "person"
        elif "year" in found:
            kinds[place] = "year"
    typed = integers.get(label, frozenset())
    whole = {n.upper() for n in shown if n.upper() in typed or default_value_type(n) == "integer"}
    return Target(label, signature, kinds, frozenset(whole), shown)


# ── What arguments hold ───────────────────────────────────────────────────────────────


def see_terms(seen: Places, name: str, args: Sequence[Term], silver: SilverCase) -> None:
    """Note people and years among the arguments of one call."""
    for place, term in enumerate(args):
        if term in silver.people:
            seen[name, place].add("person")
        elif isinstance(term, int) and term in silver.years:
            seen[name, place].add("year")


def _test_calls(prepared: Prepared) -> Iterable[tuple[str, tuple[Term, ...]]]:
    for test in prepared.reading.tests:
        if isinstance(test.goal, Compound) and test.is_simple:
            yield test.goal.name, test.goal.args


def see_tests(seen: Places, prepared: Prepared) -> None:
    """What the case's own test says of arguments."""
    for name, args in _test_calls(prepared):
        see_terms(seen, name, args, prepared.silver)


def see_rows(
    seen: Places,
    rows: Iterable[Instantiation],
    prepared: Mapping[str, Prepared],
    loaded: Loaded,
    clauses: Mapping[Label, Clause],
) -> None:
    """What annotated rows say: a value that is a person's name makes a person's place."""
    for row in rows:
        case = prepared.get(row.case)
        name = row.label.predicate
        signature, _ = find_signature(name, loaded, clauses.get(row.label))
        if case is None or signature is None:
            continue
        values = {fold_name(n): v for n, v in (*row.given, *row.found)}
        for place, argument in enumerate(signature.names):
            value = values.get(argument)
            if value is None:
                continue
            if any(match_value(person, value) is True for person in case.silver.people):
                seen[name, place].add("person")
            elif isinstance(value, str) and value.isdigit() and int(value) in case.silver.years:
                seen[name, place].add("year")


def open_goals(loaded: Loaded, names: Collection[str]) -> list[tuple[str, str]]:
    """Each predicate asked with nothing given."""
    return [
        (p.name, write_goal(Signature(p, ("",) * p.arity), {}))
        for p in loaded.predicates
        if p.name in names and p.arity
    ]


def see_answers(
    prepared: Prepared,
    goals: Sequence[tuple[str, str]],
    *,
    program: LogicProgram,
    pool: SolverPool,
    limits: Limits,
) -> Places:
    """What open queries answer with in one case."""
    seen: Places = defaultdict(set)
    answers = pool.solve_batch(program, prepared.silver.facts, [g for _, g in goals], limits)
    for (name, _), answer in zip(goals, answers, strict=True):
        for solution in answer.solutions:
            args = [solution[key] for key in sorted(solution, key=lambda key: int(key[1:]))]
            see_terms(seen, name, args, prepared.silver)
    return seen
