"""Derivations as steps: cut to a page, compared, and asked why not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.logic.places import find_places
from sara_annotate.logic.step_diff import diff_steps
from sara_annotate.logic.steps import (
    Step,
    StepMissingError,
    build,
    choose_shown,
    count_steps,
    find_step,
    walk,
)
from sara_annotate.logic.why import explain_program, explain_structure, find_missing


def leaf(label: str, truth: str) -> Step:
    return Step("leaf", truth, f"§{label}", label)


def node(kind: str, *items: Step) -> Step:
    truths = [item.truth for item in items]
    if kind == "not":
        truth = {"true": "false", "false": "true"}.get(truths[0], "unknown")
    elif kind == "and":
        truth = "false" if "false" in truths else "unknown" if "unknown" in truths else "true"
    else:
        truth = "true" if "true" in truths else "unknown" if "unknown" in truths else "false"
    return Step(kind, truth, kind.upper(), items=items)


leaves = st.builds(leaf, st.sampled_from("abcdef"), st.sampled_from(["true", "false"]))
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda items: node("and", *items), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda items: node("or", *items), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda item: node("not", item), inner),
    ),
    max_leaves=12,
)


def turned(tree: Step, paths: dict[tuple[int, ...], bool], path: tuple[int, ...] = (0,)) -> Step:
    """The tree with some leaves otherwise, worked out again."""
    if path in paths:
        return replace(tree, truth="true" if paths[path] else "false")
    if not tree.items:
        return tree
    items = [turned(item, paths, (*path, i)) for i, item in enumerate(tree.items)]
    return node(tree.kind, *items)


@given(trees)
def test_turning_the_parts_that_why_names_turns_the_step(tree: Step) -> None:
    parts = explain_structure(tree, (0,))
    assert bool(parts) == (tree.truth != "true")
    after = turned(tree, {part.path: part.wanted for part in parts})
    assert after.truth == "true" or len(parts) == 8
    for part in parts:
        assert find_step([tree], part.path) == part.step


def test_the_nearest_part_is_the_one_with_the_least_in_its_way() -> None:
    far = node("and", leaf("1", "false"), leaf("2", "false"))
    near = node("and", leaf("3", "true"), node("not", leaf("14(b)", "true")))
    (part,) = explain_structure(node("or", far, near), (0,))
    assert (part.step.label, part.wanted, part.path) == ("14(b)", False, (0, 1, 1, 0))


def test_an_unknown_step_waits_for_its_leaves() -> None:
    tree = node("and", leaf("1", "true"), leaf("2", "unknown"))
    assert find_missing([tree]) == ["2"]
    assert [part.step.label for part in explain_structure(tree, (0,))] == ["2"]


def test_the_last_failing_part_of_a_program() -> None:
    fact = Step("fact", "true", "p(1)")
    deep = Step("rule", "false", "q", items=(fact, Step("part", "false", "<(40, 7)")))
    (part,) = explain_program(Step("rule", "false", "r", items=(deep,)), (0,))
    assert (part.step.text, part.path) == ("<(40, 7)", (0, 0, 1))
    assert explain_program(fact, (0,)) == []


@given(trees, st.integers(1, 20))
def test_what_is_shown_at_once_is_a_whole_top(tree: Step, budget: int) -> None:
    shown = choose_shown([tree], budget)
    assert len(shown) <= max(1, budget)
    for path in shown:
        if len(path) > 1:
            above = find_step([tree], path[:-1])
            assert {(*path[:-1], i) for i in range(len(above.items))} <= shown


def test_a_proof_as_deep_as_any() -> None:
    deep = build(
        20_000,
        lambda n: [n - 1] if n else [],
        lambda n, items: Step("rule", "true", str(n), items=items),
    )
    assert count_steps([deep]) == 20_001
    assert len(choose_shown([deep], 50)) == 50
    path, last = list(walk([deep]))[-1]
    assert (len(path), last.text) == (20_001, "0")


@pytest.mark.parametrize("path", [(), (1,), (0, 0), (0, 5)])
def test_a_step_that_is_not_there(path: tuple[int, ...]) -> None:
    with pytest.raises(StepMissingError):
        find_step([leaf("1", "true")], path)


@given(trees)
def test_nothing_changed_is_no_change(tree: Step) -> None:
    assert diff_steps([tree], [tree]) == []


@given(trees, trees)
def test_every_change_is_found_where_it_says(one: Step, two: Step) -> None:
    for change in diff_steps([one], [two]):
        if change.path is not None:
            assert find_step([two], change.path) == change.after
        assert change.before != change.after
    if one.truth != two.truth and (one.label, one.text) == (two.label, two.text):
        assert diff_steps([one], [two])[0].path == (0,)


def test_steps_that_came_went_and_took_other_values() -> None:
    before = node("and", leaf("1", "true"), leaf("2", "true"))
    other = replace(leaf("1", "true"), values={"Dues": 8})
    after = node("and", other, leaf("3", "false"))
    found = [
        (c.text, c.before and c.before.truth, c.after and c.after.truth)
        for c in diff_steps([before], [after])
    ]
    assert found == [
        ("AND", "true", "false"),
        ("§1", "true", "true"),
        ("§3", None, "false"),
        ("§2", "true", None),
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("Ada", ["Ada"]),
        ("2025-06-15", ["15 June 2025"]),
        ("15 June 2025", ["15 June 2025"]),
        (1200, ["1,200"]),
        (["Ada", 20], ["Ada", "20"]),
        ("Ad", []),
        (25, []),
        ("", []),
        (None, []),
    ],
)
def test_places_of_values(value: object, words: list[str]) -> None:
    text = "🚢 Ada paid $1,200 and 20 crowns on 15 June 2025."
    assert [text[span.start : span.end] for span in find_places(value, text)] == words
