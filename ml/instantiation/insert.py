"""InsertValues: what is known put in the place of its placeholders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sara_annotate.domain.corpus import Mention, Value
from sara_annotate.domain.spans import overlaps


def insert_values(
    text: str, mentions: Sequence[Mention], known: Mapping[str, Value]
) -> tuple[str, tuple[Mention, ...]]:
    """The text with known values inserted, and where the other mentions stand in it."""
    pieces: list[str] = []
    moved: list[Mention] = []
    position = 0
    length = 0
    for mention in _drop_nested(mentions):
        before = text[position : mention.start]
        value = known.get(mention.argument)
        body = text[mention.start : mention.end] if value is None else show_value(value)
        start = length + len(before)
        if value is None:
            moved.append(Mention(start, start + len(body), mention.argument))
        pieces += [before, body]
        length = start + len(body)
        position = mention.end
    return "".join([*pieces, text[position:]]), tuple(moved)


def _drop_nested(mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions in order; of two that overlap the first is kept."""
    kept: list[Mention] = []
    for mention in sorted(mentions):
        if not kept or not overlaps(kept[-1], mention):
            kept.append(mention)
    return kept


def show_value(value: Value) -> str:
    """A value as text."""
    return ", ".join(str(v) for v in value) if isinstance(value, tuple) else str(value)
