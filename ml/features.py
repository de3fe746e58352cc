"""What a statute gives for free about each word: layout, quotes, word classes, known terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ml.data import Paragraph
from sara_annotate.domain.spans import Span

_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*|\$?[0-9][0-9,]*(?:\.[0-9]+)?|'s\b|[^\sA-Za-z0-9]")
DETERMINERS = frozenset(
    ("a", "an", "the", "any", "such", "his", "her", "its", "every", "each", "some", "all", "no")
)


@dataclass(frozen=True, slots=True)
class TaggedWord:
    span: Span
    text: str
    pos: str
    chunk: str


def split_words(text: str) -> list[Span]:
    """Words, numbers and marks with their places."""
    return [Span(m.start(), m.end()) for m in _WORD.finditer(text)]


@lru_cache(maxsize=8192)
def tag_words(text: str) -> tuple[TaggedWord, ...]:
    """Words with part of speech and chunk, by the model that textblob carries."""
    from textblob.en import parser

    spans = split_words(text)
    if not spans:
        return ()
    tagged = parser.find_chunks(parser.find_tags([s.text_of(text) for s in spans]))
    return tuple(
        TaggedWord(span, span.text_of(text), row[1], row[2])
        for span, row in zip(spans, tagged, strict=True)
    )


class TermBook:
    """How often a phrase of the training statutes was marked, out of how often it occurs."""

    def __init__(self, paragraphs: Sequence[Paragraph], longest: int = 6) -> None:
        self.longest = longest
        self._all_marked: Counter[str] = Counter()
        self._all_seen: Counter[str] = Counter()
        self._marked: dict[str, Counter[str]] = {}
        self._seen: dict[str, Counter[str]] = {}
        for paragraph in paragraphs:
            self._add(paragraph)
        self._sum_up()

    def _sum_up(self) -> None:
        for counts in self._marked.values():
            self._all_marked.update(counts)
        for counts in self._seen.values():
            self._all_seen.update(counts)

    def _add(self, paragraph: Paragraph) -> None:
        marked = self._marked.setdefault(paragraph.section, Counter())
        marked.update(p for s in paragraph.spans if (p := fold_phrase(s.text_of(paragraph.text))))
        words = [s.text_of(paragraph.text).lower() for s in split_words(paragraph.text)]
        seen = self._seen.setdefault(paragraph.section, Counter())
        for size in range(1, self.longest + 1):
            seen.update(" ".join(words[k : k + size]) for k in range(len(words) - size + 1))

    def to_json(self) -> dict[str, list[int]]:
        """Counts of every phrase that was ever marked."""
        return {name: list(self.count(name, "")) for name in sorted(self._all_marked)}

    def count(self, phrase: str, leave_out: str) -> tuple[int, int]:
        """(marked, seen) outside one statute, so that a statute never teaches itself."""
        marked = self._all_marked.get(phrase, 0)
        seen = self._all_seen.get(phrase, 0)
        if leave_out in self._marked:
            marked -= self._marked[leave_out].get(phrase, 0)
            seen -= self._seen[leave_out].get(phrase, 0)
        return (marked, seen) if marked else (0, 0)

    @classmethod
    def from_json(cls, counts: Mapping[str, Sequence[int]]) -> TermBook:
        """A book that counts as the saved one did."""
        book = cls([])
        book._all_marked = Counter({k: v[0] for k, v in counts.items()})
        book._all_seen = Counter({k: v[1] for k, v in counts.items()})
        return book


def fold_phrase(text: str) -> str:
    """A phrase in lower case without its leading determiners."""
    words = [s.text_of(text).lower() for s in split_words(text)]
    while len(words) > 1 and words[0] in DETERMINERS:
        words = words[1:]
    return " ".join(words)


def describe_words(paragraph: Paragraph, book: TermBook | None = None) -> list[list[str]]:
    """Names of the features of every word."""
    words = tag_words(paragraph.text)
    flags = _mark_regions(words)
    shared = _describe_paragraph(paragraph)
    known = _describe_terms(paragraph, words, book) if book else [[] for _ in words]
    return [[*shared, *_describe_word(words, k), *flags[k], *known[k]] for k in range(len(words))]


def _describe_paragraph(paragraph: Paragraph) -> list[str]:
    kind = "none"
    if paragraph.enumerator:
        kind = "digit" if paragraph.enumerator.isdigit() else "letter"
    return [f"indent={min(paragraph.indent, 4)}", f"enumerator={kind}"]


def _mark_regions(words: Sequence[TaggedWord]) -> list[list[str]]:
    flags: list[list[str]] = []
    quoted = False
    depth = 0
    for word in words:
        if word.text in '"“”':
            quoted = not quoted
        depth += (word.text == "(") - (word.text == ")")
        flags.append([n for n, on in (("quoted", quoted), ("bracket", depth > 0)) if on])
    return flags


def _describe_word(words: Sequence[TaggedWord], k: int) -> list[str]:
    names = []
    for step in (-2, -1, 0, 1, 2):
        at = k + step
        inside = 0 <= at < len(words)
        names.append(f"w{step}={words[at].text.lower() if inside else '#'}")
        names.append(f"p{step}={words[at].pos if inside else '#'}")
    before = f"{words[k - 1].text.lower()}" if k else "#"
    names.append(f"w-1w0={before}|{words[k].text.lower()}")
    names.append(f"chunk={words[k].chunk}")
    names.append(f"cap={words[k].text[:1].isupper()}")
    return names


def _describe_terms(
    paragraph: Paragraph, words: Sequence[TaggedWord], book: TermBook
) -> list[list[str]]:
    """Longest known phrase that covers each word, and how sure the other statutes are."""
    names: list[list[str]] = [[] for _ in words]
    lower = [w.text.lower() for w in words]
    k = 0
    while k < len(words):
        size, marked, seen = _match_longest(lower, k, book, paragraph.section)
        if not size:
            k += 1
            continue
        share = "often" if marked >= 0.7 * seen else "half" if marked >= 0.3 * seen else "rare"
        start = k - 1 if k and lower[k - 1] in DETERMINERS else k
        for at in range(start, k + size):
            place = "B" if at == start else "I"
            names[at].append(f"term={place}-{share}")
        k += size
    return names


def _match_longest(
    lower: Sequence[str], k: int, book: TermBook, section: str
) -> tuple[int, int, int]:
    for size in range(min(book.longest, len(lower) - k), 0, -1):
        marked, seen = book.count(" ".join(lower[k : k + size]), section)
        if marked:
            return size, marked, max(seen, marked)
    return 0, 0, 0


@dataclass(frozen=True, slots=True)
class FeatureNames:
    """The features kept from training, by number; 0 stands for all others."""

    numbers: Mapping[str, int]

    @classmethod
    def learn(cls, rows: Iterable[Sequence[str]], least: int = 2) -> FeatureNames:
        """Names that occur at least so often."""
        counts = Counter(name for row in rows for name in row)
        kept = sorted(name for name, count in counts.items() if count >= least)
        return cls({name: number for number, name in enumerate(kept, start=1)})

    def encode(self, names: Sequence[str]) -> list[int]:
        return [number for name in names if (number := self.numbers.get(name))]


def spread_features(
    offsets: Sequence[Span], words: Sequence[Span], rows: Sequence[list[int]], inside: int
) -> list[list[int]]:
    """Features of each sub-word: those of the word that it begins in; later pieces are marked."""
    found: list[list[int]] = []
    at = 0
    for offset in offsets:
        while at < len(words) and words[at].end <= offset.start:
            at += 1
        if at == len(words) or words[at].start >= offset.end:
            found.append([])
        elif offset.start > words[at].start:
            found.append([*rows[at], inside])
        else:
            found.append(list(rows[at]))
    return found
