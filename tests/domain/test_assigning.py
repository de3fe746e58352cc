"""Dealing texts to people."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.assigning import Text, choose_double, deal

TEXTS = [Text(f"{section}({n})", str(section)) for section in (1, 2, 3) for n in range(10)]
some_texts = st.lists(
    st.tuples(st.integers(0, 99), st.sampled_from("abc")), unique_by=lambda t: t[0], max_size=40
).map(lambda rows: [Text(str(key), group) for key, group in rows])
some_people = st.lists(st.sampled_from(["ada", "bob", "cy", "dee"]), unique=True)
percents = st.integers(0, 100)


def test_a_fifth_double_and_two_people() -> None:
    double = choose_double(TEXTS, 20)
    assert Counter(t.group for t in TEXTS if t.key in double) == {"1": 2, "2": 2, "3": 2}
    dealt = deal(TEXTS, ["ada", "bob"], double=double, seated={}, load={})
    first = "".join((d.people[0] or "-")[0] for d in dealt)
    assert first == "a" * 15 + "b" * 15
    loads = Counter(person for d in dealt for person in d.people)
    assert loads == {"ada": 18, "bob": 18}


def test_what_was_dealt_before_is_left_and_only_completed() -> None:
    texts = TEXTS[:4]
    seated = {"1(0)": ["ada"], "1(1)": ["ada", "bob"], "1(2)": [None]}
    dealt = deal(texts, ["ada", "bob"], double={"1(0)", "1(1)"}, seated=seated, load={"bob": 9})
    assert [d.people for d in dealt] == [("bob",), (), (), ("bob",)]


def test_one_person_cannot_have_a_text_twice() -> None:
    dealt = deal(TEXTS, ["ada"], double=choose_double(TEXTS, 100), seated={}, load={})
    assert {d.people for d in dealt} == {("ada",)}


@given(some_texts, percents)
def test_the_share_is_right_and_the_choice_does_not_hang_on_order(
    texts: list[Text], percent: int
) -> None:
    chosen = choose_double(texts, percent)
    assert len(chosen) == (len(texts) * percent + 50) // 100
    assert chosen == choose_double(texts[::-1], percent)
    assert chosen <= {t.key for t in texts}


@given(some_texts, some_people, percents)
def test_everybody_gets_about_the_same_and_dealing_again_adds_nothing(
    texts: list[Text], people: list[str], percent: int
) -> None:
    double = choose_double(texts, percent)
    dealt = deal(texts, people, double=double, seated={}, load={})
    for one in dealt:
        wanted = 2 if one.double else 1
        assert len(one.people) == (min(wanted, len(people)) if people else wanted)
        assert not people or len(set(one.people)) == len(one.people)
    seated = {one.text.key: one.people for one in dealt}
    again = deal(texts, people, double=double, seated=seated, load={})
    if len(people) != 1:
        assert not any(one.people for one in again)
    if people:
        loads = Counter(person for one in dealt for person in one.people)
        singles = [loads[p] for p in people]
        assert max(singles) - min(singles) <= 1 + len(double)
