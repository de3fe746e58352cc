"""What a clause reads as."""

from __future__ import annotations

import pytest

from sara_annotate.domain.clauses.english import render_english
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.labels import Label

PHRASES = {("151(b)", "SPOUSE"): "the spouse", ("63(c)(5)", "TAXP"): "the taxpayer"}


def find_phrase(label: Label, name: str) -> str | None:
    return PHRASES.get((label.plain, name))


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("s1(X)", "§1 applies if its own text says so."),
        ("s1(X) :- s2(X)", "§1 applies if §2 applies."),
        ("s1(X) :- NOT s2(X)", "§1 applies if §2 does not apply."),
        (
            "s63_c_5(TAXP) :- s151_b(SPOUSE:TAXP) AND s2()",
            "§63(c)(5) applies if §151(b) applies with the spouse being the taxpayer, "
            "and §2 applies.",
        ),
        (
            "s1(X) :- [ s2(A:X,B:X) OR s3(X) ] AND s4(X)",
            "§1 applies if either (§2 applies with A being X and B being X, or §3 applies), "
            "and §4 applies.",
        ),
        (
            "s1(X) :- NOT [ s2(X) AND s3(X) ]",
            "§1 applies if it is not so that (§2 applies, and §3 applies).",
        ),
        ("s1(X) :- s2(X) OR NOT s2()", "§1 applies whether or not §2 applies."),
        (
            "s1(X) :- s2(X) AND [ s3(X) OR s4(X) OR s5(X) ]",
            "§1 applies if §2 applies, and one of (§3 applies, or §4 applies, or §5 applies).",
        ),
    ],
)
def test_reads_as(text: str, english: str) -> None:
    clause = parse_clause(text).clause
    assert clause and render_english(clause, find_phrase) == english
