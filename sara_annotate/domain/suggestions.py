"""A model's layer beside a person's: which suggestions are open, and what deciding one means.

The same rules stand in `frontend/src/model/suggestions.ts`; `tests/edits/suggestions.json`
holds both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sara_annotate.domain.corpus import ValueType
from sara_annotate.domain.edits.apply import apply_operation
from sara_annotate.domain.edits.operations import (
    AddMention,
    DecideSuggestion,
    NewArgument,
    Operation,
    SetClause,
    make_batch,
)
from sara_annotate.domain.edits.state import (
    Argument,
    Clause,
    Layer,
    Mention,
    find_argument,
    ordered_arguments,
    ordered_mentions,
)
from sara_annotate.domain.naming import KnownName, ProposedName, match_names
from sara_annotate.domain.phrases import fold_phrase
from sara_annotate.domain.spans import overlaps, part_index

LAST = 32767


@dataclass(frozen=True, slots=True)
class SuggestedArgument:
    id: str
    name: str
    value_type: ValueType = "span"
    confidence: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SuggestedMention:
    """`argument` is the id of a suggested argument; `confidence` is between 0 and 1."""

    id: str
    start: int
    end: int
    argument: str
    confidence: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class SuggestedClause:
    id: str
    text: str
    confidence: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What one run of a model says of one subsection."""

    arguments: Mapping[str, SuggestedArgument] = field(default_factory=dict)
    mentions: tuple[SuggestedMention, ...] = ()
    clause: SuggestedClause | None = None


def open_mentions(layer: Layer, suggestions: Suggestions) -> list[SuggestedMention]:
    """Suggested mentions that the person can decide on, in the order of the text."""
    found = [m for m in suggestions.mentions if _is_open(layer, m)]
    return sorted(found, key=lambda m: (m.start, m.id))


def _is_open(layer: Layer, mention: SuggestedMention) -> bool:
    """Not decided, inside its subsection, and in nobody's way; never in a frozen layer."""
    if layer.is_frozen or mention.id in layer.decisions:
        return False
    if mention.start >= mention.end or part_index(mention, layer.parts) is None:
        return False
    return not any(overlaps(mention, one) for one in layer.mentions.values())


def open_clause(layer: Layer, suggestions: Suggestions) -> SuggestedClause | None:
    """The suggested clause, while the person has written none and not decided."""
    clause = suggestions.clause
    if clause is None or layer.is_frozen or layer.clause.text is not None:
        return None
    return None if clause.id in layer.decisions else clause


def resolve_name(
    suggestions: Suggestions, argument: str, text: str, known: Sequence[KnownName]
) -> ProposedName:
    """What a suggested argument is called: as the person calls such words, else as the model."""
    suggested = suggestions.arguments[argument]
    mentions = sorted(m.start for m in suggestions.mentions if m.argument == argument)
    words = phrases_of(suggestions, argument, text)
    fit = match_names(known, words, mentions[0]) if mentions else []
    return fit[0] if fit else ProposedName(suggested.name, suggested.value_type)


def phrases_of(suggestions: Suggestions, argument: str, text: str) -> list[str]:
    """The words of a suggested argument's mentions, in the order of the text."""
    own = [m for m in suggestions.mentions if m.argument == argument]
    return [text[m.start : m.end] for m in sorted(own, key=lambda m: (m.start, m.id))]


def count_names(said: Iterable[Suggestions]) -> tuple[ProposedName, ...]:
    """All names that a model uses in these subsections, the most frequent first."""
    counts: Counter[ProposedName] = Counter()
    for one in said:
        counts.update(ProposedName(a.name, a.value_type) for a in one.arguments.values())
    return tuple(sorted(counts, key=lambda one: (-counts[one], one.name, one.value_type)))


def find_home(
    layer: Layer,
    suggestions: Suggestions,
    mention: SuggestedMention,
    text: str,
    known: Sequence[KnownName] = (),
) -> Argument | None:
    """The person's argument that an accepted mention joins, or None for a new one.

    The one made of the same suggested argument, whatever it is called by now; then the one
    of its name; then the one that has a mention with the same words.
    """
    suggested = suggestions.arguments[mention.argument]
    brothers = {m.id for m in suggestions.mentions if m.argument == mention.argument}
    for argument in ordered_arguments(layer):
        if argument.from_suggestion == suggested.id:
            return argument
    for one in ordered_mentions(layer):
        if one.from_suggestion in brothers:
            return layer.arguments[one.argument]
    named = find_argument(layer, resolve_name(suggestions, suggested.id, text, known).name)
    if named is not None:
        return named
    joined = propose_join(layer, text, mention.start, mention.end)
    return layer.arguments[joined] if joined is not None else None


def plan_accept(
    layer: Layer,
    suggestions: Suggestions,
    wanted: Collection[str],
    text: str,
    make_id: Callable[[], str],
    known: Sequence[KnownName] = (),
) -> Operation | None:
    """Accept the wanted mentions that are open, as one undo step; None when none is.

    `known` is what the person has named in other subsections of the statute.
    """
    ops: list[Operation] = []
    for mention in open_mentions(layer, suggestions):
        if mention.id not in wanted or not _is_open(layer, mention):
            continue
        for op in _accept_steps(layer, suggestions, mention, text, make_id, known):
            layer, _ = apply_operation(layer, op)
            ops.append(op)
    return make_batch(ops) if ops else None


def _accept_steps(
    layer: Layer,
    suggestions: Suggestions,
    mention: SuggestedMention,
    text: str,
    make_id: Callable[[], str],
    known: Sequence[KnownName],
) -> list[Operation]:
    steps: list[Operation] = []
    home = find_home(layer, suggestions, mention, text, known)
    if home is None:
        called = resolve_name(suggestions, mention.argument, text, known)
        order = min(LAST, max((a.order for a in layer.arguments.values()), default=0) + 1)
        home = Argument(make_id(), called.name, called.value_type, order, mention.argument)
        steps.append(NewArgument(home))
    accepted = Mention(make_id(), mention.start, mention.end, home.id, mention.id)
    return [*steps, AddMention(accepted), DecideSuggestion(mention.id, "accepted")]


def plan_accept_into(
    layer: Layer,
    mention: SuggestedMention,
    argument: str | None,
    named: ProposedName,
    make_id: Callable[[], str],
) -> Operation:
    """Accept a mention into this argument; None is a new one, called so."""
    steps: list[Operation] = []
    if argument is None:
        order = min(LAST, max((a.order for a in layer.arguments.values()), default=0) + 1)
        made = Argument(make_id(), named.name, named.value_type, order)
        steps.append(NewArgument(made))
        argument = made.id
    accepted = Mention(make_id(), mention.start, mention.end, argument, mention.id)
    decided = DecideSuggestion(mention.id, "accepted")
    return make_batch([*steps, AddMention(accepted), decided])


def above(mentions: Iterable[SuggestedMention], threshold: float) -> list[str]:
    """Ids of the mentions that the model is at least this sure of."""
    return [m.id for m in mentions if m.confidence >= threshold]


def plan_accept_clause(clause: SuggestedClause, note: str = "") -> Operation:
    """Write the suggested clause; `note` is the person's own and stays."""
    written = SetClause(Clause(clause.text, note, clause.id))
    return make_batch([written, DecideSuggestion(clause.id, "accepted")])


def plan_reject(suggestion: str) -> Operation:
    return DecideSuggestion(suggestion, "rejected")


def propose_join(layer: Layer, text: str, start: int, end: int) -> str | None:
    """The argument with most mentions of these words; of several, the nearest."""
    wanted = fold_phrase(text[start:end])
    votes: dict[str, tuple[int, int]] = {}
    for one in ordered_mentions(layer) if wanted else ():
        if fold_phrase(text[one.start : one.end]) == wanted:
            count, distance = votes.get(one.argument, (0, len(text)))
            votes[one.argument] = (count + 1, min(distance, abs(one.start - start)))
    best: Sequence[str] = sorted(votes, key=lambda a: (-votes[a][0], votes[a][1]))
    return best[0] if best else None
