"""Suggestions taken one by one, as somebody would who knows what is right."""

from __future__ import annotations

from dataclasses import replace

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.effort.taking import SuggestionDesk
from sara_annotate.domain.spans import Span, overlaps
from sara_annotate.domain.suggestions import (
    SuggestedMention,
    Suggestions,
    find_home,
    open_mentions,
    resolve_name,
)

WORTH = 2
"""Moving edges may take so many presses: deleting nothing and marking anew takes two."""


class Deciding:
    """A click on the first good one; then Enter, a number, `N`, `R`; past bad ones by a click."""

    def __init__(self, desk: SuggestionDesk, gold: Layer, suggestions: Suggestions) -> None:
        self.desk, self.gold, self.suggestions = desk, gold, suggestions
        self.spans = {Span(m.start, m.end): m.argument for m in gold.mentions.values()}
        self.homes: dict[str, str] = {}

    def run(self) -> None:
        in_focus: str | None = None
        for mention in open_mentions(self.desk.layer, self.suggestions):
            if not self._is_open(mention.id):
                continue
            target = self._find_target(mention)
            if target is None:
                continue
            if in_focus != mention.id:
                self.desk.go_to_suggestion()
            self._take(mention, target)
            in_focus = self._next_after(mention)

    def _is_open(self, mention: str) -> bool:
        return any(m.id == mention for m in open_mentions(self.desk.layer, self.suggestions))

    def _next_after(self, mention: SuggestedMention) -> str | None:
        later = open_mentions(self.desk.layer, self.suggestions)
        return next((m.id for m in later if m.start >= mention.start), None)

    def _find_target(self, mention: SuggestedMention) -> Span | None:
        """The gold span that it is, or becomes by moving its edges a little."""
        own = Span(mention.start, mention.end)
        if own in self.spans:
            return own
        marked = self.desk.layer.mentions.values()
        near = [s for s in self.spans if overlaps(s, own)]
        free = [s for s in near if not any(overlaps(s, m) for m in marked)]
        cost = {s: self.desk.measure_resize(mention, s) for s in free}
        best = min(cost, key=lambda s: (cost[s], s), default=None)
        return best if best is not None and cost[best] <= WORTH else None

    def _take(self, mention: SuggestedMention, target: Span) -> None:
        if target != Span(mention.start, mention.end):
            self.desk.stretch(mention, target)
            mention = replace(mention, start=target.start, end=target.end)
        wanted = self.spans[target]
        before = set(self.desk.layer.mentions)
        self._accept(mention, wanted)
        made = set(self.desk.layer.mentions) - before
        for one in made:
            self.homes.setdefault(wanted, self.desk.layer.mentions[one].argument)

    def _accept(self, mention: SuggestedMention, wanted: str) -> None:
        desk, said = self.desk, self._with(mention)
        home = find_home(desk.layer, said, mention, desk.text, desk.known)
        own = self.homes.get(wanted)
        if own is not None:
            if home is not None and home.id == own:
                desk.accept(said, mention)
            else:
                desk.accept_into(said, mention, own)
        elif home is not None:
            desk.accept_into(said, mention, None)
        else:
            self._accept_new(said, mention, self.gold.arguments[wanted].name)

    def _accept_new(self, said: Suggestions, mention: SuggestedMention, name: str) -> None:
        called = resolve_name(said, mention.argument, self.desk.text, self.desk.known)
        fits = fold_name(called.name) == fold_name(name)
        if fits or self.desk.holder_of(name) is not None:
            self.desk.accept(said, mention)
        else:
            self.desk.accept_as(said, mention, name)

    def _with(self, mention: SuggestedMention) -> Suggestions:
        """The suggestions with this one's edges as they are now."""
        mentions = tuple(mention if m.id == mention.id else m for m in self.suggestions.mentions)
        return replace(self.suggestions, mentions=mentions)
