from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from sara_annotate.domain.corpus import Subsection
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.segmentation import segment_statute
from sara_annotate.domain.spans import Span, contains, find_overlaps
from sara_annotate.domain.typeset import Paragraph, layout_paragraphs
from tests.domain.statute_strategies import MadeStatute, statutes, texts

LAW = """\
§12. Harbour dues

(a) Imposition

There are dues.

(b) Amount

    (1) In general

    The dues of-

        (A) one, or

        (B) two,

    are due.

    (2) none.
"""


def show(text: str, found: tuple[Paragraph, ...]) -> list[tuple[str, int, str, str]]:
    return [
        (p.kind, p.indent, p.label.plain if p.label else "", text[p.start : p.end]) for p in found
    ]


def lay_out(text: str, *spans: Span) -> list[tuple[str, int, str, str]]:
    return show(text, layout_paragraphs(text, segment_statute(text, "12").subsections, spans))


def test_a_statute_is_set_as_law_is_printed() -> None:
    assert lay_out(LAW) == [
        ("title", 0, "12", "§12. Harbour dues"),
        ("heading", 0, "12(a)", "(a) Imposition"),
        ("body", 0, "12(a)", "There are dues."),
        ("heading", 0, "12(b)", "(b) Amount"),
        ("heading", 1, "12(b)(1)", "(1) In general"),
        ("body", 1, "12(b)(1)", "The dues of-"),
        ("body", 2, "12(b)(1)(A)", "(A) one, or"),
        ("body", 2, "12(b)(1)(B)", "(B) two,"),
        ("flush", 1, "12(b)(1)", "are due."),
        ("body", 1, "12(b)(2)", "(2) none."),
    ]


def test_enumerators_are_ranges_at_the_start() -> None:
    found = layout_paragraphs(LAW, segment_statute(LAW).subsections)
    shown = [p.enumerator.text_of(LAW) if p.enumerator else "" for p in found]
    assert shown == ["", "(a)", "", "(b)", "(1)", "", "(A)", "(B)", "", "(2)"]
    assert all(p.enumerator is None or p.enumerator.start == p.start for p in found)


def test_a_title_outside_all_parts_belongs_to_the_section() -> None:
    text = "§12. Rate\n\nThere are dues."
    assert lay_out(text) == [("title", 0, "12", "§12. Rate"), ("body", 0, "12", "There are dues.")]


def test_a_text_without_indentation_is_indented_by_its_labels() -> None:
    text = "(a) dues of-\n(1) one;\n(A) x;\n(2) two.\n(b) none."
    assert [row[1] for row in lay_out(text)] == [0, 1, 2, 1, 0]


def test_a_line_with_several_parts_is_cut_where_they_start() -> None:
    text = "§12. Dues\n\n(a)(1) One.\n\n    (2) Two."
    assert lay_out(text)[1:] == [
        ("body", 0, "12(a)", "(a)"),
        ("body", 1, "12(a)(1)", "(1) One."),
        ("body", 1, "12(a)(2)", "(2) Two."),
    ]
    coarse = [Subsection(parse_label("12(a)(1)"), (Span(11, 22),))]
    found = layout_paragraphs(text, coarse)
    assert show(text, found)[1] == ("body", 0, "12(a)(1)", "(a)(1) One.")
    assert found[1].enumerator == Span(11, 17)


def test_a_heading_in_the_line_stays_with_its_law() -> None:
    text = "§12. Dues\n\n(a) In general.—The dues are due."
    assert lay_out(text)[1] == ("body", 0, "12(a)", "(a) In general.—The dues are due.")


def test_lines_broken_by_hand_are_one_paragraph() -> None:
    text = "§12. Dues\n\n(a) Rule\n\nThe dues are\nowed by paragraph\n(2) debtors.\n\nAlways."
    assert lay_out(text)[2:] == [
        ("body", 0, "12(a)", "The dues are\nowed by paragraph\n(2) debtors."),
        ("body", 0, "12(a)", "Always."),
    ]


def test_adjacent_enumerated_lines_stay_apart_inside_one_coarse_part() -> None:
    text = "The dues:\n(i) one;\n(ii) two."
    found = layout_paragraphs(text, [Subsection(Label("12"), (Span(0, len(text)),))])
    assert [text[p.start : p.end] for p in found] == text.split("\n")
    assert {p.label for p in found} == {Label("12")}


def test_a_mention_across_paragraphs_joins_them() -> None:
    start = LAW.index("two,")
    assert ("body", 2, "12(b)(1)(B)", "(B) two,\n\n    are due.") in lay_out(
        LAW, Span(start, LAW.index("due.\n\n    (2)"))
    )


def test_text_of_nobody_is_printed_too() -> None:
    text = "Alone.\n\n(a) one.\n\nnobody's."
    found = layout_paragraphs(text, [Subsection(parse_label("12(a)"), (Span(8, 16),))])
    assert show(text, found)[-1] == ("body", 0, "", "nobody's.")
    assert len(layout_paragraphs(text, [])) == 3
    assert layout_paragraphs("", []) == ()


def check_paragraphs(text: str, found: tuple[Paragraph, ...]) -> None:
    assert find_overlaps(found) == []
    assert list(found) == sorted(found, key=lambda p: p.start)
    outside = list(text)
    for paragraph in found:
        outside[paragraph.start : paragraph.end] = " " * (paragraph.end - paragraph.start)
    assert not "".join(outside).strip().strip("\ufeff\u200b\u2060 \n\r\t")


@st.composite
def cut_texts(draw: st.DrawFn) -> tuple[str, list[Subsection], list[Span]]:
    """A text, parts that do not overlap (ours or anyone's), and mentions inside the parts."""
    text = draw(texts)
    if draw(st.booleans()):
        subsections = list(segment_statute(text, "12").subsections)
    else:
        edges = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
        step = draw(st.integers(1, 2))
        spans = [Span(a, b) for a, b in pairwise(edges)][::step]
        subsections = [Subsection(Label("12", (str(i),)), (s,)) for i, s in enumerate(spans)]
    parts = [part for s in subsections for part in s.parts]
    mentions = []
    for part in parts:
        start = draw(st.integers(part.start, part.end - 1))
        mentions.append(Span(start, draw(st.integers(start + 1, part.end))))
    return text, subsections, mentions


@settings(max_examples=300, deadline=None)
@given(cut_texts())
def test_every_mention_lies_in_exactly_one_paragraph(
    made: tuple[str, list[Subsection], list[Span]],
) -> None:
    text, subsections, mentions = made
    found = layout_paragraphs(text, subsections, mentions)
    check_paragraphs(text, found)
    for mention in mentions:
        if mention.text_of(text).strip().strip("\ufeff\u200b\u2060 \n\r\t"):
            assert sum(contains(paragraph, mention) for paragraph in found) == 1


@settings(max_examples=300, deadline=None)
@given(cut_texts())
def test_a_mention_inside_a_line_needs_no_joining(
    made: tuple[str, list[Subsection], list[Span]],
) -> None:
    text, subsections, mentions = made
    found = layout_paragraphs(text, subsections)
    check_paragraphs(text, found)
    for mention in mentions:
        words = mention.text_of(text)
        if (
            words.isprintable()
            and words.split()
            and not (words[0].isspace() or words[-1].isspace())
        ):
            assert sum(contains(paragraph, mention) for paragraph in found) == 1


@settings(max_examples=40, deadline=None)
@given(statutes())
def test_paragraphs_belong_to_the_parts_they_lie_in(made: MadeStatute) -> None:
    subsections = segment_statute(made.text).subsections
    for paragraph in layout_paragraphs(made.text, subsections):
        owners = [c for a, b, c in made.parts if a <= paragraph.start and paragraph.end <= b]
        assert paragraph.label is not None
        if owners:
            assert [paragraph.label.plain] == owners
        else:
            assert paragraph.kind == "heading"
            assert f"({paragraph.label.path[-1]})" == made.text[paragraph.start :].split()[0]


def test_the_nine_statutes_keep_every_mention_whole(sara_data: Path) -> None:
    for file in sorted((sara_data / "statutes" / "source").iterdir()):
        text = file.read_bytes().decode()
        found = layout_paragraphs(text, segment_statute(text).subsections)
        check_paragraphs(text, found)
        assert len(found) == sum(bool(line.strip()) for line in text.split("\n"))
        assert [p.kind for p in found].count("title") == 1
        assert all(p.label for p in found)
        rows = (sara_data / "argument_placeholders" / file.name).read_text().splitlines()
        for start, end, _ in (row.split(",", 2) for row in rows if not row.startswith("#")):
            mention = Span(int(start), int(end) + 1)
            assert sum(contains(paragraph, mention) for paragraph in found) == 1


def test_a_large_statute_is_set_quickly() -> None:
    text = LAW + LAW.split("\n", 1)[1] * 6000
    subsections = segment_statute(text).subsections
    started = time.process_time()
    found = layout_paragraphs(text, subsections)
    assert time.process_time() - started < 20
    check_paragraphs(text, found)
