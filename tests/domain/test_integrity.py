"""What a change of an argument or a head does to clauses and cases."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sara_annotate.domain import integrity
from sara_annotate.domain.clauses.compare import is_equivalent, normalize_clause
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.rename import rename_in_clause, rename_in_text
from sara_annotate.domain.clauses.render import render_file, render_paper
from sara_annotate.domain.clauses.terms import Clause, iter_calls
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.operations import MarkStale, Operation, make_batch
from sara_annotate.domain.edits.state import CaseValue, Instantiation, Layer, value_key
from sara_annotate.domain.edits.state import Clause as ClauseState
from sara_annotate.domain.integrity import NewHead, Remove, Rename, Retype, Split
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import Span
from tests.domain.clauses.clause_strategies import clauses, names

KEY = "00000000-0000-4000-8000-aaaaaaaa0001"
CASE = Layer(KEY, "case", (Span(0, 40),))
A = parse_label("7(a)")


@pytest.mark.parametrize(
    ("text", "of", "old", "new", "after"),
    [
        ("s7(P,T) :- s7_a(P,T)", "7(a)", "P", "Who", "s7(P,T) :- s7_a(WHO:P,T)"),
        ("s7(P) :- s7_a(WHO:P)", "7(a)", "Who", "P", "s7(P) :- s7_a(P)"),
        ("s7(P) :- s7_a(P) AND s7_b(P)", "7", "p", "Q", "s7(Q) :- s7_a(P:Q) AND s7_b(P:Q)"),
        ("s7(P) :-  NOT s7_a( P )", "7", "P", "Q", "s7(Q) :-  NOT s7_a( P:Q )"),
        ("s7(P) :- s7(P:Q)", "7", "P", "R", "s7(R) :- s7(R:Q)"),
        ("§7(P) :- §7(a)(P)", "7(a)", "P", "Trip_day", "§7(P) :- §7(a)(Trip_day=P)"),
        ("§7(P) :- §7(a)(Who=P)", "7", "P", "S24A", "§7(S24A) :- §7(a)(Who=S24A)"),
        ("s7(P) :- s7_b(P)", "7(a)", "P", "Q", "s7(P) :- s7_b(P)"),
        ("s7(P,Q) :- s7_a(P)", "7", "P", "Q", None),
        ("s7(P,Q) :- s7_a(P,Q)", "7(a)", "P", "Q", None),
        ("s7(P) :- s7_a(P) AND", "7(a)", "P", "Q", None),
        ("s7(P) :- s7_a(P)", "7(a)", "P", "Höhe", None),
        ("s7(P) :- s7_a(P)", "7", "P", "AND", None),
    ],
)
def test_a_name_changes_where_it_means_this_argument(
    text: str, of: str, old: str, new: str, after: str | None
) -> None:
    assert rename_in_text(text, of=parse_label(of), old=old, new=new) == after


def labels_in(clause: Clause) -> list[Label]:
    return [clause.head, *(call.label for call in iter_calls(clause.body))]


def names_in(clause: Clause) -> set[str]:
    args = [arg for call in iter_calls(clause.body) for arg in call.args]
    return {*clause.names, *(a.caller for a in args), *(a.callee for a in args)}


@settings(deadline=None)
@given(clauses, names, names, st.data(), st.booleans())
def test_renaming_there_and_back_gives_the_same_text(
    clause: Clause, old: str, new: str, data: st.DataObject, paper: bool
) -> None:
    used = names_in(clause)
    of = data.draw(st.sampled_from(labels_in(clause)))
    old = data.draw(st.sampled_from(sorted(used))) if used else old
    assume(new not in used)
    text = (render_paper if paper else render_file)(clause)
    # A free predicate's clause may look the same in both notations.
    assume(parse_clause(text).ok and paper == ("§" in text))
    there = rename_in_text(text, of=of, old=old, new=new)
    assert there is not None
    assert parse_clause(there).clause == rename_in_clause(clause, of=of, old=old, new=new)
    assert rename_in_text(there, of=of, old=new, new=old) == text


@settings(deadline=None)
@given(clauses, names, st.data())
def test_renaming_keeps_what_is_equivalent(clause: Clause, new: str, data: st.DataObject) -> None:
    used = names_in(clause)
    assume(used and new not in used)
    of = data.draw(st.sampled_from(labels_in(clause)))
    old = data.draw(st.sampled_from(sorted(used)))
    one = rename_in_clause(clause, of=of, old=old, new=new)
    other = rename_in_clause(normalize_clause(clause), of=of, old=old, new=new)
    assert one is not None
    assert other is not None
    assert is_equivalent(one, other)


changes = st.one_of(
    st.builds(Rename, names, names, st.booleans()),
    st.builds(Remove, names),
    st.builds(Retype, names, st.sampled_from(["span", "integer"])),
    st.builds(Split, names),
    st.builds(NewHead, st.lists(names).map(tuple), st.lists(names).map(tuple)),
)
values = st.dictionaries(names, st.text("ab", max_size=2) | st.integers(0, 9), max_size=4)


@settings(deadline=None)
@given(clauses, changes, st.data(), st.sampled_from(["open", "closed", "review"]))
def test_what_follows_in_a_clause_is_taken_back_exactly(
    clause: Clause, change: integrity.Change, data: st.DataObject, through: integrity.Through
) -> None:
    of = data.draw(st.sampled_from(labels_in(clause)))
    text = render_file(clause)
    assume(parse_clause(text).ok)
    state = {"open": "in_progress", "closed": "submitted", "review": "accepted"}[through]
    layer = Layer(KEY, "subsection", (Span(0, 9),), state, clause=ClauseState(text, "note"))  # type: ignore[arg-type]
    touch = integrity.plan_clause(of, change, layer.clause, through)
    if touch is None:
        return
    after = apply_and_take_back(layer, list(touch.operations))
    assert after.state == layer.state
    assert after.clause.note == "note"
    assert after.clause.text == (text if touch.after is None else touch.after)
    assert bool(after.stale) == (touch.outcome == "stale") == bool(touch.reason)


@settings(deadline=None)
@given(values, changes)
def test_what_follows_in_a_case_is_taken_back_exactly(
    found: dict[str, str | int], change: integrity.Change
) -> None:
    item = make_item(found)
    layer = Layer(KEY, "case", CASE.parts, instantiations={item.id: item})
    touch = integrity.plan_values(A, change, item)
    if touch is None:
        return
    after = apply_and_take_back(layer, list(touch.operations)).instantiations[item.id]
    assert sorted(str(v.value) for v in after.values.values()) == sorted(map(str, found.values()))
    if isinstance(change, Rename) and touch.outcome == "rewritten":
        assert value_key("found", change.to) in after.values


def make_item(found: dict[str, str | int], label: str = "7(a)") -> Instantiation:
    rows = [CaseValue(name, "found", value, i) for i, (name, value) in enumerate(found.items())]
    return Instantiation(KEY, label, 0, True, {value_key("found", v.name): v for v in rows})


def apply_and_take_back(layer: Layer, operations: list[Operation]) -> Layer:
    after, inverse = apply_operation(layer, make_batch(operations))
    assert apply_operation(after, inverse)[0] == layer
    return after


CALLER = "s7(P,T) :- s7_a(P,T)"


@pytest.mark.parametrize(
    ("change", "text", "reason"),
    [
        (Remove("P"), CALLER, "P of §7(a) was removed."),
        (Remove("Q"), CALLER, None),
        (Split("t"), CALLER, "t of §7(a) was split: some of its mentions have another name."),
        (Retype("P", "integer"), CALLER, "P of §7(a) is now of type integer."),
        (NewHead(("P", "T"), ("T",)), CALLER, "§7(a) has another head now: without P."),
        (NewHead(("P",), ("P", "N")), CALLER, "§7(a) has another head now: with N."),
        (NewHead(("P", "T"), ("T", "p")), CALLER, None),
        (NewHead(("P",), ("Q",)), "s7_a(Q)", None),
        (
            Rename("P", "T", merges=True),
            CALLER,
            "P of §7(a) is now part of T. The clause uses T already, or cannot be read.",
        ),
        (
            Rename("P", "Q"),
            "s7(P,T) :- s7_a(P,T",
            "P of §7(a) is now called Q. The clause uses Q already, or cannot be read.",
        ),
    ],
)
def test_a_caller_is_marked_where_a_person_should_look(
    change: integrity.Change, text: str, reason: str | None
) -> None:
    touch = integrity.plan_clause(A, change, ClauseState(text))
    if reason is None:
        assert touch is None
        return
    assert touch is not None
    assert touch.after is None
    assert touch.operations == (MarkStale("clause", reason),)


def test_a_submitted_caller_is_marked_and_gold_goes_through_review() -> None:
    change = Rename("P", "Who")
    closed = integrity.plan_clause(A, change, ClauseState(CALLER), "closed")
    assert closed is not None
    assert (
        closed.reason == "P of §7(a) is now called Who. The clause is submitted and stays as it is."
    )
    gold = integrity.plan_clause(A, change, ClauseState(CALLER), "review")
    assert gold is not None
    assert gold.after == "s7(P,T) :- s7_a(WHO:P,T)"
    kinds = [type(op).__name__ for op in gold.operations]
    assert kinds == ["ReopenLayer", "ReopenLayer", "SetClause", "SubmitLayer", "AcceptLayer"]


@pytest.mark.parametrize(
    ("change", "found", "outcome"),
    [
        (Rename("P", "Who"), {"P": "Ada", "T": 2}, "Who: Ada"),
        (Rename("P", "T"), {"P": "Ada", "T": 2}, "stale"),
        (Rename("Q", "Who"), {"P": "Ada"}, None),
        (Remove("p"), {"P": "Ada"}, "stale"),
        (Retype("P", "integer"), {"P": "Ada"}, "stale"),
        (Retype("P", "integer"), {"P": 3}, None),
        (Retype("P", "span"), {"P": 3}, "stale"),
        (NewHead(("P",), ("P", "T")), {"P": 3}, "stale"),
        (NewHead(("P",), ("P", "T")), {"P": 3, "T": 1}, None),
        (NewHead(("P",), ()), {"P": 3}, "stale"),
    ],
)
def test_values_follow_a_name_and_are_marked_otherwise(
    change: integrity.Change, found: dict[str, str | int], outcome: str | None
) -> None:
    touch = integrity.plan_values(A, change, make_item(found))
    got = None if touch is None else touch.after or touch.outcome
    assert got == outcome
    assert integrity.plan_values(A, change, make_item(found, "7(b)")) is None
