"""A result on the gold layer: what stays keeps its id, what is new gets one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import (
    Argument,
    CaseValue,
    Clause,
    Instantiation,
    Layer,
    Mention,
    mentions_of,
)
from sara_annotate.domain.review.diff_case import match_rows
from sara_annotate.domain.review.places import measure_likeness
from sara_annotate.domain.review.result import MergedArgument, MergedRow, Result, Source
from sara_annotate.domain.spans import Span

NewId = Callable[[], str]
MAX_ORDER = 32767


@dataclass(frozen=True, slots=True)
class Preview:
    """Gold as it would be, and where each item of it comes from, by its name in the log."""

    layer: Layer
    sources: Mapping[str, Source]


def place_result(gold: Layer, result: Result, new_id: NewId) -> Preview:
    """Gold with the result in it; its state stays as it is."""
    sources: dict[str, Source] = {}
    if gold.kind == "case":
        rows = _place_rows(gold, result, new_id, sources)
        return Preview(replace(gold, instantiations=rows), sources)
    layer = _place_arguments(gold, result, new_id, sources)
    clause = result.clause
    if (clause.text, clause.note) == (gold.clause.text, gold.clause.note):
        clause = gold.clause
    if result.clause_source is not None and clause != Clause():
        sources["clause"] = result.clause_source
    return Preview(replace(layer, clause=clause), sources)


def _place_arguments(
    gold: Layer, result: Result, new_id: NewId, sources: dict[str, Source]
) -> Layer:
    known = _match_arguments(gold, result)
    order = max((a.order for a in gold.arguments.values()), default=-1)
    arguments: dict[str, Argument] = {}
    homes: dict[int, str] = {}
    for number, merged in enumerate(result.arguments):
        old = known.get(number)
        if old is None:
            order = min(order + 1, MAX_ORDER)
            made = Argument(new_id(), merged.name, merged.value_type, order)
        else:
            same = fold_name(old.name) == fold_name(merged.name)
            name = old.name if same else merged.name
            made = replace(old, name=name, value_type=merged.value_type)
        arguments[made.id] = made
        homes[number] = made.id
        sources[f"argument:{made.id}"] = merged.source
    mentions = _place_mentions(gold, result, homes, new_id, sources)
    return replace(gold, arguments=arguments, mentions=mentions)


def _match_arguments(gold: Layer, result: Result) -> dict[int, Argument]:
    """Arguments of gold that go on as merged ones: by shared text, then by name."""
    likely = [
        (_measure(gold, old, merged), number, old)
        for number, merged in enumerate(result.arguments)
        for old in gold.arguments.values()
    ]
    likely.sort(key=lambda row: (row[0], row[1], row[2].id), reverse=True)
    found: dict[int, Argument] = {}
    taken: set[str] = set()
    for likeness, number, old in likely:
        if any(likeness) and number not in found and old.id not in taken:
            found[number] = old
            taken.add(old.id)
    return found


def _measure(gold: Layer, old: Argument, merged: MergedArgument) -> tuple[float, bool]:
    spans = [m.span for m in merged.mentions]
    shared = sum(measure_likeness(m, s) for m in mentions_of(gold, old.id) for s in spans)
    return shared, fold_name(old.name) == fold_name(merged.name)


def _place_mentions(
    gold: Layer,
    result: Result,
    homes: Mapping[int, str],
    new_id: NewId,
    sources: dict[str, Source],
) -> dict[str, Mention]:
    exact = {Span(m.start, m.end): m for m in gold.mentions.values()}
    wanted = {m.span for a in result.arguments for m in a.mentions}
    free = {m.id: m for m in gold.mentions.values() if Span(m.start, m.end) not in wanted}
    placed: dict[str, Mention] = {}
    for number, merged in enumerate(result.arguments):
        for mention in merged.mentions:
            span = mention.span
            old = exact.get(span) or _take_near(free, span)
            if old is None:
                made = Mention(
                    new_id(), span.start, span.end, homes[number], mention.from_suggestion
                )
            else:
                made = replace(old, start=span.start, end=span.end, argument=homes[number])
            placed[made.id] = made
            sources[f"mention:{made.id}"] = mention.source
    return placed


def _take_near(free: dict[str, Mention], span: Span) -> Mention | None:
    """The mention of gold that this one most overlaps, if any; it is spoken for then."""
    best = max(free.values(), key=lambda m: measure_likeness(m, span), default=None)
    if best is None or not measure_likeness(best, span):
        return None
    return free.pop(best.id)


def _place_rows(
    gold: Layer, result: Result, new_id: NewId, sources: dict[str, Source]
) -> dict[str, Instantiation]:
    drafts = {f"new-{n}": _draft(f"new-{n}", row) for n, row in enumerate(result.rows)}
    pairs = match_rows([gold, replace(gold, instantiations=drafts)])
    placed: dict[str, Instantiation] = {}
    for pair in pairs:
        old, draft = pair.of_layer(0), pair.of_layer(1)
        if draft is None:
            continue
        row = result.rows[int(draft.id.removeprefix("new-"))]
        made = _keep_row(old, row) if old else replace(draft, id=new_id())
        placed[made.id] = made
        sources[f"instantiation:{made.id}"] = row.source
        for key, (_, source) in row.values.items():
            role, name = key.split(":", 1)
            sources[f"value:{made.id}:{role}:{name}"] = source
    return placed


def _draft(key: str, row: MergedRow) -> Instantiation:
    return Instantiation(
        key, row.label, row.order, row.truth, {k: v for k, (v, _) in row.values.items()}
    )


def _keep_row(old: Instantiation, row: MergedRow) -> Instantiation:
    values = {
        key: _keep_value(old.values.get(key), value) for key, (value, _) in row.values.items()
    }
    return replace(old, truth=row.truth, values=values)


def _keep_value(old: CaseValue | None, new: CaseValue) -> CaseValue:
    """The old one where it says the same, so that nothing changes that need not."""
    if old is None:
        return new
    same = (old.value, type(old.value), old.evidence) == (new.value, type(new.value), new.evidence)
    return old if same else replace(new, name=old.name, order=old.order)
