"""Where the text of a case says a value: its words, the same day, the same number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sara_annotate.domain.spans import Span
from sara_annotate.logic.matching import DATES, ISO, find_days

MAX_PLACES = 3
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")


def find_places(value: Any, text: str) -> list[Span]:
    """The first places where the text says this value; none when it does not."""
    if isinstance(value, list | tuple):
        return [span for item in value for span in find_places(item, text)]
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return _first(m for m in _NUMBER.finditer(text) if _number(m[0]) == value)
    if not isinstance(value, str) or not value.strip():
        return []
    pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
    return _first(re.finditer(pattern, text, re.IGNORECASE)) or _find_day(value, text)


def _find_day(value: str, text: str) -> list[Span]:
    wanted = find_days(value)[:1]
    if not wanted or not (ISO.match(value) or len(value) < 40):
        return []
    named = (m for pattern in (ISO, *DATES) for m in pattern.finditer(text))
    return _first(m for m in named if find_days(m[0])[:1] == wanted)


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _first(found: Iterable[re.Match[str]]) -> list[Span]:
    spans = []
    for match in found:
        spans.append(Span(match.start(), match.end()))
        if len(spans) == MAX_PLACES:
            break
    return spans
