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

MENTION_IDS = [make_id("a", n) for n in range(5)]
ARGUMENT_IDS = [make_id("b", n) for n in range(4)]
INSTANTIATION_IDS = [make_id("c", n) for n in range(3)]

mention_ids = st.sampled_from(MENTION_IDS)
argument_ids = st.sampled_from(ARGUMENT_IDS)
instantiation_ids = st.sampled_from(INSTANTIATION_IDS)
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

subsection_items = st.sampled_from(["clause", *(f"argument:{a}" for a in ARGUMENT_IDS)])
case_items = st.sampled_from([f"instantiation:{i}" for i in INSTANTIATION_IDS])

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
    st.builds(ops.MarkStale, subsection_items, texts.filter(bool)),
    st.builds(ops.ClearStale, subsection_items),
)
case_operations = st.one_of(
    st.builds(ops.AddInstantiation, instantiations),
    st.builds(ops.RemoveInstantiation, instantiation_ids),
    st.builds(ops.SetTruth, instantiation_ids, truths),
    st.builds(ops.SetValue, instantiation_ids, values),
    st.builds(ops.ClearValue, instantiation_ids, roles, names),
    st.builds(ops.MarkStale, case_items, texts.filter(bool)),
    st.builds(ops.ClearStale, case_items),
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


def _fill(layer: Layer, operations: Iterable[ops.Operation]) -> Layer:
    for operation in operations:
        layer, _ = apply_operation(layer, operation)
    return layer


FULL_SUBSECTION = _fill(
    SUBSECTION,
    [
        ops.NewArgument(Argument(make_id("b", 0), "Taxp", "span", 0)),
        ops.NewArgument(Argument(make_id("b", 1), "Income", "integer", 1)),
        ops.NewArgument(Argument(make_id("b", 2), "Spare", "span", 2)),
        ops.AddMention(Mention(make_id("a", 0), 2, 5, make_id("b", 0))),
        ops.AddMention(Mention(make_id("a", 1), 8, 9, make_id("b", 1))),
        ops.AddMention(Mention(make_id("a", 2), 30, 33, make_id("b", 0))),
    ],
)
FULL_CASE = _fill(
    CASE,
    [ops.AddInstantiation(Instantiation(make_id("c", n), "63(c)(5)", n, True)) for n in range(2)],
)


@st.composite
def layers(draw: st.DrawFn) -> Layer:
    """A layer with some history; most begin with items, so that operations find some."""
    starts = [FULL_SUBSECTION, FULL_SUBSECTION, FULL_CASE, SUBSECTION, CASE]
    start = draw(st.sampled_from(starts))
    history = draw(st.lists(operations_for(start), max_size=10))
    return apply_where_allowed(start, history)[0]


def list_fitting(layer: Layer) -> list[ops.Operation]:
    """Many operations that the layer takes, of every kind that it can take."""
    mention, argument = MENTION_IDS, ARGUMENT_IDS
    places = [(s, s + n) for s in range(0, 40, 3) for n in (2, 5)]
    fresh = [Argument(a, n, "span", 1) for a in argument for n in ("Taxp", "Year", "YEAR")]
    tried: list[ops.Operation] = [
        *(ops.AddMention(Mention(m, *p, a)) for m in mention for p in places for a in argument),
        *(ops.ResizeMention(m, *p) for m in mention for p in places),
        *(ops.AssignMention(m, a) for m in mention for a in argument),
        *(ops.RemoveMention(m) for m in mention),
        *(ops.NewArgument(a) for a in fresh),
        *(ops.RenameArgument(a.id, a.name) for a in fresh),
        *(ops.RetypeArgument(a, "integer") for a in argument),
        *(ops.RemoveArgument(a) for a in argument),
        *(ops.MergeArguments(a, b) for a in argument for b in argument),
        *(ops.SplitArgument(a, b, (m,)) for a in argument for b in fresh for m in mention),
        *(ops.SetClause(Clause(text)) for text in ("a", None)),
        *(ops.RemoveInstantiation(i) for i in INSTANTIATION_IDS),
        *(ops.AddInstantiation(Instantiation(i, "tax", 0)) for i in INSTANTIATION_IDS),
        *(ops.SetTruth(i, False) for i in INSTANTIATION_IDS),
        *(
            op
            for i in INSTANTIATION_IDS
            for name in ("Taxp", "TAXP", "S5")
            for op in (
                ops.SetValue(i, CaseValue(name, "found", 1, 0)),
                ops.ClearValue(i, "found", name),
            )
        ),
        ops.DecideSuggestion(make_id("d", 0), "accepted"),
        ops.DecideSuggestion(make_id("d", 0), "rejected"),
        *(
            op
            for item in ("clause", f"instantiation:{INSTANTIATION_IDS[0]}")
            for op in (ops.MarkStale(item, "Look."), ops.ClearStale(item))
        ),
        ops.SubmitLayer(),
        ops.AcceptLayer(),
        ops.ReturnLayer("Edges."),
        ops.ReopenLayer("in_progress"),
        ops.ReopenLayer("submitted"),
    ]
    return [op for op in tried if apply_where_allowed(layer, [op])[1]]


@st.composite
def layers_with_operations(draw: st.DrawFn) -> tuple[Layer, list[ops.Operation]]:
    """A layer and operations, each of which the layer takes as it stands.

    Blind draws seldom fit and hardly ever meet, so half come from a list of fitting ones, where
    each kind has the same chance.
    """
    layer = draw(layers())
    kinds: dict[type, list[ops.Operation]] = {}
    for op in list_fitting(layer):
        kinds.setdefault(type(op), []).append(op)
    listed = st.sampled_from(list(kinds.values())).flatmap(st.sampled_from)
    batches = st.lists(operations_for(layer), max_size=8)
    drawn = [*draw(st.lists(listed, min_size=6, max_size=14)), *draw(batches)]
    return layer, [op for op in drawn if apply_where_allowed(layer, [op])[1]]
