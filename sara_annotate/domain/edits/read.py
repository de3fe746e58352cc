"""Strict readers of JSON values: each gives the value or refuses with a code and its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sara_annotate.domain.edits.refusal import EditRefused, join_path
from sara_annotate.domain.edits.state import NAME
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.spans import Span

T = TypeVar("T")
Reader = Callable[[object, str], T]

MAX_OFFSET = 2**31 - 1
MAX_ORDER = 2**15 - 1
MAX_INTEGER = 2**53 - 1
"""Beyond this a browser no longer counts exactly."""
MAX_TEXT = 100_000
MAX_SHORT = 200
MAX_ITEMS = 10_000

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ITEM = re.compile(rf"clause|(?:argument|instantiation):{_UUID.pattern}")
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z", re.ASCII
)
# PostgreSQL stores no NUL, and a lone surrogate is half a character.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def read_string(value: object, path: str, *, limit: int = MAX_TEXT) -> str:
    if not isinstance(value, str):
        raise _wrong_type(value, path, "text")
    if len(value) > limit:
        raise EditRefused("text_long", f"The text is longer than {limit} characters.", path=path)
    if _UNSTORABLE.search(value):
        raise EditRefused("text_invalid", "The text holds NUL or half a character.", path=path)
    return value


def read_short(value: object, path: str) -> str:
    return read_string(value, path, limit=MAX_SHORT)


def read_id(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong_type(value, path, "a UUID")
    if not _UUID.fullmatch(value):
        raise EditRefused("id_invalid", "An id is a UUID in lower case with hyphens.", path=path)
    return value


def read_time(value: object, path: str) -> str:
    text = read_short(value, path)
    if not _TIME.fullmatch(text):
        raise EditRefused("time_invalid", "Write the time as 2026-01-31T12:00:00Z.", path=path)
    return text


def read_item(value: object, path: str) -> str:
    """The key of an item that can be marked."""
    text = read_short(value, path)
    if not _ITEM.fullmatch(text):
        message = "An item is clause, argument:ID or instantiation:ID."
        raise EditRefused("item_invalid", message, path=path)
    return text


def read_reason(value: object, path: str) -> str:
    text = read_string(value, path)
    if not text:
        raise EditRefused("text_empty", "A mark says why.", path=path)
    return text


def read_name(value: object, path: str) -> str:
    text = read_short(value, path)
    if not NAME.fullmatch(text):
        raise EditRefused(
            "name_invalid",
            "A name is letters, digits and underscores, 80 characters at most.",
            path=path,
            position={"name": text},
        )
    return text


def read_label(value: object, path: str) -> str:
    """A label in its plain spelling; the other spellings are not for JSON."""
    text = read_short(value, path)
    try:
        plain = parse_label(text).plain
    except LabelError as error:
        raise EditRefused("label_invalid", error.message, path=path) from error
    if plain != text:
        raise EditRefused("label_invalid", f"Write the label as {plain}.", path=path)
    return text


def read_integer(value: object, path: str, *, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(value, path, "a whole number")
    if not low <= value <= high:
        raise EditRefused("number_range", f"The number must lie in {low}…{high}.", path=path)
    return value


def read_offset(value: object, path: str) -> int:
    return read_integer(value, path, low=0, high=MAX_OFFSET)


def read_order(value: object, path: str) -> int:
    return read_integer(value, path, low=0, high=MAX_ORDER)


def read_scalar(value: object, path: str) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return read_integer(value, path, low=-MAX_INTEGER, high=MAX_INTEGER)
    if isinstance(value, str):
        return read_string(value, path)
    raise _wrong_type(value, path, "text or a whole number")


def read_value(value: object, path: str) -> str | int | tuple[str | int, ...]:
    if isinstance(value, list):
        return read_list(value, path, read_scalar)
    return read_scalar(value, path)


def read_span(value: object, path: str) -> Span:
    edges = read_list(value, path, read_offset)
    if len(edges) != 2:
        raise EditRefused("field_type", "A span is [start, end].", path=path)
    return Span(*edges)


def read_truth(value: object, path: str) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise _wrong_type(value, path, "true, false or null")


def read_list(value: object, path: str, reader: Reader[T]) -> tuple[T, ...]:
    if not isinstance(value, list):
        raise _wrong_type(value, path, "a list")
    if len(value) > MAX_ITEMS:
        raise EditRefused("list_long", f"The list has more than {MAX_ITEMS} items.", path=path)
    return tuple(reader(item, join_path(path, str(i))) for i, item in enumerate(value))


def list_of(reader: Reader[T]) -> Reader[tuple[T, ...]]:
    return lambda value, path: read_list(value, path, reader)


def choice_of(*choices: str) -> Reader[Any]:
    """A reader of one of these words."""

    def read(value: object, path: str) -> str:
        if not isinstance(value, str):
            raise _wrong_type(value, path, "a word")
        if value not in choices:
            message = f"“{value[:40]}” is none of {', '.join(choices)}."
            raise EditRefused("choice_unknown", message, path=path)
        return value

    return read


def nullable(reader: Reader[T]) -> Reader[T | None]:
    return lambda value, path: None if value is None else reader(value, path)


def read_fields(
    value: object,
    path: str,
    fields: Mapping[str, Reader[Any]],
    optional: Mapping[str, Reader[Any]] | None = None,
) -> dict[str, Any]:
    """The fields of an object; one that is unknown or missing is refused by name."""
    if not isinstance(value, dict):
        raise _wrong_type(value, path, "an object")
    optional = optional or {}
    for key in value:
        if key not in fields and key not in optional:
            message = f"There is no field “{key[:40]}” here."
            raise EditRefused("field_unknown", message, path=join_path(path, key))
    for key in fields:
        if key not in value:
            message = f"The field “{key}” is missing."
            raise EditRefused("field_missing", message, path=join_path(path, key))
    known = {**fields, **{k: r for k, r in optional.items() if k in value}}
    return {key: reader(value[key], join_path(path, key)) for key, reader in known.items()}


def refuse_repeats(keys: list[str], path: str, code: str) -> None:
    for index, key in enumerate(keys):
        if key in keys[:index]:
            message = f"“{key}” stands twice in the list."
            raise EditRefused(code, message, path=join_path(path, str(index)))


def _wrong_type(value: object, path: str, wanted: str) -> EditRefused:
    return EditRefused("field_type", f"Expected {wanted}, found {_kind(value)}.", path=path)


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")
