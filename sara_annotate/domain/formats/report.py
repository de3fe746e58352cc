"""Where parsers put what they find wrong, so that good rows outlive bad ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from sara_annotate.domain.errors import DomainError, Problem, Severity

KEPT_PROBLEMS = 10_000
"""More than this are counted but not kept, so that a hostile file cannot fill the memory."""


class FormatError(DomainError):
    """A file or data set that cannot be taken: `problems` says all that is wrong with it."""

    code = "format_invalid"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        first = str(self.problems[0]) if self.problems else "The data cannot be read."
        more = len(self.problems) - 1
        super().__init__(
            f"{first} (and {more} more)" if more > 0 else first,
            extra={"problems": [problem_as_dict(p) for p in self.problems[:100]]},
        )
        if self.problems:
            self.code = self.problems[0].code


def problem_as_dict(problem: Problem) -> dict[str, object]:
    """A problem as JSON can hold it."""
    return {
        "code": problem.code,
        "message": problem.message,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "hint": problem.hint,
        "severity": problem.severity,
    }


@dataclass(slots=True)
class Report:
    """Problems in the order in which they were met, each once."""

    _problems: dict[Problem, None] = field(default_factory=dict)
    _counts: Counter[Severity] = field(default_factory=Counter)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems)

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(p for p in self._problems if p.is_error)

    @property
    def has_errors(self) -> bool:
        return self._counts["error"] > 0

    def count(self, severity: Severity) -> int:
        """How many problems of this severity were met, kept or not."""
        return self._counts[severity]

    @property
    def total(self) -> int:
        return self._counts.total()

    def add(self, problem: Problem) -> None:
        if problem in self._problems:
            return
        self._counts[problem.severity] += 1
        if len(self._problems) < KEPT_PROBLEMS:
            self._problems[problem] = None

    def at(self, file: str) -> FileReport:
        return FileReport(self, file)

    def raise_errors(self) -> None:
        """Refuse when anything is an error; warnings and notes pass."""
        if self.has_errors:
            raise FormatError(self.errors)


@dataclass(frozen=True, slots=True)
class FileReport:
    """A report that knows which file is being read."""

    report: Report
    file: str

    def error(
        self,
        code: str,
        message: str,
        hint: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.report.add(Problem(code, message, self.file, line, column, hint, "error"))

    def warn(
        self,
        code: str,
        message: str,
        hint: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.report.add(Problem(code, message, self.file, line, column, hint, "warning"))

    def note(self, code: str, message: str, hint: str = "", line: int | None = None) -> None:
        self.report.add(Problem(code, message, self.file, line, None, hint, "note"))


def new_report(file: str = "") -> FileReport:
    """A fresh report for one file."""
    return Report().at(file)
