"""Identification JSON: one paragraph an entry, its characters tagged B, I or O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sara_annotate.domain.corpus import AnnotatedStatute, Mention, Statute
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats.json_values import JsonError, dump_json, load_object
from sara_annotate.domain.formats.placeholders import check_name
from sara_annotate.domain.formats.records import RecordSource
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.spool import JsonSpool
from sara_annotate.domain.labels import Label, parse_label

KEYS = ("input", "target", "spans", "section", "subsection")
_HINT = "Give five lists of one length: input, target, spans, section, subsection."


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line of a statute; mentions count its own characters, half-open."""

    text: str
    mentions: tuple[Mention, ...]
    section: str
    subsection: Label

    @property
    def tags(self) -> str:
        """A letter a character."""
        tags = ["O"] * len(self.text)
        for mention in self.mentions:
            tags[mention.start : mention.end] = "B" + "I" * (mention.end - mention.start - 1)
        return "".join(tags)


def split_paragraphs(annotated: AnnotatedStatute) -> Iterator[Paragraph]:
    """The statute's lines that are not blank, with the mentions that lie wholly in them."""
    statute = annotated.statute
    marked = sorted(m for entry in annotated.mentions for m in entry.mentions)
    start = 0
    for line in statute.text.split("\n"):
        end = start + len(line)
        if line.strip():
            label = _closest_label(statute, start, end)
            yield Paragraph(line, _cut_mentions(marked, start, end), statute.section, label)
        start = end + 1


def _cut_mentions(marked: list[Mention], start: int, end: int) -> tuple[Mention, ...]:
    """Mentions inside the line; where two subsections share text the first one counts."""
    found: list[Mention] = []
    for m in marked:
        free = not found or start + found[-1].end <= m.start
        if start <= m.start and m.end <= end and free:
            found.append(Mention(m.start - start, m.end - start, m.argument))
    return tuple(found)


def _closest_label(statute: Statute, start: int, end: int) -> Label:
    """The subsection with the part whose edges are nearest, as published data is made."""
    parts = ((part, sub.label) for sub in statute.subsections for part in sub.parts)
    nearest = min(
        parts,
        key=lambda row: abs(row[0].start - start) + abs(row[0].end - end),
        default=(None, Label(statute.section)),
    )
    return nearest[1]


def render(source: RecordSource) -> Iterator[str]:
    """The file in pieces; the statutes are read once, before the first piece."""
    return render_paragraphs(
        paragraph
        for annotated in source.statutes()
        if not Label(annotated.statute.section).is_free
        for paragraph in split_paragraphs(annotated)
    )


def render_paragraphs(paragraphs: Iterable[Paragraph]) -> Iterator[str]:
    """The file in pieces; the paragraphs are read once, before the first piece."""
    makers: dict[str, Callable[[Paragraph], object]] = {
        "input": lambda p: p.text,
        "target": lambda p: list(p.tags),
        "spans": lambda p: [[m.start, m.end - 1, m.argument] for m in p.mentions],
        "section": lambda p: p.section,
        "subsection": lambda p: p.subsection.plain,
    }
    lists = {key: JsonSpool() for key in makers}
    for paragraph in paragraphs:
        for key, make in makers.items():
            lists[key].add(dump_json(make(paragraph)))
    between = "{"
    for key, items in lists.items():
        yield f"{between}{dump_json(key)}: ["
        yield from items
        between = "], "
    yield "]}\n"


def parse(text: str, report: FileReport) -> tuple[Paragraph, ...]:
    """The paragraphs; an entry whose lists disagree is reported and left out."""
    try:
        found = load_object(text)
    except JsonError as error:
        report.error(error.code, error.message, _HINT)
        return ()
    lists: list[list[object]] = []
    for key in KEYS:
        value = found.get(key)
        if not isinstance(value, list):
            report.error("field_missing", f"“{key}” is no list.", _HINT)
            return ()
        lists.append(value)
    if len({len(column) for column in lists}) > 1:
        report.error("field_count", "The lists differ in length.", _HINT)
        return ()
    rows = (_parse_entry(i, row, report) for i, row in enumerate(zip(*lists, strict=True)))
    return tuple(row for row in rows if row is not None)


def _parse_entry(i: int, row: tuple[object, ...], report: FileReport) -> Paragraph | None:
    text, target, spans, section, subsection = row
    if not (isinstance(text, str) and isinstance(section, str) and isinstance(subsection, str)):
        report.error("value_type", f"Entry {i}: input, section and subsection are strings.", _HINT)
        return None
    mentions = _parse_spans(i, spans, text, report)
    try:
        label = parse_label(subsection)
    except LabelError as error:
        report.error("label_invalid", f"Entry {i}: {error.message}", _HINT)
        return None
    if mentions is None:
        return None
    paragraph = Paragraph(text, mentions, section, label)
    if target != list(paragraph.tags):
        report.error("tags_differ", f"Entry {i}: target and spans say different things.", _HINT)
        return None
    return paragraph


def _parse_spans(
    i: int, spans: object, text: str, report: FileReport
) -> tuple[Mention, ...] | None:
    found: list[Mention] = []
    for span in spans if isinstance(spans, list) else [None]:
        match span:
            case [int(start), int(end), str(name)] if 0 <= start <= end < len(text):
                if not check_name(name, report):
                    return None
                found.append(Mention(start, end + 1, name))
            case _:
                report.error("value_type", f"Entry {i}: a span is no [start, end, name].", _HINT)
                return None
    return tuple(found)
