"""A program beside the clauses of a project: what one has and the other has not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sara_annotate.domain.clauses.terms import Clause, iter_calls
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import Label, order_labels, parse_label
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Loaded, LogicProgram, Note, Predicate

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A predicate whose arguments are not those of its clause."""

    label: Label
    program: tuple[str, ...]
    clause: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProgramReport:
    """What was found; labels are in the order of the law, edges are pairs of predicates."""

    program_sha256: str
    matched: tuple[Label, ...]
    without_predicate: tuple[Label, ...]
    without_subsection: tuple[Predicate, ...]
    helpers: tuple[Predicate, ...]
    mismatches: tuple[Mismatch, ...]
    edges_only_in_program: tuple[Edge, ...]
    edges_only_in_clauses: tuple[Edge, ...]
    notes: tuple[Note, ...]


def report_program(
    program: LogicProgram,
    *,
    pool: SolverPool,
    labels: Collection[Label],
    clauses: Mapping[Label, Clause],
) -> ProgramReport:
    """The comparison of a program with a project's subsections and clauses."""
    loaded = pool.load(program)
    calls = pool.ask(program, "calls")["items"]
    return compare_program(
        loaded, [(a, b) for a, _, b, _ in calls], labels, clauses, sha256=program.sha256
    )


def compare_program(
    loaded: Loaded,
    calls: Iterable[Edge],
    labels: Collection[Label],
    clauses: Mapping[Label, Clause],
    *,
    sha256: str = "",
) -> ProgramReport:
    """What the program has and the clauses have not, and the reverse."""
    known = {label.predicate: label for label in labels}
    found = {predicate.name for predicate in loaded.predicates}
    in_program = reach_through_helpers(calls, frozenset(known))
    in_clauses = {
        (label.predicate, call.label.predicate)
        for label, clause in clauses.items()
        for call in iter_calls(clause.body)
    }
    others = [p for p in loaded.predicates if p.name not in known]
    return ProgramReport(
        program_sha256=sha256,
        matched=tuple(order_labels(known[name] for name in known if name in found)),
        without_predicate=tuple(order_labels(known[name] for name in known if name not in found)),
        without_subsection=tuple(p for p in others if names_subsection(p.name)),
        helpers=tuple(p for p in others if not names_subsection(p.name)),
        mismatches=tuple(_find_mismatches(loaded, known, clauses)),
        edges_only_in_program=tuple(sorted(in_program - in_clauses)),
        edges_only_in_clauses=tuple(sorted(in_clauses - in_program)),
        notes=loaded.notes,
    )


def names_subsection(name: str) -> bool:
    """True for a predicate whose name is a subsection's, whether or not there is one."""
    try:
        label = parse_label(name)
    except LabelError:
        return False
    return not label.is_free and label.predicate == name


def reach_through_helpers(calls: Iterable[Edge], ours: frozenset[str]) -> set[Edge]:
    """Pairs of subsections' predicates, one of which uses the other, if only by helpers."""
    next_to: dict[str, set[str]] = defaultdict(set)
    for caller, callee in calls:
        next_to[caller].add(callee)
    edges: set[Edge] = set()
    for start in ours & next_to.keys():
        seen: set[str] = set()
        stack = [start]
        while stack:
            for name in next_to.get(stack.pop(), set()) - seen:
                seen.add(name)
                if name in ours:
                    edges.add((start, name))
                else:
                    stack.append(name)
    return {(a, b) for a, b in edges if a != b}


def _find_mismatches(
    loaded: Loaded, known: Mapping[str, Label], clauses: Mapping[Label, Clause]
) -> Iterable[Mismatch]:
    for predicate in loaded.predicates:
        label = known.get(predicate.name)
        clause = clauses.get(label) if label else None
        if label is None or clause is None:
            continue
        differ = any(
            name and not _alike(name, other)
            for name, other in zip(predicate.names, clause.names, strict=False)
        )
        if predicate.arity != len(clause.names) or differ:
            yield Mismatch(label, predicate.names, clause.names)


def _alike(name: str, other: str) -> bool:
    """Names are one in any letter case, and a list of days is still Day."""
    return fold_name(name).removesuffix("S") == fold_name(other).removesuffix("S")
