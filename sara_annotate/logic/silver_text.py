"""Who and which years a case speaks of, and how its text writes what a program answers."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from sara_annotate.domain.corpus import Value
from sara_annotate.logic.matching import DATES, ISO, find_days, words_of
from sara_annotate.logic.terms import Atom, Compound, Term, plain_value

# Four digits that are no amount of money, no part of a longer number, and no thousands.
_YEAR = re.compile(r"(?<![\d$£€,.])(?:1[89]|20)\d\d(?![\d]|[,.]\d)")
_CAPITAL = re.compile(r"[^\W\d_]")


def find_years(question: str, text: str) -> tuple[int, ...]:
    """Years of the question, else of the text; $2000 is none."""
    for source in (question, text):
        found = sorted({int(m[0]) for m in _YEAR.finditer(source)})
        if found:
            return tuple(found)
    return ()


def find_people(vocabulary: Iterable[Term], events: frozenset[Term], text: str) -> tuple[Term, ...]:
    """Constants of the facts that the text writes like names, in the order of the facts."""
    return tuple(t for t in vocabulary if t not in events and _is_person(t, text))


def _is_person(term: Term, text: str) -> bool:
    if isinstance(term, Compound) and term.name == "span" and len(term.args) == 3:
        return _is_person(term.args[0], text)
    if not isinstance(term, str | Atom) or find_days(_text(term)):
        return False
    found = _find_spelling(term, text)
    return found is not None and all(_starts_like_name(word) for word in found.split())


def _starts_like_name(word: str) -> bool:
    first = _CAPITAL.match(word)
    return bool(first) and word[0].isupper()


def _text(term: str | Atom) -> str:
    return term if isinstance(term, str) else term.name


def _find_spelling(term: str | Atom, text: str) -> str | None:
    """The words of a string or atom as the text has them; None when it has not."""
    if isinstance(term, str):
        bounded = re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text) if term else None
        return term if bounded else None
    words = words_of(term.name)
    if not words:
        return None
    pattern = r"\s+".join(map(re.escape, words))
    found = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)
    return found[0] if found else None


def write_value(term: Term, text: str, *, integer: bool) -> Value | None:
    """The term as a row holds it, in the words of the text; None when the text has it not."""
    if isinstance(term, tuple):
        items = [write_value(item, text, integer=integer) for item in term]
        if any(item is None or isinstance(item, tuple) for item in items):
            return None
        return tuple(item for item in items if isinstance(item, str | int))
    if isinstance(term, Compound) and term.name == "span" and len(term.args) == 3:
        return write_value(term.args[0], text, integer=integer)
    if integer:
        value = plain_value(term)
        return value if isinstance(value, int) else None
    if isinstance(term, str) and ISO.fullmatch(term):
        return _find_day(term, text)
    if isinstance(term, str | Atom):
        return _find_spelling(term, text)
    value = plain_value(term)
    return _find_spelling(str(value), text) if isinstance(value, int) else None


@functools.lru_cache(maxsize=4096)
def _find_day(term: str, text: str) -> str | None:
    """The first place where the text names this very day."""
    wanted = find_days(term)[0]
    for pattern in (ISO, *DATES):
        for found in pattern.finditer(text):
            if find_days(found[0])[:1] == (wanted,):
                return found[0]
    return None
