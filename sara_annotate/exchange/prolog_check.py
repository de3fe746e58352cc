"""The Prolog of a data set, read before anything of it is stored: its program and its facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sara_annotate.domain.corpus import Case, Program
from sara_annotate.domain.formats.report import Report
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram, Note, SolverError
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.saying import say_note
from sara_annotate.logic.worker import ProgramLoadError

_WORDS = {
    "reserved": "It is left out",
    "refused": "Solving refuses what it calls",
    "not_loaded": "This file is not in the data set",
    "directive_failed": "A directive failed",
    "directive_not_run": "A directive is not run",
    "table_ignored": "Tabling is decided by trial, not by the program",
    "op_ignored": "This operator is not declared",
    "flag_ignored": "This flag is not set",
}


def check_programs(programs: Iterable[Program], report: Report) -> None:
    """A program that does not load is an error: answers without some of it would be wrong."""
    files = tuple(programs)
    if not files:
        return
    try:
        with SolverPool(1) as pool:
            notes = pool.load(LogicProgram(files)).notes
    except ProgramLoadError as error:
        for note in error.notes:
            _refuse(note, report)
        if not error.notes:
            report.at(files[0].path).error("program_not_loaded", error.message)
        return
    except SolverError as error:
        report.at(files[0].path).warn("program_not_checked", error.message)
        return
    for note in notes:
        said = f"{_WORDS.get(note.code, note.code.replace('_', ' '))}: {note.text}."
        report.at(note.file).note(f"program_{note.code}", said, line=note.line or None)


def _refuse(note: Note, report: Report) -> None:
    report.at(note.file).error(
        "program_syntax",
        f"The program cannot be read here: {say_note(note)}.",
        "Correct it, or leave the program out.",
        note.line or None,
        note.column or None,
    )


def check_facts(cases: Iterable[Case], report: Report) -> None:
    """Facts and tests that Prolog cannot read, by line and column; the data may still come."""
    # A missing dot is known already, and what follows from it need not be said again.
    known = {problem.file for problem in report.problems if problem.code == "facts_no_dot"}
    try:
        with SolverPool(1) as pool:
            for case in cases:
                reading = read_case(case, pool=pool, program=LogicProgram())
                for one in reading.problems:
                    if one.code in ("facts_syntax", "test_syntax") and one.file not in known:
                        report.add(replace(one, severity="warning"))
    except SolverError as error:
        report.at("cases").warn("facts_not_checked", error.message)
