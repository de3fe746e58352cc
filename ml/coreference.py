"""Which mentions of a subsection stand for one argument: baselines and a better set of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from sara_annotate.domain.spans import Ranged, Span

DROPPED = ("such", "a", "an", "the", "any", "his", "every")
RULES = ("quantifiers", "heads", "pronouns", "years", "owners")
ALL_RULES = (*RULES, "parents")
"""`parents` costs more than it brings on SARA, so it is off unless asked for."""

_MORE = frozenset(["each", "some", "all", "one", "other"])
_INDEFINITE = frozenset(["a", "an", "any", "another"])
_PRONOUNS = frozenset(
    ("he", "she", "him", "her", "it", "they", "who", "whose", "whom", "himself", "herself")
)
_OWNER = re.compile(r"\s+of\s+")


@dataclass(frozen=True, slots=True)
class Placed:
    """A mention with its text and what stands around it in the statute."""

    span: Span
    text: str
    after: str = ""
    before: str = ""

    @property
    def words(self) -> list[str]:
        return self.text.lower().split()


@dataclass(frozen=True, slots=True)
class Grouping:
    """Arguments as sets of mention numbers, and the weakest rule that made each."""

    clusters: tuple[frozenset[int], ...]
    reasons: tuple[str, ...]


@dataclass
class _Links:
    """Union-find over mentions that remembers why two of them were joined."""

    count: int
    roots: list[int] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.roots = list(range(self.count))

    def find(self, number: int) -> int:
        while self.roots[number] != number:
            number = self.roots[number]
        return number

    def join(self, a: int, b: int, reason: str) -> None:
        low, high = sorted((self.find(a), self.find(b)))
        if low == high:
            return
        self.roots[high] = low
        kept = [self.reasons.pop(high, ""), self.reasons.get(low, ""), reason]
        self.reasons[low] = next((r for r in kept if r not in ("", "string")), reason)

    def read(self) -> Grouping:
        groups: dict[int, set[int]] = {}
        for number in range(self.count):
            groups.setdefault(self.find(number), set()).add(number)
        reasons = tuple(self.reasons.get(root, "alone") for root in groups)
        return Grouping(tuple(frozenset(g) for g in groups.values()), reasons)


def place_mentions(text: str, spans: Iterable[Ranged], *, margin: int = 120) -> list[Placed]:
    """Mentions in order, each with its neighbourhood."""
    return [
        Placed(
            Span(s.start, s.end),
            " ".join(text[s.start : s.end].split()),
            after=text[s.end : s.end + margin],
            before=text[max(0, s.start - margin) : s.start],
        )
        for s in sorted(spans, key=lambda s: (s.start, s.end))
    ]


def group_singly(mentions: Sequence[Placed]) -> Grouping:
    """Every mention its own argument."""
    return _Links(len(mentions)).read()


def group_by_string(mentions: Sequence[Placed], *, as_published: bool = False) -> Grouping:
    """Mentions that are equal but for seven little words."""
    fold = fold_as_published if as_published else fold_mention
    links = _Links(len(mentions))
    first: dict[str, int] = {}
    for number, mention in enumerate(mentions):
        links.join(first.setdefault(fold(mention.text), number), number, "string")
    return links.read()


def fold_mention(text: str) -> str:
    """The paper's reading: every occurrence dropped, letter case ignored."""
    return " ".join(word for word in text.lower().split() if word not in DROPPED)


def fold_as_published(text: str) -> str:
    """The published code's reading: the first of each dropped, before lower-casing."""
    words = text.split()
    for dropped in DROPPED:
        if dropped in words:
            words.remove(dropped)
    return " ".join(words).lower()


def group_by_rules(
    mentions: Sequence[Placed],
    *,
    rules: Iterable[str] = RULES,
    parents: Sequence[Sequence[str]] = (),
) -> Grouping:
    """String matching, with heads, determiners, pronouns and the wording of years added.

    `parents` holds the folded strings of each argument of the subsections above.
    """
    active = frozenset(rules)
    fold = fold_freely if "quantifiers" in active else fold_mention
    links = _Links(len(mentions))
    groups: dict[str, list[int]] = {}
    for number, mention in enumerate(mentions):
        key = fold(mention.text)
        same = [k for k in groups.get(key, []) if not _are_apart(mentions, k, number, active)]
        if same:
            reason = (
                "string"
                if fold_mention(mention.text) == fold_mention(mentions[same[-1]].text)
                else "quantifiers"
            )
            links.join(same[-1], number, reason)
        elif found := _find_antecedent(mentions, number, active, links, parents):
            links.join(found[0], number, found[1])
        groups.setdefault(key, []).append(number)
    return links.read()


def _find_antecedent(
    mentions: Sequence[Placed],
    number: int,
    active: frozenset[str],
    links: _Links,
    parents: Sequence[Sequence[str]],
) -> tuple[int, str] | None:
    finders: dict[str, Callable[[], int | None]] = {
        "pronouns": lambda: _find_pronoun(mentions, number),
        "heads": lambda: _find_head(mentions, number),
        "parents": lambda: _find_by_parent(mentions, number, parents),
    }
    for name, find in finders.items():
        if name in active and (found := find()) is not None:
            return found, name
    return None


def _find_pronoun(mentions: Sequence[Placed], number: int) -> int | None:
    """A pronoun is marked only where the noun is absent, so pronouns go together."""
    if mentions[number].text.lower() not in _PRONOUNS:
        return None
    earlier = range(number - 1, -1, -1)
    return next((k for k in earlier if mentions[k].text.lower() in _PRONOUNS), None)


def _find_head(mentions: Sequence[Placed], number: int) -> int | None:
    """“such child” takes up “a qualifying child”: same head noun, nothing else between."""
    words = mentions[number].words
    if not words or words[0] != "such" or len(_strip_determiners(words)) != 1:
        return None
    head = find_head(mentions[number].text)
    for k in range(number - 1, -1, -1):
        if find_head(mentions[k].text) == head:
            return k
    return None


def _find_by_parent(
    mentions: Sequence[Placed], number: int, parents: Sequence[Sequence[str]]
) -> int | None:
    """Two wordings that are one argument further up are one argument here."""
    own = fold_freely(mentions[number].text)
    for argument in parents:
        if own in argument:
            for k in range(number - 1, -1, -1):
                if fold_freely(mentions[k].text) in argument:
                    return k
    return None


def _are_apart(
    mentions: Sequence[Placed], earlier: int, later: int, active: frozenset[str]
) -> bool:
    """Equal words that cannot mean the same thing."""
    first, second = mentions[earlier], mentions[later]
    if "years" in active and _begin_together(mentions, earlier, later):
        return True
    return "owners" in active and _have_two_owners(first, second)


def _begin_together(mentions: Sequence[Placed], earlier: int, later: int) -> bool:
    """“the X beginning in the Y in which the X begins”: the two X are different ones."""
    first, second = mentions[earlier], mentions[later]
    start = first.after.find("beginning in ")
    which = first.after.find("in which ")
    if start < 0 or which < start or _ends_sentence(first.after[:which]):
        return False
    gap = second.span.start - first.span.end
    return which < gap <= which + 60 and " begins" in second.after[:40]


def _have_two_owners(first: Placed, second: Placed) -> bool:
    """“any X of P” and “any X of Q”, both indefinite."""
    if not (first.words[0] in _INDEFINITE and second.words[0] in _INDEFINITE):
        return False
    owners = [_read_owner(m.after) for m in (first, second)]
    return all(owners) and owners[0] != owners[1]


def _read_owner(after: str) -> str:
    found = _OWNER.match(after)
    if not found:
        return ""
    words = _strip_determiners(after[found.end() :].lower().split()[:3])
    return words[0].strip(",.;") if words else ""


def _ends_sentence(text: str) -> bool:
    return bool(re.search(r"[.;]\s", text))


def _strip_determiners(words: Sequence[str]) -> list[str]:
    return [w for w in words if w not in DROPPED and w not in _MORE and not w[0].isdigit()]


def fold_freely(text: str) -> str:
    """As the paper folds, with each, some, all, numbers and the plural gone as well."""
    words = text.lower().split()
    if words[:1] == ["such"] and words[1:2] == ["other"]:
        words = words[2:]
    while len(words) > 1 and (words[0] in DROPPED or words[0] in _MORE - {"other"}):
        words = words[1:]
    if len(words) > 1 and words[0].isdigit():
        words = words[3:] if words[1:3] == ["or", "more"] and len(words) > 3 else words[1:]
    return " ".join([*words[:-1], make_singular(words[-1])]) if words else ""


def find_head(text: str) -> str:
    """The noun that a phrase is about: the last word before “of”, in the singular."""
    words = _OWNER.split(f" {text.lower()} ", maxsplit=1)[0].split()
    return make_singular(words[-1]) if words else ""


@lru_cache(maxsize=4096)
def make_singular(word: str) -> str:
    """A noun without its plural ending."""
    for ending, put in (("ies", "y"), ("sses", "ss"), ("ches", "ch")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + put
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
