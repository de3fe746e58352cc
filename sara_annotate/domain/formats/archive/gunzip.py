"""A gzip stream that can go back: it remembers its state every now and then.

Statutes are spread over four folders of a tar, so reading one means jumping. Going back to
the last remembered state costs a millisecond and keeps the unpacked bytes off the disk.
"""

from __future__ import annotations

import io
import zlib
from bisect import bisect_right
from dataclasses import dataclass
from typing import BinaryIO

from sara_annotate.domain.formats.archive.base import (
    MIB,
    ArchiveError,
    Limits,
    check_ratio,
    too_large,
)

STEP = MIB // 2
_CHUNK = 16 * 1024
_MOST_STATES = 256  # about 50 kB each; beyond, every other one is forgotten
_GZIP = 31  # zlib's window bits for one gzip member


@dataclass(frozen=True, slots=True)
class _State:
    out: int
    position: int
    pending: bytes
    inflater: zlib._Decompress
    fresh: bool


class GunzipFile(io.RawIOBase):
    """Unpacked bytes of a gzip file, with `seek` in both directions."""

    def __init__(self, file: BinaryIO, limits: Limits, *, step: int = STEP) -> None:
        self._file, self._limits, self._step = file, limits, step
        self._out = self._position = 0
        self._pending = b""
        self._inflater = zlib.decompressobj(_GZIP)
        self._fresh = True
        self._states: list[_State] = []
        self._remember()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._out

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or offset < 0:
            raise io.UnsupportedOperation("only absolute positions")
        if offset < self._out or offset - self._out > 2 * self._step:
            self._restore(offset)
        while self._out < offset:
            if not self._inflate(min(offset - self._out, MIB)):
                break
        return self._out

    def read(self, size: int = -1) -> bytes:
        if size is None or size < 0:
            raise io.UnsupportedOperation("only reads of a known size")
        found = bytearray()
        while len(found) < size:
            data = self._inflate(size - len(found))
            if not data:
                break
            found += data
        return bytes(found)

    def _inflate(self, want: int) -> bytes:
        """The next bytes, at most `want`; none at the end."""
        while True:
            if not self._pending and not self._refill() and self._fresh:
                return b""
            data = self._step_inflate(want)
            if data:
                self._advance(len(data))
                return data

    def _refill(self) -> bool:
        self._file.seek(self._position)
        self._pending = self._file.read(_CHUNK)
        self._position += len(self._pending)
        return bool(self._pending)

    def _step_inflate(self, want: int) -> bytes:
        had = bool(self._pending)
        try:
            data = self._inflater.decompress(self._pending, want)
        except zlib.error as error:
            raise ArchiveError("archive_broken", f"The gzip data is damaged ({error}).") from None
        self._fresh = False
        if self._inflater.eof:
            self._pending = self._inflater.unused_data.lstrip(b"\0")
            self._inflater, self._fresh = zlib.decompressobj(_GZIP), True
        else:
            self._pending = self._inflater.unconsumed_tail
            if not had and not data:
                raise ArchiveError("archive_broken", "The gzip data ends too early.")
        return data

    def _advance(self, count: int) -> None:
        self._out += count
        if self._out > self._limits.total:
            raise too_large(self._limits)
        check_ratio(self._position - len(self._pending), self._out, self._limits)
        if self._out >= self._states[-1].out + self._step:
            self._remember()

    def _remember(self) -> None:
        copy = self._inflater.copy()
        self._states.append(_State(self._out, self._position, self._pending, copy, self._fresh))
        if len(self._states) > _MOST_STATES:
            self._states, self._step = self._states[::2], self._step * 2

    def _restore(self, offset: int) -> None:
        state = self._states[bisect_right(self._states, offset, key=lambda s: s.out) - 1]
        if offset >= self._out and state.out <= self._out:
            return
        self._out, self._position, self._pending = state.out, state.position, state.pending
        self._inflater, self._fresh = state.inflater.copy(), state.fresh
