"""From whatever was handed over to a readable archive, told apart by its first bytes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, cast

from sara_annotate.domain.formats.archive.base import Archive, ArchiveError, Limits
from sara_annotate.domain.formats.archive.gunzip import GunzipFile
from sara_annotate.domain.formats.archive.reading import FolderArchive, TarArchive, ZipArchive

Source = str | os.PathLike[str] | BinaryIO


def open_archive(source: Source, *, limits: Limits | None = None) -> Archive:
    """The archive at a path, or in a seekable binary file, which stays the caller's to close."""
    limits = limits or Limits()
    if not isinstance(source, str | os.PathLike):
        return _open_file(source, limits, owned=False)
    path = Path(source)
    if path.is_dir():
        return FolderArchive(path, limits)
    try:
        file = path.open("rb")
    except OSError as error:
        raise ArchiveError(
            "archive_missing", f"It cannot be opened ({error.strerror}).", file=str(path),
            hint="Give a folder, a .tar.gz or a .zip.",
        ) from None  # fmt: skip
    try:
        return _open_file(file, limits, owned=True)
    except BaseException:
        file.close()
        raise


def _open_file(file: BinaryIO, limits: Limits, *, owned: bool) -> Archive:
    file.seek(0)
    start = file.read(512)
    file.seek(0)
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return ZipArchive(file, limits, owned=owned)
    if start.startswith(b"\x1f\x8b"):
        return TarArchive(cast("BinaryIO", GunzipFile(file, limits)), limits, owned=owned)
    if start[257:262] == b"ustar":
        return TarArchive(file, limits, owned=owned)
    raise ArchiveError(
        "archive_unknown",
        "This is neither a tar, a gzipped tar nor a zip file.",
        hint="Give a folder, a .tar.gz or a .zip.",
    )
