"""Where an enumerator belongs when only the ones before it can tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.domain.segmentation.enumerators import (
    Reading,
    comes_later,
    find_opening,
    follows,
    read_step,
)

_AFTER_I = {"ii": "roman", "j": "letter", "II": "ROMAN", "J": "LETTER"}


@dataclass(frozen=True, slots=True)
class Place:
    """Depth in the list of open readings, the reading taken, and why it is doubtful."""

    depth: int
    reading: Reading
    doubt: tuple[str, str] | None = None


def find_list_ends(steps: Sequence[str]) -> list[tuple[str, str]]:
    """For each step, what comes next after it: (ii) or (j), and (II) or (J)."""
    lower = upper = ""
    ends: list[tuple[str, str]] = []
    for step in reversed(steps):
        ends.append((lower, upper))
        found = _AFTER_I.get(step, "")
        lower, upper = (found if found.islower() else lower), (found if found.isupper() else upper)
    return ends[::-1]


def place_step(
    step: str, open_readings: Sequence[Reading], *, ahead: tuple[str, str], least: int = 0
) -> Place:
    """The place of a step below `least`, given the readings of the open subsections."""
    following = _find_following(step, open_readings, least)
    opening = find_opening(step)
    if following and opening and "roman" in opening.kind:
        return _choose_roman(
            step, following, Place(len(open_readings), opening), open_readings, ahead
        )
    if following and not (opening and _is_far_insertion(following, open_readings)):
        return following
    if opening and _may_open(step, opening, open_readings, ahead):
        return Place(len(open_readings), opening)
    return _place_out_of_order(step, open_readings, least)


def _find_following(step: str, open_readings: Sequence[Reading], least: int) -> Place | None:
    readings = read_step(step)
    for depth in range(len(open_readings) - 1, least - 1, -1):
        for reading in readings:
            if follows(open_readings[depth], reading):
                return Place(depth, reading)
    return None


def _may_open(
    step: str, opening: Reading, open_readings: Sequence[Reading], ahead: tuple[str, str]
) -> bool:
    """True unless the step repeats the list it stands in, or is a letter after a gap."""
    kinds = [reading.kind for reading in open_readings]
    if kinds.count(opening.kind) > 1 or kinds[-1:] == [opening.kind]:
        return False
    if "roman" not in opening.kind or ahead[step.isupper()].lower() == "roman":
        return True
    # (i) after (g), and no (ii) to come: (h) was repealed.
    letter = "upper" if step.isupper() else "lower"
    return not any(r.kind == letter and 5 <= r.value < 9 for r in open_readings[-1:])


def _is_far_insertion(place: Place, open_readings: Sequence[Reading]) -> bool:
    """(aa) is put in after (a) only right behind it; further down it opens a list."""
    return bool(place.reading.suffix) and place.depth < len(open_readings) - 1


def _choose_roman(
    step: str,
    letter: Place,
    roman: Place,
    open_readings: Sequence[Reading],
    ahead: tuple[str, str],
) -> Place:
    """(i) after (h): the letter, unless what comes after it or lies before it says Roman."""
    sign = ahead[step.isupper()].lower()
    if letter.depth == len(open_readings) - 1 and sign != "roman":
        return letter
    if sign:
        return roman if sign == "roman" else letter
    deepest = open_readings[-1]
    is_roman = deepest.is_upper and step.islower()
    taken, name = (roman, "a Roman numeral") if is_roman else (letter, "a letter")
    message = f"({step}) may be a letter or a Roman numeral; read as {name}."
    return Place(taken.depth, taken.reading, ("roman_or_letter", message))


def _place_out_of_order(step: str, open_readings: Sequence[Reading], least: int) -> Place:
    readings = {reading.kind: reading for reading in read_step(step)}
    level: Place | None = None
    for depth in range(len(open_readings) - 1, least - 1, -1):
        reading = readings.get(open_readings[depth].kind)
        if reading and comes_later(open_readings[depth], reading):
            message = f"The numbering jumps to ({step})."
            return Place(depth, reading, ("numbering_jumps", message))
        if reading and level is None:
            message = f"({step}) does not follow what stands before it."
            level = Place(depth, reading, ("numbering_order", message))
    if level:
        return level
    message = f"A list starts with ({step})."
    reading = find_opening(step) or read_step(step)[0]
    return Place(len(open_readings), reading, ("list_start", message))
