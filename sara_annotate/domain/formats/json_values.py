"""Strict JSON: whole numbers, no key twice, nothing nested where values stand."""

from __future__ import annotations

import json
from typing import NoReturn

from sara_annotate.domain.corpus import Scalar, Value, Values
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.formats.text import shorten

MAX_INTEGER = 2**63


class JsonError(DomainError):
    """Text that is not the JSON we take; `code` says in which way."""

    code = "json_invalid"

    def __init__(
        self, message: str, *, code: str = "json_invalid", column: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.column = column


def load_json(text: str) -> object:
    """The JSON value, with doubled keys, fractions and lone surrogates refused."""
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
            parse_int=_parse_integer,
        )
    except json.JSONDecodeError as error:
        raise JsonError(f"This is no JSON: {error.msg}.", column=error.pos + 1) from None
    except RecursionError:
        raise JsonError("This JSON is nested too deeply.") from None
    if "\\u" in text:
        _refuse_surrogates(value)
    return value


def load_object(text: str) -> dict[str, object]:
    """The JSON object, or an error when it is something else."""
    value = load_json(text)
    if not isinstance(value, dict):
        raise JsonError(f"“{shorten(text)}” is no JSON object.", code="json_no_object", column=1)
    return value


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise JsonError(f"The key “{shorten(key)}” stands twice.", code="json_key_repeated")
        found[key] = value
    return found


def _refuse_number(text: str) -> NoReturn:
    raise JsonError(f"{shorten(text)} is no whole number.", code="value_type")


def _parse_integer(text: str) -> int:
    if len(text) > 20 or abs(int(text)) >= MAX_INTEGER:
        raise JsonError(f"The number {shorten(text, 30)} is too large.", code="value_too_large")
    return int(text)


def _refuse_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise JsonError(
            "Half of a surrogate pair is no character.", code="json_surrogate"
        ) from None


def parse_values(items: dict[str, object]) -> Values:
    """Argument names with their values, in the order of the object."""
    return tuple((name, parse_value(name, value)) for name, value in items.items())


def parse_value(name: str, value: object) -> Value:
    """A string, a whole number or a list of these; anything else is refused."""
    if isinstance(value, list):
        return tuple(_parse_scalar(name, item) for item in value)
    return _parse_scalar(name, value)


def _parse_scalar(name: str, value: object) -> Scalar:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return value
    kind = {bool: "true or false", type(None): "null", dict: "an object", list: "a list in a list"}
    raise JsonError(
        f"The value of {shorten(name)} is {kind.get(type(value), 'of an unknown kind')}, "
        "not a string, a whole number or a list of these.",
        code="value_type",
    )


def dump_json(value: object) -> str:
    """JSON as the distribution spaces it, characters kept as they are."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def dump_values(values: Values) -> dict[str, object]:
    """Values as an object that `dump_json` takes."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}
