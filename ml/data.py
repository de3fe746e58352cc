"""A corpus as the models see it: paragraphs to tag, subsections to score, folds to train on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ml.errors import TrainingDataError
from sara_annotate.domain.corpus import AnnotatedStatute, Corpus, Mention
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span, overlaps

INDENT_WIDTH = 4
SARA_GROUPS: tuple[tuple[str, ...], ...] = (
    ("68", "3301", "7703"),
    ("1",),
    ("151",),
    ("152",),
    ("2",),
    ("63",),
    ("3306",),
)
_SARA_PAIRS = (
    (("152",), ("3306",)),
    (("3306",), ("1",)),
    (("1",), ("2",)),
    (("2",), ("63",)),
    (("63",), ("68", "3301", "7703")),
    (("68", "3301", "7703"), ("151",)),
    (("151",), ("152",)),
)
_ENUMERATOR = re.compile(r"\(([0-9]+|[A-Za-z]+)\)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line of a statute without its indent; spans are relative to `text`."""

    section: str
    start: int
    text: str
    indent: int
    enumerator: str
    is_heading: bool
    spans: tuple[Span, ...] = ()
    context: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class ScoredSubsection:
    """A subsection's parts and gold mentions, cut to its parts, each span once."""

    section: str
    label: Label
    parts: tuple[Span, ...]
    mentions: tuple[Mention, ...]
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """Sections to train on, to choose on and to report on."""

    name: str
    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]


def make_paragraphs(statute: AnnotatedStatute) -> list[Paragraph]:
    """Every line with text, with its gold spans and the line that it hangs from."""
    text = statute.statute.text
    gold = _collect_spans(statute)
    covered = [part for sub in statute.statute.subsections for part in sub.parts]
    found: list[Paragraph] = []
    parents: dict[int, str] = {}
    position = 0
    for line in text.split("\n"):
        body = line.strip()
        start = position + len(line) - len(line.lstrip())
        position += len(line) + 1
        if not body:
            continue
        indent = (len(line) - len(line.lstrip())) // INDENT_WIDTH
        here = Span(start, start + len(body))
        is_heading = not any(overlaps(here, part) for part in covered)
        context = parents.get(indent) or parents.get(indent - 1, "")
        enumerator = _ENUMERATOR.match(body)
        found.append(
            Paragraph(
                section=statute.statute.section,
                start=start,
                text=body,
                indent=indent,
                enumerator=enumerator[1] if enumerator else "",
                is_heading=is_heading,
                spans=_clip_spans(gold, here),
                context=context,
            )
        )
        parents[indent] = body
        parents = {level: value for level, value in parents.items() if level <= indent}
    return found


def _collect_spans(statute: AnnotatedStatute) -> list[Span]:
    """Gold spans, each once; refuses labels outside the text."""
    size = len(statute.statute.text)
    spans: set[Span] = set()
    for subsection in statute.mentions:
        for mention in subsection.mentions:
            if not 0 <= mention.start < mention.end <= size:
                raise TrainingDataError(
                    f"Section {statute.statute.section}, {subsection.label}: the mention "
                    f"{mention.start}–{mention.end} of “{mention.argument}” lies outside the text "
                    f"of {size} characters. Correct argument_placeholders and try again.",
                    extra={"section": statute.statute.section, "start": mention.start},
                )
            spans.add(Span(mention.start, mention.end))
    return _drop_overlaps(spans)


def _drop_overlaps(spans: Iterable[Span]) -> list[Span]:
    """Spans without overlap, the shorter kept: a sequence of tags can hold no other."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.end - s.start, s)):
        if not any(overlaps(span, other) for other in kept):
            kept.append(span)
    return sorted(kept)


def _clip_spans(spans: Sequence[Span], line: Span) -> tuple[Span, ...]:
    return tuple(
        Span(max(s.start, line.start) - line.start, min(s.end, line.end) - line.start)
        for s in spans
        if overlaps(s, line)
    )


def make_subsections(statute: AnnotatedStatute) -> list[ScoredSubsection]:
    """Subsections with their mentions cut to their parts."""
    mentions = {m.label: m.mentions for m in statute.mentions}
    return [
        ScoredSubsection(
            section=statute.statute.section,
            label=sub.label,
            parts=sub.parts,
            mentions=cut_mentions(mentions.get(sub.label, ()), sub.parts),
            text=statute.statute.text,
        )
        for sub in statute.statute.subsections
    ]


def cut_mentions(mentions: Iterable[Mention], parts: Sequence[Span]) -> tuple[Mention, ...]:
    """Mentions cut to the part they overlap most, without repeats, in order."""
    found: dict[tuple[int, int], Mention] = {}
    for mention in mentions:
        touching = [p for p in parts if overlaps(mention, p)]
        if not touching:
            continue
        part = max(touching, key=lambda p: min(p.end, mention.end) - max(p.start, mention.start))
        cut = Mention(max(part.start, mention.start), min(part.end, mention.end), mention.argument)
        found.setdefault((cut.start, cut.end), cut)
    return tuple(sorted(found.values()))


def make_folds(corpus: Corpus, k: int = 7) -> list[Fold]:
    """The paper's seven folds for SARA; k groups of whole statutes for any other corpus."""
    sections = [s.statute.section for s in corpus.statutes]
    if not sections:
        raise TrainingDataError("The corpus holds no statute, so there is nothing to train on.")
    if set(sections) == {name for group in SARA_GROUPS for name in group}:
        return [_make_fold(sections, dev, test) for dev, test in _SARA_PAIRS]
    groups = group_statutes(corpus, k)
    if len(groups) < 3:
        raise TrainingDataError(
            f"Cross-validation needs at least three statutes, this corpus has {len(sections)}. "
            "Use `train` with --dev-share instead."
        )
    return [_make_fold(sections, groups[i - 1], groups[i]) for i in range(len(groups))]


def _make_fold(sections: Sequence[str], dev: tuple[str, ...], test: tuple[str, ...]) -> Fold:
    train = tuple(s for s in sections if s not in dev and s not in test)
    return Fold("+".join(test), train, dev, test)


def group_statutes(corpus: Corpus, k: int) -> list[tuple[str, ...]]:
    """At most k groups of whole statutes, of near-equal length of text."""
    sizes = {s.statute.section: len(s.statute.text) for s in corpus.statutes}
    groups: list[list[str]] = [[] for _ in range(min(k, len(sizes)))]
    for section in sorted(sizes, key=lambda name: (-sizes[name], name)):
        min(groups, key=lambda g: sum(sizes[s] for s in g)).append(section)
    return [tuple(group) for group in groups if group]


def hash_corpus(corpus: Corpus) -> str:
    """A digest that changes when any text, boundary, mention, clause or value does."""
    return hashlib.sha256(repr(corpus).encode()).hexdigest()
