"""Both notations are read and written without loss; bad text gets a place and a fix."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sara_annotate.domain.clauses.parse import parse_clause, parse_clauses
from sara_annotate.domain.clauses.render import render_file, render_paper
from sara_annotate.domain.clauses.terms import And, Clause, Not, Or, make_call
from sara_annotate.domain.labels import Label
from tests.domain.clauses.clause_strategies import clauses

P, Q, R = (make_call(Label(n), "X") for n in ("p", "q", "r"))


@given(clauses)
def test_file_notation_is_read_as_it_was_written(clause: Clause) -> None:
    text = render_file(clause)
    parsed = parse_clause(text, "file")
    assert parsed.problems == ()
    assert parsed.clause == clause
    assert render_file(parsed.clause) == text


@given(clauses)
def test_paper_notation_is_read_as_it_was_written(clause: Clause) -> None:
    text = render_paper(clause)
    parsed = parse_clause(text, "paper")
    assert parsed.problems == ()
    assert parsed.clause == clause
    assert render_paper(parsed.clause) == text


@given(st.lists(clauses, max_size=3, unique_by=lambda c: c.head))
@settings(max_examples=40)
def test_a_file_of_clauses_keeps_their_order(made: list[Clause]) -> None:
    text = "".join(render_file(c) + "\n" for c in made)
    parsed = parse_clauses(text)
    assert parsed.problems == ()
    assert list(parsed.clauses) == made
    assert [text[i.at.start : i.at.end] for i in parsed.items] == text.splitlines()


@given(
    st.text(
        alphabet=st.sampled_from("s1_aX(),.:-=[]§ \nANDORTx\\+;%\"'Ха（５\x00\u200b"), max_size=60
    )
)
@settings(max_examples=400)
def test_any_text_is_answered(text: str) -> None:
    parsed = parse_clause(text)
    assert parsed.ok or parsed.problems
    lines = text.split("\n")
    for problem in parsed.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert (
            lines[problem.line - 1][: problem.column - 1]
            == lines[problem.line - 1][
                : problem.start - sum(len(line) + 1 for line in lines[: problem.line - 1])
            ]
        )
        assert problem.fix is None or 0 <= problem.fix.start <= problem.fix.end <= len(text)
    parse_clauses(text)


@given(clauses, st.data())
@settings(max_examples=150)
def test_a_clause_cut_anywhere_is_answered(clause: Clause, data: st.DataObject) -> None:
    text = render_paper(clause)
    cut = data.draw(st.integers(0, len(text)))
    parsed = parse_clause(text[:cut])
    assert parsed.ok or any(p.is_error for p in parsed.problems)


def test_positions_point_at_the_text() -> None:
    text = "§63(c)(5)(Bassd, Taxp) :-\n  NOT §151(b)(Spouse=Taxp) AND tax()."
    clause = parse_clause(text).clause
    assert clause and isinstance(clause.body, And)
    assert clause.head_at.text_of(text) == "§63(c)(5)"
    assert [at.text_of(text) for at in clause.names_at] == ["Bassd", "Taxp"]
    assert clause.list_at.text_of(text) == "(Bassd, Taxp)"
    denied = clause.body.items[0]
    assert isinstance(denied, Not)
    assert denied.at.text_of(text) == "NOT §151(b)(Spouse=Taxp)"
    call = denied.item
    assert call.label_at.text_of(text) == "§151(b)"
    assert call.args[0].callee_at.text_of(text) == "Spouse"
    assert call.args[0].caller_at.text_of(text) == "Taxp"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("s1(X)", Clause(Label("1"), ("X",))),
        ("p().", Clause(Label("p"))),
        ("s1() :- p(X) AND q(X)", Clause(Label("1"), (), And((P, Q)))),
        ("s1() :- [ p(X) OR q(X) ] AND r(X)", Clause(Label("1"), (), And((Or((P, Q)), R)))),
        ("s1() :- NOT [ p(X) AND q(X) ].", Clause(Label("1"), (), Not(And((P, Q))))),
        ("s1() :- [[p(X)]].", Clause(Label("1"), (), P)),
        ("§1() :- p(x=x)", Clause(Label("1"), (), P)),
        ("§ 1 (a) ()", Clause(Label("1", ("a",)))),
    ],
)
def test_good(text: str, clause: Clause) -> None:
    assert parse_clause(text).clause == clause


AND_Q = "s63(X) :- p(X) AND q(X)"
OR_Q = "s63(X) :- p(X) OR q(X)"

# text, codes in order, what the recovered clause says, the text after the first fix
BAD = [
    ("", ["empty"], None, None),
    ("s63", ["arguments_missing"], "s63().", "s63()"),
    ("s63(X", ["bracket_open"], "s63(X).", "s63(X)"),
    ("s63(X,", ["bracket_open"], "s63(X).", "s63(X)"),
    ("s63(X,)", ["name_missing"], "s63(X).", "s63(X)"),
    ("s63(X Y)", ["comma_missing"], "s63(X,Y).", "s63(X, Y)"),
    ("s63(X) :-", ["operand_missing"], "s63(X).", "s63(X) "),
    ("s63(X) :- [ p(X)", ["bracket_open"], "s63(X) :- p(X).", "s63(X) :- [ p(X) ]"),
    ("s63(X) :- p(X) ]", ["bracket_extra"], "s63(X) :- p(X).", "s63(X) :- p(X) "),
    ("s63(X) :- p(X", ["bracket_open"], "s63(X) :- p(X).", "s63(X) :- p(X)"),
    ("s63(X) :- NOT", ["not_over_nothing"], "s63(X).", "s63(X) :- "),
    ("s63(X) :- NOT AND p(X)", ["not_over_nothing"], "s63(X) :- p(X).", None),
    ("s63(X) :- [ ] AND p(X)", ["operand_missing"], "s63(X) :- p(X).", None),
    ("s63(X) :- NOT NOT p(X)", ["double_not"], "s63(X) :- NOT p(X).", "s63(X) :-  p(X)"),
    (
        "s63(X) :- p(X) AND q(X) OR r(X).",
        ["mixed_operators"],
        "s63(X) :- [ p(X) AND q(X) ] OR r(X).",
        "s63(X) :- [ p(X) AND q(X) ] OR r(X).",
    ),
    ("s63(X) :- NOTp(X)", ["operator_spacing"], "s63(X) :- NOT p(X).", "s63(X) :- NOT p(X)"),
    ("s63(X) :- p(X)AND q(X)", ["operator_spacing"], "s63(X) :- p(X) AND q(X).", AND_Q),
    ("s63(X) :- p(X) and q(X)", ["operator_case"], "s63(X) :- p(X) AND q(X).", AND_Q),
    ("s63(X) :- not p(X)", ["operator_case"], "s63(X) :- NOT p(X).", "s63(X) :- NOT p(X)"),
    ("s63(X) :- p(X), q(X)", ["comma_between_calls"], "s63(X) :- p(X) AND q(X).", AND_Q),
    ("s63(X) :- p(X) q(X)", ["operator_missing"], "s63(X) :- p(X) AND q(X).", AND_Q),
    ("s63(X) :- p(X) ; q(X)", ["operator_form"], "s63(X) :- p(X) OR q(X).", OR_Q),
    ("s63(X) :- ( p(X) OR q(X) )", ["round_group", "round_group"], "s63(X) :- p(X) OR q(X).", None),
    ("s63(X) p(X)", ["neck_missing"], "s63(X) :- p(X).", "s63(X) :- p(X)"),
    ("s63(X) := p(X)", ["neck_form"], "s63(X) :- p(X).", "s63(X) :- p(X)"),
    ("s63(X) if p(X)", ["neck_form"], "s63(X) :- p(X).", "s63(X) :- p(X)"),
    ("s63(X). q(X).", ["text_after_dot"], "s63(X).", None),
    ("s63(X) :- p(X)\nq(X) :- r(X).", ["dot_missing"], "s63(X) :- p(X).", None),
    (":- p(X)", ["head_missing"], None, None),
    ("§63(c)(5)", ["name_missing"], "s63_c().", "§63(c)(5)()"),
    ("63_c_5(X)", ["label_form"], "s63_c_5(X).", "s63_c_5(X)"),
    ("63(c)(5)(X)", ["label_form"], "s63_c_5(X).", "§63(c)(5)(X)"),
    ("S63(X) :- Tax(X)", ["label_form", "label_form"], "s63(X) :- tax(X).", "s63(X) :- Tax(X)"),
    ("s63(AND)", ["reserved_name", "operator_spacing"], "s63().", None),
    ("s63(_X)", ["name_form"], "s63(X).", "s63(X)"),
    ("s63(X) % why", ["comment"], "s63(X).", "s63(X) "),
    ('s63("Alice")', ["quoted_text"], "s63().", None),
    ("s63(Х)", ["look_alike"], "s63(X).", "s63(X)"),
    ("s63（X）", ["look_alike", "look_alike"], "s63(X).", "s63(X）"),
    ("s63(X\u200b)", ["hidden_character"], "s63(X).", "s63(X)"),
    ("s63(\x07X)", ["hidden_character"], "s63(X).", "s63(X)"),
    ("s63(Ж)", ["foreign_character"], "s63(Ж).", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "codes", "recovered", "fixed"), BAD)
def test_bad(text: str, codes: list[str], recovered: str | None, fixed: str | None) -> None:
    parsed = parse_clause(text)
    assert parsed.clause is None
    assert sorted(p.code for p in parsed.problems if p.is_error) == sorted(codes)
    assert (render_file(parsed.recovered) if parsed.recovered else None) == recovered
    first = parsed.problems[0]
    assert first.message and (first.found or codes == ["empty"]) and first.expected
    if fixed is not None:
        assert first.fix and first.fix.apply_to(text) == fixed


def test_several_errors_each_have_their_place() -> None:
    text = "s1(X) :-\n  p(X) and q(X\n  OR NOTr(X)"
    places = [(p.code, p.line, p.column) for p in parse_clause(text).problems]
    assert ("operator_case", 2, 8) in places
    assert ("bracket_open", 3, 3) in places
    assert ("operator_spacing", 3, 6) in places
    assert any(code == "mixed_operators" for code, _, _ in places)


@pytest.mark.parametrize(
    ("text", "notation", "code", "fixed"),
    [
        ("§63(c)(X)", "file", "notation", "s63_c(X)"),
        ("s63_c(X)", "paper", "notation", "§63(c)(X)"),
        ("s1() :- p(A=B)", "file", "notation", "s1() :- p(A:B)"),
        ("§1() :- p(A:B)", "paper", "notation", "§1() :- p(A=B)"),
        ("s1(Taxp)", "file", "name_case", "s1(TAXP)"),
    ],
)
def test_one_notation_only(text: str, notation: str, code: str, fixed: str) -> None:
    problems = parse_clause(text, notation).problems  # type: ignore[arg-type]
    assert [p.code for p in problems] == [code]
    assert problems[0].fix and problems[0].fix.apply_to(text) == fixed


def test_two_clauses_for_one_head() -> None:
    problems = parse_clauses("s1(X).\ns2(X).\ns1(Y) :- s2(Y).\n").problems
    assert [(p.code, p.line, p.column) for p in problems] == [("double_head", 3, 1)]
    assert "line 1" in problems[0].message


def test_one_bad_clause_does_not_hide_the_next() -> None:
    parsed = parse_clauses("s1(X :- s2(X).\ns2(X).\ns3(X) :- s2(X)\ns4(X) :- s2(X).\ns5(X)")
    assert [p.code for p in parsed.problems] == ["bracket_open", "dot_missing", "dot_missing"]
    assert [i.recovered.head.predicate for i in parsed.items if i.recovered] == [
        "s1", "s2", "s3", "s4", "s5",
    ]  # fmt: skip
    assert [c.head.predicate for c in parsed.clauses] == ["s2", "s4"]


def test_prolog_code_is_refused_with_places() -> None:
    text = (
        'p(X) :- findall(Y, (q(Y), \\+ r(Y)), L), !, sum(L, X), format("~w", [X]), X > 3 -> a ; b.'
    )
    parsed = parse_clause(text)
    assert parsed.clause is None
    assert len(parsed.problems) >= 5


HARD: list[tuple[str, Callable[[int], str]]] = [
    ("brackets", lambda n: "s1(X) :- " + "[ " * n + "p(X)" + " ]" * n),
    ("open brackets", lambda n: "s1(X) :- " + "NOT [ " * n),
    ("round brackets", lambda n: "(" * n),
    ("calls in calls", lambda n: "s1(" * n),
    ("label groups", lambda n: "§1" + "(a)" * n),
    ("label groups open", lambda n: "§1" + "(a" * n),
    ("long chain", lambda n: "s1(X) :- " + " AND ".join(["p(X)"] * n)),
    ("mixed", lambda n: "s1(X) :- " + "p(X) OR q(X) AND " * n),
    ("no operators", lambda n: "s1(X) :- " + "p(X) " * n),
    ("many names", lambda n: "s1(" + ",".join(["X"] * n) + ")"),
    ("look-alikes", lambda n: "Х " * n),
    ("one foreign word", lambda n: "Х" * n),
    ("comment opened", lambda n: "/*" * n),
    ("quotes", lambda n: "'" * n),
    ("clauses", lambda n: "s1(X).\n" * n),
    ("blanks", lambda n: "s1(X)" + " " * n),
    ("blanks in a label", lambda n: "§1" + (" " * 50 + "(a)") * (n // 10)),
]


@pytest.mark.parametrize("make", [m for _, m in HARD], ids=[name for name, _ in HARD])
def test_time_is_linear(make: Callable[[int], str]) -> None:
    def measure(size: int) -> float:
        text = make(size)
        best = float("inf")
        for _ in range(2):
            start = time.process_time()
            parse_clause(text)
            parse_clauses(text)
            best = min(best, time.process_time() - start)
        return best

    # Linear is 16 and quadratic 256; what lies between is for a busy machine.
    small, large = measure(200), measure(3_200)
    assert large < 64 * small + 0.05


def test_two_hundred_levels_are_read_and_more_are_refused() -> None:
    def nest(n: int) -> str:
        return "s1(X) :- " + "NOT [ p(X) AND " * n + "q(X)" + " ]" * n + "."

    parsed = parse_clause(nest(200))
    assert parsed.clause and render_file(parsed.clause) == nest(200)
    assert parsed.clause == parse_clause(nest(200)).clause
    assert hash(parsed.clause) == hash(parse_clause(nest(200)).clause)
    deep = parse_clause(nest(201))
    assert deep.clause is None
    assert [p.code for p in deep.problems] == ["too_deep"]


def test_a_hundred_kilobytes_without_sense() -> None:
    parsed = parse_clause("lorem ipsum § ] ) [ AND " * 5_000)
    assert parsed.clause is None
    assert 0 < len(parsed.problems) <= 30
