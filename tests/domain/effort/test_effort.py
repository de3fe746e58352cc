"""The simulated annotator: presses counted by hand, and gold reached whatever is suggested."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import Argument, Layer, Mention
from sara_annotate.domain.effort.deciding import Deciding
from sara_annotate.domain.effort.names import Names, measure_name
from sara_annotate.domain.effort.simulate import (
    Effort,
    join_efforts,
    measure_assisted,
    measure_manual,
    work_through,
)
from sara_annotate.domain.effort.statute import Work, measure_statute
from sara_annotate.domain.naming import ProposedName, know_name, propose_name, read_names
from sara_annotate.domain.spans import Span
from sara_annotate.domain.suggestions import SuggestedArgument, SuggestedMention, Suggestions

NAMES = json.loads((Path(__file__).parents[2] / "edits" / "names.json").read_text(encoding="utf-8"))
TEXT = "The master of a vessel shall pay dues. The master pays for the vessel."


@pytest.mark.parametrize("row", NAMES, ids=[row["name"] for row in NAMES])
def test_a_new_argument_is_called_as_in_the_browser(row: dict[str, object]) -> None:
    assert propose_name(row["taken"], row["text"]) == row["name"]  # type: ignore[arg-type]


def make_layer(text: str, **arguments: list[tuple[int, int]]) -> Layer:
    return Layer(
        "gold",
        "subsection",
        (Span(0, len(text)),),
        arguments={n: Argument(n, n, "span", k) for k, n in enumerate(arguments)},
        mentions={
            f"{name}{k}": Mention(f"{name}{k}", start, end, name)
            for name, spans in arguments.items()
            for k, (start, end) in enumerate(spans)
        },
    )


def suggest(layer: Layer, confidence: float = 0.9) -> Suggestions:
    """A model that says what the layer says."""
    return Suggestions(
        {f"s-{a.id}": SuggestedArgument(f"s-{a.id}", a.name) for a in layer.arguments.values()},
        tuple(
            SuggestedMention(f"s-{m.id}", m.start, m.end, f"s-{m.argument}", confidence)
            for m in layer.mentions.values()
        ),
    )


def place(words: str, nth: int = 0) -> tuple[int, int]:
    start = TEXT.index(words)
    for _ in range(nth):
        start = TEXT.index(words, start + 1)
    return start, start + len(words)


HARBOUR = make_layer(
    TEXT, Master=[place("The master"), place("The master", 1)], Vessel=[place("a vessel")]
)


def test_marking_by_hand_is_a_selection_and_a_key_a_mention() -> None:
    """Both names are what the tool proposes, and the second master is offered to the first."""
    effort = measure_manual(HARBOUR, TEXT)
    assert effort.presses == {"select": 3, "assign": 3}
    assert effort.per_argument == 3.0


def test_a_name_of_ones_own_costs_its_letters() -> None:
    gold = make_layer(TEXT, Payer=[place("The master")], Ship=[place("a vessel")])
    presses = measure_manual(gold, TEXT).presses
    assert presses == {"select": 2, "assign": 2, "name": 2 + 5 + 2 + 4}


def test_joining_what_looks_different_takes_its_number() -> None:
    gold = make_layer(TEXT, Master=[place("The master")], Vessel=[place("a vessel"), place("dues")])
    assert measure_manual(gold, TEXT).presses == {"select": 3, "assign": 3}


def test_separating_what_looks_the_same_takes_a_key_too() -> None:
    gold = make_layer(TEXT, Master=[place("The master")], Payer=[place("The master", 1)])
    presses = measure_manual(gold, TEXT).presses
    assert presses == {"select": 2, "assign": 2, "name": 7}


def test_what_is_all_right_is_accepted_at_once() -> None:
    """`J` into the subsection, Shift+Enter."""
    assert measure_assisted(HARBOUR, TEXT, suggest(HARBOUR)).presses == {"go": 1, "decide": 1}


def test_a_single_suggestion_is_clicked_and_accepted() -> None:
    gold = make_layer(TEXT, Master=[place("The master")])
    assert measure_assisted(gold, TEXT, suggest(gold)).presses == {"decide": 2}


def test_a_wrong_one_between_good_ones_is_passed_by_a_click() -> None:
    """A click and Enter; a click past "shall pay" and "dues", and Enter."""
    gold = make_layer(TEXT, Master=[place("The master")], Vessel=[place("the vessel")])
    more = make_layer(
        TEXT,
        Master=[place("The master")],
        Pay=[place("shall pay")],
        Dues=[place("dues")],
        Vessel=[place("the vessel")],
    )
    assert measure_assisted(gold, TEXT, suggest(more)).presses == {"decide": 4}


def test_one_wrong_span_among_many_is_deleted_after_accepting_all() -> None:
    text = " ".join(f"w{k}" for k in range(9))
    gold = make_layer(text, **{f"W{k}": [(3 * k, 3 * k + 2)] for k in range(9) if k != 4})
    more = make_layer(text, **{f"W{k}": [(3 * k, 3 * k + 2)] for k in range(9)})
    presses = measure_assisted(gold, text, suggest(more)).presses
    assert presses == {"go": 1, "decide": 1, "look": 1, "delete": 1}


def test_an_edge_is_moved_by_words_before_it_is_accepted() -> None:
    gold = make_layer(TEXT, Vessel=[place("a vessel shall")])
    short = make_layer(TEXT, Vessel=[place("a vessel")])
    assert measure_assisted(gold, TEXT, suggest(short)).presses == {"decide": 2, "resize": 1}


def test_a_suggestion_goes_into_another_argument_by_its_number() -> None:
    """A click and Enter, then `1` for what the model takes for something else."""
    gold = make_layer(TEXT, Master=[place("The master"), place("dues")])
    model = make_layer(TEXT, Master=[place("The master")], Dues=[place("dues")])
    assert measure_assisted(gold, TEXT, suggest(model)).presses == {"decide": 3}


def test_a_suggestion_is_split_off_by_n() -> None:
    gold = make_layer(TEXT, Master=[place("The master")], Dues=[place("dues")])
    model = make_layer(TEXT, Master=[place("The master"), place("dues")])
    assert measure_assisted(gold, TEXT, suggest(model)).presses == {"decide": 3}


def test_a_suggestion_under_another_name_is_accepted_by_naming_it() -> None:
    """A click, `R`, five letters, Enter; the name is on no list."""
    gold = make_layer(TEXT, Payer=[place("The master")])
    model = make_layer(TEXT, Master=[place("The master")])
    presses = measure_assisted(gold, TEXT, suggest(model), names=Names()).presses
    assert presses == {"decide": 1, "name": 7}


def know(*names: str) -> Names:
    """Names that were given to the words “the master”, the nearest first."""
    return Names(
        tuple(know_name("the master", 100 + k, ProposedName(n)) for k, n in enumerate(names))
    )


def test_a_name_of_before_is_proposed_again() -> None:
    gold = make_layer(TEXT, Payer=[place("The master")])
    model = make_layer(TEXT, Master=[place("The master")])
    assert measure_assisted(gold, TEXT, suggest(model), names=know("Payer")).presses == {
        "decide": 2
    }
    assert measure_manual(gold, TEXT, know("Payer")).presses == {"select": 1, "assign": 1}
    assert measure_manual(gold, TEXT).presses == {"select": 1, "assign": 1, "name": 7}


def test_the_second_name_on_the_list_takes_r_and_its_number() -> None:
    gold = make_layer(TEXT, Payer=[place("The master")])
    model = make_layer(TEXT, Master=[place("The master")])
    names = know("Skipper", "Payer")
    presses = measure_assisted(gold, TEXT, suggest(model), names=names).presses
    assert presses == {"decide": 1, "name": 2}


@pytest.mark.parametrize(
    ("name", "presses"),
    [
        ("N01", 2),  # R 1
        ("n09", 2),  # R 9
        ("N10", 5),  # R, the three letters, Enter: ↓ would take more
        ("Pa", 4),  # R p ↓ Enter, or R p a Enter
        ("Pilotage_dues", 6),  # R p i l ↓ Enter
        ("Unknown", 9),
    ],
)
def test_what_a_name_costs(name: str, presses: int) -> None:
    listed = [f"N{k:02}" for k in range(1, 11)] + ["Pa", "Pier", "Pilotage_dues"]
    assert measure_name([ProposedName(one) for one in listed], name) == presses


def test_names_that_nobody_proposes_are_typed() -> None:
    assert measure_name([], "Payer") == 7


def test_a_statute_is_worked_through_in_its_order() -> None:
    """The second subsection's name was typed in the first."""
    texts = TEXT + "\n" + TEXT
    first, second = (
        replace(
            make_layer(texts, Payer=[(at, at + len("The master"))]),
            parts=(Span(at, at + len(TEXT)),),
        )
        for at in (0, len(TEXT) + 1)
    )
    model = make_layer(texts, Master=[(len(TEXT) + 1, len(TEXT) + 11)])
    works = [Work(first, Suggestions()), Work(second, suggest(model))]
    manual, named, assisted = measure_statute(works, texts)
    assert manual.presses == {"select": 2, "assign": 2, "name": 14}
    assert named.presses == {"select": 2, "assign": 2, "name": 7}
    # “Master”, which the model says, is not what is wanted first; Payer is then known.
    assert assisted.presses == {"select": 1, "assign": 1, "name": 7, "decide": 2}
    alone = measure_statute(works, texts, names="none")[2]
    assert alone.presses == {"select": 1, "assign": 1, "name": 14, "decide": 1}


def test_suggestions_that_are_all_wrong_are_not_looked_at() -> None:
    wrong = make_layer(TEXT, Pay=[place("shall pay")], For=[place("for")])
    assert measure_assisted(HARBOUR, TEXT, suggest(wrong)) == measure_manual(HARBOUR, TEXT)


def test_efforts_add_up() -> None:
    both = join_efforts([measure_manual(HARBOUR, TEXT), Effort({"name": 4}, 1)])
    assert (both.total, both.arguments) == (10, 3)
    assert Effort().per_argument is None


@st.composite
def layers(draw: st.DrawFn, words: int) -> Layer:
    """Spans of one to three words of "w0 w1 …", in up to four arguments with colliding names."""
    names = draw(st.permutations(["W0", "Payer", "w1", "W2_2"]))
    found: dict[str, list[tuple[int, int]]] = {}
    at = 0
    while at < words:
        size = draw(st.integers(1, 3))
        if draw(st.booleans()):
            name = draw(st.sampled_from(names))
            last = min(at + size, words) - 1
            found.setdefault(name, []).append((3 * at, 3 * last + 2))
        at += size
    return make_layer(" ".join(f"w{k}" for k in range(words)), **found)


def shape(layer: Layer) -> set[tuple[str, str, frozenset[tuple[int, int]]]]:
    """A layer without ids: each argument's name, type and spans."""
    return {
        (
            fold_name(a.name),
            a.value_type,
            frozenset((m.start, m.end) for m in layer.mentions.values() if m.argument == a.id),
        )
        for a in layer.arguments.values()
    }


@given(layers(words=10), layers(words=10), st.sampled_from([0.2, 0.9]))
def test_gold_is_reached_from_any_suggestions(gold: Layer, model: Layer, confidence: float) -> None:
    text = " ".join(f"w{k}" for k in range(10))
    suggestions = suggest(model, confidence)
    wanted = [m.id for m in suggestions.mentions]
    names = Names(read_names([model], text))
    for begin in (
        lambda one: one.accept_all(suggestions, wanted),
        lambda one: Deciding(one, gold, suggestions).run(),
        lambda _: None,
    ):
        assert shape(work_through(gold, text, begin).layer) == shape(gold)
        assert shape(work_through(gold, text, begin, names).layer) == shape(gold)
    manual = measure_manual(gold, text)
    assert measure_assisted(gold, text, suggestions).total <= manual.total
    assert measure_assisted(gold, text, suggest(gold)).total <= 2 * bool(gold.mentions)
