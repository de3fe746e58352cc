"""Guidelines: safe HTML, anchors, links."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.guidelines import render
from sara_annotate.domain.labels import Label

TEXT = """# Spans

Mark the *shortest* phrase, as in §63(c)(5) and `§1`.

Never an article, see § 99(z).

## Spans

- one, see [§63](https://example.org)
- two
"""


def home(label: Label) -> str | None:
    return f"/s/{label.section}#{label.plain}" if label.section == "63" else None


def test_anchors_links_and_what_is_unknown() -> None:
    made = render(TEXT, home)
    assert [a.anchor for a in made.anchors] == [
        "spans",
        "spans-1",
        "spans-2",
        "spans-2-2",
        "spans-2-2-1",
        "spans-2-2-2",
    ]
    assert '<a href="/s/63#63(c)(5)">§63(c)(5)</a>' in made.html
    assert "<code>§1</code>" in made.html
    assert '<a href="https://example.org">§63</a>' in made.html
    assert made.unknown == ("§99(z)",)
    assert len({a.anchor for a in made.anchors}) == len(made.anchors)
    assert all(f'id="{a.anchor}"' in made.html for a in made.anchors)


@pytest.mark.parametrize(
    "bad",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,<script>)",
        "[x](//evil.example)",
        "![x](https://evil.example/pixel.png)",
        "<javascript:alert(1)>",
        '[x](/ok "a\\" onclick=\\"alert(1)")',
        "# <b onclick=x>",
    ],
)
def test_nothing_dangerous_comes_out(bad: str) -> None:
    check_safe(render(bad, home).html)


TAG = re.compile(r"<(/?)([a-z0-9]+)((?: [a-z]+=\"[^\"<>]*\")*)(?: /)?>")
TAGS = frozenset(
    [
        "p",
        "a",
        "em",
        "strong",
        "code",
        "pre",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "hr",
        "br",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
    ]
)


def check_safe(html: str) -> None:
    """Every < begins one of our tags, with harmless attributes."""
    for start in (m.start() for m in re.finditer("<", html)):
        tag = TAG.match(html, start)
        assert tag is not None and tag[2] in TAGS, html[start : start + 60]
        for name, value in re.findall(r' ([a-z]+)="([^"]*)"', tag[3]):
            assert name in ("href", "id", "title", "start", "class", "style"), html
            if name == "href":
                assert value == "" or re.match(
                    r"(https?://|mailto:|/(?!/)|#)", value, re.IGNORECASE
                ), value
            if name == "style":
                assert re.fullmatch(r"text-align:(left|right|center)", value)


@given(
    st.lists(
        st.sampled_from(
            [
                "<",
                ">",
                '"',
                "'",
                "[x](",
                ")",
                "javascript:",
                "http://",
                "//",
                "\n",
                "# ",
                "- ",
                "§63(c)",
                "`",
                "&lt;",
                "onclick=",
                "|",
                "---",
                "<b>",
                "<!--",
                "\\",
                "&#106;",
                "a ",
            ]
        ),
        max_size=25,
    )
)
def test_whatever_is_written(pieces: list[str]) -> None:
    made = render("".join(pieces), home)
    check_safe(made.html)
    assert len({a.anchor for a in made.anchors}) == len(made.anchors)
