"""What every kind of archive has in common: limits, safe names, reading one file at a time."""

from __future__ import annotations

import io
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Self

from sara_annotate.domain.errors import Problem
from sara_annotate.domain.formats.report import FormatError
from sara_annotate.domain.formats.text import shorten

MIB = 1024 * 1024
_DRIVE = re.compile(r"[A-Za-z]:")


class ArchiveError(FormatError):
    """An archive that is refused as a whole."""

    def __init__(self, code: str, message: str, *, file: str = "", hint: str = "") -> None:
        super().__init__([Problem(code, message, file, hint=hint)])


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may hold; sizes in bytes, unpacked."""

    total: int = 1024 * MIB
    file: int = 128 * MIB
    count: int = 200_000
    ratio: int = 250
    ratio_from: int = 16 * MIB
    """Smaller archives may compress as well as they like: they cannot hurt."""


class Archive(ABC):
    """Files by their safe relative names, in the order of the archive."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._sizes: dict[str, int] = {}
        self._total = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._sizes)

    def size(self, name: str) -> int:
        return self._sizes[name]

    def __contains__(self, name: object) -> bool:
        return name in self._sizes

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for name in self._sizes:
            yield name, self.read(name)

    def read(self, name: str) -> bytes:
        """The whole of one file, which the limits keep small."""
        with self.open(name) as file:
            data = file.read(self.limits.file + 1)
        if len(data) > self.limits.file:
            raise self._too_large(name, len(data))
        return data

    @abstractmethod
    def open(self, name: str) -> BinaryIO:
        """One file as a stream."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _add(self, name: str, size: int) -> None:
        """Take a file into the list, or refuse the archive."""
        if name in self._sizes:
            raise ArchiveError(
                "archive_duplicate", "The archive holds this file twice.", file=name,
                hint="Pack it again without the older one.",
            )  # fmt: skip
        if size > self.limits.file or size < 0:
            raise self._too_large(name, size)
        self._total += size
        if self._total > self.limits.total:
            raise too_large(self.limits)
        if len(self._sizes) >= self.limits.count:
            raise ArchiveError(
                "archive_too_many_files",
                f"The archive holds more than {self.limits.count} files.",
                hint="Import it in several pieces.",
            )
        self._sizes[name] = size

    def _too_large(self, name: str, size: int) -> ArchiveError:
        return ArchiveError(
            "archive_file_too_large",
            f"The file has {size} bytes; at most {self.limits.file} are read.",
            file=name,
            hint="Split the file, or raise the limit.",
        )


def too_large(limits: Limits) -> ArchiveError:
    """The refusal of an archive with too much in it."""
    return ArchiveError(
        "archive_too_large",
        f"Unpacked, the archive is larger than {limits.total} bytes.",
        hint="Import it in several pieces, or raise the limit.",
    )


def check_ratio(packed: int, unpacked: int, limits: Limits, file: str = "") -> None:
    """Refuse what unpacks to far more than text ever does."""
    if unpacked > limits.ratio_from and unpacked > limits.ratio * max(packed, 1):
        raise ArchiveError(
            "archive_bomb",
            f"It unpacks to more than {limits.ratio} times its size.",
            file=file,
            hint="This looks like an archive bomb and was not read.",
        )


def clean_name(raw: str) -> str:
    """The name as a relative path with plain steps; anything that leaves the archive is refused."""
    name = raw.removesuffix("/")
    while name.startswith("./"):
        name = name[2:]
    steps = name.split("/")
    unsafe = (
        name.startswith("/")
        or "\\" in name
        or _DRIVE.match(name)
        or any(step in ("", ".", "..") for step in steps)
        or any(ord(c) < 32 or ord(c) == 127 or 0xD800 <= ord(c) < 0xE000 for c in name)
    )
    if unsafe or len(name) > 1000:
        raise ArchiveError(
            "archive_path", f"The path {shorten(raw)!a} leaves the archive or is no plain path.",
            hint="Pack the folder again with relative paths.",
        )  # fmt: skip
    return name


def refuse_link(name: str) -> ArchiveError:
    """The refusal of a link, wherever it points."""
    return ArchiveError(
        "archive_link", "Links are not followed.", file=name, hint="Put the file itself there."
    )


def refuse_device(name: str) -> ArchiveError:
    """The refusal of anything that is neither a file nor a folder."""
    return ArchiveError("archive_device", "This is neither a file nor a folder.", file=name)


class RangeFile(io.RawIOBase):
    """A run of bytes of a larger seekable file, as a file of its own."""

    def __init__(self, file: BinaryIO, start: int, size: int) -> None:
        self._file, self._at, self._end = file, start, start + size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        want = min(len(buffer), self._end - self._at)
        if want <= 0:
            return 0
        self._file.seek(self._at)
        data = self._file.read(want)
        if not data:
            raise ArchiveError("archive_broken", "The archive ends in the middle of a file.")
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)
