from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import (
    Label,
    letter_value,
    order_labels,
    parse_label,
    roman_value,
)

sections = st.from_regex(r"[1-9][0-9]{0,3}[A-Z]?", fullmatch=True)
steps = st.from_regex(r"[A-Za-z0-9]{1,4}", fullmatch=True)
labels = st.builds(Label, sections, st.lists(steps, max_size=5).map(tuple))


@given(labels)
def test_every_spelling_of_a_subsection_reads_back(label: Label) -> None:
    for spelling in (label.plain, label.predicate, label.printed, label.conll, str(label)):
        assert parse_label(spelling) == label


@given(sections)
def test_the_file_name_reads_back_as_the_section(section: str) -> None:
    assert parse_label(Label(section, ("a",)).file_name) == Label(section)


@pytest.mark.parametrize(
    ("spelling", "section", "path"),
    [
        ("63(c)(5)", "63", ("c", "5")),
        ("s63_c_5", "63", ("c", "5")),
        ("§63(c)(5)", "63", ("c", "5")),
        ("§ 63 (c) (5)", "63", ("c", "5")),
        ("63_c_5", "63", ("c", "5")),
        ("section63", "63", ()),
        (" 63 ", "63", ()),
        ("s3306_a_1_B", "3306", ("a", "1", "B")),
        ("280A(c)(1A)", "280A", ("c", "1A")),
        ("tax", "tax", ()),
        ("gross_income2", "gross_income2", ()),
    ],
)
def test_spellings_that_are_read(spelling: str, section: str, path: tuple[str, ...]) -> None:
    assert parse_label(spelling) == Label(section, path)


@pytest.mark.parametrize(
    "spelling",
    [
        "",
        " ",
        "63(",
        "63()",
        "63(c",
        "63(c)5",
        "63_",
        "63__c",
        "s63-c",
        "§",
        "Tax",
        "63(½)",
        "63(c)\x00",
    ],
)
def test_spellings_that_are_refused(spelling: str) -> None:
    with pytest.raises(LabelError) as caught:
        parse_label(spelling)
    assert "63(c)(5)" in caught.value.message
    assert caught.value.extra["label"] == spelling.strip()


def test_tax_is_spelled_the_same_everywhere_and_has_no_file() -> None:
    tax = parse_label("tax")
    assert tax.is_free
    assert {tax.plain, tax.predicate, tax.printed, tax.conll} == {"tax"}
    with pytest.raises(LabelError):
        _ = tax.file_name


def test_letter_case_is_significant() -> None:
    assert parse_label("s3306_a_1_B") != parse_label("s3306_a_1_b")


@given(labels, steps)
def test_a_child_has_its_parent(label: Label, step: str) -> None:
    child = label.child(step)
    assert child.parent == label
    assert child.depth == label.depth + 1
    assert label.is_ancestor_of(child)
    assert not child.is_ancestor_of(label)
    assert not label.is_ancestor_of(label)


def test_a_section_has_no_parent_and_is_no_kin_of_another() -> None:
    assert Label("63").parent is None
    assert not Label("63").is_ancestor_of(Label("68", ("a",)))


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("i", 1),
        ("iv", 4),
        ("ix", 9),
        ("XIV", 14),
        ("xl", 40),
        ("a", None),
        ("", None),
        ("iiii", None),
    ],
)
def test_roman_value(step: str, value: int | None) -> None:
    assert roman_value(step) == value


@pytest.mark.parametrize(
    ("step", "value"),
    [("a", 1), ("Z", 26), ("aa", 27), ("bb", 28), ("ab", None), ("1", None), ("é", None)],
)
def test_letter_value(step: str, value: int | None) -> None:
    assert letter_value(step) == value


@pytest.mark.parametrize(
    "ordered",
    [
        "2 63 63(a) 63(c) 63(c)(1) 63(c)(2) 63(c)(10) 63(d) 151 tax",
        "5(g) 5(h) 5(i) 5(j) 5(v) 5(x)",
        "5(i) 5(ii) 5(iii) 5(iv) 5(v) 5(ix) 5(x)",
        "5(a)(I) 5(a)(II) 5(a)(IV) 5(a)(V)",
        "1(a) 1(a)(1) 1(a)(2) 1(a)(i) 1(a)(ii) 1(a)(iv) 1(b)",
        "5(i) 5(ii) 5(iv) 5(A) 5(B)",
        "5(1) 5(1A) 5(1B) 5(2) 5(y) 5(z) 5(aa) 5(bb)",
        "5(a) 5(ab) 5(b)",
        "9 9A 10",
    ],
)
def test_order_is_that_of_the_statute(ordered: str) -> None:
    expected = [parse_label(spelling) for spelling in ordered.split()]
    shuffled = expected[:]
    random.Random(7).shuffle(shuffled)
    assert order_labels(shuffled) == expected


@given(st.lists(labels, max_size=12), st.randoms())
def test_order_depends_on_the_labels_alone(found: list[Label], chance: random.Random) -> None:
    ordered = order_labels(found)
    shuffled = found[:]
    chance.shuffle(shuffled)
    assert order_labels(shuffled) == ordered
    assert set(ordered) == set(found) and len(ordered) == len(set(found))
    places = {label: index for index, label in enumerate(ordered)}
    for label in ordered:
        if label.parent in places:
            assert places[label.parent] < places[label]
