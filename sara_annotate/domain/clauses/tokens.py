"""The text of a clause as tokens; words that only look like the language are put right.

Each correction is a problem with a fix, and the token it should have been, so that the
parser goes on and finds what else is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from lark import Lark

from sara_annotate.domain.clauses.build import Builder
from sara_annotate.domain.clauses.problems import ClauseProblem, Edit, Places, shorten

Notation = Literal["any", "file", "paper"]

END = "$END"
_OPERATOR = re.compile(r"(AND|OR|NOT)([a-z]\w*)")
_FILE_LABEL = re.compile(r"s[0-9]+[A-Za-z]*(?:_[A-Za-z0-9]+)*")
_FREE_LABEL = re.compile(r"[a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)*")
_PAPER_LABEL = re.compile(r"§?\s*([0-9]+[A-Za-z]*)((?:\s*\(\s*[A-Za-z0-9]+\s*\))*)")
_SIGNS = {
    ";": "OR", "|": "OR", "||": "OR", "∨": "OR", "&": "AND", "&&": "AND", "∧": "AND",
    "\\+": "NOT", "~": "NOT", "¬": "NOT",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tok:
    """A token: its type in the grammar, the text it stands for, and where it is."""

    type: str
    text: str
    start: int
    end: int


@cache
def load_lark() -> Lark:
    """The grammar, loaded once. A basic lexer never refuses: JUNK takes what is left."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    starts = ["start", "scrap"]
    return Lark(grammar, parser="lalr", lexer="basic", start=starts, transformer=Builder())


def lex(text: str) -> list[Tok]:
    """Raw tokens of the text."""
    return [Tok(t.type, str(t), t.start_pos or 0, t.end_pos or 0) for t in load_lark().lex(text)]


def correct_tokens(
    raw: list[Tok], places: Places, notation: Notation
) -> tuple[list[Tok], list[ClauseProblem]]:
    """Tokens the grammar knows, and what was wrong with the others."""
    corrector = _Corrector(raw, places, notation)
    return list(corrector.run()), corrector.problems


class _Corrector:
    def __init__(self, raw: list[Tok], places: Places, notation: Notation) -> None:
        self.raw, self.places, self.notation = raw, places, notation
        self.problems: list[ClauseProblem] = []
        self.i = 0

    def run(self) -> Iterator[Tok]:
        handlers: dict[str, Callable[[Tok], Iterator[Tok]]] = {
            "WORD": self._word,
            "LABEL": self._label,
            "COMMENT": self._comment,
            "STRING": self._string,
            "JUNK": self._junk,
            "NECKISH": self._neck,
            "EQUALS": self._pairing,
            "COLON": self._pairing,
        }
        for i, tok in enumerate(self.raw):
            self.i = i
            if tok.type in ("AND", "OR", "NOT"):
                self._check_blanks(tok)
            handler = handlers.get(tok.type)
            if handler is None:
                yield tok
            else:
                yield from handler(tok)

    def report(self, code: str, tok: Tok, message: str, expected: str, fix: Edit | None) -> None:
        found = shorten(self.places.text[tok.start : tok.end])
        self.problems.append(
            self.places.make_problem(
                code, message, tok.start, tok.end, found=found, expected=expected, fix=fix
            )
        )

    def _next_is(self, kind: str) -> bool:
        return self.i + 1 < len(self.raw) and self.raw[self.i + 1].type == kind

    def _check_blanks(self, tok: Tok) -> None:
        text = self.places.text
        before = tok.start == 0 or text[tok.start - 1].isspace()
        after = tok.end == len(text) or text[tok.end].isspace()
        if before and after:
            return
        new = ("" if before else " ") + tok.text + ("" if after else " ")
        fix = Edit(tok.start, tok.end, new, "Put a blank beside it")
        message = f"{tok.text} needs a blank on both sides; without it other readers misread it."
        self.report("operator_spacing", tok, message, f"a blank beside {tok.text}", fix)

    def _word(self, tok: Tok) -> Iterator[Tok]:
        upper = tok.text.upper()
        glued = _OPERATOR.fullmatch(tok.text)
        if glued and self._next_is("LPAR"):
            yield from self._glued(tok, glued[1], glued[2])
        elif upper in ("AND", "OR", "NOT"):
            message = f"Operators are written in capitals: {upper}, not {tok.text}."
            fix = Edit(tok.start, tok.end, upper, f"Use {upper}")
            self.report("operator_case", tok, message, upper, fix)
            yield replace(tok, type=upper, text=upper)
        elif upper in ("SECTION", "SECTIONS", "SEC") and self._next_is("LABEL"):
            follow = self.raw[self.i + 1]
            fix = Edit(tok.start, follow.start, "§" if follow.text[0] != "§" else "", "Use §")
            self.report("label_form", tok, "Write § before a section's number.", "§", fix)
        elif self._next_is("LPAR"):
            yield self._predicate(tok)
        else:
            yield self._name(tok)

    def _glued(self, tok: Tok, operator: str, rest: str) -> Iterator[Tok]:
        cut = tok.start + len(operator)
        message = (
            f"A blank is missing after {operator}: other readers take “{tok.text}” for a name."
        )
        fix = Edit(cut, cut, " ", f"Write {operator} {rest}")
        self.report("operator_spacing", tok, message, f"{operator} {rest}", fix)
        yield Tok(operator, operator, tok.start, cut)
        yield Tok("WORD", rest, cut, tok.end)

    def _predicate(self, tok: Tok) -> Tok:
        text = tok.text
        if text.startswith("section") and text[7:].isdigit():
            return self._relabel(tok, "s" + text[7:])
        if _FILE_LABEL.fullmatch(text):
            if self.notation == "paper":
                self._notation(tok, _print_label(text))
            return tok
        if _FREE_LABEL.fullmatch(text):
            return tok
        small = text[:1].lower() + text[1:]
        return self._relabel(tok, re.sub(r"_+", "_", small).strip("_") or "p")

    def _relabel(self, tok: Tok, new: str) -> Tok:
        message = (
            f"“{shorten(tok.text)}” is not how a subsection is written. "
            "Write s63_c_5 or §63(c)(5); a predicate without a section is lower case."
        )
        self.report("label_form", tok, message, new, Edit(tok.start, tok.end, new, f"Use {new}"))
        return replace(tok, text=new)

    def _name(self, tok: Tok) -> Tok:
        if self.notation == "file" and tok.text != tok.text.upper() and tok.text.isascii():
            new = tok.text.upper()
            message = f"Argument names are upper case in a structure file: {new}."
            fix = Edit(tok.start, tok.end, new, f"Use {new}")
            self.problems.append(
                self.places.make_problem(
                    "name_case", message, tok.start, tok.end, severity="warning",
                    found=tok.text, expected=new, fix=fix,
                )
            )  # fmt: skip
        if tok.text.startswith("_"):
            new = tok.text.lstrip("_") or "X"
            message = f"“{tok.text}” is no argument name: a name starts with a letter."
            self.report("name_form", tok, message, new, Edit(tok.start, tok.end, new, f"Use {new}"))
            return replace(tok, text=new)
        return tok

    def _label(self, tok: Tok) -> Iterator[Tok]:
        found = _PAPER_LABEL.fullmatch(tok.text)
        if not found and "_" in tok.text and _FILE_LABEL.fullmatch("s" + tok.text.lstrip("§ ")):
            yield self._relabel(tok, "s" + tok.text.lstrip("§ "))
            return
        if not found:
            message = f"“{shorten(tok.text)}” is not how a subsection is written: §63(c)(5)."
            self.report("label_form", tok, message, "§63(c)(5)", None)
            if tok.text.strip() != "§":
                yield replace(tok, type="WORD", text="p")
            return
        if tok.text[0] != "§" and self._next_is("LPAR"):
            fix = Edit(tok.start, tok.start, "§", "Put § before it")
            self.report("label_form", tok, "§ is missing before the section.", "§", fix)
        elif tok.text[0] == "§" and self.notation == "file":
            self._notation(tok, "s" + "_".join([found[1], *re.findall(r"\w+", found[2])]))
        yield tok

    def _notation(self, tok: Tok, new: str) -> None:
        message = f"This is the other notation: here the subsection is written {new}."
        self.report("notation", tok, message, new, Edit(tok.start, tok.end, new, f"Use {new}"))

    def _pairing(self, tok: Tok) -> Iterator[Tok]:
        wanted = {"file": ":", "paper": "=", "any": tok.text}[self.notation]
        if tok.text != wanted:
            message = f"This is the other notation: here arguments are passed with “{wanted}”."
            fix = Edit(tok.start, tok.end, wanted, f"Use {wanted}")
            self.report("notation", tok, message, wanted, fix)
        yield tok

    def _comment(self, tok: Tok) -> Iterator[Tok]:
        fix = Edit(tok.start, tok.end, "", "Remove the comment")
        message = "Comments cannot be kept in a clause; put the remark in a note."
        self.report("comment", tok, message, "no comment", fix)
        return iter(())

    def _string(self, tok: Tok) -> Iterator[Tok]:
        message = (
            f"A quoted text {shorten(tok.text, 24)} has no place in a clause: pass an argument."
        )
        self.report("quoted_text", tok, message, "an argument name", None)
        return iter(())

    def _neck(self, tok: Tok) -> Iterator[Tok]:
        fix = Edit(tok.start, tok.end, ":-", "Use :-")
        self.report("neck_form", tok, f"Write :- between head and body, not {tok.text}.", ":-", fix)
        yield replace(tok, type="NECK", text=":-")

    def _junk(self, tok: Tok) -> Iterator[Tok]:
        meant = _SIGNS.get(tok.text)
        if meant:
            fix = Edit(tok.start, tok.end, meant, f"Use {meant}")
            message = f"Write {meant}, not {tok.text}: this is not Prolog."
            self.report("operator_form", tok, message, meant, fix)
            yield replace(tok, type=meant, text=meant)
            return
        message = f"“{shorten(tok.text, 24)}” does not belong in a clause."
        fix = Edit(tok.start, tok.end, "", "Remove it")
        self.report("stray_character", tok, message, "a call, an operator or a bracket", fix)


def _print_label(predicate: str) -> str:
    section, *steps = predicate[1:].split("_")
    return f"§{section}" + "".join(f"({step})" for step in steps)
