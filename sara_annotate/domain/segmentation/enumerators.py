"""What an enumerator such as (1A), (i) or (aa) may mean, and which one follows which."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sara_annotate.domain.labels import letter_value, roman_value

_NUMBER = re.compile(r"([0-9]{1,3})([A-Za-z]{0,2})")
_LETTER_AND_SUFFIX = re.compile(r"([A-Za-z])([0-9]{1,2}|[A-Za-z])")
_WORD = re.compile(r"a[nst]|b[ey]|do|he|i[fnst]|m[ey]|no|o[fnr]|so|to|u[ps]|we", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of an enumerator: (i) is the letter 9 or the Roman numeral 1."""

    kind: str
    value: int
    suffix: str = ""

    @property
    def opens(self) -> bool:
        return self.value == 1 and not self.suffix

    @property
    def is_upper(self) -> bool:
        return self.kind.startswith("upper")


@lru_cache(maxsize=4096)
def read_step(step: str) -> tuple[Reading, ...]:
    """All meanings of an enumerator's step, likeliest first; none when it is no enumerator."""
    if number := _NUMBER.fullmatch(step):
        return (Reading("number", int(number[1]), number[2]),)
    if not step.isascii() or not (step.isalnum() and step[0].isalpha()) or _WORD.fullmatch(step):
        return ()
    case = "lower" if step[0].islower() else "upper"
    if step.isalpha() and not (step.islower() or step.isupper()):
        return ()
    return tuple(_read_letters(step, case))


def _read_letters(step: str, case: str) -> Iterable[Reading]:
    roman, letter = roman_value(step), letter_value(step)
    if roman and len(step) > 1 and roman < 90:
        yield Reading(f"{case} roman", roman)
    if letter and len(step) <= 3:
        if len(step) > 1:
            yield Reading(f"{case} repeated {len(step)}", letter - 26 * (len(step) - 1))
        yield Reading(case, letter)
    if roman and len(step) == 1 and roman < 90:
        yield Reading(f"{case} roman", roman)
    if suffixed := _LETTER_AND_SUFFIX.fullmatch(step):
        yield Reading(case, letter_value(suffixed[1]) or 0, suffixed[2])


def follows(before: Reading, after: Reading) -> bool:
    """True when `after` is the very next of the list: (2) or (1A) after (1), (2) after (1A)."""
    if before.kind != after.kind:
        return False
    if after.suffix:
        return after.value == before.value and after.suffix > before.suffix
    return after.value == before.value + 1


def comes_later(before: Reading, after: Reading) -> bool:
    return before.kind == after.kind and (before.value, before.suffix) < (after.value, after.suffix)


def find_opening(step: str) -> Reading | None:
    """The meaning in which the step opens a list, if there is one."""
    return next((reading for reading in read_step(step) if reading.opens), None)


def is_interleaved(steps: Iterable[str]) -> bool:
    """True when a list takes up an earlier kind again, (a) (1) (2) (b), or repeats a step.

    Such a list has lost a level of indentation. (1) (2) (i) (ii) has not: drafters do set
    two lists one after the other at one level.
    """
    last: dict[str, Reading] = {}
    current: Reading | None = None
    seen: set[str] = set()
    for step in steps:
        if step in seen:
            return True
        seen.add(step)
        following = _continue_run(step, current)
        if following is None:
            opening = find_opening(step)
            if _goes_back(step, last, opening):
                return True
            following = opening or read_step(step)[0]
        current = last[following.kind] = following
    return False


def _continue_run(step: str, current: Reading | None) -> Reading | None:
    if current is None:
        return None
    readings = read_step(step)
    if exact := next((r for r in readings if follows(current, r)), None):
        return exact
    if find_opening(step):
        return None
    return next((r for r in readings if comes_later(current, r)), None)


def _goes_back(step: str, last: dict[str, Reading], opening: Reading | None) -> bool:
    if opening is not None:
        return opening.kind in last
    return any(r.kind in last and comes_later(last[r.kind], r) for r in read_step(step))
