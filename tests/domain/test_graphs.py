"""Cycles of a graph, against their plain definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.graphs import find_cycles


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    size = draw(st.integers(0, 9))
    node = st.integers(0, max(0, size - 1))
    return [draw(st.lists(node, max_size=4)) for _ in range(size)]


def naive_cycles(graph: list[list[int]]) -> list[list[int]]:
    """Nodes that reach each other by at least one step."""
    size = range(len(graph))
    reach = [set(row) for row in graph]
    for k in size:
        for i in size:
            if k in reach[i]:
                reach[i] |= reach[k]
    groups = {tuple(j for j in size if j in reach[i] and i in reach[j]) for i in size}
    return sorted(list(group) for group in groups if group)


@given(graphs())
def test_cycles_are_what_their_definition_says(graph: list[list[int]]) -> None:
    assert find_cycles(graph) == naive_cycles(graph)


def test_a_long_chain_and_a_long_ring_need_no_recursion() -> None:
    size = 50_000
    chain = [[n + 1] for n in range(size)] + [[]]
    assert find_cycles(chain) == []
    ring = [[(n + 1) % size] for n in range(size)]
    assert find_cycles(ring) == [list(range(size))]
