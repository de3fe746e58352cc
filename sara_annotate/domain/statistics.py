"""How things are spread in a corpus: the tables of the paper's appendix and its Figure 2."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many (values) there are with so much (keys) of something."""

    counts: Mapping[int, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def average(self) -> float | None:
        return sum(n * c for n, c in self.counts.items()) / self.total if self.total else None

    @property
    def deviation(self) -> float | None:
        """The population's standard deviation."""
        mean = self.average
        if mean is None:
            return None
        return sqrt(sum(c * (n - mean) ** 2 for n, c in self.counts.items()) / self.total)

    @property
    def median(self) -> float | None:
        if not self.total:
            return None
        return (self._at((self.total - 1) // 2) + self._at(self.total // 2)) / 2

    def _at(self, place: int) -> int:
        """The value at this place when all are put in order."""
        for n in sorted(self.counts):
            place -= self.counts[n]
            if place < 0:
                return n
        raise IndexError(place)


@dataclass(frozen=True, slots=True)
class Spread:
    """One of the tables: what is counted, in what, and which columns it has."""

    key: str
    words: str
    each: str
    columns: tuple[tuple[str, str], ...]


ONE = (("all", ""),)
BY_SPLIT = (
    ("train", "gold, train"),
    ("test", "gold, test"),
    ("gold", "gold, all"),
    ("silver", "silver"),
)
SPREADS = (
    Spread("placeholders", "Placeholders per subsection", "subsections", ONE),
    Spread("arguments", "Arguments per subsection", "subsections", ONE),
    Spread("mentions", "Mentions per argument", "arguments", ONE),
    Spread("clause_arguments", "Arguments per clause", "clauses", ONE),
    Spread("dependencies", "Dependencies per clause", "clauses", ONE),
    Spread("given", "Given values per case and subsection", "rows", BY_SPLIT),
    Spread("found", "Found values per case and subsection, @truth included", "rows", BY_SPLIT),
)

Statistics = Mapping[tuple[str, str], Distribution]
"""By table and column."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Averages as somebody printed them, who may have counted otherwise."""

    average: float
    deviation: float
    median: float
    total: int


@dataclass(frozen=True, slots=True)
class Reference:
    """Somebody's statistics to stand beside a project's."""

    name: str
    statistics: Statistics
    printed: Mapping[tuple[str, str], Printed] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: what it is of, and a figure for each column and each corpus."""

    name: str
    cells: tuple[str, ...]


def list_columns(spread: Spread, corpora: Sequence[Reference]) -> list[tuple[str, Reference, str]]:
    """Each column of each corpus: its heading, the corpus and the column's key."""
    return [
        (f"{corpus.name}, {words}" if words else corpus.name, corpus, key)
        for key, words in spread.columns
        for corpus in corpora
        if (spread.key, key) in corpus.statistics
    ]


def tabulate(spread: Spread, corpora: Sequence[Reference]) -> tuple[list[str], list[Line]]:
    """Headings and lines: counts, then total, average, deviation and median."""
    columns = list_columns(spread, corpora)
    found = [corpus.statistics[spread.key, key] for _, corpus, key in columns]
    printed = [corpus.printed.get((spread.key, key)) for _, corpus, key in columns]
    most = max((n for one in found for n in one.counts), default=-1)
    least = min((n for one in found for n in one.counts), default=0)
    lines = [
        Line(str(n), tuple(str(one.counts.get(n, 0)) for one in found))
        for n in range(least, most + 1)
    ]
    pairs = list(zip(found, printed, strict=True))
    lines += [
        Line("total", tuple(str(p.total if p else d.total) for d, p in pairs)),
        Line("average", tuple(_show(p.average if p else d.average) for d, p in pairs)),
        Line("stddev", tuple(_show(p.deviation if p else d.deviation) for d, p in pairs)),
        Line("median", tuple(_show(p.median if p else d.median) for d, p in pairs)),
    ]
    return [heading for heading, _, _ in columns], lines


def _show(number: float | None) -> str:
    return "–" if number is None else f"{number:.1f}"


def render_text(corpora: Sequence[Reference]) -> str:
    """All tables as a person reads them in a terminal."""
    blocks = []
    for spread in SPREADS:
        headings, lines = tabulate(spread, corpora)
        rows = [["", *headings], *([line.name, *line.cells] for line in lines)]
        widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
        body = "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )
        blocks.append(f"{spread.words} (number of {spread.each})\n{body}\n")
    return "\n".join(blocks)


def render_csv(corpora: Sequence[Reference]) -> str:
    """One line a figure: table, column, corpus, what, number."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "column", "corpus", "what", "number"])
    for spread in SPREADS:
        for _, corpus, key in list_columns(spread, corpora):
            found = corpus.statistics[spread.key, key]
            head = [spread.key, key, corpus.name]
            writer.writerows([*head, n, found.counts[n]] for n in sorted(found.counts))
            writer.writerows([*head, *row] for row in _summarize(corpus, (spread.key, key)))
    return out.getvalue()


def _summarize(corpus: Reference, key: tuple[str, str]) -> Iterable[tuple[str, object]]:
    shown = corpus.printed.get(key) or corpus.statistics[key]
    yield from (
        ("total", shown.total),
        ("average", shown.average),
        ("stddev", shown.deviation),
        ("median", shown.median),
    )


def describe(corpus: Reference) -> dict[str, object]:
    """A corpus as JSON: for each table its columns with counts and averages."""
    return {
        "name": corpus.name,
        "source": corpus.source,
        "tables": [
            {
                "key": spread.key,
                "words": spread.words,
                "each": spread.each,
                "columns": [
                    {
                        "key": key,
                        "words": words,
                        "counts": sorted(map(list, _counts(corpus, spread, key))),
                        **dict(_summarize(corpus, (spread.key, key))),
                    }
                    for key, words in spread.columns
                    if (spread.key, key) in corpus.statistics
                ],
            }
            for spread in SPREADS
        ],
    }


def _counts(corpus: Reference, spread: Spread, key: str) -> Iterable[tuple[int, int]]:
    return corpus.statistics[spread.key, key].counts.items()
