"""Gold for a data set that brings no rows: read from each case's test and answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sara_annotate.domain.corpus import Case, Instantiation, Value, default_value_type, fold_name
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic.protocol import Loaded
from sara_annotate.logic.reading import CaseReading, TestGoal
from sara_annotate.logic.silver_text import write_value
from sara_annotate.logic.terms import Compound, Term, Variable, plain_value


@dataclass(frozen=True, slots=True)
class GoldReading:
    """A row, or why none can be read simply."""

    row: Instantiation | None
    why_not: str = ""


def read_gold(
    case: Case,
    reading: CaseReading,
    *,
    loaded: Loaded,
    integers: Mapping[Label, frozenset[str]],
) -> GoldReading:
    """The row that a case's one simple test stands for; an amount asked for is found, not given."""
    read = read_simple_test(reading)
    if isinstance(read, str):
        return GoldReading(None, read)
    test, label = read
    name = label.predicate
    size = len(test.goal.args) if isinstance(test.goal, Compound) else 0
    names = _find_names(name, size, loaded)
    if names is None:
        return GoldReading(None, f"The names of the arguments of {name} are not known.")
    return _make_row(case, label, test, names, integers.get(label, frozenset()))


def read_simple_test(reading: CaseReading) -> tuple[TestGoal, Label] | str:
    """The one simple test of a case and the subsection it asks about; or why there is none."""
    if len(reading.tests) != 1:
        return f"The case has {len(reading.tests)} tests."
    test = reading.tests[0]
    if not test.is_simple:
        return "The test is a compound goal."
    name = getattr(test.goal, "name", "")
    try:
        return test, parse_label(name)
    except LabelError:
        return f"{name} names no subsection."


def _find_names(name: str, size: int, loaded: Loaded) -> tuple[str, ...] | None:
    """Names from the program's heads. Clauses order their arguments otherwise: no guide."""
    for predicate in loaded.predicates:
        if predicate.name == name and predicate.arity == size and all(predicate.names):
            return tuple(map(fold_name, predicate.names))
    return None


def _make_row(
    case: Case, label: Label, test: TestGoal, names: tuple[str, ...], integers: frozenset[str]
) -> GoldReading:
    args = test.goal.args if isinstance(test.goal, Compound) else ()
    given: list[tuple[str, Value]] = []
    found: list[tuple[str, Value]] = []
    amount = read_amount(case.answer)
    for name, term in zip(names, args, strict=True):
        if isinstance(term, Variable):
            continue
        integer = name in integers or default_value_type(name) == "integer"
        value = read_value(term, case, integer=integer)
        if value is None:
            return GoldReading(None, f"{name.capitalize()} is not in the words of the case.")
        asked_for = amount is not None and value == amount and not found
        (found if asked_for else given).append((name.capitalize(), value))
    if amount is not None and not found:
        return GoldReading(None, f"The answer {case.answer} is no argument of the test.")
    row = Instantiation(case.name, label, tuple(given), tuple(found), not test.negated)
    return GoldReading(row)


def read_value(term: Term, case: Case, *, integer: bool) -> Value | None:
    """A term of a test as a row has it; None when the case does not say it."""
    plain = plain_value(term)
    if integer or (isinstance(plain, int) and not 1800 <= plain < 2100):
        return plain
    return write_value(term, f"{case.text} {case.question}", integer=False)


def read_amount(answer: str) -> int | None:
    """The amount that a case's answer names."""
    digits = answer.removeprefix("$").replace(",", "")
    return int(float(digits)) if answer.startswith("$") else None
