"""Archives of three kinds behind one face: a folder, a tar (packed or not), a zip."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from sara_annotate.domain.formats.archive.base import (
    MIB,
    Archive,
    ArchiveError,
    Limits,
    RangeFile,
    check_ratio,
    clean_name,
    refuse_device,
    refuse_link,
)


class FolderArchive(Archive):
    """A folder on disk; hidden entries are left out, links are refused."""

    def __init__(self, root: Path, limits: Limits) -> None:
        super().__init__(limits)
        self._root = root.resolve()
        for name, size in _walk_folder(self._root, ""):
            self._add(clean_name(name), size)

    def open(self, name: str) -> BinaryIO:
        if name not in self:
            raise KeyError(name)
        return (self._root / name).open("rb")

    def close(self) -> None:
        return None


def _walk_folder(root: Path, inside: str) -> Iterator[tuple[str, int]]:
    with os.scandir(root / inside) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered:
        name = f"{inside}{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            raise refuse_link(name)
        if entry.is_dir():
            yield from _walk_folder(root, f"{name}/")
        elif entry.is_file():
            yield name, entry.stat().st_size
        else:
            raise refuse_device(name)


class ZipArchive(Archive):
    """A zip file; sizes are believed only as far as they are then read."""

    def __init__(self, file: BinaryIO, limits: Limits, *, owned: bool) -> None:
        super().__init__(limits)
        self._file, self._owned = file, owned
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise ArchiveError("archive_broken", f"The zip file is damaged ({error}).") from None
        self._entries: dict[str, zipfile.ZipInfo] = {}
        packed = 0
        for info in self._zip.infolist():
            name = _check_zip_entry(info)
            if name is None:
                continue
            self._add(name, info.file_size)
            packed += info.compress_size
            check_ratio(packed, self._total, limits)
            self._entries[name] = info

    def open(self, name: str) -> BinaryIO:
        return cast("BinaryIO", io.BufferedReader(_ZipStream(self._zip, self._entries[name], name)))

    def close(self) -> None:
        self._zip.close()
        if self._owned:
            self._file.close()


class _ZipStream(io.RawIOBase):
    """A zip entry whose faults come out as refusals of ours."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> None:
        self._name = name
        try:
            self._stream = archive.open(info)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise self._broken(error) from None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._stream.read(len(buffer))
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise self._broken(error) from None
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()

    def _broken(self, error: Exception) -> ArchiveError:
        return ArchiveError("archive_broken", f"It cannot be unpacked ({error}).", file=self._name)


def _check_zip_entry(info: zipfile.ZipInfo) -> str | None:
    """The entry's safe name, None for a folder."""
    # zipfile cuts names at a NUL; the raw name must not say something else.
    name = clean_name(info.orig_filename)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise refuse_link(name)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise refuse_device(name)
    if info.flag_bits & 1:
        raise ArchiveError(
            "archive_encrypted",
            "The file is encrypted.",
            file=name,
            hint="Pack it without a password.",
        )
    return None if info.is_dir() else name


class TarArchive(Archive):
    """A tar over a seekable stream; only names, places and sizes are kept."""

    def __init__(self, file: BinaryIO, limits: Limits, *, owned: bool) -> None:
        super().__init__(limits)
        self._file, self._owned = _GuardedFile(file), owned
        self._places: dict[str, int] = {}
        try:
            self._index()
        except (tarfile.TarError, ValueError, OverflowError, RecursionError, EOFError) as error:
            raise ArchiveError("archive_broken", f"The tar file is damaged ({error}).") from None

    def _index(self) -> None:
        with tarfile.open(fileobj=cast("BinaryIO", self._file), mode="r:") as tar:
            while (member := tar.next()) is not None:
                # tarfile keeps every header it has seen; we have taken what we need.
                tar.members = []  # type: ignore[attr-defined]
                self._take(member)
            self._check_end(tar.offset)

    def _check_end(self, offset: int) -> None:
        # tarfile takes a damaged header for the end, which would lose files silently.
        self._file.seek(offset)
        block = self._file.read(tarfile.BLOCKSIZE)
        if block.strip(b"\0") or 0 < len(block) < tarfile.BLOCKSIZE:
            raise ArchiveError("archive_broken", "The tar file is damaged in the middle.")

    def _take(self, member: tarfile.TarInfo) -> None:
        if member.isdir() and member.name in (".", "./", ""):
            return
        name = clean_name(member.name)
        if member.isdir():
            return
        if member.issym() or member.islnk():
            raise refuse_link(name)
        if not member.isreg() or member.issparse():
            raise refuse_device(name)
        self._add(name, member.size)
        self._places[name] = member.offset_data

    def open(self, name: str) -> BinaryIO:
        run = RangeFile(self._file.file, self._places[name], self.size(name))
        return cast("BinaryIO", io.BufferedReader(run, 64 * 1024))

    def close(self) -> None:
        if self._owned:
            self._file.file.close()


class _GuardedFile:
    """What tarfile reads headers from: a header of many megabytes is an attack."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def read(self, size: int = -1) -> bytes:
        if size < 0 or size > MIB:
            raise ArchiveError("archive_broken", "A header of the tar file is far too long.")
        return self.file.read(size)

    def seek(self, offset: int) -> int:
        if offset < 0:
            raise ArchiveError("archive_broken", "The tar file points before its own start.")
        return self.file.seek(offset)

    def tell(self) -> int:
        return self.file.tell()

    def close(self) -> None:
        return None
