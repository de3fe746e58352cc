"""Static files: hashed, compressed, and kept by browsers for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Leaves Vite's own names alone and answers for files that were never collected."""

    manifest_strict = False

    def hashed_name(self, name, content=None, filename=None):  # type: ignore[no-untyped-def]
        missing = content is None and not self.exists(filename or name)
        if missing or name.startswith("assets/"):
            return name
        return super().hashed_name(name, content, filename)
