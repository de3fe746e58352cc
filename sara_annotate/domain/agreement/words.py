"""A difference in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sara_annotate.domain.labels import parse_label

Said = Mapping[str, Any]
Names = tuple[str, str]


def describe_difference(
    kind: str, subject: str, said: tuple[Said, Said], names: Names, quote: Callable[[int, int], str]
) -> str:
    """What the two say, in words; `quote` gives the text between two offsets."""
    if kind == "span":
        return _tell(names, said, lambda one: _list(quote(*span) for span in one["spans"]), "marks")
    if kind == "cluster":
        counts = tuple(len(one["arguments"]) for one in said)
        return f"{names[0]} has {_count(counts[0])} here, {names[1]} {_count(counts[1])}"
    if kind == "clause":
        return _tell(names, said, lambda one: one["text"] and "another clause", "writes")
    if kind == "edge":
        there = said[0]["calls"]
        return f"Only {names[0] if there else names[1]} calls {_print(subject)}"
    if kind == "mapping":
        first = said[0]["passes"]
        callee, caller = first or said[1]["passes"]
        who = names[0] if first else names[1]
        return f"Only {who} passes {caller} to {_print(subject)} as {callee}"
    if kind == "operator":
        words = tuple(" and ".join(one["stands"]) for one in said)
        return f"{_print(subject)}: {names[0]} has it {words[0]}, {names[1]} {words[1]}"
    if kind == "truth":
        words = tuple("true" if one["truth"] else "false" for one in said)
        return f"{_print(subject)}: {names[0]} says {words[0]}, {names[1]} {words[1]}"
    label, _, name = subject.partition(" ")
    told = _tell(names, said, lambda one: _value(one["value"]), "says")
    return f"{_print(label)}, {name}: {told}"


def _tell(names: Names, said: tuple[Said, Said], show: Callable[[Said], str], verb: str) -> str:
    left, right = (show(one) for one in said)
    if left and right:
        return f"{names[0]} {verb} {left}, {names[1]} {right}"
    return f"Only {names[0] if left else names[1]} {verb} {left or right}"


def _list(quotes: Any) -> str:
    return " and ".join(f"“{quote}”" for quote in quotes)


def _count(arguments: int) -> str:
    return "one argument" if arguments == 1 else f"{arguments} arguments"


def _value(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return str(value)


def _print(label: str) -> str:
    return parse_label(label).printed
