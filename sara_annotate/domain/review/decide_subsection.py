"""Arguments, mentions and the clause of a subsection after the decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import Argument, Clause
from sara_annotate.domain.review.contents import Chooser
from sara_annotate.domain.review.diff import Differences
from sara_annotate.domain.review.diff_subsection import make_free_name
from sara_annotate.domain.review.groups import Group
from sara_annotate.domain.review.places import Owned, Place, measure_likeness
from sara_annotate.domain.review.renaming import rename_in_clause
from sara_annotate.domain.review.result import (
    MergedArgument,
    MergedMention,
    Problem,
    Result,
    Source,
)
from sara_annotate.domain.spans import Span, find_overlaps


def resolve_subsection(
    differences: Differences, chosen: Chooser, open_items: tuple[str, ...]
) -> Result:
    return _Resolving(differences, chosen, open_items).run()


@dataclass(slots=True)
class _Resolving:
    differences: Differences
    chosen: Chooser
    open_items: tuple[str, ...]
    slots: dict[str, list[tuple[MergedArgument, tuple[Span, ...]]]] = field(default_factory=dict)
    """By group, the arguments that it becomes and, for each, the spans that it was given."""

    def run(self) -> Result:
        for group in self.differences.groups:
            self.slots[group.key] = self._make_slots(group)
        for place in self.differences.places:
            self._put_place(place)
        arguments = self._list_arguments()
        problems = [*self._rename_doubles(arguments), *self._find_overlaps(arguments)]
        clause, source = self._make_clause(arguments)
        return Result(tuple(arguments), clause, source, (), self.open_items, tuple(problems))

    def _make_slots(self, group: Group) -> list[tuple[MergedArgument, tuple[Span, ...]]]:
        if not group.mentions:
            return self._make_unmarked(group)
        content, layers, edited = self.chosen(f"cluster:{group.key}")
        if group.is_split or edited:
            source = Source(layers, f"cluster:{group.key}", edited)
            ranks = [_rank(self.differences, k) for k in group.arguments]
            return [
                (
                    MergedArgument(a["name"], a["value_type"], (*min(ranks)[:1], number), source),
                    a["spans"],
                )
                for number, a in enumerate(content["arguments"])
            ]
        return [(self._make_agreed(group, Source(group.layers, f"cluster:{group.key}")), ())]

    def _make_agreed(self, group: Group, source: Source) -> MergedArgument:
        name = self.chosen(f"name:{group.key}")[0]["name"]
        value_type = self.chosen(f"type:{group.key}")[0]["value_type"]
        return MergedArgument(
            name, value_type, min(_rank(self.differences, k) for k in group.arguments), source
        )

    def _make_unmarked(self, group: Group) -> list[tuple[MergedArgument, tuple[Span, ...]]]:
        key = f"argument:{group.key}"
        content, layers, edited = self.chosen(key)
        if not content["present"]:
            return []
        made = self._make_agreed(group, Source(layers or group.layers, key, edited))
        return [(made, ())]

    def _put_place(self, place: Place) -> None:
        key = f"span:{place.at.start}-{place.at.end}"
        content, layers, edited = self.chosen(key)
        for span in content["spans"]:
            owner = _find_owner(place, span, layers)
            source = Source(_sayers(place, span), key, edited)
            suggested = owner.mention.from_suggestion if owner.span == span else None
            argument = self._find_argument(owner, span)
            argument.mentions.append(MergedMention(span, source, suggested))

    def _find_argument(self, owner: Owned, span: Span) -> MergedArgument:
        """The merged argument that a mention goes to: where its span, or its kin, was put."""
        group = next(g for g in self.differences.groups if owner in g.mentions)
        slots = self.slots[group.key]
        if len(slots) == 1:
            return slots[0][0]
        kin = [span, *(m.span for m in group.mentions_of(*owner.argument))]
        return max(
            slots,
            key=lambda slot: (
                [max((measure_likeness(s, k) for s in slot[1]), default=0.0) for k in kin[:1]]
                + [sum(measure_likeness(s, k) for s in slot[1] for k in kin[1:])]
            ),
        )[0]

    def _list_arguments(self) -> list[MergedArgument]:
        """Arguments with mentions, and those that some layer has without any."""
        kept = []
        for group in self.differences.groups:
            bare = {a.id for n, a in group.arguments if not group.mentions_of(n, a.id)}
            for made, _ in self.slots[group.key]:
                made.mentions.sort(key=lambda m: m.span)
                if made.mentions or (bare and not group.is_split):
                    kept.append(made)
        return sorted(kept, key=lambda a: a.rank)

    def _rename_doubles(self, arguments: list[MergedArgument]) -> list[Problem]:
        """Two arguments of one name: the second gets a number, and the reviewer a word."""
        seen: dict[str, MergedArgument] = {}
        problems = []
        for argument in arguments:
            folded = fold_name(argument.name)
            if folded in seen:
                items = (seen[folded].source.item, argument.source.item)
                said = f"Two arguments would be called {argument.name}. Rename one of them."
                problems.append(Problem("name_taken", said, items))
                taken = {*seen, *(fold_name(a.name) for a in arguments)}
                argument.name = make_free_name(argument.name, taken)
            seen[fold_name(argument.name)] = argument
        return problems

    def _find_overlaps(self, arguments: list[MergedArgument]) -> list[Problem]:
        """Spans that a reviewer wrote may be outside, empty or on others; those are taken out."""
        problems = []
        parts = self.differences.layers[0].parts
        for argument in arguments:
            for mention in [m for m in argument.mentions if not _lies_in(m.span, parts)]:
                argument.mentions.remove(mention)
                said = f"The span {mention.span.start}–{mention.span.end} lies outside or is empty."
                problems.append(Problem("span_outside", said, (mention.source.item,)))
        spans = {m.span: (a, m) for a in arguments for m in a.mentions}
        if len(spans) < sum(len(a.mentions) for a in arguments):
            problems += self._drop_repeats(arguments)
            spans = {m.span: (a, m) for a in arguments for m in a.mentions}
        while overlapping := find_overlaps(spans):
            one, two = overlapping[0]
            argument, mention = spans.pop(two)
            argument.mentions.remove(mention)
            said = f"The spans {one.start}–{one.end} and {two.start}–{two.end} overlap."
            problems.append(
                Problem("span_overlap", said, (spans[one][1].source.item, mention.source.item))
            )
        return problems

    def _drop_repeats(self, arguments: list[MergedArgument]) -> list[Problem]:
        seen: set[Span] = set()
        problems = []
        for argument in arguments:
            for mention in list(argument.mentions):
                if mention.span in seen:
                    argument.mentions.remove(mention)
                    said = f"The span {mention.span.start}–{mention.span.end} is there twice."
                    problems.append(Problem("span_overlap", said, (mention.source.item,)))
                seen.add(mention.span)
        return problems

    def _make_clause(self, arguments: list[MergedArgument]) -> tuple[Clause, Source]:
        content, layers, edited = self.chosen("clause")
        source = Source(layers, "clause", edited)
        text, note = content["text"] or None, content["note"]
        if edited or text is None:
            return Clause(text, note), source
        layer = self.differences.layers[layers[0]]
        names = self._name_changes(layers[0], arguments)
        return Clause(rename_in_clause(text, names), note, layer.clause.from_suggestion), source

    def _name_changes(self, layer: int, arguments: list[MergedArgument]) -> dict[str, str]:
        """What the arguments of a layer are called now, by their folded names there."""
        alive = {id(a) for a in arguments}
        names = {}
        for group in self.differences.groups:
            for argument in group.of_layer(layer):
                made = self._stand_in(group, layer, argument)
                if made is not None and id(made) in alive:
                    names[fold_name(argument.name)] = made.name
        return names

    def _stand_in(self, group: Group, layer: int, argument: Argument) -> MergedArgument | None:
        slots = self.slots[group.key]
        mine = [m.span for m in group.mentions_of(layer, argument.id)]
        if not slots:
            return None
        likeness: dict[int, Any] = {
            number: sum(measure_likeness(s, m.span) for s in mine for m in made.mentions)
            for number, (made, _) in enumerate(slots)
        }
        best = max(likeness, key=lambda n: (likeness[n], -n))
        return slots[best][0]


def _rank(differences: Differences, key: tuple[int, Argument]) -> tuple[int, int]:
    return key[1].order, key[0]


def _lies_in(span: Span, parts: tuple[Span, ...]) -> bool:
    return span.start < span.end and any(p.start <= span.start and span.end <= p.end for p in parts)


def _find_owner(place: Place, span: Span, layers: tuple[int, ...]) -> Owned:
    """The mention that a span is, or is nearest to, in these layers if they have any there."""
    of_layers = [m for m in place.mentions if m.layer in layers[:1]]
    return max(of_layers or place.mentions, key=lambda m: measure_likeness(m, span))


def _sayers(place: Place, span: Span) -> tuple[int, ...]:
    return tuple(m.layer for m in place.mentions if m.span == span)
