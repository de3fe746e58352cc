"""Operations and layers as JSON, both ways. The table of fields is in docs/edits.md."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, get_args

from sara_annotate.domain.edits import operations as ops
from sara_annotate.domain.edits import read
from sara_annotate.domain.edits.refusal import EditRefused, join_path
from sara_annotate.domain.edits.state import (
    Argument,
    CaseValue,
    Clause,
    Instantiation,
    Layer,
    Mention,
    ordered_arguments,
    ordered_instantiations,
    ordered_mentions,
    ordered_values,
    value_key,
)
from sara_annotate.domain.spans import Span

Json = dict[str, Any]

_value_type = read.choice_of("span", "integer")
_suggestion = {"from_suggestion": read.nullable(read.read_id)}
_role = read.choice_of("given", "found")
_decision = read.choice_of("accepted", "rejected")


def read_argument(data: object, path: str) -> Argument:
    shape = {
        "id": read.read_id,
        "name": read.read_name,
        "value_type": _value_type,
        "order": read.read_order,
    }
    return Argument(**read.read_fields(data, path, shape, _suggestion))


def read_mention(data: object, path: str) -> Mention:
    shape = {
        "id": read.read_id,
        "start": read.read_offset,
        "end": read.read_offset,
        "argument": read.read_id,
    }
    return Mention(**read.read_fields(data, path, shape, _suggestion))


def read_clause(data: object, path: str) -> Clause:
    shape = {"text": read.nullable(_read_clause_text), "note": read.read_string}
    return Clause(**read.read_fields(data, path, shape, _suggestion))


def _read_clause_text(data: object, path: str) -> str:
    text = read.read_string(data, path)
    if not text:
        raise EditRefused("text_empty", "A clause that is not there is null.", path=path)
    return text


def read_case_value(data: object, path: str) -> CaseValue:
    shape = {
        "name": read.read_name,
        "role": _role,
        "value": read.read_value,
        "order": read.read_order,
    }
    optional = {"evidence": read.list_of(read.read_span), **_suggestion}
    return CaseValue(**read.read_fields(data, path, shape, optional))


def read_instantiation(data: object, path: str) -> Instantiation:
    shape = {"id": read.read_id, "label": read.read_label, "order": read.read_order}
    optional = {"truth": read.read_truth, "values": read.list_of(read_case_value)}
    found = read.read_fields(data, path, shape, optional)
    values = found.pop("values", ())
    keys = [value_key(value.role, value.name) for value in values]
    read.refuse_repeats(keys, join_path(path, "values"), "name_repeated")
    return Instantiation(**found, values=dict(zip(keys, values, strict=True)))


def _read_mention_ids(data: object, path: str) -> tuple[str, ...]:
    ids = read.read_list(data, path, read.read_id)
    read.refuse_repeats(list(ids), path, "id_repeated")
    return ids


_SHAPES: dict[str, tuple[type, dict[str, read.Reader[Any]]]] = {
    "add_mention": (ops.AddMention, {"mention": read_mention}),
    "remove_mention": (ops.RemoveMention, {"id": read.read_id}),
    "resize_mention": (
        ops.ResizeMention,
        {"id": read.read_id, "start": read.read_offset, "end": read.read_offset},
    ),
    "assign_mention": (ops.AssignMention, {"id": read.read_id, "argument": read.read_id}),
    "new_argument": (ops.NewArgument, {"argument": read_argument}),
    "rename_argument": (ops.RenameArgument, {"id": read.read_id, "name": read.read_name}),
    "retype_argument": (ops.RetypeArgument, {"id": read.read_id, "value_type": _value_type}),
    "remove_argument": (ops.RemoveArgument, {"id": read.read_id}),
    "merge_arguments": (ops.MergeArguments, {"into": read.read_id, "source": read.read_id}),
    "split_argument": (
        ops.SplitArgument,
        {"source": read.read_id, "argument": read_argument, "mentions": _read_mention_ids},
    ),
    "set_clause": (ops.SetClause, {"clause": read_clause}),
    "add_instantiation": (ops.AddInstantiation, {"instantiation": read_instantiation}),
    "remove_instantiation": (ops.RemoveInstantiation, {"id": read.read_id}),
    "set_truth": (ops.SetTruth, {"instantiation": read.read_id, "truth": read.read_truth}),
    "set_value": (ops.SetValue, {"instantiation": read.read_id, "value": read_case_value}),
    "clear_value": (
        ops.ClearValue,
        {"instantiation": read.read_id, "role": _role, "name": read.read_name},
    ),
    "decide_suggestion": (
        ops.DecideSuggestion,
        {"suggestion": read.read_id, "decision": read.nullable(_decision)},
    ),
    "mark_stale": (ops.MarkStale, {"item": read.read_item, "reason": read.read_reason}),
    "clear_stale": (ops.ClearStale, {"item": read.read_item}),
    "submit_layer": (ops.SubmitLayer, {}),
    "reopen_layer": (
        ops.ReopenLayer,
        {
            "to": read.choice_of("in_progress", "returned", "submitted"),
            "reason": read.read_string,
        },
    ),
    "accept_layer": (ops.AcceptLayer, {}),
    "return_layer": (ops.ReturnLayer, {"reason": read.read_string}),
}
_NAMES = {kind: name for name, (kind, _) in _SHAPES.items()}

if missing := set(get_args(ops.SingleOperation)) - set(_NAMES):
    raise TypeError(f"operations without JSON: {missing}")


def operation_from_json(data: object, path: str = "") -> ops.Operation:
    """The operation that this JSON says; EditRefused names the place of the first fault."""
    name = _read_op_name(data, path)
    if name == "batch":
        shape = {"op": read.read_short, "ops": read.list_of(_read_single)}
        batch = ops.Batch(read.read_fields(data, path, shape)["ops"])
        if not batch.ops:
            message = "A batch needs at least one operation."
            raise EditRefused("batch_empty", message, path=join_path(path, "ops"))
        return batch
    return _read_single(data, path)


def _read_single(data: object, path: str) -> ops.SingleOperation:
    name = _read_op_name(data, path)
    if name == "batch":
        raise EditRefused("batch_nested", "A batch cannot hold a batch.", path=path)
    kind, shape = _SHAPES[name]
    found = read.read_fields(data, path, {"op": read.read_short, **shape})
    del found["op"]
    made: ops.SingleOperation = kind(**found)
    return made


def _read_op_name(data: object, path: str) -> str:
    if not isinstance(data, dict):
        raise EditRefused("field_type", "An operation is an object.", path=path)
    if "op" not in data:
        raise EditRefused("field_missing", "“op” is missing.", path=join_path(path, "op"))
    name = data["op"]
    if not isinstance(name, str) or (name != "batch" and name not in _SHAPES):
        raise EditRefused("op_unknown", "There is no such operation.", path=join_path(path, "op"))
    return name


def operation_to_json(operation: ops.Operation) -> Json:
    """The JSON of an operation; reading it gives the operation back."""
    if isinstance(operation, ops.Batch):
        return {"op": "batch", "ops": [operation_to_json(op) for op in operation.ops]}
    return {"op": _NAMES[type(operation)], **_plain_fields(operation)}


def _plain_fields(item: Any) -> Json:
    return {f.name: _plain(getattr(item, f.name)) for f in fields(item)}


def _plain(value: Any) -> Any:
    if isinstance(value, Span):
        return [value.start, value.end]
    if isinstance(value, Instantiation):
        values = [_plain(v) for v in ordered_values(value)]
        head = {"id": value.id, "label": value.label, "order": value.order}
        return {**head, "truth": value.truth, "values": values}
    if is_dataclass(value):
        return _plain_fields(value)
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def layer_to_json(layer: Layer) -> Json:
    """The layer with its items in order; equal layers give equal JSON."""
    return {
        "id": layer.id,
        "kind": layer.kind,
        "parts": [_plain(part) for part in layer.parts],
        "state": layer.state,
        "reason": layer.reason,
        "arguments": [_plain(a) for a in ordered_arguments(layer)],
        "mentions": [_plain(m) for m in ordered_mentions(layer)],
        "clause": _plain(layer.clause),
        "instantiations": [_plain(i) for i in ordered_instantiations(layer)],
        "decisions": dict(sorted(layer.decisions.items())),
        "stale": dict(sorted(layer.stale.items())),
    }


def layer_from_json(data: object, path: str = "") -> Layer:
    """The layer that this JSON says; what is left out is empty."""
    shape = {
        "id": read.read_id,
        "kind": read.choice_of("subsection", "case"),
        "parts": read.list_of(read.read_span),
    }
    optional = {
        "state": read.choice_of("in_progress", "submitted", "accepted", "returned"),
        "reason": read.read_string,
        "arguments": read.list_of(read_argument),
        "mentions": read.list_of(read_mention),
        "clause": read_clause,
        "instantiations": read.list_of(read_instantiation),
        "decisions": _read_decisions,
        "stale": _read_stale,
    }
    found = read.read_fields(data, path, shape, optional)
    for name in ("arguments", "mentions", "instantiations"):
        items = found.get(name, ())
        read.refuse_repeats([item.id for item in items], join_path(path, name), "id_repeated")
        found[name] = {item.id: item for item in items}
    return Layer(**found)


def _read_decisions(data: object, path: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise EditRefused("field_type", "Decisions are an object.", path=path)
    return {
        read.read_id(key, path): _decision(value, join_path(path, key))
        for key, value in data.items()
    }


def _read_stale(data: object, path: str) -> dict[str, str]:
    if not isinstance(data, dict):
        raise EditRefused("field_type", "Stale marks are an object.", path=path)
    return {
        read.read_item(key, path): read.read_reason(value, join_path(path, key))
        for key, value in data.items()
    }
