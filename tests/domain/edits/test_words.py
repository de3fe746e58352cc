"""What is said of edits: nothing is said of equal layers, and something of any that differ."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.state import Argument, Layer, Mention
from sara_annotate.domain.edits.words import MANY, say_differences, say_operation
from sara_annotate.domain.spans import Span
from tests.domain.edits.edit_strategies import layers, layers_with_operations

TEXT = "The ferry carries a passenger and a dog. " * 20


def said_of(layer: Layer) -> object:
    """What differences are told of: not places in a list, nor origins."""
    return (
        {a.id: (a.name, a.value_type) for a in layer.arguments.values()},
        {m.id: (m.start, m.end, m.argument) for m in layer.mentions.values()},
        (layer.clause.text, layer.clause.note),
        {
            i.id: (i.truth, {k: (v.value, v.evidence) for k, v in i.values.items()})
            for i in layer.instantiations.values()
        },
    )


@given(layers(), st.data())
def test_differences_are_told_when_there_are_some(one: Layer, data: st.DataObject) -> None:
    other = data.draw(layers().filter(lambda x: x.kind == one.kind))
    assert say_differences(one, one, TEXT) == []
    assert bool(say_differences(one, other, TEXT)) == (said_of(one) != said_of(other))


@given(layers_with_operations())
def test_every_operation_has_words(drawn: tuple[Layer, list[ops.Operation]]) -> None:
    layer, operations = drawn
    for operation in operations:
        words = say_operation(layer, operation, TEXT)
        assert words[0].isupper() or not words[0].isalpha()
        _, inverse = apply_operation(layer, operation)
        assert say_operation(layer, inverse, TEXT)


def test_names_are_those_of_the_time() -> None:
    toll = Argument("a", "Toll", "span", 0, None)
    layer = Layer("l", "subsection", (Span(0, 40),), arguments={"a": toll})
    mark = ops.AddMention(Mention("m", 4, 9, "b", None))
    fresh = ops.NewArgument(replace(toll, id="b", name="Ferry"))
    said = say_operation(layer, ops.Batch((fresh, mark, ops.RenameArgument("a", "Fare"))), TEXT)
    assert said == "Added the argument Ferry, marked “ferry” as Ferry, renamed Toll to Fare"
    many = ops.Batch(tuple(ops.RenameArgument("a", f"Toll{n}") for n in range(MANY + 4)))
    assert say_operation(layer, many, TEXT).endswith(", 5 more")
