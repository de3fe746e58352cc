"""Agreement of a whole project: of all, by statute, by pair, and of each person with gold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from sara_annotate.domain.agreement.cases import compare_case, count_truths
from sara_annotate.domain.agreement.clauses import compare_clauses
from sara_annotate.domain.agreement.figures import FIGURES, Figure
from sara_annotate.domain.agreement.items import Compared, Difference
from sara_annotate.domain.agreement.naming import Dictionary, Names, name_commonly
from sara_annotate.domain.agreement.subsections import compare_marks, count_tokens
from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.metrics.additive import SAMPLES, Estimate, add_numbers, estimate_score
from sara_annotate.domain.review.groups import group_arguments
from sara_annotate.domain.review.places import find_places

GOLD = ""
"""Stands for the gold among the names of people, none of whom has no name."""
By = Literal["all", "statute", "pair", "gold", "own"]
"""`gold` is a person's handed-in work against gold, `own` the accepted part of it."""
Numbers = Mapping[Hashable, float]


@dataclass(frozen=True, slots=True)
class Author:
    """One person's layer of a text."""

    name: str
    layer: Layer
    is_accepted: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A subsection or a case with the layers that count; `section` is empty for a case."""

    key: str
    label: str
    section: str
    text: str
    authors: tuple[Author, ...]
    gold: Layer | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose agreement: a pair is named `ada|bob`."""

    by: By
    name: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of one scope and how many items are behind it."""

    figure: Figure
    estimate: Estimate
    items: int


@dataclass(frozen=True, slots=True)
class Found:
    """A difference of one text between two authors, the second of whom may be gold."""

    text: str
    left: str
    right: str
    difference: Difference
    is_accepted: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    scopes: Mapping[Scope, tuple[Measured, ...]]
    found: tuple[Found, ...]


Rows = dict[Scope, dict[str, dict[str, Numbers]]]
"""By scope, figure and text."""


@dataclass(frozen=True, slots=True)
class _Pair:
    text: Text
    left: Author
    right: Author

    @property
    def names(self) -> tuple[str, str]:
        return self.left.name, self.right.name

    @property
    def layers(self) -> tuple[Layer, Layer]:
        return self.left.layer, self.right.layer

    @property
    def is_gold(self) -> bool:
        return self.right.name == GOLD


def measure_agreement(
    texts: Sequence[Text],
    *,
    samples: int = SAMPLES,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Result:
    """Every figure of every scope, with intervals, and all that is behind them."""
    rows: Rows = defaultdict(lambda: defaultdict(dict))
    found: list[Found] = []
    names = {pair: Dictionary(sides) for pair, sides in _read_names(texts).items()}
    for done, text in enumerate(texts):
        for pair in _find_pairs(text):
            compared = _compare(pair, names.get(pair.names, Dictionary()))
            _file(rows, pair, compared)
            found += (
                Found(text.key, *pair.names, one, pair.left.is_accepted) for one in compared.items
            )
        _file_several(rows, text)
        progress(done + 1, len(texts))
    pairs = {scope.name for scope in rows if scope.by == "pair"}
    counts = _count_items(found)
    return Result(
        {
            scope: tuple(
                Measured(
                    figure,
                    estimate_score(
                        figure.score,
                        [figures[figure.key][key] for key in sorted(figures[figure.key])],
                        samples=samples,
                    ),
                    counts[scope, figure.behind],
                )
                for figure in FIGURES
                if figure.key in figures and _applies(figure, scope, len(pairs))
            )
            for scope, figures in sorted(rows.items(), key=lambda row: (row[0].by, row[0].name))
        },
        tuple(found),
    )


def _applies(figure: Figure, scope: Scope, pairs: int) -> bool:
    """Cohen's κ is of two people; where there are more, α is given alone."""
    return figure.key != "truth_kappa" or pairs < 2 or scope.by not in ("all", "statute")


def _find_pairs(text: Text) -> Iterator[_Pair]:
    authors = sorted(text.authors, key=lambda a: a.name)
    for left, right in combinations(authors, 2):
        yield _Pair(text, left, right)
    if text.gold is not None:
        for author in authors:
            yield _Pair(text, author, Author(GOLD, text.gold))


def _read_names(texts: Sequence[Text]) -> dict[tuple[str, str], dict[str, tuple[Names, Names]]]:
    """By pair and subsection, the names that both have for the same arguments."""
    found: dict[tuple[str, str], dict[str, tuple[Names, Names]]] = defaultdict(dict)
    for text in texts:
        if text.section:
            for pair in _find_pairs(text):
                groups = group_arguments(pair.layers, find_places(pair.layers))
                found[pair.names][text.label] = name_commonly(groups)
    return found


def _compare(pair: _Pair, names: Dictionary) -> Compared:
    text, layers = pair.text, pair.layers
    if not text.section:
        return compare_case(layers, against_gold=pair.is_gold)
    places = find_places(layers)
    groups = group_arguments(layers, places)
    marks = compare_marks(layers, places, groups, text.section)
    said = layers[0].clause.text, layers[1].clause.text
    clauses = compare_clauses(said, names, text.section)
    numbers = {**marks.numbers, **clauses.numbers}
    return Compared(numbers, (*marks.items, *clauses.items))


def _scopes_of(left: str, right: str, section: str, is_accepted: bool) -> list[Scope]:
    if right == GOLD:
        return [Scope("gold", left), *([Scope("own", left)] if is_accepted else [])]
    return [Scope("all"), Scope("statute", section), Scope("pair", f"{left}|{right}")]


def _file(rows: Rows, pair: _Pair, compared: Compared) -> None:
    several = dict(_count_several(pair.text, pair.layers))
    for (section, key), numbers in {**compared.numbers, **several}.items():
        for scope in _scopes_of(*pair.names, section, pair.left.is_accepted):
            if (section, key) in several and scope.by in ("all", "statute"):
                continue
            _add(rows[scope][key], pair.text.key, numbers)


def _file_several(rows: Rows, text: Text) -> None:
    """Figures that take all observers at once."""
    if len(text.authors) < 2:
        return
    for (section, key), numbers in _count_several(text, [a.layer for a in text.authors]):
        for scope in (Scope("all"), Scope("statute", section)):
            _add(rows[scope][key], text.key, numbers)


def _count_several(
    text: Text, layers: Sequence[Layer]
) -> Iterator[tuple[tuple[str, str], Numbers]]:
    if text.section:
        yield (text.section, "token_alpha"), count_tokens(layers, text.text, layers[0].parts)
    else:
        yield from count_truths(layers).items()


def _add(found: dict[str, Numbers], text: str, numbers: Numbers) -> None:
    known = found.get(text)
    found[text] = numbers if known is None else add_numbers([known, numbers])


def _count_items(found: Sequence[Found]) -> Counter[tuple[Scope, str]]:
    counts: Counter[tuple[Scope, str]] = Counter()
    for one in found:
        section = one.difference.section
        for scope in _scopes_of(one.left, one.right, section, one.is_accepted):
            counts[scope, one.difference.kind] += 1
    return counts
