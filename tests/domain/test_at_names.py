"""Names in comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.at_names import find_names

KNOWN = ("sam", "sam.b", "Robin", "ö-z", "a@b")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@sam look", ["sam"]),
        ("look, @sam.", ["sam"]),
        ("@sam.b, not sam", ["sam.b"]),
        ("(@robin) and @ROBIN", ["Robin", "Robin"]),
        ("@samuel is nobody", []),
        ("@sam_b neither", []),
        ("write to x@sam.org", []),
        ("@sam-@robin", ["sam"]),
        ("@a@b", ["a@b"]),
        ("🚢 @ö-z!", ["ö-z"]),
        ("@ sam, @@sam", []),
        ("", []),
    ],
)
def test_who_is_named(text: str, names: list[str]) -> None:
    assert [said.username for said in find_names(text, KNOWN)] == names


@given(st.text(alphabet="@sam.b -ö🚢Robin", max_size=40))
def test_a_name_stands_where_it_says(text: str) -> None:
    end = 0
    for said in find_names(text, KNOWN):
        assert text[said.start] == "@"
        assert text[said.start + 1 : said.end].casefold() == said.username.casefold()
        assert said.start >= end
        end = said.end
