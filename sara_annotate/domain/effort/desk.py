"""The hands of the simulated annotator: each act counts its presses and changes the layer.

A press of a key, a chord, a click and a drag count one each. Selecting words is one drag, which
also brings the subsection into focus; so does a click on a mention or a suggestion. Submitting is
the same with and without suggestions and is not counted.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter

from sara_annotate.domain.corpus import ValueType, fold_name
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.operations import (
    AddMention,
    AssignMention,
    NewArgument,
    Operation,
    RemoveArgument,
    RemoveMention,
    RenameArgument,
    ResizeMention,
    RetypeArgument,
    SplitArgument,
)
from sara_annotate.domain.edits.state import (
    Argument,
    Layer,
    Mention,
    mentions_of,
    ordered_arguments,
)
from sara_annotate.domain.effort.names import Named, Names, list_proposed, measure_name
from sara_annotate.domain.naming import name_selection, propose_name
from sara_annotate.domain.spans import Ranged, Span
from sara_annotate.domain.suggestions import propose_join

_WORD = re.compile(r"[$§]?\w+(?:[-'’.,]\w+)*%?")
_KEYED = 12
"""`1`–`9`, then `0` with `0` `1` `2`; past these a mention is dragged onto another."""


class Desk:
    """A layer, the hands that change it, and what they did; no names are proposed without any."""

    def __init__(self, text: str, parts: tuple[Span, ...], names: Names | None = None) -> None:
        self.text, self.names = text, names
        self.layer = Layer("", "subsection", parts)
        self.presses: Counter[str] = Counter()
        self._focus: str | None = None
        self._ids = itertools.count(1)

    @property
    def total(self) -> int:
        return self.presses.total()

    @property
    def taken(self) -> list[str]:
        return [a.name for a in self.layer.arguments.values()]

    def make_id(self) -> str:
        return f"made-{next(self._ids):06}"

    def mark(self, span: Span, argument: str | None) -> str:
        """Select, then one key: Enter takes the offer, `N` a new argument, a digit any other."""
        self.presses["select"] += 1
        offered = propose_join(self.layer, self.text, span.start, span.end)
        wanted_offer = argument is None or argument == offered
        self.presses["assign"] += 1 if wanted_offer else self._reach_new(argument)
        if argument is None:
            argument = self._new_argument(span)
        mention = Mention(self.make_id(), span.start, span.end, argument)
        self._do(AddMention(mention))
        self._focus = mention.id
        return argument

    def _new_argument(self, span: Span) -> str:
        made = self._describe(span)
        self._do(NewArgument(made))
        return made.id

    def _describe(self, span: Span, value_type: ValueType = "span") -> Argument:
        order = max((a.order for a in self.layer.arguments.values()), default=0) + 1
        words = self.text[span.start : span.end]
        if self.names is None:
            return Argument(self.make_id(), propose_name(self.taken, words), value_type, order)
        called = name_selection(self.names.known, words, span.start, self.taken, value_type)
        return Argument(self.make_id(), called.name, called.value_type, order)

    def delete(self, mention: str) -> None:
        """Backspace; an argument goes with its last mention."""
        self._look_at(mention)
        self.presses["delete"] += 1
        argument = self.layer.mentions[mention].argument
        self._do(RemoveMention(mention))
        self._drop_empty(argument)
        self._focus = None

    def resize(self, mention: str, span: Span) -> None:
        """Shift and arrows at the end; `T` first for the start."""
        self._look_at(mention)
        self.presses["resize"] += self.measure_resize(self.layer.mentions[mention], span)
        self._do(ResizeMention(mention, span.start, span.end))

    def measure_resize(self, mention: Ranged, span: Span) -> int:
        """Presses that moving the edges takes, besides looking at the mention."""
        start = self._steps(mention.start, span.start)
        return self._steps(mention.end, span.end) + (start + 1 if start else 0)

    def _steps(self, one: int, other: int) -> int:
        """Words between two edges; letters where an edge lies inside a word."""
        low, high = min(one, other), max(one, other)
        inside = [m for m in _WORD.finditer(self.text) if m.start() < high and low < m.end()]
        cut = [m for m in inside if m.start() < low or high < m.end()]
        letters = sum(min(high, m.end()) - max(low, m.start()) for m in cut)
        return len(inside) - len(cut) + letters or high - low

    def assign(self, mention: str, argument: str) -> None:
        self._look_at(mention)
        self.presses["assign"] += self._reach(argument)
        left = self.layer.mentions[mention].argument
        self._do(AssignMention(mention, argument))
        self._drop_empty(left)

    def split(self, mention: str) -> str:
        """`X`: this mention becomes an argument of its own."""
        self._look_at(mention)
        self.presses["assign"] += 1
        found = self.layer.mentions[mention]
        made = self._describe(Span(found.start, found.end))
        self._do(SplitArgument(found.argument, made, (mention,)))
        return made.id

    def rename(self, argument: str, name: str) -> None:
        """`R`, then the number of a proposed name, or letters and Enter."""
        mentions = mentions_of(self.layer, argument)
        self._look_at(mentions[0].id, argument)
        words = [self.text[m.start : m.end] for m in mentions]
        listed = list_proposed(self.names, Named(words, mentions[0].start), self.taken)
        self.presses["name"] += measure_name(listed, name)
        self._do(RenameArgument(argument, name))

    def retype(self, argument: str, value_type: ValueType) -> None:
        self._look_at(mentions_of(self.layer, argument)[0].id, argument)
        self.presses["type"] += 1
        self._do(RetypeArgument(argument, value_type))

    def holder_of(self, name: str) -> str | None:
        """The argument that has this name, whatever the letter case."""
        folded = fold_name(name)
        found = (a.id for a in self.layer.arguments.values() if fold_name(a.name) == folded)
        return next(found, None)

    def _look_at(self, mention: str, argument: str = "") -> None:
        """A click, unless the mention (or another of the argument in question) is in focus."""
        focused = self.layer.mentions.get(self._focus or "")
        if focused is not None and (focused.id == mention or focused.argument == argument):
            return
        self.presses["look"] += 1
        self._focus = mention

    def _reach(self, argument: str) -> int:
        """A number of one or two digits, or one drag onto another mention."""
        number = self._number(argument)
        return 1 if number <= 9 or number > _KEYED else 2

    def _reach_new(self, argument: str | None) -> int:
        """The same for what is not marked yet: before it is dragged it is marked."""
        number = self._number(argument or "")
        return 1 if number <= 9 else 2

    def _number(self, argument: str) -> int:
        return [a.id for a in ordered_arguments(self.layer)].index(argument) + 1

    def _drop_empty(self, argument: str) -> None:
        if not mentions_of(self.layer, argument):
            self._do(RemoveArgument(argument))

    def _do(self, operation: Operation) -> None:
        self.layer, _ = apply_operation(self.layer, operation)
