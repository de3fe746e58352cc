"""Layers and operations for property tests: few ids and names, so that edits meet."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.refusal import EditRefused
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


def make_id(kind: str, number: int) -> str:
    return f"00000000-0000-4000-8000-{kind * 8}{number:04d}"


LAYER_ID = make_id("f", 1)
SUBSECTION = Layer(LAYER_ID, "subsection", (Span(0, 18), Span(22, 40)))
CASE = Layer(LAYER_ID, "case", (Span(0, 40),))

mention_ids = st.sampled_from([make_id("a", n) for n in range(5)])
argument_ids = st.sampled_from([make_id("b", n) for n in range(4)])
instantiation_ids = st.sampled_from([make_id("c", n) for n in range(3)])
suggestion_ids = st.sampled_from([make_id("d", n) for n in range(3)])
suggested = st.none() | suggestion_ids
names = st.sampled_from(["Taxp", "TAXP", "Income", "income", "Straße", "STRASSE", "S5"])
value_types = st.sampled_from(["span", "integer"])
roles = st.sampled_from(["given", "found"])
orders = st.integers(0, 3)
offsets = st.integers(0, 42)
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
spans = st.builds(lambda a, n: Span(a, a + n), offsets, st.integers(0, 6))

arguments = st.builds(Argument, argument_ids, names, value_types, orders, suggested)
mentions = st.builds(
    lambda i, s, a, f: Mention(i, s.start, s.end, a, f),
    mention_ids,
    spans,
    argument_ids,
    suggested,
)
clauses = st.builds(Clause, st.none() | texts.filter(bool), texts, suggested)
scalars = texts | st.integers(-(2**53) + 1, 2**53 - 1)
values = st.builds(
    CaseValue,
    names,
    roles,
    scalars | st.lists(scalars, max_size=3).map(tuple),
    orders,
    st.lists(spans, max_size=2).map(tuple),
    suggested,
)
truths = st.none() | st.booleans()
instantiations = st.builds(
    lambda i, label, order, truth, found: Instantiation(
        i, label, order, truth, {value_key(v.role, v.name): v for v in found}
    ),
    instantiation_ids,
    st.sampled_from(["63(c)(5)", "tax"]),
    orders,
    truths,
    st.lists(values, max_size=2),
)

subsection_operations = st.one_of(
    st.builds(ops.AddMention, mentions),
    st.builds(ops.AddMention, mentions),
    st.builds(ops.RemoveMention, mention_ids),
    st.builds(lambda i, s: ops.ResizeMention(i, s.start, s.end), mention_ids, spans),
    st.builds(ops.AssignMention, mention_ids, argument_ids),
    st.builds(ops.NewArgument, arguments),
    st.builds(ops.NewArgument, arguments),
    st.builds(ops.RenameArgument, argument_ids, names),
    st.builds(ops.RetypeArgument, argument_ids, value_types),
    st.builds(ops.RemoveArgument, argument_ids),
    st.builds(ops.MergeArguments, argument_ids, argument_ids),
    st.builds(
        ops.SplitArgument,
        argument_ids,
        arguments,
        st.lists(mention_ids, max_size=2, unique=True).map(tuple),
    ),
    st.builds(ops.SetClause, clauses),
)
case_operations = st.one_of(
    st.builds(ops.AddInstantiation, instantiations),
    st.builds(ops.RemoveInstantiation, instantiation_ids),
    st.builds(ops.SetTruth, instantiation_ids, truths),
    st.builds(ops.SetValue, instantiation_ids, values),
    st.builds(ops.ClearValue, instantiation_ids, roles, names),
)
shared_operations = st.one_of(
    st.builds(
        ops.DecideSuggestion, suggestion_ids, st.sampled_from(["accepted", "rejected", None])
    ),
    st.builds(ops.SubmitLayer),
    st.builds(ops.ReopenLayer, st.sampled_from(["in_progress", "returned", "submitted"]), texts),
    st.builds(ops.AcceptLayer),
    st.builds(ops.ReturnLayer, texts),
)


def operations_for(layer: Layer) -> st.SearchStrategy[ops.Operation]:
    """Operations of this kind of layer, mostly of its content, sometimes several as one."""
    own = subsection_operations if layer.kind == "subsection" else case_operations
    single = st.one_of(own, own, own, own, own, own, shared_operations)
    batches = st.lists(single, min_size=1, max_size=4).map(lambda o: ops.Batch(tuple(o)))
    return st.one_of(single, single, single, batches)


def apply_where_allowed(
    layer: Layer, operations: Iterable[ops.Operation]
) -> tuple[Layer, list[ops.Operation]]:
    """The layer after those operations that it takes, and these operations."""
    taken = []
    for operation in operations:
        try:
            layer, _ = apply_operation(layer, operation)
        except EditRefused:
            continue
        taken.append(operation)
    return layer, taken


@st.composite
def layers(draw: st.DrawFn) -> Layer:
    """A layer with some history."""
    empty = draw(st.sampled_from([SUBSECTION, SUBSECTION, CASE]))
    history = draw(st.lists(operations_for(empty), min_size=4, max_size=16))
    return apply_where_allowed(empty, history)[0]


@st.composite
def layers_with_operations(draw: st.DrawFn) -> tuple[Layer, list[ops.Operation]]:
    """A layer and operations, each of which the layer takes as it stands.

    Drawing many and keeping those that fit is far cheaper than asking for one that fits.
    """
    layer = draw(layers())
    drawn = draw(st.lists(operations_for(layer), min_size=8, max_size=16))
    return layer, [op for op in drawn if apply_where_allowed(layer, [op])[1]]
