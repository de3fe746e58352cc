"""What can go wrong, as values: an error that stops, a problem that is listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


class DomainError(Exception):
    """A refusal with a code for programs and a sentence for people."""

    code = "domain_error"

    def __init__(self, message: str, *, extra: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.extra: dict[str, object] = dict(extra or {})


class LabelError(DomainError):
    code = "label_invalid"


class SpanError(DomainError):
    code = "span_invalid"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a file or a row: where it is, what it is, what to do."""

    code: str
    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None
    hint: str = ""
    severity: Severity = "error"

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        place = ":".join(str(p) for p in (self.file, self.line, self.column) if p not in ("", None))
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} {self.hint}" if self.hint else text
