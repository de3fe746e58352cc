"""The levels of a statute: which step of a label is a paragraph, which a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sara_annotate.domain.labels import Label, letter_value, roman_value

LEVELS = {
    "section": 0,
    "subsection": 1,
    "paragraph": 2,
    "subparagraph": 3,
    "clause": 4,
    "subclause": 5,
    "item": 6,
}


def find_level(unit: str) -> int | None:
    """Depth of a unit named in the singular or the plural, or None."""
    return LEVELS.get(unit.lower().removesuffix("s"))


def rank_steps(path: Sequence[str]) -> list[int]:
    """The level of each step, told by its form: drafters skip levels, forms stay."""
    ranks: list[int] = []
    for step in path:
        last = ranks[-1] if ranks else 0
        if step.isdigit():
            rank = 2
        elif step.islower():
            rank = 1 if not ranks else 4
        elif step.isupper():
            rank = 5 if last >= 4 else 3
        else:
            rank = last + 1
        ranks.append(max(rank, last + 1))
    return ranks


def take_base(label: Label, level: int) -> Label:
    """The part of a label above a level: for level 2, what contains its paragraph."""
    ranks = rank_steps(label.path)
    keep = sum(1 for rank in ranks if rank < level)
    return Label(label.section, label.path[:keep])


def _form(step: str) -> str:
    if step.isdigit():
        return "digit"
    case = "upper" if step.isupper() else "lower"
    return f"{case}-roman" if len(step) > 1 and roman_value(step) else case


def replace_tail(label: Label, path: tuple[str, ...]) -> Label:
    """“section 63(c)(5) or (6)”: the step of the same form gives way, with all below it."""
    forms = [_form(step) for step in label.path]
    wanted = _form(path[0])
    for i in range(len(forms) - 1, -1, -1):
        if forms[i] == wanted or (forms[i].split("-")[0] == wanted.split("-")[0] and i > 1):
            return Label(label.section, (*label.path[:i], *path))
    return Label(label.section, (*label.path[:-1], *path))


def expand_range(
    first: Label, last: Label, get_children: Callable[[Label], Sequence[Label]]
) -> Iterator[Label]:
    """What lies between two brothers, both left out."""
    if first.parent is None or first.parent != last.parent:
        return
    low, high = _value(first), _value(last)
    if low is None or high is None:
        return
    for child in get_children(first.parent):
        value = _value(child)
        same = _form(child.path[-1]).split("-")[0] == _form(first.path[-1]).split("-")[0]
        if same and value is not None and low < value < high:
            yield child


def _value(label: Label) -> int | None:
    step = label.path[-1]
    if step.isdigit():
        return int(step)
    return roman_value(step) if len(step) > 1 else letter_value(step)
