"""References resolve from where they stand; those of the nine statutes by a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.clauses.project import MemoryProject, make_project
from sara_annotate.domain.clauses.references import find_references
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.labels import order_labels, parse_label
from tests.domain.clauses.harbour import make_harbour

TABLE = Path(__file__).with_name("references.tsv")

KNOWN = """
63 63(a) 63(b) 63(c) 63(c)(1) 63(c)(1)(A) 63(c)(2) 63(c)(2)(A) 63(c)(2)(B) 63(c)(2)(C)
63(c)(5) 63(c)(5)(A) 63(c)(6) 63(c)(7) 63(c)(7)(i) 63(f) 68 68(b) 151 151(b) 152 152(d)(2)(H)
63(c)(2)(A)(i) 63(c)(2)(A)(ii) 63(c)(2)(A)(iii) 63(c)(2)(A)(ii)(I) 7703
""".split()  # noqa: SIM905


def make_known() -> MemoryProject:
    texts = {parse_label(name): "" for name in KNOWN}
    texts[parse_label("63(c)(7)")] = "Paragraph (2) is applied-"
    return MemoryProject(texts)


# where it stands, what it says, kind, labels
GOOD = [
    ("1", "see section 152(d)(2)(H).", "known", "152(d)(2)(H)"),
    ("63(c)(5)(A)", "under subsection (f)", "known", "63(f)"),
    ("63(c)(5)(A)", "in paragraph (1) or (2)", "known", "63(c)(1) 63(c)(2)"),
    ("63(c)(5)", "paragraphs (1), (2), and (6)", "known", "63(c)(1) 63(c)(2) 63(c)(6)"),
    ("63(c)(5)", "paragraphs (1) through (6)", "known", "63(c)(1) 63(c)(2) 63(c)(5) 63(c)(6)"),
    ("63(c)(5)", "paragraph (2)(A) or (B)", "known", "63(c)(2)(A) 63(c)(2)(B)"),
    ("63(c)(2)(A)", "under subparagraph (C)", "known", "63(c)(2)(C)"),
    ("63(c)(2)(A)(iii)", "clause (i) or (ii)", "known", "63(c)(2)(A)(i) 63(c)(2)(A)(ii)"),
    ("63(c)(2)(A)(ii)", "in subclause (I)", "known", "63(c)(2)(A)(ii)(I)"),
    ("63(c)(2)(A)(ii)(I)", "this clause", "self", "63(c)(2)(A)(ii)"),
    ("63(c)(5)(A)", "this paragraph", "self", "63(c)(5)"),
    ("63(c)(5)(A)", "This Subsection", "self", "63(c)"),
    ("63(c)(5)(A)", "this section", "self", "63"),
    ("63(c)(5)(A)", "this chapter", "larger", ""),
    ("1", "subparagraph (A) of section 63(c)(5)", "known", "63(c)(5)(A)"),
    ("1", "clause (i) of subparagraph (A) of section 63(c)(2)", "known", "63(c)(2)(A)(i)"),
    ("63(a)", "paragraph (5) of subsection (c)", "known", "63(c)(5)"),
    ("63(c)(5)", "paragraph (6) of this subsection", "known", "63(c)(6)"),
    ("1", "sections 151(b) and 68(b)", "known", "151(b) 68(b)"),
    ("1", "section 63(c)(5) or (6)", "known", "63(c)(5) 63(c)(6)"),
    ("1", "under § 63(c)(5)", "known", "63(c)(5)"),
    ("63(c)(2)", "the preceding paragraph", "known", "63(c)(1)"),
    ("63(c)(5)", "the succeeding paragraphs of this subsection", "known", "63(c)(6) 63(c)(7)"),
    ("63(c)(7)(i)", "in subparagraph (B)", "known", "63(c)(2)(B)"),
    ("1", "section 401(k)", "missing", "401(k)"),
    ("63(c)(5)", "paragraph (9)", "missing", "63(c)(9)"),
    ("1", "sections 214(c) and 101(a)(15)(H) of the Border Act", "foreign", "214(c) 101(a)(15)(H)"),
    ("1", "section 63 of title 11", "foreign", "63"),
    ("1", "section 63 of the Sale of Goods Act", "foreign", "63"),
]  # fmt: skip


@pytest.mark.parametrize(("at", "text", "kind", "labels"), GOOD)
def test_good(at: str, text: str, kind: str, labels: str) -> None:
    (found,) = find_references(text, parse_label(at), make_known())
    assert found.kind == kind
    assert " ".join(x.plain for x in found.labels or found.missing) == labels


@pytest.mark.parametrize(
    "text",
    [
        "§63. Taxable income defined",
        "a local chapter of a club",
        "that part of the sum",
        "the preceding sentence shall be applied",
        "section by section",
        "paragraphs are numbered",
        "a dependent (i) who, and (ii) whose",
        "1.5 percent of section",
        "the following persons",
    ],
)
def test_no_reference(text: str) -> None:
    assert find_references(text, parse_label("63"), make_known()) == ()


def test_the_place_is_exact() -> None:
    text = "dues (as counted under section 14(b)) and more"
    (found,) = find_references(text, parse_label("12(a)"), make_harbour())
    assert found.span.text_of(text) == "section 14(b)"


@given(st.text(max_size=80), st.sampled_from([parse_label(k) for k in KNOWN]))
def test_any_text_is_answered(text: str, at: object) -> None:
    for found in find_references(text, at, make_known()):  # type: ignore[arg-type]
        assert 0 <= found.start < found.end <= len(text)


def test_every_reference_of_the_nine_statutes(sara_data: Path) -> None:
    """98 rows, each read beside its sentence by hand; the table holds places, no text."""
    project = make_project(load_corpus(sara_data).statutes)
    rows = [
        "\t".join(
            [
                label.plain,
                str(found.start),
                str(found.end),
                found.kind,
                " ".join(x.plain for x in found.labels or found.missing),
            ]
        )
        for label in order_labels(project.texts)
        for found in project.get_references(label)
    ]
    assert rows == TABLE.read_text(encoding="utf-8").splitlines()[1:]
    assert len(rows) == 98
