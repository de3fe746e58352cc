"""Why an edit was not applied: a code, the place in the JSON, the place in the text."""

from __future__ import annotations

from collections.abc import Mapping

from sara_annotate.domain.errors import DomainError


class EditRefused(DomainError):
    """An operation that cannot be read or applied; nothing of it was applied.

    `path` is the place inside the operation ("ops.2.mention.start"), `position` what the
    refusal is about (a span and the one in its way, an id, a name).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        path: str = "",
        position: Mapping[str, object] | None = None,
    ) -> None:
        self.position = dict(position or {})
        super().__init__(message, extra={"path": path, **self.position})
        self.code = code
        self.path = path

    def at(self, prefix: str, **position: object) -> EditRefused:
        """The same refusal, seen from the object that holds this one."""
        path = join_path(prefix, self.path)
        return EditRefused(
            self.code, self.message, path=path, position={**self.position, **position}
        )


def join_path(*parts: str) -> str:
    return ".".join(part for part in parts if part)
