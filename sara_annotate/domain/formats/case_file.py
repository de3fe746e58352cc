"""cases/NAME.pl: text, question, facts and test of one case under four marker lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sara_annotate.domain.corpus import Case, Split
from sara_annotate.domain.formats.prolog_text import name_piece, scan_prolog
from sara_annotate.domain.formats.report import FileReport, FormatError, new_report
from sara_annotate.domain.formats.text import shorten, split_lines

MARKERS = ("% Text", "% Question", "% Facts", "% Test")
_ANSWER = re.compile(r"Entailment|Contradiction|\$[0-9][0-9,]*(?:\.[0-9]+)?")
_NAME = re.compile(r"[^\s/\\,]+")
_PLAIN_FACT = re.compile(r"(?:[a-z]\w*\([^()%'/]*\)\.|:-(?!.*/\*)[^%']*\.)?[ \t]*")


def parse(text: str, report: FileReport, *, name: str, split: Split = "") -> Case | None:
    """The case with its file as `source`, or None when it cannot be told apart."""
    lines = split_lines(text)
    places = _find_markers(lines, report)
    if not check_case_name(name, report) or places is None:
        return None
    at_text, at_question, at_facts, at_test = places
    question = _parse_question(lines, at_question, at_facts, report)
    if question is None:
        return None
    case = Case(
        name=name,
        text=_read_comment(lines, at_text, at_question, report),
        question=question[0],
        answer=question[1],
        facts=_trim_lines(lines[at_facts + 1 : at_test]),
        test=_trim_lines(lines[at_test + 1 :]),
        source=text,
        split=split,
    )
    _check_facts(lines, at_facts, at_test, report)
    check_case(case, report, line=at_question + 2)
    return case


def check_case_name(name: str, report: FileReport, *, line: int | None = None) -> bool:
    """True when a case may have this name: it is a file's name and a field of rows."""
    if _NAME.fullmatch(name) and not name.startswith("."):
        return True
    report.error(
        "case_name", f"“{shorten(name)}” is no name of a case.", "Use letters, digits and _.", line
    )
    return False


def _find_markers(lines: list[str], report: FileReport) -> tuple[int, int, int, int] | None:
    places: list[int] = []
    for marker in MARKERS:
        start = places[-1] + 1 if places else 0
        try:
            places.append(lines.index(marker, start))
        except ValueError:
            report.error(
                "case_marker_missing",
                f"The line “{marker}” is missing.",
                f"The four lines {', '.join(MARKERS)} must stand in this order, exactly so.",
                start + 1,
            )
            return None
    repeated = [i for i, line in enumerate(lines) if line in MARKERS and i not in places]
    for i in repeated:
        report.error(
            "case_marker_repeated", f"“{lines[i]}” stands twice.", "Keep one of them.", i + 1
        )
    return None if repeated else (places[0], places[1], places[2], places[3])


def _read_comment(lines: list[str], start: int, end: int, report: FileReport) -> str:
    """Lines between two markers without their percent signs, blank ones at the end dropped."""
    found: list[str] = []
    for i in range(start + 1, end):
        line = lines[i]
        if line.startswith("% "):
            found.append(line[2:])
            continue
        if line.strip() not in ("", "%"):
            report.warn(
                "case_line_prefix",
                "The line does not start with “% ”.",
                "It was read as text.",
                i + 1,
            )
        found.append(line.lstrip("%").strip())
    return "\n".join(found).rstrip("\n")


def _parse_question(
    lines: list[str], start: int, end: int, report: FileReport
) -> tuple[str, str] | None:
    whole = _read_comment(lines, start, end, report).rstrip()
    words = whole.rsplit(None, 1)
    if not words or not _ANSWER.fullmatch(words[-1]):
        report.error(
            "case_answer_missing",
            f"The question “{shorten(whole)}” ends with no answer.",
            "End it with Entailment, Contradiction or an amount such as $1200.",
            start + 2,
        )
        return None
    return (words[0] if len(words) > 1 else ""), words[-1]


def _trim_lines(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n")


def _check_facts(lines: list[str], start: int, end: int, report: FileReport) -> None:
    if all(_PLAIN_FACT.fullmatch(line) for line in lines[start + 1 : end]):
        return  # Nearly every file: one finished fact a line needs no closer look.
    for piece in scan_prolog("\n".join(lines[start + 1 : end])):
        line = start + 1 + piece.line
        if piece.kind == "comment":
            report.warn(
                "facts_comment",
                f"A comment stands among the facts: “{name_piece(piece)}”.",
                "It is kept with the file; readers that go line by line may stumble.",
                line,
            )
        elif piece.kind == "unfinished":
            report.warn(
                "facts_no_dot",
                f"“{name_piece(piece)}” has no final dot.",
                "Add it: Prolog joins it with what follows.",
                line,
            )


def check_case(case: Case, report: FileReport, *, line: int | None = None) -> None:
    """Warn of a case that contradicts itself: its name, its answer, its test."""
    expected = {"_pos": "Entailment", "_neg": "Contradiction"}.get(case.name[-4:])
    if expected and case.answer != expected:
        report.warn(
            "case_answer_name",
            f"{case.name} answers {case.answer}; its name says {expected}.",
            "Correct the name or the answer.",
            line,
        )
    if not re.search(r"^\s*:-", case.test, re.MULTILINE):
        report.warn("case_test_missing", f"{case.name} has no test.", "Write :- goal. there.", line)


@dataclass(frozen=True, slots=True)
class LinesBefore:
    """How many lines of a case's file stand before its facts and before its test."""

    facts: int
    test: int


def lines_before(case: Case) -> LinesBefore:
    """Where the Prolog of a case stands in its file, so that places can be said in it."""
    lines = split_lines(case.source)
    places = [lines.index(marker) for marker in MARKERS if marker in lines]
    if len(places) < len(MARKERS):
        return LinesBefore(0, 0)  # it came without a file: its parts stand for themselves
    return LinesBefore(*(_skip_blank(lines, place + 1) for place in places[2:]))


def _skip_blank(lines: list[str], start: int) -> int:
    return next((i for i in range(start, len(lines)) if lines[i]), start)


def render(case: Case) -> str:
    """The case's own file when there was one, else the canonical form."""
    return case.source or render_canonical(case)


def render_canonical(case: Case) -> str:
    """The four parts under their markers, blank lines between."""
    asked = f"{case.question} {case.answer}" if case.question else case.answer
    parts = (_comment(case, case.text), _comment(case, asked), case.facts, case.test)
    return "\n\n".join(f"{m}\n{p}" if p else m for m, p in zip(MARKERS, parts, strict=True)) + "\n"


def _comment(case: Case, text: str) -> str:
    lines = [f"% {line}" if line else "%" for line in text.split("\n")]
    for line in lines:
        if line in MARKERS:
            report = new_report(f"cases/{case.name}.pl")
            report.error(
                "case_marker_repeated",
                f"A line of the text is “{line}” and would be read as a marker.",
                "Reword it.",
            )
            raise FormatError(report.report.errors)
    return "\n".join(lines)
