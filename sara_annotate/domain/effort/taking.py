"""The hands at suggestions: each act counts its presses and changes the layer."""

from __future__ import annotations

from collections.abc import Collection

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.operations import Operation
from sara_annotate.domain.effort.desk import Desk
from sara_annotate.domain.effort.names import Named, list_proposed, measure_name
from sara_annotate.domain.naming import KnownName, ProposedName
from sara_annotate.domain.spans import Span
from sara_annotate.domain.suggestions import (
    SuggestedMention,
    Suggestions,
    open_mentions,
    phrases_of,
    plan_accept,
    plan_accept_into,
)


class SuggestionDesk(Desk):
    """A desk at which suggestions can be taken, too."""

    @property
    def known(self) -> tuple[KnownName, ...]:
        return self.names.known if self.names else ()

    def accept_all(self, suggestions: Suggestions, wanted: Collection[str]) -> None:
        """`J` into the subsection, then Shift+Enter, or `P` for those that are sure enough."""
        self.presses["go"] += 1
        self.presses["decide"] += 1
        planned = plan_accept(self.layer, suggestions, wanted, self.text, self.make_id, self.known)
        if planned is not None:
            self._do(planned)
        self._focus = None

    def go_to_suggestion(self) -> None:
        """A click on one; deciding on it goes to the next by itself."""
        self.presses["decide"] += 1

    def stretch(self, mention: SuggestedMention, span: Span) -> None:
        """The edges of a suggestion, before it is accepted."""
        self.presses["resize"] += self.measure_resize(mention, span)

    def accept(self, suggestions: Suggestions, mention: SuggestedMention) -> None:
        """Enter."""
        self.presses["decide"] += 1
        wanted, make_id = [mention.id], self.make_id
        planned = plan_accept(self.layer, suggestions, wanted, self.text, make_id, self.known)
        if planned is not None:
            self._decide(suggestions, mention, planned)

    def accept_as(self, suggestions: Suggestions, mention: SuggestedMention, name: str) -> None:
        """`R` and a name: a new argument that is called so; goes on to the next like Enter."""
        said = suggestions.arguments[mention.argument]
        words = phrases_of(suggestions, mention.argument, self.text)
        what = Named(words, mention.start, (ProposedName(said.name, said.value_type),))
        listed = list_proposed(self.names, what, self.taken)
        self.presses["name"] += measure_name(listed, name)
        types = (n.value_type for n in listed if fold_name(n.name) == fold_name(name))
        named = ProposedName(name, next(types, said.value_type))
        planned = plan_accept_into(self.layer, mention, None, named, self.make_id)
        self._decide(suggestions, mention, planned)

    def accept_into(
        self, suggestions: Suggestions, mention: SuggestedMention, argument: str | None
    ) -> None:
        """A number, or `N` for a new argument."""
        self.presses["decide"] += 1 if argument is None else self._reach_new(argument)
        said = suggestions.arguments[mention.argument]
        made = self._describe(Span(mention.start, mention.end), said.value_type)
        named = ProposedName(made.name, made.value_type)
        planned = plan_accept_into(self.layer, mention, argument, named, self.make_id)
        self._decide(suggestions, mention, planned)

    def _decide(
        self, suggestions: Suggestions, mention: SuggestedMention, planned: Operation
    ) -> None:
        """The focus goes to the next suggestion; behind the last one it stays on what was made."""
        before = set(self.layer.mentions)
        self._do(planned)
        later = [m for m in open_mentions(self.layer, suggestions) if m.start >= mention.start]
        made = next(iter(set(self.layer.mentions) - before), None)
        self._focus = None if later else made
