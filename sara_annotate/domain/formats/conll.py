"""CoNLL coreference: the form of one mention a line, and the usual columns for scorers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sara_annotate.domain.corpus import SubsectionMentions, fold_name
from sara_annotate.domain.formats.records import RecordSource
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import shorten, split_lines
from sara_annotate.domain.labels import Label

_BEGIN = re.compile(r"#begin document (?P<name>.*?)\s*")
_PIECE = re.compile(r"(?P<open>\()?(?P<id>[0-9]+)(?P<close>\))?")
_HINT = "Write (5 where a mention opens, 5) where it closes, (5) for one line, - for none."


@dataclass(frozen=True, slots=True, order=True)
class ConllMention:
    """Lines of a document from start to end, half-open, and the cluster they belong to.

    `word` is the first column of the line on which the mention starts.
    """

    start: int
    end: int
    cluster: int
    word: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document by name (with its part), and its mentions in order."""

    name: str
    mentions: tuple[ConllMention, ...] = ()

    @property
    def clusters(self) -> list[set[tuple[int, int]]]:
        """Mentions by cluster, in the order of their first mention."""
        found: dict[int, set[tuple[int, int]]] = {}
        for m in self.mentions:
            found.setdefault(m.cluster, set()).add((m.start, m.end))
        return list(found.values())


def render(source: RecordSource) -> Iterator[str]:
    """The mentions of all statutes as one document, in pieces."""
    return render_mentions(
        entry
        for annotated in source.statutes()
        if not Label(annotated.statute.section).is_free
        for entry in annotated.mentions
    )


def render_mentions(entries: Iterable[SubsectionMentions]) -> Iterator[str]:
    """One document in pieces: a line a mention, a blank line between subsections."""
    yield "#begin document (SARA);\n"
    cluster, between = 0, ""
    for entry in entries:
        ids: dict[str, int] = {}
        lines: list[str] = []
        for mention in entry.mentions:
            name = fold_name(mention.argument)
            if name not in ids:
                ids[name], cluster = cluster, cluster + 1
            lines.append(f"{entry.label.conll} ({ids[name]})\n")
        if lines:
            yield between + "".join(lines)
            between = "\n"
    yield "#end document\n"


def parse(text: str, report: FileReport) -> tuple[Document, ...]:
    """The documents of a file, each line of words one place."""
    documents: list[Document] = []
    reader: _DocumentReader | None = None
    for number, line in enumerate(split_lines(text), 1):
        begin = _BEGIN.fullmatch(line)
        if begin:
            if reader is not None:
                report.error("conll_not_ended", f"{reader.name} has no #end document.", line=number)
                documents.append(reader.finish(report, number))
            reader = _DocumentReader(begin["name"])
        elif line.startswith("#end document"):
            if reader is None:
                report.error("conll_not_begun", "No document was begun.", _HINT, number)
            else:
                documents.append(reader.finish(report, number))
            reader = None
        elif line.strip() and not line.startswith("#"):
            if reader is None:
                report.error("conll_not_begun", "A line stands outside a document.", _HINT, number)
            else:
                reader.read(line, number, report)
    if reader is not None:
        report.error("conll_not_ended", f"{reader.name} has no #end document.")
        documents.append(reader.finish(report, None))
    return tuple(documents)


class _DocumentReader:
    """Gathers the mentions of one document, open ones on a stack a cluster."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._words: list[str] = []
        self._open: dict[int, list[int]] = {}
        self._found: list[ConllMention] = []

    def read(self, line: str, number: int, report: FileReport) -> None:
        columns = line.split()
        at = len(self._words)
        self._words.append(columns[0])
        if len(columns) < 2:
            report.error("field_count", f"“{shorten(line)}” has one column.", _HINT, number)
            return
        if columns[-1] in ("-", "_", "*"):
            return
        for piece in columns[-1].split("|"):
            found = _PIECE.fullmatch(piece)
            if not found or not (found["open"] or found["close"]):
                report.error("conll_column", f"“{shorten(piece)}” is no mention.", _HINT, number)
                continue
            self._take(found, at, number, report)

    def _take(self, found: re.Match[str], at: int, number: int, report: FileReport) -> None:
        cluster = int(found["id"])
        if found["open"]:
            self._open.setdefault(cluster, []).append(at)
        if not found["close"]:
            return
        if not self._open.get(cluster):
            report.error("conll_not_opened", f"{cluster}) closes nothing.", _HINT, number)
            return
        start = self._open[cluster].pop()
        self._found.append(ConllMention(start, at + 1, cluster, self._words[start]))

    def finish(self, report: FileReport, number: int | None) -> Document:
        """The document; mentions left open are reported."""
        for cluster, starts in self._open.items():
            if starts:
                report.error("conll_not_closed", f"({cluster} is never closed.", _HINT, number)
        return Document(self.name, tuple(sorted(self._found)))
