"""Values as people write them and terms as programs hold them: which mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache

from sara_annotate.domain.corpus import Scalar, Value
from sara_annotate.logic.terms import Atom, Compound, Term, Variable, walk_terms

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"),
            ("may",), ("june", "jun"), ("july", "jul"), ("august", "aug"),
            ("september", "sept", "sep"), ("october", "oct"), ("november", "nov"),
            ("december", "dec"),
        ), 1)
    for name in names
}  # fmt: skip
_MONTH = r"(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?"
DATES = (
    re.compile(rf"\b{_MONTH}\s+{_DAY}\b{_YEAR}", re.IGNORECASE),
    re.compile(rf"\b{_DAY}\s+{_MONTH}{_YEAR}\b", re.IGNORECASE),
)
ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_RANGE = re.compile(rf"\b(?P<first>\d{{1,2}})\s+to\s+{_DAY}\s+{_MONTH}{_YEAR}\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_LONG_WORD = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

Day = tuple[int | None, int, int]
"""Year, unless it is unsaid, month and day."""


@lru_cache(maxsize=4096)
def find_days(text: str) -> tuple[Day, ...]:
    """The days that a text names: 3 July 2025, July 3rd, 2025-07-03."""
    found: list[tuple[int, Day]] = [
        (m.start(), (int(m[1]), int(m[2]), int(m[3]))) for m in ISO.finditer(text)
    ]
    for pattern in DATES:
        for m in pattern.finditer(text):
            year = int(m["year"]) if m["year"] else None
            found.append((m.start(), (year, _MONTHS[m["month"].lower()], int(m["day"]))))
    return tuple(day for _, day in sorted(found, key=lambda pair: pair[0]))


def find_numbers(text: str) -> list[float]:
    """The numbers in a text, thousands' commas read over."""
    return [float(m[0].replace(",", "").rstrip(".")) for m in _NUMBER.finditer(text)]


def words_of(text: str) -> list[str]:
    """Words and numbers, folded; an atom's underscores part words."""
    return [word.casefold() for word in _WORD.findall(text)]


def match_value(term: Term, value: Value) -> bool | None:
    """True or False for the same or another thing; None when they cannot be compared.

    An unbound variable compares with nothing. Events, which programs name as they like,
    compare only when their name says what the text says.
    """
    if isinstance(term, Variable):
        return None
    if isinstance(term, Compound) and term.name == "span" and len(term.args) == 3:
        return match_value(term.args[0], value)
    if isinstance(term, tuple) or isinstance(value, tuple):
        return _match_lists(term, value)
    if isinstance(term, int | float | Fraction):
        return _match_number(term, value)
    if isinstance(term, str):
        return _match_text(term, str(value))
    if isinstance(term, Atom):
        return _match_atom(term.name, str(value))
    return _match_compound(term, str(value))


def _match_lists(term: Term, value: Value) -> bool | None:
    """As sets: everything on one side has its like on the other."""
    if isinstance(term, tuple) and isinstance(value, str) and _match_range(term, value):
        return True
    terms = term if isinstance(term, tuple) else (term,)
    values = value if isinstance(value, tuple) else (value,)
    table = [[match_value(t, v) for v in values] for t in terms]
    rows = [_any(row) for row in table]
    columns = [_any([row[i] for row in table]) for i in range(len(values))]
    return _all([*rows, *columns])


def _match_range(terms: tuple[Term, ...], value: str) -> bool:
    """True for the days from 1 to 10 July, one by one."""
    said = _RANGE.search(value)
    days = [day for term in terms if isinstance(term, str) for day in find_days(term)]
    if said is None or len(days) != len(terms):
        return False
    wanted = list(range(int(said["first"]), int(said["day"]) + 1))
    year = int(said["year"]) if said["year"] else None
    month = _MONTHS[said["month"].lower()]
    return [d[2] for d in days] == wanted and all(_same_day((year, month, d[2]), d) for d in days)


def _any(found: Sequence[bool | None]) -> bool | None:
    if any(found):
        return True
    return None if None in found else False


def _all(found: Sequence[bool | None]) -> bool | None:
    if False in found:
        return False
    return None if None in found else True


def _match_number(term: int | float | Fraction, value: Scalar) -> bool:
    if isinstance(value, int):
        return float(term) == float(value)
    # The numbers of a date are its day and year, not amounts: 15 June 2025 is not 2025.
    return any(float(term) == number for number in find_numbers(_drop_days(value))) or (
        isinstance(term, int) and any(_same_day(_int_day(term), day) for day in find_days(value))
    )


def _drop_days(text: str) -> str:
    for pattern in (ISO, *DATES):
        text = pattern.sub(" ", text)
    return text


def _int_day(number: int) -> Day | None:
    """20171231 as a day, as the third version of the data set writes them."""
    text = str(number)
    if len(text) != 8:
        return None
    try:
        date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        return None
    return int(text[:4]), int(text[4:6]), int(text[6:])


def _match_text(term: str, value: str) -> bool:
    if words_of(term) == words_of(value):
        return True
    mine, theirs = find_days(term), find_days(value)
    if mine and value.isdigit():  # “20” in “20, 21 and 22 June”
        return mine[0][2] == int(value)
    hours = (find_hours(term), find_hours(value))
    if all(hours) and hours[0] != hours[1]:
        return False
    return bool(mine) and any(_same_day(a, b) for a in mine for b in theirs)


def find_hours(text: str) -> list[tuple[int, int]]:
    """The times of day that a text names."""
    return [(int(m[1]), int(m[2])) for m in _CLOCK.finditer(text)]


def _same_day(a: Day | None, b: Day | None) -> bool:
    if a is None or b is None:
        return False
    return a[1:] == b[1:] and (a[0] is None or b[0] is None or a[0] == b[0])


def _match_atom(name: str, value: str) -> bool | None:
    if words_of(name) == words_of(value):
        return True
    return None if "_" in name else False


def _match_compound(term: Compound, value: str) -> bool | None:
    """season(high,2025) is the high season of 2025: all that it says is in the text."""
    said = [t for t in walk_terms(term.args) if not isinstance(t, Compound | tuple | Variable)]
    there = words_of(value)
    parts = [word for t in said for word in words_of(_plain(t))]
    return True if parts and set(parts) <= set(there) else None


def _plain(term: Term) -> str:
    return term.name if isinstance(term, Atom) else str(term)


def find_terms(value: Value, vocabulary: Iterable[Term]) -> list[Term]:
    """The terms of a case that mean this value, those that say the most of it first."""
    matching = [term for term in vocabulary if match_value(term, value) is True]
    return sorted(matching, key=lambda term: (term != value, -_said(term)))


def _said(term: Term) -> int:
    """How many words a term says: season(high,2025) more of “the high season of 2025” than 2025."""
    plain = [t for t in walk_terms((term,)) if not isinstance(t, Compound | tuple | Variable)]
    return sum(len(words_of(_plain(t))) for t in plain)


def guess_term(value: Value) -> Term | None:
    """A term for a value that no fact holds: a number or a day; None for other text."""
    if isinstance(value, tuple):
        guessed = [guess_term(item) for item in value]
        return None if None in guessed else tuple(t for t in guessed if t is not None)
    if isinstance(value, int):
        return value
    if value.isdigit():
        return int(value)
    days = find_days(value)
    if len(days) == 1 and days[0][0] is not None:
        year, month, day = days[0]
        hours = [f" {hour:02}:{minute:02}" for hour, minute in find_hours(value)]
        return f"{year}-{month:02}-{day:02}{''.join(hours[:1])}"
    numbers = find_numbers(value)
    # A number with its unit, not any text in which one stands.
    if len(numbers) == 1 and not days and len(_LONG_WORD.findall(value)) <= 1:
        return int(numbers[0]) if numbers[0] == int(numbers[0]) else numbers[0]
    return None


def list_vocabulary(facts: Iterable[Term]) -> tuple[Term, ...]:
    """Everything that the facts speak of, each once, in order."""
    seen: dict[Term, None] = {}
    for fact in facts:
        if isinstance(fact, Compound):
            for term in _arguments(fact):
                seen.setdefault(term)
    return tuple(seen)


def _arguments(fact: Compound) -> Iterator[Term]:
    return (t for t in walk_terms(fact.args) if not isinstance(t, Variable))
