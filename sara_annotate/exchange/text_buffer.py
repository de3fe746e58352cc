"""Texts on their way into the database, and what later records must know of those before."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from sara_annotate.corpus.models import Case, Statute, Subsection, SubsectionPart


@dataclass(slots=True)
class KnownTexts:
    """Keys by name, and lengths; never the texts, of which there may be any number."""

    statutes: dict[str, int] = field(default_factory=dict)
    subsections: dict[str, int] = field(default_factory=dict)
    cases: dict[str, int] = field(default_factory=dict)
    parts: dict[int, list[tuple[int, int, int]]] = field(default_factory=lambda: defaultdict(list))
    """By subsection: key, start and end."""
    lengths: dict[int, int] = field(default_factory=dict)
    """By case."""


@dataclass(slots=True)
class TextBuffer:
    """Rows waiting to be written together, those that others refer to first."""

    statutes: list[Statute] = field(default_factory=list)
    subsections: list[Subsection] = field(default_factory=list)
    parts: list[SubsectionPart] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    known: KnownTexts = field(default_factory=KnownTexts)

    def flush(self, *, at_least: int = 1) -> None:
        if len(self.subsections) + len(self.cases) + len(self.statutes) < at_least:
            return
        Statute.objects.bulk_create(self.statutes)
        Subsection.objects.bulk_create(self.subsections)
        SubsectionPart.objects.bulk_create(self.parts)
        Case.objects.bulk_create(self.cases)
        self._remember()
        for rows in (self.statutes, self.subsections, self.parts, self.cases):
            rows.clear()

    def _remember(self) -> None:
        known = self.known
        known.statutes.update((row.section, row.pk) for row in self.statutes)
        known.subsections.update((row.label, row.pk) for row in self.subsections)
        known.cases.update((row.name, row.pk) for row in self.cases)
        known.lengths.update((row.pk, len(row.text)) for row in self.cases)
        for part in self.parts:
            known.parts[part.subsection_id].append((part.pk, part.start, part.end))
