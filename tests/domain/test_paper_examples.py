"""The worked examples of the paper's appendix, all three inputs of all four tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.formats.layout import load_corpus, open_layout
from sara_annotate.domain.labels import Label, parse_label

FOLDER = Path(__file__).parents[2] / "fixtures" / "paper"

# As printed, end inside; where the paper is wrong (see the README of the data), corrected.
SPANS = {
    "3306(a)(1)(B)": [
        (15, 26), (35, 51), (63, 89), (92, 99), (122, 134), (155, 168), (173, 182), (188, 210),
    ],
    "63(c)(5)": [
        (15, 27), (50, 60), (96, 111), (117, 130), (145, 161), (172, 185), (189, 200), (210, 237),
        (253, 267), (273, 287), (291, 302), (321, 331),
    ],
    "1(d)(iv)": [(5, 49), (54, 71)],
}  # fmt: skip

MATRICES = {
    "3306(a)(1)(B)": """
        10010000 01000000 00100000 10010000 00001000 00000100 00000010 00000001""",
    "63(c)(5)": """
        100001001100 010000000000 001000000000 000100000000 000010000000 100001001100
        000000100010 000000010000 100001001100 100001001100 000000100010 000000000001""",
    "1(d)(iv)": "10 01",
}

CLAUSES = {
    "3306(a)(1)(B)": """§3306(a)(1)(B)(Caly, S16, Workday, Employment,
        Preccaly, Employee, S13A, Employer, Service) :-
            §3306(c)(Employee, Employer, Service).""",
    "63(c)(5)": """§63(c)(5)(Bassd, Grossinc, S45, Taxp, Taxy, S44B, S46B, S47, S48) :-
            [
                §151(b)(Spouse=Taxp, Taxp=S45, Taxy) OR
                §151(c)(S24A=Taxp, Taxp=S45, Taxy)
            ] AND
            §63(c)(5)(A)() AND
            §63(c)(5)(B)(Grossinc, Taxp).""",
    "1(d)(iv)": "§1(d)(iv)(Tax, Taxinc).",
}

# Which superscript of the sentence each name of the head carries.
CLUSTERS = {
    "3306(a)(1)(B)": {
        "CALY": 2, "S16": 7, "WORKDAY": 1, "EMPLOYMENT": 6, "PRECCALY": 3, "EMPLOYEE": 5, "S13A": 4,
    },
    "63(c)(5)": {
        "BASSD": 7, "S45": 3, "TAXP": 1, "TAXY": 6, "S44B": 2, "S46B": 4, "S47": 5, "S48": 8,
    },
    "1(d)(iv)": {"TAX": 1, "TAXINC": 2},
}  # fmt: skip


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(FOLDER)


def mentions_of(corpus: Corpus, name: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The subsection's text, and its mentions counted from its start, end inside."""
    label = parse_label(name)
    (home,) = [s for s in corpus.statutes if s.statute.section == label.section]
    (sub,) = [s for s in home.statute.subsections if s.label == label]
    (entry,) = [e for e in home.mentions if e.label == label]
    shift = sub.parts[0].start
    rows = [(m.start - shift, m.end - 1 - shift, m.argument.upper()) for m in entry.mentions]
    return sub.text_of(home.statute.text), rows


@pytest.mark.parametrize("name", SPANS)
def test_argument_identification(corpus: Corpus, name: str):
    text, rows = mentions_of(corpus, name)
    assert [row[:2] for row in rows] == SPANS[name]
    assert all(text[a : b + 1].strip() == text[a : b + 1] for a, b, _ in rows)


def test_the_phrases_are_those_underlined(corpus: Corpus):
    text, rows = mentions_of(corpus, "3306(a)(1)(B)")
    assert [text[a : b + 1] for a, b, _ in rows] == [
        "some 10 days", "the calendar year", "the preceding calendar year", "each day",
        "calendar week", "one individual", "employment", "some portion of the day",
    ]  # fmt: skip
    text, rows = mentions_of(corpus, "1(d)(iv)")
    assert [text[a : b + 1] for a, b, _ in rows] == [
        "$31,172, plus 36% of the excess over $115,000",
        "the taxable income",
    ]


@pytest.mark.parametrize("name", MATRICES)
def test_argument_coreference(corpus: Corpus, name: str):
    _, rows = mentions_of(corpus, name)
    matrix = ["".join("1" if a[2] == b[2] else "0" for b in rows) for a in rows]
    assert matrix == MATRICES[name].split()


@pytest.mark.parametrize("name", CLUSTERS)
def test_names_stand_for_the_printed_superscripts(corpus: Corpus, name: str):
    _, rows = mentions_of(corpus, name)
    order = list(dict.fromkeys(row[2] for row in rows))
    assert {argument: i for i, argument in enumerate(order, 1)} == CLUSTERS[name]


@pytest.mark.parametrize("name", CLAUSES)
def test_structure_extraction(corpus: Corpus, name: str):
    (clause,) = [c for s in corpus.statutes for c in s.clauses if c.head == parse_label(name)]
    ours, printed = parse_clause(clause.text), parse_clause(CLAUSES[name])
    assert ours.clause is not None and printed.clause is not None
    assert ours.clause == printed.clause
    assert set(CLUSTERS[name]) <= set(ours.clause.names)


def test_argument_instantiation(corpus: Corpus):
    first, second, third = corpus.instantiations
    assert (first.case, first.label) == ("s3306_a_1_B_pos", parse_label("§3306(a)(1)(B)"))
    assert dict(first.given) == {"Employer": "Alice", "Caly": "2017"}
    found = dict(first.found)
    assert found["Employee"] == "Bob" and found["Employment"] == "has employed"
    assert found["S13A"] == (4, 5, 9, 11, 13, 19, 41, 43, 45, 47)
    assert found["Workday"][0] == "Jan 24" and len(found["Workday"]) == 12 and first.truth
    assert (second.label, second.truth, second.found) == (parse_label("§63(c)(5)"), False, ())
    assert dict(second.given) == {"Taxp": "Bob", "Taxy": "2017", "Bassd": 500}
    assert (third.label, third.truth) == (Label("tax"), True)
    assert (dict(third.given), dict(third.found)) == (
        {"Taxy": "2017", "Taxp": "Alice"},
        {"Tax": 116066},
    )


def test_string_values_occur_in_their_case(corpus: Corpus):
    texts = {case.name: case.text for case in corpus.cases}
    for row in corpus.instantiations:
        for _, value in (*row.given, *row.found):
            for item in value if isinstance(value, tuple) else (value,):
                assert isinstance(item, int) or item in texts[row.case]


def test_the_data_set_is_without_any_problem():
    with open_layout(FOLDER) as reader:
        summary = reader.check()
        assert [str(p) for p in reader.problems if p.severity != "note"] == []
        assert {p.file for p in reader.problems} == {"README.md"}
    assert (summary.statutes, summary.subsections, summary.cases) == (4, 8, 3)
