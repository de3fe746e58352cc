"""Agreement of layers: worked out by hand, and what must hold whatever people write."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sara_annotate.domain.agreement.cases import values_agree
from sara_annotate.domain.agreement.figures import FIGURE_BY_KEY, FIGURES
from sara_annotate.domain.agreement.measure import (
    Author,
    Measured,
    Result,
    Scope,
    Text,
    measure_agreement,
)
from sara_annotate.domain.agreement.subsections import code_tokens, find_tokens
from sara_annotate.domain.edits.state import (
    Argument,
    CaseValue,
    Clause,
    Instantiation,
    Layer,
    Mention,
    value_key,
)
from sara_annotate.domain.spans import Span
from tests.domain.edits.edit_strategies import layers

WORDS = "The owner of a ship owes the harbour its dues each week."


def mark(*arguments: tuple[str, str], clause: str | None = None) -> Layer:
    """A layer of WORDS: arguments with their phrases, parted by `;`."""
    made, mentions = {}, {}
    for n, (name, phrases) in enumerate(arguments):
        made[name] = Argument(name, name, "span", n)
        for phrase in phrases.split(";"):
            start = WORDS.index(phrase)
            key = f"{name}{start}"
            mentions[key] = Mention(key, start, start + len(phrase), name)
    parts = (Span(0, len(WORDS)),)
    return Layer("l", "subsection", parts, "submitted", "", made, mentions, Clause(clause))


def row(truth: bool | None = True, label: str = "9(a)", **found: int | str) -> Instantiation:
    values = {value_key("found", n): CaseValue(n, "found", v, 0) for n, v in found.items()}
    return Instantiation(f"{label}{truth}", label, 0, truth, values)


def fill(*rows: Instantiation) -> Layer:
    return Layer("c", "case", (Span(0, 9),), instantiations={r.id: r for r in rows})


def text(key: str, gold: Layer | None = None, label: str = "9(a)", **said: Layer) -> Text:
    authors = tuple(Author(name, layer) for name, layer in said.items())
    kind = (*said.values(), *([gold] if gold else []))[0].kind
    return Text(key, label, "9" if kind == "subsection" else "", WORDS, authors, gold)


def figures(result: Result, by: str = "all", name: str = "") -> dict[str, Measured]:
    found = result.scopes.get(Scope(by, name), ())  # type: ignore[arg-type]
    return {m.figure.key: m for m in found}


def values(*texts: Text) -> dict[str, float | None]:
    found = figures(measure_agreement(texts, samples=20))
    return {key: m.estimate.value for key, m in found.items()}


def test_spans_and_arguments_by_hand() -> None:
    ada = mark(("Owner", "The owner;its"), ("Ship", "a ship"))
    bob = mark(("Person", "owner"), ("It", "its"), ("Ship", "a ship"))
    result = measure_agreement([text("t", ada=ada, bob=bob)], samples=20)
    found = figures(result)
    # Two of three spans are the same on both sides.
    assert found["span_f1"].estimate.value == pytest.approx(2 / 3)
    # On the agreed mentions {its} and {a ship} both make two arguments of one mention each.
    assert found["exact"].estimate.value == 1
    assert found["conll"].estimate.value == 1
    # End to end only {a ship} is a set that both have: two arguments against three.
    assert found["exact_whole"].estimate.value == pytest.approx(2 / 5)
    assert found["span_f1"].items == 1
    assert found["exact"].items == 1
    one, two = result.found
    assert (one.difference.kind, WORDS[one.difference.at.start : one.difference.at.end]) == (
        "span", "The owner"
    )  # fmt: skip
    assert one.difference.left == {"spans": [[0, 9]]}
    assert one.difference.right == {"spans": [[4, 9]]}
    assert [a["name"] for a in two.difference.right["arguments"]] == ["Person", "It"]


def test_conll_by_hand() -> None:
    # Ada makes one argument of three mentions, Bob two and one. MUC: recall 1/2, precision 1:
    # 2/3. B³: recall (2·2 + 1) / 3 / 3 = 5/9, precision 1: 5/7. CEAFe: best pair 2·2/5 = .8 of
    # one and of two arguments: .8 and .4: 8/15.
    ada = mark(("A", "owner;a ship;its"))
    bob = mark(("A", "owner;a ship"), ("B", "its"))
    expected = (2 / 3 + 5 / 7 + 8 / 15) / 3
    # The pair is in the order of names: Bob answers to Ada or Ada to Bob, F1 is the same.
    assert values(text("t", ada=ada, bob=bob))["conll"] == pytest.approx(expected)
    assert values(text("t", ada=bob, bob=ada))["conll"] == pytest.approx(expected)


def test_tokens_begin_are_inside_or_outside() -> None:
    tokens = find_tokens("a ½-share, 🚢!", Span(0, 13))
    assert [(t.start, t.end) for t in tokens] == [
        (0, 1), (2, 3), (3, 4), (4, 9), (9, 10), (11, 12), (12, 13),
    ]  # fmt: skip
    marks = [Span(2, 9), Span(9, 10), Span(11, 12)]
    assert code_tokens(tokens, marks) == ["O", "B", "I", "I", "B", "B", "O"]


def test_names_do_not_count_in_clauses_but_what_they_stand_for_does() -> None:
    ada = mark(("Owner", "owner"), ("Dues", "dues"), clause="s9_a(OWNER,DUES) :- s9_b(WHO:OWNER)")
    same = mark(("P", "owner"), ("D", "dues"), clause="s9_a(D,P) :- s9_b(WHO:P)")
    other = mark(("P", "owner"), ("D", "dues"), clause="s9_a(D,P) :- s9_b(WHO:D)")
    assert values(text("t", ada=ada, bob=same))["clause_equal"] == 1
    found = values(text("t", ada=ada, bob=other))
    assert (found["clause_equal"], found["edge_f1"], found["mapping_f1"]) == (0, 1, 0)
    # The callee's names are each person's own too, where both have marked it.
    callee = text("u", label="9(b)", ada=mark(("Who", "owner")), bob=mark(("W", "owner")))
    told = replace(same, clause=Clause("s9_a(D,P) :- s9_b(W:P)"))
    assert values(text("t", ada=ada, bob=told))["mapping_f1"] == 0
    assert values(text("t", ada=ada, bob=told), callee)["mapping_f1"] == 1


def test_what_differs_in_a_clause_is_told() -> None:
    ada = mark(clause="s9_a() :- s9_b(A) AND s9_c()")
    bob = mark(clause="s9_a() :- s9_b(B:A) OR s9_d()")
    result = measure_agreement([text("t", ada=ada, bob=bob)], samples=20)
    told = [(f.difference.kind, f.difference.subject) for f in result.found]
    assert told == [
        ("clause", ""), ("edge", "9(c)"), ("edge", "9(d)"),
        ("mapping", "9(b)"), ("mapping", "9(b)"), ("operator", "9(b)"),
    ]  # fmt: skip
    assert result.found[-1].difference.left == {"stands": ["under AND"]}
    broken = mark(clause="s9_a( :- AND")
    assert values(text("t", ada=broken, bob=broken))["clause_equal"] == 1
    assert values(text("t", ada=broken, bob=bob))["clause_equal"] == 0
    assert "clause_equal" not in values(text("t", ada=mark(), bob=mark()))


def test_truth_and_values_by_hand() -> None:
    ada = fill(row(True, Tax=100_000, Who="Ada"), row(False, "9(b)"), row(True, "9(c)"))
    bob = fill(row(True, Tax=104_000, Who="Bob"), row(True, "9(b)"), row(None, "9(c)"))
    result = measure_agreement([text("c", ada=ada, bob=bob)], samples=20)
    found = figures(result)
    # Within a tenth the tax is one value; the name is another: one of two.
    assert found["values"].estimate.value == 0.5
    # True/true and false/true: as good as chance. α: 1 - 3·2 / (2·3·1) = 0.
    assert found["truth_kappa"].estimate.value == 0
    assert found["truth_alpha"].estimate.value == 0
    assert [(f.difference.kind, f.difference.subject) for f in result.found] == [
        ("value", "9(a) Who"), ("truth", "9(b)"),
    ]  # fmt: skip


def test_the_tolerance_is_gold_s_against_gold() -> None:
    assert not values_agree(100_000, 110_500)
    assert values_agree(100_000, 110_500, against_gold=True), "10,500 is within 11,050"
    assert not values_agree(110_500, 100_000, against_gold=True), "10,500 is not within 10,000"
    assert values_agree("May 1st, 2020", "2020-05-01")
    assert not values_agree("1", 1)


def test_scopes_pairs_gold_and_kappa_of_more_than_two() -> None:
    yes, no = fill(row(True)), fill(row(False))
    both = [text("c", yes, ada=yes, bob=no, cy=yes), text("d", no, ada=no, bob=no, cy=no)]
    result = measure_agreement(both, samples=20)
    assert {(s.by, s.name) for s in result.scopes} == {
        ("all", ""), ("statute", "9"), ("pair", "ada|bob"), ("pair", "ada|cy"),
        ("pair", "bob|cy"), ("gold", "ada"), ("gold", "bob"), ("gold", "cy"),
    }  # fmt: skip
    assert "truth_kappa" not in figures(result)
    assert figures(result, "pair", "ada|cy")["truth_kappa"].estimate.value == 1
    assert figures(result, "gold", "bob")["truth_alpha"].items == 1
    accepted = replace(both[0], authors=(Author("ada", no, True),))
    assert figures(measure_agreement([accepted], samples=5), "own", "ada")["truth_kappa"].items == 1


CHANCE = {"span_alpha", "token_alpha", "truth_kappa", "truth_alpha"}


def single(layer: Layer) -> Layer:
    """With one row for a subsection: of several, which belong together hangs on who is first."""
    rows = {r.label: r for r in layer.instantiations.values()}
    return replace(layer, instantiations={r.id: r for r in rows.values()})


@st.composite
def texts(draw: st.DrawFn, authors: int = 3) -> list[Text]:
    made = []
    for n in range(draw(st.integers(1, 3))):
        first = draw(layers())
        others = [
            draw(layers().filter(lambda x, kind=first.kind: x.kind == kind))
            for _ in range(authors - 1)
        ]
        said = dict(zip("abc", map(single, (first, *others)), strict=False))
        made.append(text(f"t{n}", label=f"9({n + 1})", **said))
    return made


@settings(max_examples=25, deadline=None)
@given(texts())
def test_bounds_symmetry_and_order(some: list[Text]) -> None:
    result = measure_agreement(some, samples=10)
    assert measure_agreement(some, samples=10) == result
    turned = {"a": "c", "b": "b", "c": "a"}
    swapped = [
        replace(t, authors=tuple(Author(turned[a.name], a.layer) for a in t.authors))
        for t in reversed(some)
    ]
    mirrored = figures(measure_agreement(swapped, samples=10))
    for key, one in figures(result).items():
        found = one.estimate.value
        assert (mirrored[key].estimate.value is None) == (found is None)
        if found is None:
            continue
        assert found <= 1
        assert found >= 0 or key in CHANCE
        assert mirrored[key].estimate.value == pytest.approx(found)
        assert mirrored[key].items == one.items


@settings(max_examples=25, deadline=None)
@given(layers(), st.randoms(use_true_random=False))
def test_equal_work_agrees_perfectly_whatever_the_ids_and_names(layer: Layer, chance) -> None:  # type: ignore[no-untyped-def]
    renamed = rename_all(layer, chance)
    result = measure_agreement([text("t", ada=layer, bob=renamed)], samples=5)
    assert result.found == ()
    for scope in result.scopes.values():
        for one in scope:
            assert one.estimate.value in (None, 1), one.figure.key
            assert one.items == 0


def rename_all(layer: Layer, chance) -> Layer:  # type: ignore[no-untyped-def]
    """The same said with other ids, other names and in another order."""
    arguments = [replace(a, id=f"x{a.id}", name=f"Z{a.name}") for a in layer.arguments.values()]
    mentions = [replace(m, id=f"x{m.id}", argument=f"x{m.argument}")
                for m in layer.mentions.values()]  # fmt: skip
    chance.shuffle(mentions)
    chance.shuffle(arguments)
    return replace(
        layer,
        arguments={a.id: a for a in arguments},
        mentions={m.id: m for m in mentions},
    )


def test_every_figure_has_a_name_of_its_own() -> None:
    assert len(FIGURE_BY_KEY) == len(FIGURES) == len({f.words for f in FIGURES})
