"""Contents that people write themselves, read and refused item by item."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sara_annotate.domain.edits import read
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.review.items import Choice, Content, DecisionRefused, Item, Kind

_value_type = read.choice_of("span", "integer")


def _read_bool(data: object, path: str) -> bool:
    if not isinstance(data, bool):
        raise EditRefused("field_type", "This is true or false.", path=path)
    return data


def _read_argument(data: object, path: str) -> dict[str, Any]:
    shape: dict[str, read.Reader[Any]] = {
        "name": read.read_name,
        "value_type": _value_type,
        "spans": read.list_of(read.read_span),
    }
    return read.read_fields(data, path, shape)


_SHAPES: dict[Kind, dict[str, read.Reader[Any]]] = {
    "span": {"spans": read.list_of(read.read_span)},
    "cluster": {"arguments": read.list_of(_read_argument)},
    "argument": {"present": _read_bool},
    "name": {"name": read.read_name},
    "type": {"value_type": _value_type},
    "clause": {"text": read.nullable(read.read_string), "note": read.read_string},
    "row": {"present": _read_bool},
    "truth": {"truth": read.read_truth},
    "value": {
        "value": read.nullable(read.read_value),
        "evidence": read.list_of(read.read_span),
    },
}


def read_content(item: Item, data: object) -> dict[str, Any]:
    """The content in the domain's own values; refused when its shape is not the item's."""
    try:
        found = read.read_fields(data, "", _SHAPES[item.kind])
    except EditRefused as refusal:
        raise DecisionRefused(
            f"{refusal.path or 'content'}: {refusal.message}", key=item.key
        ) from refusal
    if item.kind == "cluster" and not found["arguments"]:
        raise DecisionRefused("An edit of arguments needs at least one.", key=item.key)
    return found


def check_choice(items: Mapping[str, Item], choice: Choice) -> None:
    """Refuse a choice of an unknown item or version, or with a content that cannot be."""
    item = items.get(choice.key)
    if item is None:
        raise DecisionRefused("There is no such item.", key=choice.key, code="item_unknown")
    if (choice.take is None) == (choice.edit is None):
        raise DecisionRefused("Take a version or write a content, one of them.", key=choice.key)
    if choice.take is not None and choice.take not in {v.number for v in item.versions}:
        raise DecisionRefused(
            f"There is no version {choice.take}.", key=choice.key, code="version_unknown"
        )
    if choice.edit is not None:
        read_content(item, choice.edit)


Chosen = tuple[dict[str, Any], tuple[int, ...], bool]
"""A content, the layers that said so, and whether it is the reviewer's own."""


def choose(item: Item, choice: Choice | None) -> Chosen:
    """What stands for an item: the choice, or its first version."""
    if choice is not None and choice.edit is not None:
        return read_content(item, choice.edit), (), True
    number = choice.take if choice is not None and choice.take is not None else 1
    version = next(v for v in item.versions if v.number == number)
    return read_content(item, _plain(version.content)), version.layers, False


def _plain(content: Content) -> dict[str, Any]:
    return dict(content)


Chooser = Callable[[str], Chosen]
