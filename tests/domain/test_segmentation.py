from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.segmentation import Segmentation, normalise_text, segment_statute
from sara_annotate.domain.segmentation.lines import read_lines
from sara_annotate.domain.spans import find_overlaps
from tests.domain.statute_strategies import MadeStatute, statutes, texts


def list_parts(found: Segmentation) -> list[tuple[int, int, str]]:
    return sorted((p.start, p.end, s.label.plain) for s in found.subsections for p in s.parts)


def show(text: str, section: str | None = "9") -> dict[str, list[str]]:
    found = segment_statute(text, section)
    return {s.label.plain: [p.text_of(text) for p in s.parts] for s in found.subsections}


def codes(text: str, section: str | None = "9") -> set[str]:
    return {doubt.code for doubt in segment_statute(text, section).doubts}


# The data set itself


def test_the_nine_statutes_give_exactly_their_boundaries(sara_data: Path) -> None:
    subsections = parts = 0
    for file in sorted((sara_data / "statutes" / "source").iterdir()):
        found = segment_statute(file.read_bytes().decode())
        rows = (sara_data / "boundaries" / file.name).read_text().splitlines()
        split = [row.split(",", 2) for row in rows]
        assert list_parts(found) == sorted((int(a), int(b) + 1, c) for a, b, c in split), file.name
        assert [s.label.plain for s in found.subsections] == list(
            dict.fromkeys(r[2] for r in split)
        )
        assert found.section == file.name.removeprefix("section")
        assert found.doubts == ()
        subsections += len(found.subsections)
        parts += len(list_parts(found))
    assert (subsections, parts) == (192, 201)


# Properties


@settings(max_examples=60, deadline=None)
@given(statutes())
def test_a_statute_printed_with_indentation_gives_its_subsections(made: MadeStatute) -> None:
    found = segment_statute(made.text)
    assert list_parts(found) == sorted(made.parts)
    assert found.section == "12"
    assert found.title == "§12. Harbour dues"


@settings(max_examples=40, deadline=None)
@given(statutes(), st.sampled_from(["\r\n", "\r"]))
def test_line_ends_and_byte_order_marks_shift_offsets_only(made: MadeStatute, end: str) -> None:
    raw = "\ufeff" + made.text.replace("\n", end)
    direct = segment_statute(raw)
    expected = [text.replace("\n", end) for text in _texts(made.text, segment_statute(made.text))]
    assert _texts(raw, direct) == expected
    text, notes = normalise_text(raw)
    assert text == made.text
    assert {note.code for note in notes} == {"text_bom", "text_line_ends"}


def _texts(text: str, found: Segmentation) -> list[str]:
    return [p.text_of(text) for s in found.subsections for p in s.parts]


@settings(max_examples=300, deadline=None)
@given(texts)
def test_no_text_is_lost_or_told_twice(text: str) -> None:
    found = segment_statute(text, "9")
    parts = [part for s in found.subsections for part in s.parts]
    assert find_overlaps(parts) == []
    assert all(0 <= p.start < p.end <= len(text) and p.text_of(text).strip() for p in parts)
    assert all(list(s.parts) == sorted(s.parts) for s in found.subsections)
    labels = [s.label for s in found.subsections]
    assert len(set(labels)) == len(labels)
    headings = {s.heading for s in found.subsections if s.heading} | {found.title}
    for line in read_lines(text)[0]:
        covered = any(p.start <= line.start and line.end <= p.end for p in parts)
        pieces = [p for p in parts if p.start < line.end and line.start < p.end]
        assert covered or pieces or line.text in headings or line.rest in headings


@settings(max_examples=200, deadline=None)
@given(texts)
def test_doubts_are_warnings_with_a_place_in_the_text(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for doubt in segment_statute(text).doubts:
        assert doubt.severity == "warning"
        if doubt.code != "text_empty":
            assert doubt.line and doubt.column
            assert doubt.column <= len(lines[doubt.line - 1])


# Tables


def test_roman_or_letter_is_decided_by_place() -> None:
    letters = "\n".join(f"({c}) the {c};" for c in "abcdefghij")
    assert list(show(letters)) == [f"9({c})" for c in "abcdefghij"]
    roman = "(h) the dues of-\n    (i) a berth;\n    (ii) a quay.\n(i) the rest."
    assert list(show(roman)) == ["9(h)", "9(h)(i)", "9(h)(ii)", "9(i)"]


@pytest.mark.parametrize(
    ("steps", "labels"),
    [
        ("a 1 2 b 1", "a a1 a2 b b1"),
        ("a 1 A i ii B 2 b", "a a1 a1A a1Ai a1Aii a1B a2 b"),
        ("g h i j", "g h i j"),
        ("h 1 A i ii B", "h h1 h1A h1Ai h1Aii h1B"),
        ("h 1 2 i j", "h h1 h2 i j"),
        ("a i ii iii iv v b", "a ai aii aiii aiv av b"),
        ("1 1A 1B 2", "1 1A 1B 2"),
        ("a 1 A i I aa bb II ii", "a a1 a1A a1Ai a1AiI a1AiIaa a1AiIbb a1AiII a1Aii"),
        ("y z aa bb", "y z aa bb"),
        ("a aa ab b", "a aa ab b"),
        ("a 1 2 d 1", "a a1 a2 d d1"),
        ("f g i", "f g i"),
        ("f g i ii h", "f g gi gii h"),
    ],
)
def test_without_indentation_the_numbering_gives_the_levels(steps: str, labels: str) -> None:
    text = "\n".join(f"({step}) the dues;" for step in steps.split())
    found = [s.label for s in segment_statute(text, "9").subsections]
    assert ["".join(label.path) for label in found] == labels.split()


def test_guessed_levels_are_said() -> None:
    assert "levels_guessed" in codes("(a) x;\n(1) y;\n(2) z.")
    assert codes("§9. Dues\n\n(a) x;\n\n(b) y.") == set()


def test_lists_of_two_kinds_at_one_indentation_are_siblings() -> None:
    text = (
        "(c) Any service\n    (A) here, and\n    (B) there, except\n    (1) labor;\n    (2) sleep."
    )
    assert list(show(text)) == ["9(c)", "9(c)(A)", "9(c)(B)", "9(c)(1)", "9(c)(2)"]


def test_a_lost_level_of_indentation_is_found_by_numbering() -> None:
    text = "(a) Dues of-\n(1) one:\n    (A) x;\n    (B) y;\n(2) two.\n(b) More."
    assert list(show(text)) == ["9(a)", "9(a)(1)", "9(a)(1)(A)", "9(a)(1)(B)", "9(a)(2)", "9(b)"]


def test_flush_text_is_a_further_part() -> None:
    text = "(b) If-\n\n    (1) he pays, and\n\n    (2) she pays,\n\nboth are free."
    assert show(text)["9(b)"] == ["(b) If-", "both are free."]
    flat = text.replace("    ", "").replace("(b)", "(a) Dues.\n\n(b)")
    assert show(flat)["9(b)"] == ["(b) If-", "both are free."]
    assert "flush_guessed" in codes(flat)


def test_bodies_may_stand_deeper_than_their_enumerators() -> None:
    text = "(a) Dues\n    The dues of-\n    (1) one, and\n    (2) two,\n    are due."
    assert show(text) == {
        "9(a)": ["The dues of-", "are due."],
        "9(a)(1)": ["(1) one, and"],
        "9(a)(2)": ["(2) two,"],
    }


def test_stacked_enumerators_open_all_their_subsections() -> None:
    text = "(a)(1) One;\n    (2) two.\n(b)(1) Three."
    assert show(text) == {
        "9(a)": ["(a)"],
        "9(a)(1)": ["(1) One;"],
        "9(a)(2)": ["(2) two."],
        "9(b)": ["(b)"],
        "9(b)(1)": ["(1) Three."],
    }


def test_a_heading_in_the_line_is_left_out() -> None:
    text = "(a) IN GENERAL.—The dues are due.\n\n(b) No heading here."
    assert show(text) == {"9(a)": ["The dues are due."], "9(b)": ["(b) No heading here."]}
    assert segment_statute(text, "9").subsections[0].heading == "IN GENERAL"
    assert "heading_run_in" in codes(text)


def test_a_bare_enumerator_is_a_subsection_of_its_own() -> None:
    assert show("(10)\n    (A) a school;")["9(10)"] == ["(10)"]
    assert show("(a)\n\nThe dues are due.")["9(a)"] == ["(a)\n\nThe dues are due."]


def test_lines_broken_by_hand_stay_together() -> None:
    text = "(a) Dues\n\nThe dues under paragraph\n(2) are due by\nthe master.\n\n(b) Rest\n\nNone."
    assert show(text) == {
        "9(a)": ["The dues under paragraph\n(2) are due by\nthe master."],
        "9(b)": ["None."],
    }
    assert "citation_at_line_start" in codes(text)


def test_inline_enumerators_are_left_alone() -> None:
    text = "(A) because of (i) death, or\n\n(B) because of (ii) retirement."
    assert list(show(text)) == ["9(A)", "9(B)"]


def test_tabs_are_indentation() -> None:
    text = "(a) Dues of-\n\t(1) one;\n\t\t(A) x,\n\t(2) two."
    assert list(show(text)) == ["9(a)", "9(a)(1)", "9(a)(1)(A)", "9(a)(2)"]
    assert "indent_mixed" in codes("(a) Dues of-\n\t(1) one;\n    (2) two.")
    assert list(show("(a) Dues of-\n\t(1) one;\n    (2) two."))[-1] == "9(a)(2)"


def test_a_column_too_many_is_no_level() -> None:
    text = "(a) Dues of-\n    (1) one;\n     (2) two;\n        (A) x."
    assert list(show(text)) == ["9(a)", "9(a)(1)", "9(a)(2)", "9(a)(2)(A)"]
    assert "indent_uneven" in codes(text)


def test_a_repeated_label_becomes_a_further_part() -> None:
    text = "(a) one;\n(b) two;\n(b) three."
    assert show(text) == {"9(a)": ["(a) one;"], "9(b)": ["(b) two;", "(b) three."]}
    assert "label_repeated" in codes(text)


@pytest.mark.parametrize(
    ("text", "section", "taken", "title", "code"),
    [
        ("§63. Taxable dues\n\n(a) x.", None, "63", "§63. Taxable dues", None),
        ("Section 280A: Boats\n\n(a) x.", None, "280A", "Section 280A: Boats", None),
        ("SEC. 7. BOATS\n\n(a) x.", None, "7", "SEC. 7. BOATS", None),
        ("12. Harbour dues\n\n(a) x.", None, "12", "12. Harbour dues", None),
        ("Harbour dues\n\n(a) x.", "§12", "12", "Harbour dues", None),
        ("Harbour dues\n\n(a) x.", None, "1", "Harbour dues", "section_unknown"),
        ("§63. Dues\n\n(a) x.", "64", "64", "§63. Dues", "section_differs"),
        ("(a) x.", "12", "12", "", "title_missing"),
        ("63 boats are free.", "12", "12", "", "title_missing"),
        ("§1. Dues\n\n(a) x.\n\n§2. Boats\n\n(b) y.", None, "1", "§1. Dues", "another_section"),
        (" \n\t\n", "12", "12", "", "text_empty"),
    ],
)
def test_titles(text: str, section: str | None, taken: str, title: str, code: str | None) -> None:
    found = segment_statute(text, section)
    assert (found.section, found.title) == (taken, title)
    found_codes = {doubt.code for doubt in found.doubts}
    assert code in found_codes if code else not found_codes


def test_a_title_line_with_law_in_it_is_kept_as_law() -> None:
    text = "Section 4. This Act is in force.\n\nIt has no end."
    assert show(text, None) == {"4": [text]}


@pytest.mark.parametrize("section", ["63(c)", "tax", "", "x y"])
def test_a_section_that_is_none_is_refused(section: str) -> None:
    with pytest.raises(LabelError):
        segment_statute("(a) x", section)


@pytest.mark.parametrize("line", ["(a-1) odd", "1. one", "a) one", "(1234) year"])
def test_unknown_enumerators_are_named(line: str) -> None:
    text = f"§9. Dues\n\n(a) x;\n\n{line}\n\n(b) y."
    found = [d for d in segment_statute(text).doubts if d.code == "enumerator_unknown"]
    assert [(d.line, d.column) for d in found] == [(5, 1)]


def test_doubts_of_one_kind_are_counted_not_piled_up() -> None:
    found = segment_statute("(a) x;\n" * 500, "9")
    repeated = [doubt for doubt in found.doubts if doubt.code == "label_repeated"]
    assert len(repeated) == 50
    assert "449 more" in repeated[-1].message


# Normalising


def test_normalising_changes_line_ends_and_nothing_else() -> None:
    text, notes = normalise_text("\ufeffa\r\nb\rc\x0cd\u2028e\u00a0½🙂\t\ufeff")
    assert text == "a\nb\nc\nd\ne\u00a0½🙂\t\ufeff"
    assert [note.code for note in notes] == ["text_bom", "text_line_ends", "text_breaks"]
    assert not any(note.is_error for note in notes)


@given(st.text(max_size=80))
def test_normalising_twice_is_normalising_once(raw: str) -> None:
    text, _ = normalise_text(raw.lstrip("\ufeff"))
    assert normalise_text(text)[0] == text


@pytest.mark.parametrize("bad", ["\x00", "\ud800"])
def test_characters_that_cannot_be_stored_are_errors(bad: str) -> None:
    text, notes = normalise_text(f"a\r\nbc{bad}")
    assert text == f"a\nbc{bad}"
    errors = [note for note in notes if note.is_error]
    assert [(e.code, e.line, e.column) for e in errors] == [("text_character", 2, 3)]


# Speed


def _time_per_character(text: str) -> float:
    started = time.process_time()
    segment_statute(text, "9")
    return (time.process_time() - started) / len(text)


@pytest.mark.parametrize("indent", ["    ", ""])
def test_time_grows_with_the_text_only(indent: str) -> None:
    block = (
        f"(a) Dues\n\nThe dues of-\n\n{indent}(1) a berth that is free, or\n\n{indent}(2) none.\n\n"
    )
    small, large = block * 200, block * (1_000_000 // len(block))
    assert _time_per_character(large) < 4 * _time_per_character(small) + 1e-6


@pytest.mark.parametrize(
    "text",
    [
        "(1)(1)(1)(1)(1)(1)\n" * 4000,
        "(a)" * 100_000,
        " \n" * 100_000,
        "x, " * 100_000,
        "(i)\n" * 20_000,
        "\n".join(" " * n + "(a) x" for n in range(600)),
        "." + ')"' * 100_000,
        " \u200b" * 100_000 + "x",
    ],
    ids=["stacks", "one line", "blank", "commas", "romans", "staircase", "quotes", "invisible"],
)
def test_broken_texts_take_no_longer(text: str) -> None:
    started = time.process_time()
    segment_statute(text, "9")
    assert time.process_time() - started < 15
