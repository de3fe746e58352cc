"""Clauses made from the grammar, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from sara_annotate.domain.clauses.terms import And, Arg, Call, Clause, Node, Not, Or
from sara_annotate.domain.labels import Label

_RESERVED = {"AND", "OR", "NOT"}

names = st.from_regex(r"[A-Z][A-Z0-9_]{0,7}", fullmatch=True).filter(lambda n: n not in _RESERVED)
steps = st.from_regex(r"[A-Za-z0-9]{1,3}", fullmatch=True)
sections = st.from_regex(r"[1-9][0-9]{0,3}[A-Z]{0,1}", fullmatch=True)
subsections = st.builds(Label, sections, st.lists(steps, max_size=5).map(tuple))
free = st.from_regex(r"[a-z]{2,6}(_[a-z0-9]{1,3}){0,2}", fullmatch=True).filter(
    lambda n: n.upper() not in _RESERVED and not n.startswith("sec")
)
labels = st.one_of(subsections, subsections, free.map(Label))
args = st.one_of(names.map(lambda n: Arg(n, n)), st.builds(Arg, names, names))
calls = st.builds(Call, labels, st.lists(args, max_size=4).map(tuple))


def _branches(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    many = st.lists(inner, min_size=2, max_size=4).map(tuple)
    return st.one_of(st.builds(Not, inner), st.builds(And, many), st.builds(Or, many))


bodies: st.SearchStrategy[Node] = st.recursive(calls, _branches, max_leaves=12)
clauses = st.builds(
    Clause, labels, st.lists(names, max_size=6).map(tuple), st.one_of(st.none(), bodies)
)
