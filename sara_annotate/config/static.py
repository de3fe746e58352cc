"""Static files: hashed, compressed, and kept by browsers for ever."""

from __future__ import annotations

import re

from whitenoise.storage import CompressedManifestStaticFilesStorage

_VITE_HASHED = re.compile(r"^/static/assets/.+-[A-Za-z0-9_-]{8,}\.\w+$")
_DJANGO_HASHED = re.compile(r"^/static/.+\.[0-9a-f]{12}\.\w+$")


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Leaves Vite's own names alone and answers for files that were never collected."""

    manifest_strict = False

    def hashed_name(self, name, content=None, filename=None):  # type: ignore[no-untyped-def]
        if name.startswith("assets/"):
            return name
        return super().hashed_name(name, content, filename)


def is_immutable(path: str, url: str) -> bool:
    return bool(_VITE_HASHED.match(url) or _DJANGO_HASHED.match(url))
