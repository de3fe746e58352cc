"""Notes of a clause as lines of its note: `call §12(d): “the season in which such day falls”`.

A line of that form answers one doubt; any other line is a remark and answers nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from sara_annotate.domain.clauses.problems import ClauseProblem
from sara_annotate.domain.clauses.project import ClauseNote, NoteKind
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import parse_label

_LINE = re.compile(r"[ \t]*(argument|call|cycle|reference)[ \t]+([^:\n]{1,120}?)[ \t]*:(.*)", re.I)


ANSWERS: Mapping[str, NoteKind] = {
    "head_name_unexplained": "argument",
    "call_unexplained": "call",
    "cycle": "cycle",
    "reference_unused": "reference",
}
"""The kind of note that answers a doubt of this code."""


def find_answer(problem: ClauseProblem) -> ClauseNote | None:
    """The note that would answer the doubt, but for its source; None when none does."""
    kind = ANSWERS.get(problem.code)
    return ClauseNote(kind, problem.found or problem.expected) if kind else None


def parse_notes(text: str) -> tuple[ClauseNote, ...]:
    """The answers that a note gives; each needs a word on its source."""
    found = (_LINE.fullmatch(line) for line in text.splitlines())
    return tuple(
        ClauseNote(cast(NoteKind, m[1].lower()), m[2], m[3].strip())
        for m in found
        if m and m[3].strip()
    )


def render_notes(notes: Iterable[ClauseNote]) -> str:
    """The lines that `parse_notes` reads back; labels are printed with their sign."""
    return "\n".join(
        f"{n.kind} {_subject(n)}: {' '.join(n.source.split()) or 'confirmed'}" for n in notes
    )


def _subject(note: ClauseNote) -> str:
    if note.kind == "argument":
        return note.subject
    try:
        return parse_label(note.subject).printed
    except LabelError:
        return note.subject
