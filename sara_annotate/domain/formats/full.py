"""Our own format: everything in a project, one record a line, so that it can be streamed.

The file is one JSON document, `{"format": …, "version": 1, "project": …, "records": [ … ]}`, and at
the same time has its header, each record and its end on a line of their own. Records come in
the order people, statutes, cases, programs, layers, edits, releases: whatever a record refers
to stands before it. Ranges are half-open code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from sara_annotate.domain.errors import DomainError

VERSION = 1
Count = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Range = tuple[Count, Count]
JsonValue = str | int | list[str | int]


class FullFormatError(DomainError):
    """The file is not what it says; `extra` has the line."""

    code = "full_format"


class ProjectHeader(Struct, frozen=True):
    slug: str
    name: str
    description: str
    created_at: datetime


class Header(Struct, frozen=True):
    format: Literal["sara-annotate"]
    version: int
    project: ProjectHeader


class Member(Struct, frozen=True, tag="member", tag_field="type"):
    username: Annotated[str, Meta(min_length=1, max_length=150)]
    name: str
    role: Literal["annotator", "reviewer", "manager"] | None
    """None: no longer a member, but an author of something here."""


class PartRecord(Struct, frozen=True):
    start: Count
    end: Count
    line: Count


class SubsectionRecord(Struct, frozen=True):
    label: Name
    heading: str
    parts: tuple[PartRecord, ...]


class StatuteRecord(Struct, frozen=True, tag="statute", tag_field="type"):
    section: Name
    kind: Literal["statute", "free"]
    title: str
    text: str
    position: Count
    subsections: tuple[SubsectionRecord, ...]


class CaseRecord(Struct, frozen=True, tag="case", tag_field="type"):
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    text: str
    question: str
    answer: str
    facts: str
    test: str
    source: str
    split: Literal["train", "test", ""]
    split_position: Count


class ProgramRecord(Struct, frozen=True, tag="program", tag_field="type"):
    path: str
    text: str


class ArgumentRecord(Struct, frozen=True, omit_defaults=True):
    id: UUID
    name: Name
    value_type: Literal["span", "integer"]
    position: Count
    removed_at: datetime | None = None
    confidence: float | None = None
    why: str = ""
    from_suggestion: str = ""


class MentionRecord(Struct, frozen=True, omit_defaults=True):
    id: UUID
    argument: UUID
    start: Count
    end: Count
    confidence: float | None = None
    from_suggestion: str = ""
    removed_at: datetime | None = None
    why: str = ""


class ClauseRecord(Struct, frozen=True, omit_defaults=True):
    id: UUID
    text: str
    listed_in: Name
    position: Count
    note: str = ""
    from_suggestion: str = ""
    removed_at: datetime | None = None
    confidence: float | None = None
    why: str = ""


class ValueRecord(Struct, frozen=True, omit_defaults=True):
    id: UUID
    role: Literal["given", "found"]
    name: Name
    value: JsonValue
    position: Count
    evidence: tuple[Range, ...] = ()
    from_suggestion: str = ""
    removed_at: datetime | None = None
    confidence: float | None = None


class InstantiationRecord(Struct, frozen=True, omit_defaults=True):
    id: UUID
    label: Name
    truth: bool | None
    origin: Literal["gold", "silver", "model", "person"]
    position: Count
    values: tuple[ValueRecord, ...]
    tier: str = ""
    program_sha256: str = ""
    removed_at: datetime | None = None
    confidence: float | None = None
    why: str = ""


class DecisionRecord(Struct, frozen=True, omit_defaults=True):
    suggestion: Name
    decision: Literal["accepted", "rejected"]
    decided_at: datetime
    removed_at: datetime | None = None


class StaleRecord(Struct, frozen=True, omit_defaults=True):
    item: Name
    reason: str
    marked_at: datetime
    removed_at: datetime | None = None


class FoldRecord(Struct, frozen=True):
    name: str
    trained_on: tuple[str, ...]


class ModelRunRecord(Struct, frozen=True, tag="model_run", tag_field="type"):
    name: Name
    model: str
    folds: dict[str, FoldRecord]
    created_at: datetime


class LayerRecord(Struct, frozen=True, tag="layer", tag_field="type", omit_defaults=True):
    id: UUID
    author_kind: Literal["person", "model", "solver", "gold"]
    state: Literal["in_progress", "submitted", "accepted", "returned"]
    revision: Count
    created_at: datetime
    updated_at: datetime
    subsection: str | None = None
    case: str | None = None
    author: str | None = None
    run: str = ""
    state_reason: str = ""
    lists_mentions: bool = True
    arguments: tuple[ArgumentRecord, ...] = ()
    mentions: tuple[MentionRecord, ...] = ()
    clauses: tuple[ClauseRecord, ...] = ()
    instantiations: tuple[InstantiationRecord, ...] = ()
    decisions: tuple[DecisionRecord, ...] = ()
    stale: tuple[StaleRecord, ...] = ()


class EditRecord(Struct, frozen=True, tag="edit", tag_field="type", omit_defaults=True):
    id: UUID
    layer: UUID
    author: str
    revision: Count
    base_revision: Count
    operation: dict[str, object]
    inverse: dict[str, object]
    made_at: datetime
    received_at: datetime
    undoes: UUID | None = None
    group: UUID | None = None
    from_suggestion: UUID | None = None


class ReleaseRecord(Struct, frozen=True, tag="release", tag_field="type"):
    version: str
    notes: str
    sha256: str
    manifest: dict[str, object]
    created_by: str
    created_at: datetime


Record = (
    Member
    | StatuteRecord
    | CaseRecord
    | ProgramRecord
    | ModelRunRecord
    | LayerRecord
    | EditRecord
    | ReleaseRecord
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def render(project: ProjectHeader, records: Iterable[Record]) -> Iterator[bytes]:
    """The file, line by line."""
    head = _encoder.encode(Header("sara-annotate", VERSION, project))
    yield head[:-1] + b',"records":[\n'
    between = b""
    for record in records:
        yield between + _encoder.encode(record)
        between = b",\n"
    yield b"\n]}\n"


def parse_header(line: bytes) -> ProjectHeader:
    """What the first line says of the project."""
    try:
        header = msgspec.json.decode(line.strip().removesuffix(b',"records":[') + b"}", type=Header)
    except msgspec.DecodeError as error:
        raise FullFormatError(
            f"Line 1 is not the start of a SARA Annotate project file: {error}.",
            extra={"line": 1},
        ) from error
    if header.version != VERSION:
        raise FullFormatError(
            f"The file has version {header.version}; this program reads version {VERSION}.",
            extra={"line": 1},
        )
    return header.project


def parse_records(lines: Iterable[bytes]) -> Iterator[tuple[int, Record]]:
    """Records with their line, from the lines after the header; refuses a file cut short."""
    number = 1
    for number, line in enumerate(lines, start=2):
        line = line.strip()
        if line == b"]}":
            return
        if line:
            yield number, _decode(number, line.removesuffix(b","))
    raise FullFormatError(
        "The file ends before its last line: it was cut short. Get it again.",
        extra={"line": number},
    )


def _decode(number: int, line: bytes) -> Record:
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise FullFormatError(f"Line {number}: {error}.", extra={"line": number}) from error
