"""Dates in the forms that cases use, so that two forms of one day are known as the same."""

from __future__ import annotations

import re
from datetime import date

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_MONTH_FIRST = re.compile(r"([a-z]+)\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]+)\.?,? ([0-9]{4})")


def read_date(text: str) -> date | None:
    """The day that a text names, or None: 2017-04-24, April 24th, 2017, 24 April 2017."""
    plain = " ".join(text.lower().split())
    if found := _ISO.fullmatch(plain):
        return _make(found[1], int(found[2]), found[3])
    if found := _MONTH_FIRST.fullmatch(plain):
        return _make(found[3], _month(found[1]), found[2])
    if found := _DAY_FIRST.fullmatch(plain):
        return _make(found[3], _month(found[2]), found[1])
    return None


def _month(word: str) -> int:
    """1 to 12, for a name or its first three letters or more; else 0."""
    fits = [n for n, name in enumerate(MONTHS, start=1) if len(word) > 2 and name.startswith(word)]
    return fits[0] if fits else 0


def _make(year: str, month: int, day: str) -> date | None:
    try:
        return date(int(year), month, int(day))
    except ValueError:
        return None
