"""Items of a list that is written later than it is made."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

_IN_MEMORY = 1024 * 1024
_CHUNK = 64 * 1024


class JsonSpool:
    """Rendered items with commas between; they wait in memory while few, else on disk.

    A file with several lists then needs one pass over the source, not one a list.
    """

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(  # noqa: SIM115 - closed with its last user
            max_size=_IN_MEMORY, mode="w+", encoding="utf-8", newline=""
        )
        self._between = ""

    def add(self, item: str) -> None:
        self._file.write(self._between + item)
        self._between = ", "

    def __iter__(self) -> Iterator[str]:
        """All items again from the first, in pieces; nothing can be added meanwhile."""
        self._file.seek(0)
        while piece := self._file.read(_CHUNK):
            yield piece
