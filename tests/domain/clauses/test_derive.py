"""Truth from annotated leaves, and the same clauses as Prolog: both give one answer."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sara_annotate.domain.clauses.compile_prolog import (
    CompileError,
    compile_clause,
    compile_prolog,
    write_fact,
    write_goal,
    write_value,
)
from sara_annotate.domain.clauses.derive import Derivation, LeafRow, derive
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, Or
from sara_annotate.domain.labels import Label

PROGRAM = """
s1(X,Y) :- s2(X) AND [ s3(X,Y) OR NOT s4(A:X) ].
s2(X).
s3(X,Y).
s4(A).
s5(X) :- s6(X) OR s2(X).
s6(X) :- s5(X).
s7(X) :- NOT s2(X).
"""


def read(text: str) -> Clause:
    clause = parse_clause(text).clause
    assert clause, text
    return clause


CLAUSES = {c.head: c for c in map(read, PROGRAM.strip().splitlines())}


def solve(
    head: str, given: dict[str, str], **leaves: list[tuple[dict[str, str], bool]]
) -> Derivation:
    rows = {Label(k[1:]): [LeafRow(v, t) for v, t in found] for k, found in leaves.items()}
    return derive(Label(head), given, CLAUSES.get, rows)


def test_true_with_values_passed_up() -> None:
    found = solve("1", {}, s2=[({"X": "Ann"}, True)], s3=[({"X": "Ann", "Y": "2017"}, True)])
    assert found.truth == "true"
    assert found.values == {"X": "Ann", "Y": "2017"}


def test_values_must_agree() -> None:
    rows = {
        "s2": [({"X": "Ann"}, True)],
        "s3": [({"X": "Bob"}, True)],
        "s4": [({"A": "Ann"}, True)],
    }
    assert solve("1", {}, **rows).truth == "unknown"
    rows["s3"].append(({"X": "Ann"}, False))
    assert solve("1", {}, **rows).truth == "false"


def test_unknown_says_which_leaf_is_missing() -> None:
    found = solve("1", {"X": "Ann"}, s2=[({}, True)], s4=[({"A": "Ann"}, True)])
    assert found.truth == "unknown"
    assert list(found.iter_missing()) == [Label("3")]


def test_one_false_part_decides_whatever_is_unknown() -> None:
    clauses = {c.head: c for c in map(read, ["s1(X) :- s2(X) AND s3(X)", "s2(X)", "s3(X)"])}
    rows = {Label("3"): [LeafRow({"X": "Ann"}, False)]}
    assert derive(Label("1"), {"X": "Ann"}, clauses.get, rows).truth == "false"
    assert derive(Label("1"), {"X": "Bob"}, clauses.get, rows).truth == "unknown"


def test_not_of_unknown_is_unknown() -> None:
    assert solve("7", {"X": "Ann"}).truth == "unknown"
    assert solve("7", {"X": "Ann"}, s2=[({"X": "Ann"}, False)]).truth == "true"
    assert solve("7", {"X": "Ann"}, s2=[({"X": "Ann"}, True)]).truth == "false"


def test_a_cycle_is_cut_and_named() -> None:
    found = solve("5", {"X": "Ann"}, s2=[({"X": "Ann"}, False)])
    assert found.truth == "unknown"
    assert "§5 → §6 → §5" in str(found)
    assert solve("5", {"X": "Ann"}, s2=[({"X": "Ann"}, True)]).truth == "true"


def test_many_ways_end_in_time() -> None:
    """Each level asks the next twice and each leaf has two values: not 2 to the 20th steps."""
    texts = [f"p{i}(X,Y) :- p{i + 1}(X) AND p{i + 1}(Y) AND p{i + 1}(X,Y)" for i in range(20)]
    clauses = {c.head: c for c in map(read, [*texts, "p20(X,Y)"])}
    rows = {Label("p20"): [LeafRow({"X": x, "Y": y}, True) for x in (1, 2) for y in (1, 2)]}
    start = time.process_time()
    found = derive(Label("p0"), {}, clauses.get, rows, closed=True)
    assert time.process_time() - start < 20
    assert found.truth == "unknown"
    assert "cut" in found.note


def test_prolog_text() -> None:
    clause = read("s63_c_5(BASSD,S45) :- [ s2(X:BASSD) OR NOT s3() ] AND s2(X:S45)")
    known = {c.head: c for c in (clause, read("s2(X,Y)"), read("s3()"))}
    assert compile_clause(clause, known) == (
        "s63_c_5(Bassd, S45) :-\n    ( ( s2(Bassd, _)\n    ; \\+ ( s3 ) ),\n    s2(S45, _) ).\n"
    )
    assert compile_clause(known[Label("2")], known) == "s2(X, Y) :-\n    leaf(s2, [X, Y]).\n"
    assert write_fact(Label("2"), ("X", "Y"), {"X": "Ann"}) == 'leaf(s2, ["Ann", _]).\n'
    assert write_goal(known[Label("2")], {"Y": 2017}) == "s2(X, 2017)"


def test_an_argument_passed_twice_is_passed_as_a_copy() -> None:
    clause = read("s1(Y) :- s2(A:Y,B:Y)")
    known = {c.head: c for c in (clause, read("s2(A,B)"))}
    assert compile_clause(clause, known) == "s1(Y) :-\n    ( CopyOf1 = Y, s2(Y, CopyOf1) ).\n"


@pytest.mark.parametrize(
    "clause",
    [
        Clause(Label("x), halt, y(")),
        Clause(Label("1"), ("X), halt",)),
        Clause(Label("1"), (), Call(Label("2"))),
        Clause(Label("1"), ("X",), Call(Label("1"), (Arg("Z", "X"),))),
    ],
)
def test_what_is_no_clause_is_not_compiled(clause: Clause) -> None:
    with pytest.raises(CompileError):
        compile_prolog([clause])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Ann", '"Ann"'),
        ('a"), halt, b("', '"a\\"), halt, b(\\""'),
        ("a\\", '"a\\\\"'),
        ("a\nb", '"a\\xa\\b"'),
        (7, "7"),
        ((1, "x"), '[1, "x"]'),
    ],
)
def test_values(value: object, text: str) -> None:
    assert write_value(value) == text  # type: ignore[arg-type]


# Clauses s0 … s5, each calling only later ones: no cycles, all leaves known.
NAMES = ("X", "Y")
_size = 6


def _calls(first: int) -> st.SearchStrategy[Node]:
    pairs = st.lists(
        st.builds(Arg, st.sampled_from(NAMES), st.sampled_from(NAMES)),
        max_size=2,
        unique_by=lambda a: a.callee,
    )
    labels = st.integers(first, _size - 1).map(lambda i: Label(f"p{i}"))
    return st.builds(Call, labels, pairs.map(tuple))


def _bodies(first: int) -> st.SearchStrategy[Node | None]:
    if first >= _size:
        return st.none()

    def extend(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        many = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(st.builds(Not, inner), st.builds(And, many), st.builds(Or, many))

    return st.one_of(st.none(), st.recursive(_calls(first), extend, max_leaves=4))


programs = st.tuples(*(_bodies(i + 1) for i in range(_size))).map(
    lambda made: [Clause(Label(f"p{i}"), NAMES, body) for i, body in enumerate(made)]
)
rows = st.lists(
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 2), min_size=2, max_size=2), max_size=3
)


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
@settings(
    max_examples=20,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    st.lists(
        st.tuples(programs, st.lists(rows, min_size=_size, max_size=_size)), min_size=1, max_size=8
    )
)
def test_structure_and_prolog_agree(
    batch: list[tuple[list[Clause], list[list[dict[str, int]]]]],
) -> None:
    script, expected = [], []
    for made, facts in batch:
        known = {c.head: c for c in made}
        found = {c.head: [LeafRow(v, True) for v in facts[i]] for i, c in enumerate(made)}
        expected.append(derive(Label("p0"), {}, known.get, found, closed=True).truth)
        script.append(_write_script(made, facts, len(script)))
    text = "".join(script) + ":- halt.\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "programs.pl"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            ["swipl", "-q", "-f", "none", str(path)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.stderr == ""
    answers = done.stdout.split()
    assert len(answers) == len(expected)
    for answer, truth in zip(answers, expected, strict=True):
        assert answer == truth or answer == "limit" or truth == "unknown"


def _write_script(made: list[Clause], facts: list[list[dict[str, int]]], k: int) -> str:
    """One program with names of its own, so that many fit in one run."""
    leaves = "".join(
        write_fact(c.head, c.names, v)
        for i, c in enumerate(made)
        if c.body is None
        for v in facts[i]
    )
    text = compile_prolog(made) + leaves
    text = text.replace(":- dynamic leaf/2.", f":- dynamic leaf{k}/2.").replace(
        "leaf(", f"leaf{k}("
    )
    for i in range(_size):
        text = text.replace(f"p{i}(", f"q{k}_{i}(")
    # A random program may take Prolog for ever; what both can answer is compared.
    goal = f"call_with_inference_limit(q{k}_0(_, _), 200000, Result)"
    return text + (
        f":- ( {goal} -> ( Result == inference_limit_exceeded -> write(limit) ; write(true) )"
        " ; write(false) ), nl.\n"
    )
