"""Feeds the tokens of one clause to the parser, repairing on the way."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedToken

from sara_annotate.domain.clauses.levels import Levels
from sara_annotate.domain.clauses.problems import ClauseProblem, Places, shorten
from sara_annotate.domain.clauses.recover import EXPECTED, Repair, Scene, find_repair, name_state
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.clauses.tokens import END, Tok, load_lark

MAX_DEPTH = 200
MAX_PROBLEMS = 30
_MAX_REPAIRS_A_TOKEN = 6


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one clause, and the index of the token after it."""

    clause: Clause | None
    problems: list[ClauseProblem]
    next_index: int


def read_clause(tokens: list[Tok], places: Places, index: int = 0) -> Reading:
    """The clause that starts at a token; the list ends with an END token."""
    return _Reader(tokens, places).read(index)


class _Reader:
    def __init__(self, tokens: list[Tok], places: Places) -> None:
        self.tokens, self.places = tokens, places
        self.parser = load_lark().parse_interactive(start="start")
        self.levels = Levels(places)
        self.problems: list[ClauseProblem] = []
        self.previous: Tok | None = None
        self.result: object = None

    def read(self, index: int) -> Reading:
        start = index
        repairs = 0
        while True:
            tok = self.tokens[index]
            if self._feed(tok):
                repairs = 0
                if tok.type in (END, "DOT"):
                    return self._finish(index + (tok.type == "DOT"))
                if len(self.levels.groups) > MAX_DEPTH:
                    self._report(_too_deep(), tok, "fewer brackets")
                    return self._finish(self._next_dot(index))
                index += 1
                continue
            repair, expected = self._find_repair(index, start, repairs)
            self._report(repair, tok, expected)
            if repair.give_up or len(self.problems) >= MAX_PROBLEMS:
                at_new_clause = repair.code == "dot_missing"
                return self._finish(index if at_new_clause else self._next_dot(index))
            self._apply(repair, tok)
            index += repair.skip
            repairs = 0 if repair.skip else repairs + 1

    def _apply(self, repair: Repair, tok: Tok) -> None:
        gap = self.previous.end if self.previous else tok.start
        at = (tok.start, tok.end) if repair.skip == 1 and len(repair.feed) == 1 else (gap, gap)
        for kind in repair.feed:
            self._feed(Tok(kind, tok.text if kind == "LSQB" else kind, *at))

    def _find_repair(self, index: int, start: int, repairs: int) -> tuple[Repair, str]:
        accepts: set[str] = self.parser.accepts()  # type: ignore[no-untyped-call]
        scene = Scene(self.tokens, index, start, self.previous, accepts, self.levels.groups)
        repair = find_repair(scene)
        if repairs >= _MAX_REPAIRS_A_TOKEN and not repair.skip:
            repair = Repair("unexpected", f"{scene.found} cannot stand here.", give_up=True)
        return repair, EXPECTED[name_state(accepts)]

    def _feed(self, tok: Tok) -> bool:
        # Refused before the parser sees it: reducing first would lose the way back.
        if not self.levels.allows(tok):
            return False
        token = Token(tok.type, tok.text, start_pos=tok.start, end_pos=tok.end)
        try:
            self.result = self.parser.feed_token(token)
        except UnexpectedToken:
            return False
        self.problems += self.levels.follow(tok, self.previous.end if self.previous else tok.start)
        if tok.end > tok.start:
            self.previous = tok
        return True

    def _report(self, repair: Repair, tok: Tok, expected: str) -> None:
        start = tok.start if repair.start is None else repair.start
        end = tok.end if repair.end is None else repair.end
        found = shorten(tok.text) or "the end"
        self.problems.append(
            self.places.make_problem(
                repair.code, repair.message, start, end,
                found=found, expected=expected, fix=repair.fix,
            )
        )  # fmt: skip

    def _next_dot(self, index: int) -> int:
        """Index after the next dot: where reading can start afresh."""
        while self.tokens[index].type not in ("DOT", END):
            index += 1
        return index + (self.tokens[index].type == "DOT")

    def _finish(self, next_index: int) -> Reading:
        if not isinstance(self.result, Clause):
            at = self.previous.end if self.previous else 0
            self._feed(Tok(END, "", at, at))
        self.problems += self.levels.close_all(self.previous.end if self.previous else 0)
        clause = self.result if isinstance(self.result, Clause) else None
        return Reading(clause, self.problems, next_index)


def _too_deep() -> Repair:
    message = f"Brackets are nested more than {MAX_DEPTH} deep. Split the clause."
    return Repair("too_deep", message, give_up=True)
