"""Cases as JSON lines: one object a line, the fields of a case by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sara_annotate.domain.corpus import Case, Split
from sara_annotate.domain.formats.case_file import check_case, check_case_name
from sara_annotate.domain.formats.json_values import JsonError, dump_json, load_object
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.text import shorten, split_lines

FIELDS = ("name", "text", "question", "answer", "facts", "test", "source", "split")
REQUIRED = ("name", "text", "question", "answer")
_SPLITS: dict[str, Split] = {"train": "train", "test": "test", "": ""}


def parse(text: str, report: FileReport) -> tuple[Case, ...]:
    """The cases in the order of the file, each name once."""
    return tuple(parse_lines(enumerate(split_lines(text), 1), report))


def parse_lines(lines: Iterable[tuple[int, str]], report: FileReport) -> Iterator[Case]:
    """Cases of numbered lines, one at a time; only their names are kept."""
    seen: dict[str, int] = {}
    for number, line in lines:
        if not line.strip():
            continue
        case = _parse_line(line, report, number)
        if case is None:
            continue
        if case.name in seen:
            report.error(
                "case_repeated",
                f"{case.name} stands on line {seen[case.name]} already.",
                "Give each case a name of its own.",
                number,
            )
            continue
        seen[case.name] = number
        yield case


def _parse_line(line: str, report: FileReport, number: int) -> Case | None:
    try:
        fields = _parse_fields(load_object(line))
    except JsonError as error:
        report.error(
            error.code, error.message, "Write one JSON object a line.", number, error.column
        )
        return None
    split = _SPLITS.get(fields["split"])
    if split is None:
        report.error(
            "split_unknown",
            f"“{shorten(fields['split'])}” is no split.",
            "Write train or test.",
            number,
        )
        return None
    if not check_case_name(fields["name"], report, line=number):
        return None
    if not fields["answer"].strip():
        report.error(
            "case_answer_missing",
            "The question has no answer.",
            "Give Entailment, Contradiction or $ amount.",
            number,
        )
        return None
    case = Case(**{name: fields[name] for name in FIELDS if name != "split"}, split=split)
    check_case(case, report, line=number)
    return case


def _parse_fields(found: dict[str, object]) -> dict[str, str]:
    for name in found:
        if name not in FIELDS:
            raise JsonError(f"“{shorten(name)}” is no field of a case.", code="field_unknown")
    for name in REQUIRED:
        if name not in found:
            raise JsonError(f"The field “{name}” is missing.", code="field_missing")
    fields: dict[str, str] = {}
    for name in FIELDS:
        value = found.get(name, "")
        if not isinstance(value, str):
            raise JsonError(f"The field “{name}” is no string.", code="value_type")
        if "\x00" in value:
            raise JsonError(f"The field “{name}” holds a NUL character.", code="encoding_nul")
        fields[name] = value.replace("\r\n", "\n").replace("\r", "\n")
    return fields


def render_line(case: Case) -> str:
    """The line of one case, with its break; empty optional fields are left out."""
    fields = {name: getattr(case, name) for name in FIELDS}
    return dump_json({k: v for k, v in fields.items() if v or k in REQUIRED}) + "\n"


def render(cases: Iterable[Case]) -> str:
    """One line a case."""
    return "".join(render_line(case) for case in cases)
