"""Rules, cases and rows of the instantiation task, ready for the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ml.errors import TrainingDataError
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import (
    INTEGER_NAMES,
    TAX_LABEL,
    AnnotatedStatute,
    Corpus,
    Instantiation,
    Mention,
    Subsection,
    Value,
    fold_name,
    make_tax_statute,
)
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.values import Kind
from sara_annotate.domain.spans import Span, contains

Known = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Rule:
    """A subsection's joined text, its mentions in that text, and its clause."""

    label: Label
    text: str
    mentions: tuple[Mention, ...]
    clause: Clause | None
    integers: frozenset[str] = frozenset()

    @property
    def arguments(self) -> tuple[str, ...]:
        """Names in order of appearance, then those that only the clause's head has."""
        names = [m.argument for m in self.mentions]
        return tuple(dict.fromkeys([*names, *(self.clause.names if self.clause else ())]))


@dataclass(frozen=True, slots=True)
class Row:
    """One question to the model, with its gold answer."""

    case: str
    label: Label
    given: tuple[tuple[str, Value], ...]
    gold: tuple[tuple[str, Value], ...]
    truth: bool
    kinds: tuple[Kind, ...] = ()

    @property
    def is_tax_case(self) -> bool:
        """Cases that ask for an amount belong to no pair of a positive and a negative."""
        return not self.case.endswith(("_pos", "_neg"))

    @property
    def amount(self) -> str:
        """Name of the amount that such a case asks for: TAX for `tax`."""
        return fold_name(self.label.section) if self.label.is_free else ""


@dataclass(frozen=True, slots=True)
class World:
    """All that rows refer to."""

    rules: Mapping[Label, Rule]
    cases: Mapping[str, str]
    integers: frozenset[str]


def build_world(corpus: Corpus, integers: frozenset[str] | None = None) -> World:
    """Rules by label (with `tax`) and the text of each case with its question.

    Which arguments are integers is learnt from the corpus unless it is known already.
    """
    clauses = _parse_clauses(corpus)
    statutes = [*corpus.statutes]
    if not any(s.statute.section == TAX_LABEL.section for s in statutes):
        statutes.append(make_tax_statute())
    if integers is None:
        integers = find_integers(corpus)
    rules = {
        sub.label: _make_rule(statute, sub, clauses.get(sub.label), integers)
        for statute in statutes
        for sub in statute.statute.subsections
    }
    for label, clause in clauses.items():
        # A predicate of its own has no text: its name stands for it.
        rules.setdefault(label, Rule(label, label.plain, (), clause, integers))
    cases = {c.name: f"{c.text} {c.question}".strip() for c in corpus.cases}
    return World(rules, cases, integers)


def find_integers(corpus: Corpus) -> frozenset[str]:
    """SARA's integer arguments, and every other name whose training values are integers."""
    tested = {c.name for c in corpus.cases if c.split == "test"}
    seen: dict[str, list[bool]] = {}
    for row in corpus.instantiations:
        for name, value in (*row.given, *row.found) if row.case not in tested else ():
            seen.setdefault(fold_name(name), []).append(isinstance(value, int))
    learnt = {name for name, kinds in seen.items() if all(kinds)}
    return INTEGER_NAMES | learnt


def _parse_clauses(corpus: Corpus) -> dict[Label, Clause]:
    found: dict[Label, Clause] = {}
    for statute in corpus.statutes:
        for text in statute.clauses:
            parsed = parse_clause(text.text)
            if parsed.clause is None:
                problem = parsed.problems[0]
                raise TrainingDataError(f"The clause of {text.head} cannot be read: {problem}")
            found[parsed.clause.head] = parsed.clause
    return found


def _make_rule(
    statute: AnnotatedStatute, sub: Subsection, clause: Clause | None, integers: frozenset[str]
) -> Rule:
    marked = {m.label: m.mentions for m in statute.mentions}.get(sub.label, ())
    return Rule(
        sub.label,
        sub.text_of(statute.statute.text),
        join_mentions(marked, sub.parts),
        clause,
        integers,
    )


def join_mentions(mentions: Iterable[Mention], parts: Sequence[Span]) -> tuple[Mention, ...]:
    """Mentions placed in the joined text of the parts; names in upper case."""
    found: list[Mention] = []
    offset = 0
    for part in parts:
        found += [
            Mention(
                m.start - part.start + offset,
                m.end - part.start + offset,
                fold_name(m.argument),
            )
            for m in mentions
            if contains(part, m)
        ]
        offset += part.end - part.start
    return tuple(sorted(found))


def make_rows(world: World, instantiations: Iterable[Instantiation]) -> list[Row]:
    """Rows with names in upper case; refuses a case or subsection that is not there."""
    found: list[Row] = []
    for number, item in enumerate(instantiations, start=1):
        for kind, name, known in (
            ("case", item.case, world.cases),
            ("subsection", item.label, world.rules),
        ):
            if name not in known:
                raise TrainingDataError(
                    f"Row {number} of the instantiations names the {kind} “{name}”, which the "
                    "data set does not hold. Remove the row or add what is missing."
                )
        gold = tuple((fold_name(n), v) for n, v in item.found if n.lower() != "@truth")
        found.append(
            Row(
                item.case,
                item.label,
                tuple((fold_name(n), v) for n, v in item.given),
                gold,
                item.truth,
                tuple(kind_of(n, v, world.integers) for n, v in gold),
            )
        )
    return found


def kind_of(name: str, value: Value, integers: frozenset[str]) -> Kind:
    """number, string, or other for lists and values that do not fit their type."""
    if isinstance(value, tuple):
        return "other"
    if name in integers:
        return "number" if isinstance(value, int) else "other"
    return "string"


def collect_values(rows: Iterable[Row], kind: Kind) -> list[Value]:
    """Gold values of one kind."""
    return [
        value
        for row in rows
        for (_, value), own in zip(row.gold, row.kinds, strict=True)
        if own == kind
    ]


def collect_numbers(rows: Iterable[Row]) -> list[int]:
    """Gold numbers."""
    return [value for value in collect_values(rows, "number") if isinstance(value, int)]
