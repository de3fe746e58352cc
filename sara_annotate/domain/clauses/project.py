"""What checks may ask of a project, and a project held in memory.

Every question is answered by label, without a search, so that checking one clause costs
the same in a project of any size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.references import Reference, find_references
from sara_annotate.domain.clauses.terms import Clause, iter_calls
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    ValueType,
    default_value_type,
    fold_name,
    make_tax_statute,
)
from sara_annotate.domain.labels import Label, order_labels

NoteKind = Literal["argument", "call", "cycle", "reference"]


@dataclass(frozen=True, slots=True)
class ArgumentInfo:
    """An argument of a subsection: its type and the texts of its mentions."""

    name: str
    value_type: ValueType = "span"
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseNote:
    """A person's word on a clause: why an argument, a call or a cycle is right.

    `subject` is an argument's name, or a label as printed or plain.
    """

    kind: NoteKind
    subject: str
    source: str = ""


class Project(Protocol):
    """The project around a clause."""

    def has_label(self, label: Label) -> bool: ...
    def get_children(self, label: Label) -> Sequence[Label]: ...
    def get_text(self, label: Label) -> str: ...
    def get_clause(self, label: Label) -> Clause | None: ...
    def get_callees(self, label: Label) -> Sequence[Label]: ...
    def get_arguments(self, label: Label) -> Mapping[str, ArgumentInfo]: ...
    def get_references(self, label: Label) -> Sequence[Reference]: ...
    def get_notes(self, label: Label) -> Collection[ClauseNote]: ...


@dataclass
class MemoryProject:
    """A project in memory; references and callees are worked out once for each label."""

    texts: dict[Label, str] = field(default_factory=dict)
    clauses: dict[Label, Clause] = field(default_factory=dict)
    arguments: dict[Label, dict[str, ArgumentInfo]] = field(default_factory=dict)
    notes: dict[Label, list[ClauseNote]] = field(default_factory=dict)
    _children: dict[Label, list[Label]] = field(default_factory=lambda: defaultdict(list))
    _references: dict[Label, tuple[Reference, ...]] = field(default_factory=dict)
    _callees: dict[Label, tuple[Label, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for label in order_labels(self.texts):
            if label.parent is not None:
                self._children[label.parent].append(label)

    def has_label(self, label: Label) -> bool:
        return label in self.texts

    def get_children(self, label: Label) -> Sequence[Label]:
        return self._children.get(label, ())

    def get_text(self, label: Label) -> str:
        return self.texts.get(label, "")

    def get_clause(self, label: Label) -> Clause | None:
        return self.clauses.get(label)

    def get_callees(self, label: Label) -> Sequence[Label]:
        if label not in self._callees:
            clause = self.clauses.get(label)
            found = (call.label for call in iter_calls(clause.body if clause else None))
            self._callees[label] = tuple(dict.fromkeys(found))
        return self._callees[label]

    def get_arguments(self, label: Label) -> Mapping[str, ArgumentInfo]:
        return self.arguments.get(label, {})

    def get_references(self, label: Label) -> Sequence[Reference]:
        if label not in self._references:
            self._references[label] = find_references(self.get_text(label), label, self)
        return self._references[label]

    def get_notes(self, label: Label) -> Collection[ClauseNote]:
        return self.notes.get(label, ())

    def set_clause(self, clause: Clause) -> None:
        """Put a clause in place of the one its head had."""
        self.clauses[clause.head] = clause
        self._callees.pop(clause.head, None)


@dataclass(frozen=True, slots=True)
class Piece:
    """What one statute brings to a project: read once, it serves many."""

    texts: Mapping[Label, str]
    clauses: Mapping[Label, Clause]
    arguments: Mapping[Label, dict[str, ArgumentInfo]]


def read_piece(one: AnnotatedStatute) -> Piece:
    """A statute with its mentions and clauses; clauses in error are left out."""
    text = one.statute.text
    arguments: dict[Label, dict[str, ArgumentInfo]] = {}
    for marked in one.mentions:
        grouped: dict[str, list[str]] = defaultdict(list)
        for mention in marked.mentions:
            grouped[fold_name(mention.argument)].append(text[mention.start : mention.end])
        arguments[marked.label] = {
            name: ArgumentInfo(name, default_value_type(name), tuple(found))
            for name, found in grouped.items()
        }
    parsed = (parse_clause(written.text).clause for written in one.clauses)
    return Piece(
        {s.label: s.text_of(text) for s in one.statute.subsections},
        {clause.head: clause for clause in parsed if clause is not None},
        arguments,
    )


def join_pieces(pieces: Iterable[Piece]) -> MemoryProject:
    """A project of statutes that were read before."""
    texts: dict[Label, str] = {}
    clauses: dict[Label, Clause] = {}
    arguments: dict[Label, dict[str, ArgumentInfo]] = {}
    for piece in pieces:
        texts |= piece.texts
        clauses |= piece.clauses
        arguments |= piece.arguments
    return MemoryProject(texts, clauses, arguments)


def make_project(statutes: Iterable[AnnotatedStatute], *, with_tax: bool = True) -> MemoryProject:
    """A project of statutes with their mentions and clauses; clauses in error are left out."""
    return join_pieces(map(read_piece, [*statutes, *([make_tax_statute()] if with_tax else [])]))
