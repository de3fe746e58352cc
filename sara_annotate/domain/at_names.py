"""People named in a comment: `@robin`, when there is somebody of that name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

# A user name may hold . + - and @, so what stands after the @ may also end a sentence or a bracket.
_AT = re.compile(r"(?<![\w.+@-])@([\w.+@-]+)")


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """Half-open [start, end) of `@name` in the text, in code points, and whom it means."""

    start: int
    end: int
    username: str


def find_names(text: str, known: Iterable[str]) -> list[NamedPerson]:
    """The people named, longest name first, whatever the case of letters."""
    names = {name.casefold(): name for name in known}
    found = []
    for match in _AT.finditer(text):
        said = match[1]
        for length in range(len(said), 0, -1):
            name = names.get(said[:length].casefold())
            if name is not None and _ends(said, length):
                end = match.start(1) + length
                found.append(NamedPerson(match.start(), end, name))
                break
    return found


def _ends(said: str, length: int) -> bool:
    """Whether a name may end here: `@sam.` names sam, `@samuel` does not."""
    return length == len(said) or not (said[length].isalnum() or said[length] == "_")
