"""The hands of the simulated annotator: each act counts its presses and changes the layer.

A press of a key, a chord, a click and a drag count one each. Selecting words is one drag.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection

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
from sara_annotate.domain.naming import propose_name
from sara_annotate.domain.spans import Span
from sara_annotate.domain.suggestions import Suggestions, plan_accept, plan_reject, propose_join

_WORD = re.compile(r"\w+")
_KEYED = 12
"""`1`–`9`, then `0` with `0` `1` `2`; past these a mention is dragged onto another."""


class Desk:
    """A layer, the hands that change it, and what they did."""

    def __init__(self, text: str, parts: tuple[Span, ...]) -> None:
        self.text = text
        self.layer = Layer("", "subsection", parts)
        self.presses: Counter[str] = Counter()
        self._focus: str | None = None
        self._ids = itertools.count(1)

    @property
    def total(self) -> int:
        return self.presses.total()

    def make_id(self) -> str:
        return f"made-{next(self._ids):06}"

    def mark(self, span: Span, argument: str | None) -> str:
        """Select, then one key: Enter takes the offer, `N` a new argument, a digit any other."""
        self.presses["select"] += 1
        offered = propose_join(self.layer, self.text, span.start, span.end)
        wanted_offer = argument is None or argument == offered
        self.presses["assign"] += 1 if wanted_offer else self._reach(argument)
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

    def _describe(self, span: Span) -> Argument:
        taken = [a.name for a in self.layer.arguments.values()]
        order = max((a.order for a in self.layer.arguments.values()), default=0) + 1
        name = propose_name(taken, self.text[span.start : span.end])
        return Argument(self.make_id(), name, "span", order)

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

    def measure_resize(self, mention: Mention, span: Span) -> int:
        """Presses that moving the edges takes, besides looking at the mention."""
        start = self._steps(mention.start, span.start)
        return self._steps(mention.end, span.end) + (start + 1 if start else 0)

    def _steps(self, one: int, other: int) -> int:
        between = self.text[min(one, other) : max(one, other)]
        return len(_WORD.findall(between)) or len(between)

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
        """`R`, the letters, Enter."""
        self._look_at(mentions_of(self.layer, argument)[0].id, argument)
        self.presses["name"] += len(name) + 2
        self._do(RenameArgument(argument, name))

    def retype(self, argument: str, value_type: ValueType) -> None:
        self._look_at(mentions_of(self.layer, argument)[0].id, argument)
        self.presses["type"] += 1
        self._do(RetypeArgument(argument, value_type))

    def accept(self, suggestions: Suggestions, wanted: Collection[str]) -> None:
        """Enter on one suggestion, or Shift+Enter on all that are wanted."""
        self.presses["decide"] += 1
        planned = plan_accept(self.layer, suggestions, wanted, self.text, self.make_id)
        if planned is not None:
            self._do(planned)
        self._focus = None

    def reject(self, suggestion: str) -> None:
        self.presses["decide"] += 1
        self._do(plan_reject(suggestion))
        self._focus = None

    def go_to_suggestions(self) -> None:
        """Tab, once; deciding on one goes to the next by itself."""
        self.presses["decide"] += 1

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

    def _reach(self, argument: str | None) -> int:
        numbers = [a.id for a in ordered_arguments(self.layer)]
        number = numbers.index(argument or "") + 1
        return 1 if number <= 9 or number > _KEYED else 2

    def _drop_empty(self, argument: str) -> None:
        if not mentions_of(self.layer, argument):
            self._do(RemoveArgument(argument))

    def _do(self, operation: Operation) -> None:
        self.layer, _ = apply_operation(self.layer, operation)
