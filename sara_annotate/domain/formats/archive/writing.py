"""Writing files into a folder, or into a tar.gz that has the same bytes each time."""

from __future__ import annotations

import gzip
import io
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Protocol, Self, cast

from sara_annotate.domain.formats.archive.base import MIB, RangeFile, clean_name

_IN_MEMORY = 8 * MIB


class Sink(Protocol):
    """Takes files by their relative names, each once, in any order."""

    def add(self, name: str, chunks: Iterable[str]) -> None: ...


class FolderWriter:
    """Writes files under a folder, which is made when needed."""

    def __init__(self, root: str | Path) -> None:
        self._root = Path(root)

    def add(self, name: str, chunks: Iterable[str]) -> None:
        path = self._root / clean_name(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            for chunk in chunks:
                file.write(chunk.encode("utf-8"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


class TarWriter:
    """Writes a tar.gz: files by name, no times, no owners, so equal content is equal bytes.

    A tar must know a file's size first and files come in any order, so contents wait in a
    nameless temporary file until the writer is closed; memory holds their names only.
    """

    def __init__(self, target: BinaryIO, *, root: str = "") -> None:
        self._target = target
        self._prefix = f"{clean_name(root)}/" if root else ""
        self._spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._places: dict[str, tuple[int, int]] = {}

    def add(self, name: str, chunks: Iterable[str]) -> None:
        name = self._prefix + clean_name(name)
        if name in self._places:
            raise ValueError(f"{name} was written before.")
        start = self._spool.tell()
        for chunk in chunks:
            self._spool.write(chunk.encode("utf-8"))
        self._places[name] = (start, self._spool.tell() - start)

    def close(self) -> None:
        """Write the archive and let go of what waited for it."""
        with (
            self._spool,
            gzip.GzipFile("", "wb", 6, self._target, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
        ):
            for name in sorted(self._places):
                start, size = self._places[name]
                run = RangeFile(cast("BinaryIO", self._spool), start, size)
                tar.addfile(_make_header(name, size), io.BufferedReader(run))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._spool.close()


def _make_header(name: str, size: int) -> tarfile.TarInfo:
    header = tarfile.TarInfo(name)
    header.size, header.mode, header.mtime = size, 0o644, 0
    return header
