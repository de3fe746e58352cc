"""How mentions, arguments and the clause of a subsection change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sara_annotate.domain.edits.operations import (
    AddMention,
    AssignMention,
    MergeArguments,
    NewArgument,
    Operation,
    RemoveArgument,
    RemoveMention,
    RenameArgument,
    ResizeMention,
    RetypeArgument,
    SetClause,
    SplitArgument,
)
from sara_annotate.domain.edits.refusal import EditRefused
from sara_annotate.domain.edits.state import (
    Argument,
    Layer,
    Mention,
    find_argument,
    mentions_of,
    ordered_mentions,
)
from sara_annotate.domain.errors import SpanError
from sara_annotate.domain.spans import check_span

Applied = tuple[Layer, Operation]


def _add_mention(layer: Layer, op: AddMention) -> Applied:
    if op.mention.id in layer.mentions:
        raise _id_taken("mention.id", op.mention.id)
    _get_argument(layer, op.mention.argument, "mention.argument")
    _check_place(layer, op.mention, "mention")
    return _put_mentions(layer, [op.mention]), RemoveMention(op.mention.id)


def _remove_mention(layer: Layer, op: RemoveMention) -> Applied:
    mention = _get_mention(layer, op.id, "id")
    left = {k: m for k, m in layer.mentions.items() if k != op.id}
    return replace(layer, mentions=left), AddMention(mention)


def _resize_mention(layer: Layer, op: ResizeMention) -> Applied:
    before = _get_mention(layer, op.id, "id")
    after = replace(before, start=op.start, end=op.end)
    _check_place(layer, after, "")
    return _put_mentions(layer, [after]), ResizeMention(op.id, before.start, before.end)


def _assign_mention(layer: Layer, op: AssignMention) -> Applied:
    before = _get_mention(layer, op.id, "id")
    _get_argument(layer, op.argument, "argument")
    after = replace(before, argument=op.argument)
    return _put_mentions(layer, [after]), AssignMention(op.id, before.argument)


def _new_argument(layer: Layer, op: NewArgument) -> Applied:
    _check_new_argument(layer, op.argument)
    return _put_argument(layer, op.argument), RemoveArgument(op.argument.id)


def _rename_argument(layer: Layer, op: RenameArgument) -> Applied:
    before = _get_argument(layer, op.id, "id")
    _check_name_free(layer, op.name, path="name", but=op.id)
    after = replace(before, name=op.name)
    return _put_argument(layer, after), RenameArgument(op.id, before.name)


def _retype_argument(layer: Layer, op: RetypeArgument) -> Applied:
    before = _get_argument(layer, op.id, "id")
    after = replace(before, value_type=op.value_type)
    return _put_argument(layer, after), RetypeArgument(op.id, before.value_type)


def _remove_argument(layer: Layer, op: RemoveArgument) -> Applied:
    argument = _get_argument(layer, op.id, "id")
    if mentions := mentions_of(layer, op.id):
        raise EditRefused(
            "argument_in_use",
            f"{argument.name} has {len(mentions)} mentions. Remove or move them first.",
            path="id",
            position={"argument": op.id, "mentions": [m.id for m in mentions]},
        )
    return _drop_argument(layer, op.id), NewArgument(argument)


def _merge_arguments(layer: Layer, op: MergeArguments) -> Applied:
    source = _get_argument(layer, op.source, "source")
    _get_argument(layer, op.into, "into")
    if op.into == op.source:
        raise EditRefused("merge_self", "An argument cannot be merged with itself.", path="source")
    moved = mentions_of(layer, op.source)
    layer = _put_mentions(layer, [replace(m, argument=op.into) for m in moved])
    inverse = SplitArgument(op.into, source, tuple(m.id for m in moved))
    return _drop_argument(layer, op.source), inverse


def _split_argument(layer: Layer, op: SplitArgument) -> Applied:
    _get_argument(layer, op.source, "source")
    _check_new_argument(layer, op.argument)
    moved = []
    for index, mention_id in enumerate(op.mentions):
        mention = _get_mention(layer, mention_id, f"mentions.{index}")
        if mention.argument != op.source:
            raise EditRefused(
                "mention_foreign",
                "A mention to split off belongs to another argument.",
                path=f"mentions.{index}",
                position={"mention": mention_id, "argument": mention.argument},
            )
        moved.append(replace(mention, argument=op.argument.id))
    layer = _put_mentions(_put_argument(layer, op.argument), moved)
    return layer, MergeArguments(op.source, op.argument.id)


def _set_clause(layer: Layer, op: SetClause) -> Applied:
    return replace(layer, clause=op.clause), SetClause(layer.clause)


def _put_mentions(layer: Layer, mentions: Iterable[Mention]) -> Layer:
    return replace(layer, mentions={**layer.mentions, **{m.id: m for m in mentions}})


def _put_argument(layer: Layer, argument: Argument) -> Layer:
    return replace(layer, arguments={**layer.arguments, argument.id: argument})


def _drop_argument(layer: Layer, argument: str) -> Layer:
    left = {k: a for k, a in layer.arguments.items() if k != argument}
    return replace(layer, arguments=left)


def _get_mention(layer: Layer, mention: str, path: str) -> Mention:
    if mention not in layer.mentions:
        raise EditRefused(
            "mention_unknown",
            "The layer has no such mention.",
            path=path,
            position={"mention": mention},
        )
    return layer.mentions[mention]


def _get_argument(layer: Layer, argument: str, path: str) -> Argument:
    if argument not in layer.arguments:
        raise EditRefused(
            "argument_unknown",
            "The layer has no such argument.",
            path=path,
            position={"argument": argument},
        )
    return layer.arguments[argument]


def _check_new_argument(layer: Layer, argument: Argument) -> None:
    if argument.id in layer.arguments:
        raise _id_taken("argument.id", argument.id)
    _check_name_free(layer, argument.name, path="argument.name", but=argument.id)


def _check_name_free(layer: Layer, name: str, *, path: str, but: str) -> None:
    other = find_argument(layer, name)
    if other is not None and other.id != but:
        raise EditRefused(
            "name_taken",
            f"Another argument is called {other.name}. Names differ in more than letter case.",
            path=path,
            position={"name": name, "argument": other.id},
        )


def _check_place(layer: Layer, mention: Mention, path: str) -> None:
    others = (m for m in ordered_mentions(layer) if m.id != mention.id)
    try:
        check_span(mention, parts=layer.parts, others=others)
    except SpanError as error:
        position = {k: v for k, v in error.extra.items() if k != "reason"}
        code = str(error.extra["reason"])
        raise EditRefused(code, error.message, path=path, position=position) from error


def _id_taken(path: str, item: str) -> EditRefused:
    return EditRefused("id_taken", "This id is in use already.", path=path, position={"id": item})


APPLY: dict[type, Callable[[Layer, Any], Applied]] = {
    AddMention: _add_mention,
    RemoveMention: _remove_mention,
    ResizeMention: _resize_mention,
    AssignMention: _assign_mention,
    NewArgument: _new_argument,
    RenameArgument: _rename_argument,
    RetypeArgument: _retype_argument,
    RemoveArgument: _remove_argument,
    MergeArguments: _merge_arguments,
    SplitArgument: _split_argument,
    SetClause: _set_clause,
}
