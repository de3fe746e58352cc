"""Names of subsections: one label, five spellings, order and kinship.

| spelling    | method      | where it occurs                              |
|-------------|-------------|----------------------------------------------|
| 63(c)(5)    | `plain`     | boundaries, placeholder headers, JSON keys    |
| s63_c_5     | `predicate` | structure, instantiation, Prolog, case names  |
| §63(c)(5)   | `printed`   | the paper, our screens                        |
| section63   | `file_name` | files of one statute                          |
| 63_c_5      | `conll`     | CoNLL column 1                                |

A free predicate such as `tax` belongs to no section and is spelled the same everywhere.
Letter case is significant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sara_annotate.domain.errors import LabelError

_SECTION = r"[0-9]+[A-Za-z]*"
_STEP = r"[A-Za-z0-9]+"
_PLAIN = re.compile(rf"§?\s*(?P<section>{_SECTION})(?P<path>(?:\s*\({_STEP}\))*)")
_PREDICATE = re.compile(rf"s?(?P<section>{_SECTION})(?P<path>(?:_{_STEP})*)")
_FILE = re.compile(rf"section(?P<section>{_SECTION})")
_FREE = re.compile(r"[a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)*")
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(frozen=True, slots=True)
class Label:
    """A section, or a subsection by its path; `section` is a free predicate's name otherwise."""

    section: str
    path: tuple[str, ...] = ()

    @property
    def is_free(self) -> bool:
        return not self.section[:1].isdigit()

    @property
    def depth(self) -> int:
        return len(self.path)

    @property
    def plain(self) -> str:
        return self.section + "".join(f"({step})" for step in self.path)

    @property
    def printed(self) -> str:
        return self.plain if self.is_free else f"§{self.plain}"

    @property
    def conll(self) -> str:
        return "_".join((self.section, *self.path))

    @property
    def predicate(self) -> str:
        return self.conll if self.is_free else f"s{self.conll}"

    @property
    def file_name(self) -> str:
        """Name of the statute's files; a free predicate has none."""
        if self.is_free:
            raise LabelError(f"“{self.section}” belongs to no section and has no file.")
        return f"section{self.section}"

    @property
    def parent(self) -> Label | None:
        return Label(self.section, self.path[:-1]) if self.path else None

    def child(self, step: str) -> Label:
        return Label(self.section, (*self.path, step))

    def is_ancestor_of(self, other: Label) -> bool:
        return (
            self.section == other.section
            and self.depth < other.depth
            and other.path[: self.depth] == self.path
        )

    def __str__(self) -> str:
        return self.plain


def parse_label(text: str) -> Label:
    """The label that any of the five spellings names."""
    text = text.strip()
    for pattern, split in ((_PLAIN, _bracketed), (_PREDICATE, _underscored), (_FILE, None)):
        found = pattern.fullmatch(text)
        if found:
            return Label(found["section"], split(found["path"]) if split else ())
    if _FREE.fullmatch(text):
        return Label(text)
    raise LabelError(
        f"“{text[:80]}” names no subsection. "
        "Write 63(c)(5), s63_c_5, §63(c)(5), section63 or 63_c_5.",
        extra={"label": text[:80]},
    )


def _bracketed(path: str) -> tuple[str, ...]:
    return tuple(re.findall(rf"\(({_STEP})\)", path))


def _underscored(path: str) -> tuple[str, ...]:
    return tuple(path.split("_")[1:])


def roman_value(step: str) -> int | None:
    """What a Roman numeral is worth, or None when it is none."""
    if not step or not _ROMAN.fullmatch(step):
        return None
    digits = [_ROMAN_DIGITS[c] for c in step.lower()]
    return sum(
        -d if any(later > d for later in digits[i + 1 : i + 2]) else d for i, d in enumerate(digits)
    )


def letter_value(step: str) -> int | None:
    """a = 1 … z = 26, aa = 27, bb = 28 … as statutes count, or None."""
    if not step.isalpha() or not step.isascii() or len(set(step.lower())) != 1:
        return None
    return ord(step[0].lower()) - ord("a") + 1 + 26 * (len(step) - 1)


def order_labels(labels: Iterable[Label]) -> list[Label]:
    """Labels as a statute prints them: sections by number, parents before children.

    Whether "i" follows "h" or opens a Roman list is decided by its siblings. Where one parent
    has lists of two kinds only the text knows which comes first; here numbers do.
    """
    unique = list(dict.fromkeys(labels))
    siblings: dict[Label, set[str]] = defaultdict(set)
    for label in unique:
        here = label
        while (parent := here.parent) is not None:
            siblings[parent].add(here.path[-1])
            here = parent
    roman = {
        (parent, lower): _is_roman({step for step in steps if step.islower() is lower})
        for parent, steps in siblings.items()
        for lower in (True, False)
    }

    def key(label: Label) -> tuple[object, ...]:
        steps = (
            _step_key(step, roman=roman[Label(label.section, label.path[:i]), step.islower()])
            for i, step in enumerate(label.path)
        )
        return (label.is_free, _natural(label.section), *steps)

    return sorted(unique, key=key)


def _is_roman(steps: set[str]) -> bool:
    """True when the lettered siblings of one case make a Roman list rather than an alphabet."""
    lettered = {step.lower() for step in steps if step.isalpha()}
    if not lettered or not all(roman_value(step) for step in lettered):
        return False
    if any(len(set(step)) > 1 for step in lettered) or lettered & {"ii", "iii"}:
        return True
    return "i" in lettered and not lettered & {"c", "d"}


def _step_key(step: str, *, roman: bool) -> tuple[int, int, str]:
    digits = re.match(r"[0-9]+", step)
    if digits:
        return (0, int(digits[0]), step.lstrip("0"))
    value = (roman_value(step) if roman else None) or letter_value(step)
    if value:
        return (1 if step.islower() else 2, value, step)
    # (ab) and (a1) were put in after (a).
    first = letter_value(step[:1])
    return (1 if step[0].islower() else 2, first, step) if first else (3, 0, step)


def _natural(section: str) -> tuple[int, str]:
    digits = re.match(r"[0-9]+", section)
    return (int(digits[0]), section[digits.end() :]) if digits else (0, section)
