"""A project out of the database, as chunks of bytes in each format."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from typing import BinaryIO

from sara_annotate.annotations.models import Argument, AuthorKind
from sara_annotate.corpus.models import Project
from sara_annotate.domain.errors import Problem
from sara_annotate.domain.formats import conll, full, identification, sara_json
from sara_annotate.domain.formats.archive import TarWriter
from sara_annotate.domain.formats.export_check import warn_lost_values, warn_value_types
from sara_annotate.domain.formats.layout import write_layout
from sara_annotate.domain.labels import parse_label
from sara_annotate.exchange.full_out import project_header, project_records
from sara_annotate.exchange.source import DatabaseSource

CHUNK = 256 * 1024


def _layout(project: Project) -> Iterator[bytes]:
    # A tar's compressor wants a file; a spooled one stays in memory while it is small.
    with tempfile.SpooledTemporaryFile(max_size=8 * 1024 * 1024) as spool:
        layout_write(project=project, sink=spool)  # type: ignore[arg-type]
        spool.seek(0)
        while chunk := spool.read(CHUNK):
            yield chunk


def layout_write(*, project: Project, sink: BinaryIO) -> None:
    """The SARA v2 folder as tar.gz: same content, same bytes."""
    with TarWriter(sink) as tar:
        write_layout(DatabaseSource(project), tar)


def _encoded(
    render: Callable[[DatabaseSource], Iterator[str]],
) -> Callable[[Project], Iterator[bytes]]:
    def chunks(project: Project) -> Iterator[bytes]:
        return (text.encode() for text in render(DatabaseSource(project)))

    return chunks


def _full(project: Project) -> Iterator[bytes]:
    return full.render(project_header(project), project_records(project))


EXPORTS: dict[str, tuple[Callable[[Project], Iterator[bytes]], str, str]] = {
    "layout": (_layout, ".tar.gz", "application/gzip"),
    "json": (_encoded(sara_json.render), ".sara.json", "application/json"),
    "identification": (
        _encoded(identification.render),
        ".identification.json",
        "application/json",
    ),
    "conll": (_encoded(conll.render), ".conll", "text/plain; charset=utf-8"),
    "full": (_full, ".full.json", "application/json"),
}
"""Format → its bytes, the file's ending, the content type."""


def export_warnings(*, project: Project, format: str) -> Iterator[Problem]:
    """What readers of the published code will not get as it is here."""
    if format == "full":
        return
    arguments = Argument.objects.filter(
        layer__project=project, layer__author_kind=AuthorKind.GOLD, removed_at=None
    ).order_by("layer__subsection__statute__position", "layer__subsection__position", "position")
    rows = arguments.values_list("layer__subsection__label", "name", "value_type")
    yield from warn_value_types(
        (parse_label(label or ""), name, value_type)  # type: ignore[misc]
        for label, name, value_type in rows.iterator()
    )
    yield from warn_lost_values(DatabaseSource(project).instantiations())


def export_name(*, project: Project, format: str) -> str:
    return f"{project.slug}{EXPORTS[format][1]}"


def export_chunks(*, project: Project, format: str) -> Iterator[bytes]:
    """The export, a chunk at a time, never whole in memory."""
    return EXPORTS[format][0](project)
