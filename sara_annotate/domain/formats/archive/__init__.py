"""Folders, tars and zips read safely, one file at a time, and written the same way each time."""

from sara_annotate.domain.formats.archive.base import Archive, ArchiveError, Limits
from sara_annotate.domain.formats.archive.opening import Source, open_archive
from sara_annotate.domain.formats.archive.writing import FolderWriter, Sink, TarWriter

__all__ = [
    "Archive",
    "ArchiveError",
    "FolderWriter",
    "Limits",
    "Sink",
    "Source",
    "TarWriter",
    "open_archive",
]
