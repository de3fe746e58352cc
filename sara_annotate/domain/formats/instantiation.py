"""argument_instantiation: what a subsection's arguments are in a case, tab-separated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sara_annotate.domain.corpus import Instantiation, Origin, Values, fold_name
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats.json_values import (
    JsonError,
    dump_json,
    dump_values,
    load_object,
    parse_values,
)
from sara_annotate.domain.formats.placeholders import check_name
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import shorten, split_lines
from sara_annotate.domain.labels import Label, parse_label

_HINT = "Write case, predicate, inputs as JSON object, outputs as JSON object or false, by tabs."
TRUTH = "@truth"


def parse(text: str, report: FileReport, *, origin: Origin = "gold") -> tuple[Instantiation, ...]:
    """The rows in the order of the file."""
    return tuple(
        row for _, row in parse_lines(enumerate(split_lines(text), 1), report, origin=origin)
    )


def parse_lines(
    lines: Iterable[tuple[int, str]], report: FileReport, *, origin: Origin = "gold"
) -> Iterator[tuple[int, Instantiation]]:
    """Line numbers and rows, one at a time, of numbered lines."""
    for number, line in lines:
        row = _parse_line(line, report, number, origin)
        if row is not None:
            yield number, row


def _parse_line(line: str, report: FileReport, number: int, origin: Origin) -> Instantiation | None:
    if not line.strip():
        report.error("line_blank", "The line is blank.", "Remove it: readers stop there.", number)
        return None
    fields = line.split("\t")
    if len(fields) != 4:
        report.error("field_count", f"The row has {len(fields)} of 4 fields.", _HINT, number)
        return None
    case = fields[0].removesuffix(".pl")
    label = _parse_predicate(fields[1], report, number)
    given = _parse_object(fields[2], report, number, 3)
    outcome = _parse_outcome(fields[3], report, number)
    if not case.strip():
        report.error("case_name_empty", "The row names no case.", _HINT, number)
        return None
    if label is None or given is None or outcome is None:
        return None
    return Instantiation(case, label, given, outcome[1], outcome[0], origin)


def _parse_predicate(field: str, report: FileReport, number: int) -> Label | None:
    try:
        return parse_label(field)
    except LabelError as error:
        report.error("label_invalid", error.message, "Write s63_c_5 or tax.", number)
        return None


def _parse_outcome(field: str, report: FileReport, number: int) -> tuple[bool, Values] | None:
    if field == "false":
        return False, ()
    found = _parse_object(field, report, number, 4)
    return None if found is None else (True, found)


def _parse_object(field: str, report: FileReport, number: int, position: int) -> Values | None:
    try:
        values = parse_values(load_object(field))
    except JsonError as error:
        report.error(error.code, f"Field {position}: {error.message}", _HINT, number, error.column)
        return None
    return values if check_names(values, report, number) else None


def check_names(values: Values, report: FileReport, number: int | None) -> bool:
    """True when every name is one, and none stands twice in another letter case."""
    seen: set[str] = set()
    for name, _ in values:
        if fold_name(name) == fold_name(TRUTH):
            report.error(
                "truth_written",
                "@truth is not written.",
                "Write false, or leave it out when true.",
                number,
            )
            return False
        if not check_name(name, report, number=number):
            return False
        if fold_name(name) in seen:
            report.error(
                "name_repeated",
                f"“{shorten(name)}” stands twice; names are compared without letter case.",
                "Keep one of the two.",
                number,
            )
            return False
        seen.add(fold_name(name))
    return True


def render_row(row: Instantiation) -> str:
    """The line of one row, with its break."""
    outcome = dump_json(dump_values(row.found)) if row.truth else "false"
    given = dump_json(dump_values(row.given))
    return f"{row.case}\t{row.label.predicate}\t{given}\t{outcome}\n"


def render(rows: Iterable[Instantiation]) -> str:
    """One line a row."""
    return "".join(render_row(row) for row in rows)
