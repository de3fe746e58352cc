"""Each check with clauses that are good and clauses that are not."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sara_annotate.domain.clauses.check import (
    check_clause,
    check_line,
    check_project,
    check_text,
)
from sara_annotate.domain.clauses.notes import find_answer
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.project import (
    ArgumentInfo,
    ClauseNote,
    MemoryProject,
    make_project,
)
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.labels import Label, parse_label
from tests.domain.clauses.harbour import ARGUMENTS, CLAUSES, TEXTS, label, make_harbour

Note = tuple[str, str, str]

# code, severity, good clause, bad clause, what the problem stands at, text after the fix
TABLE: list[tuple[str, str, str, str, str, str | None]] = [
    (
        "unknown_subsection", "error",
        "s12_b(VESSEL) :- s12_b_1(VESSEL) OR s12_b_2(VESSEL)",
        "s12_b(VESSEL) :- s12_b_3(VESSEL) OR s12_b_2(VESSEL)", "s12_b_3", None,
    ),
    (
        "unknown_subsection", "error",
        "s12_b_2(VESSEL,MASTER) :- s12_b_2_A(VESSEL) AND s12_b_2_B(MASTER)",
        "s12_b_2(VESSEL,MASTER) :- s12_b_2_a(VESSEL) AND s12_b_2_B(MASTER)", "s12_b_2_a",
        "s12_b_2(VESSEL,MASTER) :- s12_b_2_A(VESSEL) AND s12_b_2_B(MASTER)",
    ),
    (
        "unknown_subsection", "error", "s14_b(DAY)", "s15(DAY)", "s15", None,
    ),
    (
        "unknown_argument", "error",
        "§12(a)(Master, Vessel, Day) :- §14(b)(Day)",
        "§12(a)(Master, Vessel, Day) :- §14(b)(Days=Day)", "Days",
        "§12(a)(Master, Vessel, Day) :- §14(b)(Day=Day)",
    ),
    (
        "unknown_name", "error",
        "§12(a)(Master, Vessel, Day) :- §14(b)(Day)",
        "§12(a)(Master, Vessel, Day) :- §14(b)(Day=Dy)", "Dy",
        "§12(a)(Master, Vessel, Day) :- §14(b)(Day=Day)",
    ),
    (
        "argument_twice", "error",
        "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY)",
        "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY,DAY:VESSEL)", "DAY:VESSEL",
        "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY)",
    ),
    (
        "head_name_twice", "error", "s14_b(DAY)", "s14_b(DAY,DAY)", "DAY", "s14_b(DAY)",
    ),
    (
        "head_name_unexplained", "warning",
        "s12_b_1(VESSEL)", "s12_b_1(VESSEL,MASTER)", "MASTER", None,
    ),
    (
        "mention_not_in_head", "warning",
        "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY)",
        "s12_a(MASTER,DAY) :- s14_b(DAY)", "(MASTER,DAY)",
        "s12_a(MASTER,DAY,VESSEL) :- s14_b(DAY)",
    ),
    (
        "type_clash", "warning",
        "s14(DAY) :- s14_b(DAY)",
        "s14(DAY) :- s14_a(COUNTS:DAY)", "COUNTS:DAY",
        "s14(DAY,COUNTS) :- s14_a(COUNTS)",
    ),
    (
        "mixed_operators", "error",
        "s14(DAY) :- s14_b(DAY) OR [ s14_a() AND NOT s14_b() ]",
        "s14(DAY) :- s14_b(DAY) OR s14_a() AND NOT s14_b()", "AND",
        "s14(DAY) :- s14_b(DAY) OR [ s14_a() AND NOT s14_b() ]",
    ),
    (
        "not_over_nothing", "error",
        "s14(DAY) :- NOT s14_b(DAY)", "s14(DAY) :- NOT", "NOT", "s14(DAY) :- ",
    ),
    (
        "dead_branch", "warning",
        "s14(DAY) :- s14_b(DAY) OR NOT s14_b(DAY)",
        "s14(DAY) :- NOT s14_b(DAY) AND [ s14_a() OR s14_b(DAY) ]", "s14_b(DAY)", None,
    ),
    (
        "dead_branch", "warning",
        "s14(DAY) :- s14_b(DAY) AND NOT s14_b()",
        "s14(DAY) :- NOT [ NOT s14_b(DAY) OR s14_b(DAY) ]", "s14_b(DAY)", None,
    ),
    (
        "repeated_call", "warning",
        "s14(DAY) :- s14_b(DAY) AND s14_a()",
        "s14(DAY) :- s14_b(DAY) AND s14_b(DAY)", "s14_b(DAY)", None,
    ),
    (
        "cycle", "warning",
        "s14_b(DAY)",
        "s14_b(DAY) :- s12(DAY)", "s12", None,
    ),
    (
        "cycle", "warning", "s14_b(DAY)", "s14_b(DAY) :- s14_b(DAY)", "s14_b", None,
    ),
    (
        "reference_unused", "warning",
        "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY)",
        "s12_a(MASTER,VESSEL,DAY).", "s12_a",
        "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY).",
    ),
    (
        "call_unexplained", "warning",
        "§12(b)(2)(Vessel, Master) :- §12(b)(2)(A)(Vessel) AND §12(b)(2)(B)(Master)",
        "§12(b)(2)(Vessel, Master) :- §12(b)(2)(A)(Vessel) AND §14(a)()", "§14(a)", None,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "severity", "good", "bad", "place", "fixed"), TABLE)
def test_check(
    code: str, severity: str, good: str, bad: str, place: str, fixed: str | None
) -> None:
    project = make_harbour()
    assert code not in {p.code for p in check_text(good, project)}
    found = next(p for p in check_text(bad, project) if p.code == code)
    assert found.severity == severity
    assert bad[found.start : found.end] == place
    if fixed is not None:
        assert found.fix and found.fix.apply_to(bad) == fixed
        assert code not in {p.code for p in check_text(fixed, project)}


@pytest.mark.parametrize(
    ("code", "bad", "note"),
    [
        ("head_name_unexplained", "s12_b_1(VESSEL,MASTER)", ("12(b)(1)", "argument", "Master")),
        ("cycle", "s14_b(DAY) :- s12(DAY)", ("14(b)", "cycle", "§12")),
        ("reference_unused", "s12_a(MASTER,VESSEL,DAY)", ("12(a)", "reference", "14(b)")),
        ("call_unexplained", "s14_b(DAY) :- s12_c(SEASON:DAY)", ("14(b)", "call", "s12_c")),
    ],
)
def test_a_note_answers_the_doubt(code: str, bad: str, note: Note) -> None:
    assert code in {p.code for p in check_text(bad, make_harbour())}
    assert code not in {p.code for p in check_text(bad, make_harbour(note))}


def test_a_callee_needs_a_clause() -> None:
    project = make_harbour()
    text = "s12_a(MASTER,VESSEL,DAY) :- s14_b(DAY)"
    assert "callee_without_clause" not in {p.code for p in check_text(text, project)}
    del project.clauses[label("14(b)")]
    (found,) = [p for p in check_text(text, project) if p.code == "callee_without_clause"]
    assert found.is_error
    clause = parse_clause(text).clause
    assert clause
    drafted = check_clause(clause, text, project, drafting=True)
    (found,) = [p for p in drafted if p.code == "callee_without_clause"]
    assert found.severity == "warning"


def test_what_a_note_would_have_to_say() -> None:
    found = check_text("s14_b(DAY) :- s12_c(SEASON:DAY)", make_harbour())
    answers = {p.code: find_answer(p) for p in found}
    assert answers["call_unexplained"] == ClauseNote("call", "§12(c)")
    unused = check_text("s12_a(MASTER,VESSEL,DAY)", make_harbour())
    assert ClauseNote("reference", "§14(b)") in {find_answer(p) for p in unused}


def test_a_head_other_than_the_subsection_in_focus() -> None:
    project = make_harbour()
    (found,) = check_text("s14_b(DAY)", project, at=label("14(a)"))[:1]
    assert found.code == "wrong_head"
    assert found.fix and found.fix.apply_to("s14_b(DAY)") == "s14_a(DAY)"
    assert not check_text("s14_b(DAY)", project, at=label("14(b)"))


def test_a_label_taken_for_an_argument_is_explained() -> None:
    found = check_text("s14(DAY) :- §14(b)", make_harbour())
    message = next(p.message for p in found if p.code == "unknown_argument")
    assert "§14(b)()" in message


def test_unfinished_text_is_still_checked_against_the_project() -> None:
    codes = {p.code for p in check_text("s12_b(VESSEL) :- [ s12_b_9(VESSEL) OR", make_harbour())}
    assert {"unknown_subsection", "bracket_open", "operand_missing"} <= codes


def test_check_line_answers_plain_values() -> None:
    project = make_harbour()
    assert check_line("s14_b(DAY).", project) == {"ok": True, "problems": []}
    answer = check_line("s14_b(DAY) :- s77(DAY)", project)
    assert answer["ok"] is False
    first = answer["problems"][0]  # type: ignore[index]
    assert set(first) == {"code", "severity", "line", "column", "message"}
    assert (first["code"], first["line"], first["column"]) == ("unknown_subsection", 1, 15)
    warned = check_line("s12_a(MASTER,VESSEL,DAY)", project)
    assert warned["ok"] is True and warned["problems"]


def test_the_whole_project_is_without_errors() -> None:
    project = make_harbour()
    for clause, problems in check_project(project.clauses.values(), project):
        assert not [p for p in problems if p.is_error], clause.head


def test_sara_has_no_errors(sara_data: Path) -> None:
    project = make_project(load_corpus(sara_data).statutes)
    checked = dict(check_project(project.clauses.values(), project))
    assert len(checked) == 193
    assert not [p for problems in checked.values() for p in problems if p.is_error]


def _copy_harbour(times: int) -> MemoryProject:
    """The statute many times over, each copy with section numbers of its own."""

    def move(old: Label, k: int) -> Label:
        return Label(str(int(old.section) + 100 * k), old.path)

    texts, clauses, arguments = {}, {}, {}
    for k in range(times):
        for name, text in TEXTS.items():
            texts[move(parse_label(name), k)] = text.replace("14(b)", f"{14 + 100 * k}(b)")
        for name, names in ARGUMENTS.items():
            arguments[move(parse_label(name), k)] = {n: ArgumentInfo(n) for n in names}
        for line in CLAUSES.strip().splitlines():
            moved = line.replace("s12", f"s{12 + 100 * k}").replace("s14", f"s{14 + 100 * k}")
            clause = parse_clause(moved).clause
            assert clause
            clauses[clause.head] = clause
    return MemoryProject(texts, clauses, arguments)


def test_time_does_not_grow_with_the_project() -> None:
    text = "s12(MASTER,VESSEL,DAY) :- s12_a(MASTER,VESSEL,DAY) AND NOT s12_b(VESSEL)."

    def measure(project: MemoryProject) -> float:
        check_text(text, project)
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            for _ in range(20):
                check_text(text, project)
            best = min(best, time.process_time() - start)
        return best

    assert measure(_copy_harbour(100)) < 1.5 * measure(_copy_harbour(1)) + 0.01


def _list(letter: str, count: int) -> str:
    return ",".join(f"{letter}{i}" for i in range(count))


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "s12(X) :- " + " AND ".join(f"s14_b(D{i}:Y{i})" for i in range(n)),
        lambda n: f"s12({_list('A', n)}) :- s14({_list('B', n)})",
        lambda n: "s12(X) :- " + " OR ".join(["s12_a()"] * n),
        lambda n: "s12(X) :- " + "NOT [ s14_b() AND " * min(n, 200) + "s14()" + " ]" * min(n, 200),
        lambda n: "s12(X) :- " + " AND ".join(f"s{i}()" for i in range(n)),
    ],
)
def test_long_clauses_are_checked_in_linear_time(make: Callable[[int], str]) -> None:
    project = make_harbour()

    def measure(size: int) -> float:
        """The least of three: what else a process does between (gathering garbage) is not meant."""
        text, best = make(size), float("inf")
        for _ in range(3):
            start = time.process_time()
            check_text(text, project)
            best = min(best, time.process_time() - start)
        return best

    measure(10)
    # Linear is 16 and quadratic 256; what lies between is for a busy machine.
    assert measure(4_000) < 64 * measure(250) + 0.05
