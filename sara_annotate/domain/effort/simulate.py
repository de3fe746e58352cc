"""From nothing, or from suggestions, to a gold layer, by the cheapest of a few plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import (
    Argument,
    Layer,
    mentions_of,
    ordered_arguments,
    ordered_mentions,
)
from sara_annotate.domain.effort.deciding import Deciding
from sara_annotate.domain.effort.desk import Desk
from sara_annotate.domain.effort.names import Names
from sara_annotate.domain.effort.taking import SuggestionDesk
from sara_annotate.domain.spans import Span, overlaps
from sara_annotate.domain.suggestions import Suggestions, above, open_mentions

SURE = 0.9
"""What `P` accepts unless the person sets it; as in `frontend/src/model/preferences.ts`."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Presses by what they were for, over so many gold arguments."""

    presses: Mapping[str, int] = field(default_factory=dict)
    arguments: int = 0

    @property
    def total(self) -> int:
        return sum(self.presses.values())

    @property
    def per_argument(self) -> float | None:
        return self.total / self.arguments if self.arguments else None


def join_efforts(efforts: Iterable[Effort]) -> Effort:
    """All of them as one."""
    presses: Counter[str] = Counter()
    arguments = 0
    for effort in efforts:
        presses.update(effort.presses)
        arguments += effort.arguments
    return Effort(dict(sorted(presses.items())), arguments)


def measure_manual(gold: Layer, text: str, names: Names | None = None) -> Effort:
    """From nothing to gold; with `names`, those are proposed and nothing else is."""
    return _effort(work_through(gold, text, lambda _: None, names), gold)


def measure_assisted(
    gold: Layer,
    text: str,
    suggestions: Suggestions,
    threshold: float = SURE,
    names: Names | None = None,
) -> Effort:
    """From suggestions to gold: one by one, all at once, or not looked at, whichever is least.

    A person sees the whole subsection before the first key, so may choose among these. Names
    that the person gave elsewhere are proposed with the suggestions, never without.
    """
    plans: list[Callable[[SuggestionDesk], None]] = [
        lambda desk: Deciding(desk, gold, suggestions).run(),
        lambda desk: _accept_all(desk, suggestions, 0.0),
        lambda desk: _accept_all(desk, suggestions, threshold),
        lambda _: None,
    ]
    desks = [work_through(gold, text, plan, names) for plan in plans]
    return _effort(min(desks, key=lambda desk: desk.total), gold)


def _effort(desk: Desk, gold: Layer) -> Effort:
    return Effort(dict(desk.presses), len(gold.arguments))


def work_through(
    gold: Layer, text: str, begin: Callable[[SuggestionDesk], None], names: Names | None = None
) -> SuggestionDesk:
    desk = SuggestionDesk(text, gold.parts, names)
    begin(desk)
    Finishing(desk, gold).run()
    return desk


def _accept_all(desk: SuggestionDesk, suggestions: Suggestions, threshold: float) -> None:
    wanted = above(open_mentions(desk.layer, suggestions), threshold)
    if wanted:
        desk.accept_all(suggestions, wanted)


class Finishing:
    """What is left to do by hand, whatever is there already."""

    def __init__(self, desk: Desk, gold: Layer) -> None:
        self.desk, self.gold = desk, gold
        self.spans = {Span(m.start, m.end): m.argument for m in gold.mentions.values()}

    def run(self) -> None:
        self._mend_spans()
        homes = self._regroup()
        for mention in ordered_mentions(self.gold):
            span = Span(mention.start, mention.end)
            if span not in self._marked():
                self._mark(span, mention.argument, homes)
        self._rename(homes)

    def _marked(self) -> dict[Span, str]:
        return {Span(m.start, m.end): m.id for m in self.desk.layer.mentions.values()}

    def _mend_spans(self) -> None:
        """A wrong mention is moved to the gold one it overlaps, where that is cheaper."""
        for mention in ordered_mentions(self.desk.layer):
            if Span(mention.start, mention.end) in self.spans:
                continue
            near = [s for s in self.spans if overlaps(s, mention) and s not in self._marked()]
            fits = [s for s in near if not self._in_the_way(mention.id, s)]
            cost = {s: self.desk.measure_resize(mention, s) for s in fits}
            best = min(cost, key=lambda s: (cost[s], s), default=None)
            # Deleting costs one press and marking anew two.
            if best is not None and cost[best] < 3:
                self.desk.resize(mention.id, best)
            else:
                self.desk.delete(mention.id)

    def _in_the_way(self, mention: str, span: Span) -> bool:
        others = (m for m in self.desk.layer.mentions.values() if m.id != mention)
        return any(overlaps(span, other) for other in others)

    def _regroup(self) -> dict[str, str]:
        """Each gold argument's own here, as far as there is one; strays are put right."""
        homes = self._match()
        for span, mention in sorted(self._marked().items()):
            wanted = self.spans[span]
            here = self.desk.layer.mentions[mention].argument
            if wanted not in homes:
                alone = len(mentions_of(self.desk.layer, here)) == 1
                free = alone and here not in homes.values()
                homes[wanted] = here if free else self.desk.split(mention)
            elif here != homes[wanted]:
                self.desk.assign(mention, homes[wanted])
        return homes

    def _match(self) -> dict[str, str]:
        """Pairs of gold and own arguments that share most mentions, each at most once."""
        shared: Counter[tuple[str, str]] = Counter()
        for span, mention in self._marked().items():
            shared[self.spans[span], self.desk.layer.mentions[mention].argument] += 1
        homes: dict[str, str] = {}
        for (wanted, here), _ in sorted(shared.items(), key=lambda pair: (-pair[1], pair[0])):
            if wanted not in homes and here not in homes.values():
                homes[wanted] = here
        return homes

    def _mark(self, span: Span, wanted: str, homes: dict[str, str]) -> None:
        known = homes.get(wanted)
        homes[wanted] = self.desk.mark(span, known)
        if known is None:
            self._name(self.gold.arguments[wanted], homes[wanted])

    def _rename(self, homes: dict[str, str]) -> None:
        """Names that are taken come after those that free them; a ring is broken by one letter."""
        left = [a for a in ordered_arguments(self.gold) if a.id in homes]
        while left:
            later = [a for a in left if not self._name(a, homes[a.id])]
            if len(later) == len(left):
                self.desk.rename(homes[later[0].id], self._free_letter())
            left = later

    def _name(self, wanted: Argument, here: str) -> bool:
        """Give an argument its gold name and type; False while another one holds the name."""
        holder = self.desk.holder_of(wanted.name)
        if holder is not None and holder != here:
            return False
        own = self.desk.layer.arguments[here]
        if fold_name(own.name) != fold_name(wanted.name):
            self.desk.rename(here, wanted.name)
        if own.value_type != wanted.value_type:
            self.desk.retype(here, wanted.value_type)
        return True

    def _free_letter(self) -> str:
        return next(c for c in "ZYXWVUTSRQPONMLKJIHGFEDCBA" if self.desk.holder_of(c) is None)
