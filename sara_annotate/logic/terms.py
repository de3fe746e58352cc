"""Prolog terms as values: what the engine answers with, and what goals are written from."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from sara_annotate.domain.corpus import Value
from sara_annotate.domain.errors import DomainError


@dataclass(frozen=True, slots=True)
class Atom:
    name: str


@dataclass(frozen=True, slots=True)
class Variable:
    name: str


@dataclass(frozen=True, slots=True)
class Compound:
    name: str
    args: tuple[Term, ...]


Term: TypeAlias = str | int | float | Fraction | Atom | Variable | Compound | tuple["Term", ...]
"""A string of Prolog is a str, a list a tuple."""


class TermError(DomainError):
    code = "term_invalid"


def read_term(data: Any) -> Term:
    """A term from the engine's JSON."""
    if isinstance(data, str):
        return data
    if isinstance(data, list):
        return tuple(map(read_term, data))
    if "int" in data:
        return int(data["int"])
    if "name" in data:
        return Compound(data["name"], tuple(map(read_term, data["args"])))
    if "atom" in data:
        return Atom(data["atom"])
    if "var" in data:
        return Variable(data["var"])
    if "float" in data:
        return float(data["float"])
    if "ratio" in data:
        return Fraction(int(data["ratio"][0]), int(data["ratio"][1]))
    return Compound("$other", (str(data.get("other", "")),))


def write_term(term: Term) -> str:
    """The term as Prolog reads it back."""
    if isinstance(term, str):
        return _quote(term, '"')
    if isinstance(term, tuple):
        return f"[{', '.join(map(write_term, term))}]"
    if isinstance(term, Atom):
        return _quote(term.name, "'") if term.name != "[]" else "[]"
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, Compound):
        head = _quote(term.name, "'")
        return f"{head}({', '.join(map(write_term, term.args))})" if term.args else head
    return _write_number(term)


def _write_number(term: int | float | Fraction) -> str:
    if isinstance(term, Fraction):
        return f"{term.numerator}r{term.denominator}"
    if isinstance(term, float):
        if not math.isfinite(term):
            raise TermError(f"{term} cannot be written as a number of Prolog.")
        text = repr(term)
        return text if "." in text else text.replace("e", ".0e")
    return str(int(term))


def _quote(text: str, mark: str) -> str:
    if text.isprintable() and mark not in text and "\\" not in text:
        return f"{mark}{text}{mark}"
    escaped = "".join(_escape(char, mark) for char in text)
    return f"{mark}{escaped}{mark}"


def _escape(char: str, mark: str) -> str:
    if char in (mark, "\\"):
        return "\\" + char
    # Only control characters: Prolog refuses some escapes of characters that it reads as such.
    return f"\\x{ord(char):x}\\" if unicodedata.category(char) == "Cc" else char


def walk_terms(terms: Iterable[Term]) -> Iterator[Term]:
    """Every term and all inside them, in reading order."""
    stack = list(terms)[::-1]
    while stack:
        here = stack.pop()
        yield here
        if isinstance(here, Compound):
            stack.extend(reversed(here.args))
        elif isinstance(here, tuple):
            stack.extend(reversed(here))


def plain_value(term: Term) -> Value | None:
    """The term as a value of a case, or None: unbound, or of a kind that rows do not hold.

    Values with their place in the text, span("Alice",0,4), are the text.
    """
    if isinstance(term, tuple):
        items = [plain_value(item) for item in term]
        if any(item is None or isinstance(item, tuple) for item in items):
            return None
        return tuple(item for item in items if isinstance(item, str | int))
    if isinstance(term, Compound) and term.name == "span" and len(term.args) == 3:
        return plain_value(term.args[0])
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, str | int):
        return term
    if isinstance(term, float | Fraction):
        return int(term) if math.isfinite(term) and term == int(term) else None
    return None


def term_json(term: Term) -> Any:
    """A term for screens: text, numbers and lists as they are, the rest as Prolog writes it."""
    if isinstance(term, tuple):
        return [term_json(item) for item in term]
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, Variable):
        return None
    if isinstance(term, str | int):
        return term
    return show_term(term)


def show_term(term: Term) -> str:
    """The term for people: no quotes round plain atoms."""
    if isinstance(term, Compound):
        return f"{term.name}({', '.join(map(show_term, term.args))})"
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, tuple):
        return f"[{', '.join(map(show_term, term))}]"
    return write_term(term)


Bindings = Mapping[str, Term]
