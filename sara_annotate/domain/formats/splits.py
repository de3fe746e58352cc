"""splits/train and splits/test: names of cases, one a line."""

from __future__ import annotations

from collections.abc import Iterable

from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import split_lines

_HINT = "Write one name of a case a line, without .pl."


def parse(text: str, report: FileReport) -> dict[str, int]:
    """Names of cases with their lines, in the order of the file."""
    names: dict[str, int] = {}
    for number, line in enumerate(split_lines(text), 1):
        name = line.strip().removesuffix(".pl")
        if not name:
            report.error("line_blank", "The line is blank.", _HINT, number)
        elif name.startswith(("#", "%")):
            report.error("line_comment", "The line is a comment.", _HINT, number)
        elif name in names:
            report.error(
                "split_repeated", f"{name} stands on line {names[name]} already.", _HINT, number
            )
        else:
            if name != line:
                report.warn("split_spelling", f"“{line}” was read as {name}.", _HINT, number)
            names[name] = number
    return names


def render(names: Iterable[str]) -> str:
    """One name a line."""
    return "".join(f"{name}\n" for name in names)
