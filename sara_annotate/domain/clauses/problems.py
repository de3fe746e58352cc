"""What is wrong with a clause: code, place, what was found and expected, and a fix."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sara_annotate.domain.errors import Severity


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace text[start:end] by `replacement`; `title` is what the button says."""

    start: int
    end: int
    replacement: str
    title: str = ""

    def apply_to(self, text: str) -> str:
        return text[: self.start] + self.replacement + text[self.end :]


@dataclass(frozen=True, slots=True)
class ClauseProblem:
    """One finding, at a half-open range of the text; line and column count from 1."""

    code: str
    severity: Severity
    message: str
    start: int
    end: int
    line: int
    column: int
    found: str = ""
    expected: str = ""
    fix: Edit | None = None

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        return f"Line {self.line}, column {self.column}: {self.message}"


class Places:
    """Turns offsets of one text into lines and columns."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def find_line(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def make_problem(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        severity: Severity = "error",
        found: str = "",
        expected: str = "",
        fix: Edit | None = None,
    ) -> ClauseProblem:
        """A problem that knows its line and column."""
        start = max(0, min(start, len(self.text)))
        end = max(start, min(end, len(self.text)))
        line, column = self.find_line(start)
        return ClauseProblem(
            code, severity, message, start, end, line, column, found, expected, fix
        )


def sort_problems(problems: Iterable[ClauseProblem]) -> tuple[ClauseProblem, ...]:
    """Problems in reading order, errors before warnings at one place, none twice."""
    rank: Mapping[str, int] = {"error": 0, "warning": 1, "note": 2}
    unique = dict.fromkeys(problems)
    return tuple(sorted(unique, key=lambda p: (p.start, rank[p.severity], p.end, p.code)))


def shorten(text: str, limit: int = 40) -> str:
    """The text on one line, cut when it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
