"""What follows from the annotated leaves of a case: true, false, or unknown and why.

Clauses are read as Prolog reads them: values bound by one call hold for the next, NOT holds
when nothing can be shown. A leaf that was not annotated, or only for other values, is
unknown; a cycle is cut and named. A closed case has no unknown leaves: what is not
annotated there is false.

A what-if assumes rows: they win over leaves and over clauses wherever they fit. And where the
parts of an inner subsection are unknown, it may rest on what was annotated for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from sara_annotate.domain.clauses.terms import And, Call, Clause, Node, Not
from sara_annotate.domain.corpus import Value
from sara_annotate.domain.labels import Label

Truth = Literal["true", "false", "unknown"]
Kind = Literal["call", "leaf", "and", "or", "not"]
MAX_LEVELS = 180
MAX_STEPS = 20_000
MAX_SOLUTIONS = 200
RESTED = "As annotated; its parts are not."

T = TypeVar("T")
Bindings = Mapping[int, Value]
Names = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LeafRow:
    """What was annotated for a leaf in a case."""

    values: Mapping[str, Value]
    truth: bool


@dataclass(frozen=True, slots=True)
class Derivation:
    """A step of the derivation; `note` says why it is false or unknown."""

    kind: Kind
    truth: Truth
    label: Label | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    note: str = ""
    items: tuple[Derivation, ...] = ()

    def iter_missing(self) -> Iterator[Label]:
        """The leaves that have to be annotated before the answer is known."""
        stack = [self]
        while stack:
            here = stack.pop()
            if here.kind == "leaf" and here.truth == "unknown" and here.label:
                yield here.label
            stack.extend(reversed(here.items))


@dataclass(frozen=True, slots=True)
class _Result:
    """Ways in which a part holds; `open` when more might, if more were known."""

    ways: tuple[tuple[Bindings, Derivation], ...]
    open: bool
    failure: Derivation


def derive(
    label: Label,
    given: Mapping[str, Value],
    get_clause: Callable[[Label], Clause | None],
    rows: Mapping[Label, Sequence[LeafRow]],
    *,
    closed: bool = False,
    assumed: Mapping[Label, Sequence[LeafRow]] | None = None,
    rest: bool = False,
) -> Derivation:
    """The derivation of a subsection in a case, from what is given for it.

    `assumed` rows stand for whatever they fit, also for subsections with a clause. With `rest`
    an inner subsection whose parts are unknown takes the row that was annotated for it.
    """
    engine = _Engine(get_clause, rows, closed, assumed or {}, rest)
    names = {name: engine.new_cell() for name in given}
    bound = {names[name]: value for name, value in given.items()}
    try:
        result = engine.call(label, names, bound, 0, False)
    except _TooLongError:
        note = f"The derivation was cut after {MAX_STEPS:,} steps."
        return Derivation("call", "unknown", label, given, note)
    return result.ways[0][1] if result.ways else result.failure


class _TooLongError(Exception):
    """Ends a derivation that has used up its steps."""


class _Engine:
    def __init__(
        self,
        get_clause: Callable[[Label], Clause | None],
        rows: Mapping[Label, Sequence[LeafRow]],
        closed: bool,
        assumed: Mapping[Label, Sequence[LeafRow]],
        rest: bool,
    ) -> None:
        self.get_clause, self.rows, self.closed = get_clause, rows, closed
        self.assumed, self.rest = assumed, rest
        self.path: list[tuple[Label, frozenset[tuple[str, Value]]]] = []
        self.steps = 0
        self._cells = 0

    def new_cell(self) -> int:
        """A variable that nothing is bound to yet."""
        self._cells += 1
        return self._cells

    def call(
        self, label: Label, passed: Names, bound: Bindings, level: int, loose: bool
    ) -> _Result:
        clause = self.get_clause(label)
        names = {**passed, **{n: self.new_cell() for n in _names_of(clause) if n not in passed}}
        visible = {*bound, *passed.values()}
        wished = [row for row in self.assumed.get(label, ()) if _fits(row, names, bound)]
        if wished:
            return _restrict(self._leaf(label, names, bound, wished, "Assumed."), visible)
        refusal = self._refuse(label, clause, names, bound, level)
        if refusal:
            return _unknown("call", label, _values(names, bound), refusal)
        if clause is None or clause.body is None:
            found = self._leaf(label, names, bound, self.rows.get(label, ()))
            return _restrict(found, visible)
        self.path.append((label, _key(names, bound)))
        inner = self._node(clause.body, names, bound, level + 1, loose)
        self.path.pop()
        whole = _wrap("call", label, names, bound, inner)
        return _restrict(self._rest(label, names, bound, whole), visible)

    def _rest(self, label: Label, names: Names, bound: Bindings, whole: _Result) -> _Result:
        """What was annotated for the subsection itself, where its parts leave it open."""
        # Never for the one that is asked for: the answer would be what the asker wrote.
        if not self.rest or whole.ways or not whole.open or not self.path:
            return whole
        own = self._leaf(label, names, bound, self.rows.get(label, ()), RESTED)
        return whole if own.open else own

    def _refuse(
        self, label: Label, clause: Clause | None, names: Names, bound: Bindings, level: int
    ) -> str:
        if level > MAX_LEVELS:
            return "The derivation was cut: it is too deep."
        if clause is None and label not in self.rows and not self.closed:
            return f"{label.printed} has no clause."
        if (label, _key(names, bound)) in self.path:
            way = [step.printed for step, _ in self.path]
            start = max(i for i, (step, _) in enumerate(self.path) if step == label)
            return f"A cycle was cut: {' → '.join([*way[start:], label.printed])}."
        return ""

    def _leaf(
        self,
        label: Label,
        names: Names,
        bound: Bindings,
        found: Sequence[LeafRow],
        why: str = "",
    ) -> _Result:
        """What these rows say; `why` they are asked, where that is not plain."""
        fitting = [row for row in found if _fits(row, names, bound)]
        ways = []
        for row in fitting:
            merged = _merge(row, names, bound)
            if row.truth and merged is not None:
                step = Derivation("leaf", "true", label, _values(names, merged), why)
                ways.append((merged, step))
        values = _values(names, bound)
        if ways or self.closed or any(not row.truth for row in fitting):
            note = "" if ways else why or f"{label.printed} is false in this case."
            return _Result(tuple(ways), False, Derivation("leaf", "false", label, values, note))
        lack = "was annotated for other values" if found else "has not been annotated"
        return _unknown("leaf", label, values, f"{label.printed} {lack}.")

    def _node(self, node: Node, names: Names, bound: Bindings, level: int, loose: bool) -> _Result:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise _TooLongError
        if level > MAX_LEVELS:
            return _unknown("and", None, {}, "The derivation was cut: it is too deep.")
        if isinstance(node, Call):
            return self._inner_call(node, names, bound, level, loose)
        if isinstance(node, Not):
            return self._negation(node, names, bound, level, loose)
        if isinstance(node, And):
            return self._conjunction(node.items, names, bound, level, loose)
        return self._disjunction(node.items, names, bound, level, loose)

    def _inner_call(
        self, node: Call, names: Names, bound: Bindings, level: int, loose: bool
    ) -> _Result:
        passed = {arg.callee: names[arg.caller] for arg in node.args if arg.caller in names}
        return self.call(node.label, passed, bound, level + 1, loose)

    def _negation(
        self, node: Not, names: Names, bound: Bindings, level: int, loose: bool
    ) -> _Result:
        inner = self._node(node.item, names, bound, level + 1, loose)
        if inner.ways:
            shown, step = inner.ways[0]
            # With a value still to come from an unknown part, the denial may yet hold.
            if loose and len(shown) > len(bound):
                return _unknown("not", None, {}, "It depends on a value that is unknown.", (step,))
            return _Result((), False, Derivation("not", "false", items=(step,)))
        if inner.open:
            return _unknown("not", None, {}, "", (inner.failure,))
        step = Derivation("not", "true", items=(inner.failure,))
        return _Result(((bound, step),), False, step)

    def _conjunction(
        self, items: Sequence[Node], names: Names, bound: Bindings, level: int, loose: bool
    ) -> _Result:
        ways: list[tuple[Bindings, tuple[Derivation, ...]]] = [(bound, ())]
        still_open = False
        failures: list[Derivation] = []
        for item in items:
            tried = [
                (self._node(item, names, b, level + 1, loose or still_open), steps)
                for b, steps in ways
            ]
            found = [(b, (*steps, step)) for result, steps in tried for b, step in result.ways][
                :MAX_SOLUTIONS
            ]
            undecided = any(result.open for result, _ in tried)
            if not found:
                failures = [*failures, tried[0][0].failure]
                if not undecided:
                    shown = (*ways[0][1], *failures)
                    return _Result((), False, Derivation("and", "false", items=shown))
                # Unknown so far: a later part may still be false whatever this one is.
                still_open = True
                continue
            if undecided:
                still_open = True
            ways = found
        if failures:
            return _unknown("and", None, {}, "", (*ways[0][1], *failures))
        done = tuple((b, Derivation("and", "true", items=steps)) for b, steps in ways)
        return _Result(done, still_open, Derivation("and", "unknown" if still_open else "false"))

    def _disjunction(
        self, items: Sequence[Node], names: Names, bound: Bindings, level: int, loose: bool
    ) -> _Result:
        results = [self._node(item, names, bound, level + 1, loose) for item in items]
        ways = _drop_repeats(
            (b, Derivation("or", "true", items=(step,))) for r in results for b, step in r.ways
        )
        still_open = any(r.open for r in results) or len(ways) > MAX_SOLUTIONS
        del ways[MAX_SOLUTIONS:]
        failures = tuple(r.failure for r in results)
        failure = Derivation("or", "unknown" if still_open else "false", items=failures)
        return _Result(tuple(ways), still_open, failure)


def _names_of(clause: Clause | None) -> tuple[str, ...]:
    return clause.names if clause else ()


def _values(names: Names, bound: Bindings) -> dict[str, Value]:
    return {name: bound[cell] for name, cell in names.items() if cell in bound}


def _key(names: Names, bound: Bindings) -> frozenset[tuple[str, Value]]:
    return frozenset(_values(names, bound).items())


def _unknown(
    kind: Kind,
    label: Label | None,
    values: Mapping[str, Value],
    note: str,
    items: tuple[Derivation, ...] = (),
) -> _Result:
    return _Result((), True, Derivation(kind, "unknown", label, values, note, items))


def _wrap(kind: Kind, label: Label, names: Names, bound: Bindings, inner: _Result) -> _Result:
    """The result of a body as the result of the call."""
    ways = tuple(
        (b, Derivation(kind, "true", label, _values(names, b), items=(step,)))
        for b, step in inner.ways
    )
    truth: Truth = "unknown" if inner.open else "false"
    failure = Derivation(kind, truth, label, _values(names, bound), items=(inner.failure,))
    return _Result(ways, inner.open, failure)


def _restrict(result: _Result, visible: set[int]) -> _Result:
    """The ways that differ for the caller: what the callee bound for itself is let go."""
    kept = (({c: v for c, v in bound.items() if c in visible}, step) for bound, step in result.ways)
    return _Result(tuple(_drop_repeats(kept)), result.open, result.failure)


def _drop_repeats(ways: Iterable[tuple[Bindings, T]]) -> list[tuple[Bindings, T]]:
    """One way for each set of bindings; how it came about does not matter for what follows."""
    seen: dict[frozenset[tuple[int, Value]], tuple[Bindings, T]] = {}
    for bound, step in ways:
        seen.setdefault(frozenset(bound.items()), (bound, step))
    return list(seen.values())


def _fits(row: LeafRow, names: Names, bound: Bindings) -> bool:
    return all(
        bound.get(names[name], value) == value
        for name, value in row.values.items()
        if name in names
    )


def _merge(row: LeafRow, names: Names, bound: Bindings) -> Bindings | None:
    """The bindings with the row's values; None when one variable would have two."""
    merged = dict(bound)
    for name, value in row.values.items():
        cell = names.get(name)
        if cell is not None and merged.setdefault(cell, value) != value:
            return None
    return merged
