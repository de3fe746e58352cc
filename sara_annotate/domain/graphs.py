"""Directed graphs as rows of successors: which nodes lie on a cycle together."""

from __future__ import annotations

from collections.abc import Sequence

Graph = Sequence[Sequence[int]]
"""The successors of node 0, of node 1, …"""


def find_cycles(graph: Graph) -> list[list[int]]:
    """Groups of nodes that all reach each other, in order; a node alone if it calls itself.

    Tarjan's algorithm without recursion: linear, and as deep as memory allows.
    """
    groups = [sorted(group) for group in _components(graph)]
    return sorted(g for g in groups if len(g) > 1 or g[0] in graph[g[0]])


def _components(graph: Graph) -> list[list[int]]:
    search = _Search(graph)
    for node in range(len(graph)):
        if search.order[node] < 0:
            search.visit(node)
    return search.found


class _Search:
    """One walk over the whole graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.order = [-1] * len(graph)
        self.low = [0] * len(graph)
        self.open = [False] * len(graph)
        self.pending: list[int] = []
        self.found: list[list[int]] = []
        self.clock = 0

    def visit(self, root: int) -> None:
        self._enter(root)
        path = [(root, iter(self.graph[root]))]
        while path:
            node, rest = path[-1]
            for successor in rest:
                if self.order[successor] < 0:
                    self._enter(successor)
                    path.append((successor, iter(self.graph[successor])))
                    break
                if self.open[successor]:
                    self.low[node] = min(self.low[node], self.order[successor])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    self.low[above] = min(self.low[above], self.low[node])
                self._leave(node)

    def _enter(self, node: int) -> None:
        self.order[node] = self.low[node] = self.clock
        self.clock += 1
        self.open[node] = True
        self.pending.append(node)

    def _leave(self, node: int) -> None:
        """Closes the group that the node began, if it began one."""
        if self.low[node] != self.order[node]:
            return
        group: list[int] = []
        while not group or group[-1] != node:
            group.append(self.pending.pop())
            self.open[group[-1]] = False
        self.found.append(group)
