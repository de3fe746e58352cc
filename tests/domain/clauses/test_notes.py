"""Notes as lines: what answers a doubt, and what is only a remark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.clauses.notes import parse_notes, render_notes
from sara_annotate.domain.clauses.project import ClauseNote


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("call §12(d): the same season", [("call", "§12(d)", "the same season")]),
        ("  Cycle 12(a) :  yes", [("cycle", "12(a)", "yes")]),
        ("A remark: nothing more", []),
        ("call §12(d):", []),
        ("call §12(d)", []),
        ("argument Person: applies\nreference s12_a: effect", [
            ("argument", "Person", "applies"), ("reference", "s12_a", "effect"),
        ]),
    ],
)  # fmt: skip
def test_lines_are_read(text: str, notes: list[tuple[str, str, str]]) -> None:
    assert [(n.kind, n.subject, n.source) for n in parse_notes(text)] == notes


words = st.text("abc de:", min_size=1).map(str.strip).filter(bool)
noted = st.builds(
    ClauseNote,
    st.sampled_from(["argument", "call", "cycle", "reference"]),
    st.just("§12(c)(3)"),
    words.map(lambda s: " ".join(s.split())),
)


@given(st.lists(noted))
def test_what_is_written_is_read_back(notes: list[ClauseNote]) -> None:
    assert list(parse_notes(render_notes(notes))) == notes
