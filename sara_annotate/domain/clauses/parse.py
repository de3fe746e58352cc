"""Clause text to terms: one clause, or a whole structure file. Never raises on bad text.

Time is linear in the length of the text: tokens are fed once to an LALR parser, and the
number of repairs and the depth of brackets have limits.
"""

from __future__ import annotations

from dataclasses import dataclass

from sara_annotate.domain.clauses.characters import read_characters
from sara_annotate.domain.clauses.problems import ClauseProblem, Edit, Places, sort_problems
from sara_annotate.domain.clauses.reader import MAX_PROBLEMS, Reading, read_clause
from sara_annotate.domain.clauses.terms import NOWHERE, Clause
from sara_annotate.domain.clauses.tokens import END, Notation, Tok, correct_tokens, lex
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span


@dataclass(frozen=True, slots=True)
class Parsed:
    """`clause` only when there is no error; `recovered` is what could be read all the same.

    `at` is the range of the text that the clause takes, its dot included.
    """

    clause: Clause | None
    problems: tuple[ClauseProblem, ...] = ()
    recovered: Clause | None = None
    at: Span = NOWHERE

    @property
    def ok(self) -> bool:
        return self.clause is not None


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """The clauses of a structure file in order, with positions in the whole text."""

    items: tuple[Parsed, ...]
    problems: tuple[ClauseProblem, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(item.clause for item in self.items if item.clause)


def parse_clause(text: str, notation: Notation = "any") -> Parsed:
    """The clause that the text writes, with or without its dot, and what is wrong with it."""
    places = Places(text)
    tokens, problems = _scan(places, notation)
    reading = read_clause(tokens, places)
    problems += reading.problems
    rest = tokens[reading.next_index : -1]
    if rest and all(p.code != "dot_missing" for p in reading.problems):
        problems.append(_text_after(places, rest))
    return _finish(reading, problems, Span(0, len(text)))


def parse_clauses(text: str, notation: Notation = "any") -> ParsedFile:
    """Every clause of a structure file; one bad clause does not hide the next."""
    places = Places(text)
    tokens, early = _scan(places, notation)
    early.sort(key=lambda p: p.start)
    items: list[Parsed] = []
    index = seen = 0
    while index < len(tokens) - 1:
        reading = read_clause(tokens, places, index)
        last = tokens[max(index, reading.next_index - 1)]
        if tokens[reading.next_index].type == END and last.type != "DOT":
            reading.problems.append(_no_dot(places, last.end))
        upto = seen
        while upto < len(early) and early[upto].start < last.end:
            upto += 1
        found = [*early[seen:upto], *reading.problems]
        items.append(_finish(reading, found, Span(tokens[index].start, last.end)))
        index, seen = max(reading.next_index, index + 1), upto
    problems = [*early, *(p for item in items for p in item.problems)]
    return ParsedFile(tuple(items), sort_problems([*problems, *_find_doubles(places, items)]))


def _scan(places: Places, notation: Notation) -> tuple[list[Tok], list[ClauseProblem]]:
    plain, problems = read_characters(places)
    tokens, more = correct_tokens(lex(plain), places, notation)
    end = len(places.text)
    return [*tokens, Tok(END, "", end, end)], [*problems, *more]


def _finish(reading: Reading, problems: list[ClauseProblem], at: Span) -> Parsed:
    found = sort_problems(problems)
    bad = reading.clause is None or any(p.is_error for p in found)
    return Parsed(None if bad else reading.clause, _cap(found), reading.clause, at)


def _cap(problems: tuple[ClauseProblem, ...]) -> tuple[ClauseProblem, ...]:
    """The first problems, errors kept; a text full of faults is not helped by thousands."""
    if len(problems) <= MAX_PROBLEMS:
        return problems
    errors = [p for p in problems if p.is_error]
    return tuple(errors[:MAX_PROBLEMS] or problems[:MAX_PROBLEMS])


def _text_after(places: Places, rest: list[Tok]) -> ClauseProblem:
    message = "Expected nothing after the dot: a clause has one dot, at its end."
    return places.make_problem(
        "text_after_dot", message, rest[0].start, rest[-1].end,
        found=rest[0].text, expected="nothing more",
    )  # fmt: skip


def _no_dot(places: Places, end: int) -> ClauseProblem:
    return places.make_problem(
        "dot_missing", "Expected “.” at the end of the clause.", end, end,
        found="the end", expected="“.”", fix=Edit(end, end, ".", "Add a dot"),
    )  # fmt: skip


def _find_doubles(places: Places, items: list[Parsed]) -> list[ClauseProblem]:
    """A problem for every clause whose head an earlier one has."""
    seen: dict[Label, int] = {}
    doubles: list[ClauseProblem] = []
    for clause in (item.recovered for item in items):
        if clause is None:
            continue
        at = clause.head_at
        line = places.find_line(at.start)[0]
        if clause.head not in seen:
            seen[clause.head] = line
            continue
        message = (
            f"{clause.head.printed} has a clause already, on line {seen[clause.head]}. "
            "Join the two with OR, or remove one."
        )
        doubles.append(places.make_problem("double_head", message, at.start, at.end))
    return doubles
