"""The demo's cases as they are written: TOML, with one line for each event."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from sara_annotate.domain.corpus import Case, Instantiation
from sara_annotate.domain.formats.json_values import parse_values
from sara_annotate.domain.labels import Label, parse_label

_EVENT = re.compile(r"(?P<kind>[a-z]+) (?P<name>\w+)(?:: (?P<roles>.+))?")
_ROLE = re.compile(r"(?P<role>[a-z]+) (?P<value>\"[^\"]*\"|\S+?)(?:, |$)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LOAD = ":- [statutes/prolog/init]."
_PAIR = re.compile(r"(?P<predicate>.+)_(?P<side>pos|neg)")


def read_cases(source: str) -> list[tuple[Case, tuple[Instantiation, ...]]]:
    """Each case with the rows that gold has for it, its own subsection's first."""
    return [
        (_make_case(entry), tuple(_make_rows(entry))) for entry in tomllib.loads(source)["case"]
    ]


def predicate_of(case_name: str) -> Label:
    """What a case is about, by its name."""
    pair = _PAIR.fullmatch(case_name)
    return parse_label(pair["predicate"] if pair else case_name.split("_")[0])


def _make_case(entry: dict[str, Any]) -> Case:
    denied = "\\+ " if entry["answer"] == "Contradiction" else ""
    facts = [_LOAD, *(fact for line in entry["facts"].split("\n") for fact in _expand(line))]
    return Case(
        name=entry["name"],
        text=entry["text"],
        question=entry["question"],
        answer=entry["answer"],
        facts="\n".join(facts),
        test=f":- {denied}{entry['test']}.\n:- halt.",
        split=entry["split"],
    )


def _expand(line: str) -> Iterator[str]:
    """The facts of one line: an event with its roles, or Prolog as it stands."""
    if not line or line.endswith("."):
        yield from filter(None, [line])
        return
    found = _EVENT.fullmatch(line)
    if not found:
        raise ValueError(f"“{line}” is neither an event nor a fact with its dot.")
    yield f"{found['kind']}_({found['name']})."
    roles = found["roles"] or ""
    at = 0
    for role in _ROLE.finditer(roles):
        yield f"{role['role']}_({found['name']},{_quote(role['value'])})."
        at = role.end()
    if at != len(roles):
        raise ValueError(f"“{roles[at:]}” is no role with its value.")


def _quote(value: str) -> str:
    return f'"{value}"' if _DATE.fullmatch(value) else value


def _make_rows(entry: dict[str, Any]) -> Iterator[Instantiation]:
    yield make_row(entry["name"], predicate_of(entry["name"]), entry["row"])
    for row in entry.get("also", ()):
        yield make_row(entry["name"], parse_label(row["of"]), row)


def make_row(case: str, label: Label, row: dict[str, Any]) -> Instantiation:
    """The row that `given` and `found` describe; `found = false` says that it does not hold."""
    truth = row["found"] is not False
    found = parse_values(row["found"]) if truth else ()
    return Instantiation(case, label, parse_values(row["given"]), found, truth)
