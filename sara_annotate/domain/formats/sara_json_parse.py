"""Reading SARA v2 JSON: every entry checked, the good ones kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sara_annotate.domain.corpus import (
    ClauseText,
    Instantiation,
    Mention,
    Origin,
    SubsectionMentions,
    Values,
)
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.formats import structure
from sara_annotate.domain.formats.instantiation import check_names
from sara_annotate.domain.formats.json_values import JsonError, load_object, parse_values
from sara_annotate.domain.formats.placeholders import check_name
from sara_annotate.domain.formats.report import FileReport
from sara_annotate.domain.formats.sara_json_render import TRUTH, SaraJson
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import find_overlaps

KEYS = ("train", "test", "statutes", "cases", "spans", "structure")
_SHAPE = "See the description of SARA v2 JSON."


def parse(text: str, report: FileReport) -> SaraJson:
    """What is good in the file; places in messages are paths such as train.gold[3]."""
    try:
        found = load_object(text)
    except JsonError as error:
        line = text.count("\n", 0, (error.column or 1) - 1) + 1
        report.error(error.code, error.message, _SHAPE, line)
        return SaraJson()
    for key in KEYS:
        if key not in found:
            report.error("field_missing", f"The key “{key}” is missing.", _SHAPE)
    texts = dict(_parse_texts(found.get("statutes"), "statutes", report))
    labels = dict(_parse_labels(texts, report))
    cases = tuple(_parse_texts(found.get("cases"), "cases", report))
    train = _parse_split(found.get("train"), "train", report)
    test = _parse_split(found.get("test"), "test", report)
    _check_rows((*train, *test), set(labels.values()), {name for name, _ in cases}, report)
    return SaraJson(
        train=train,
        test=test,
        statutes=tuple((label, texts[key]) for key, label in labels.items()),
        cases=cases,
        mentions=tuple(_parse_mentions(found.get("spans"), labels, texts, report)),
        structure=_parse_structure(found.get("structure"), report),
    )


def _parse_texts(value: object, place: str, report: FileReport) -> Iterator[tuple[str, str]]:
    for key, text in _items(value, place, report):
        if isinstance(text, str):
            yield key, text
        else:
            report.error("value_type", f"{place}.{key} is no string.", _SHAPE)


def _items(value: object, place: str, report: FileReport) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        yield from value.items()
    elif value is not None:
        report.error("json_no_object", f"{place} is no JSON object.", _SHAPE)


def _list(value: object, place: str, report: FileReport) -> list[object]:
    if isinstance(value, list):
        return value
    if value is not None:
        report.error("value_type", f"{place} is no list.", _SHAPE)
    return []


def _parse_labels(texts: Mapping[str, str], report: FileReport) -> Iterator[tuple[str, Label]]:
    for key in texts:
        try:
            yield key, parse_label(key)
        except LabelError as error:
            report.error("label_invalid", f"statutes: {error.message}", "Write 63(c)(5).")


def _parse_split(value: object, split: str, report: FileReport) -> tuple[Instantiation, ...]:
    found = dict(_items(value, split, report))
    gold = tuple(_parse_rows(found.get("gold"), f"{split}.gold", "gold", report))
    if split == "test":
        if found.get("automatic") != found.get("gold"):
            report.error(
                "silver_in_test",
                "test.automatic differs from test.gold: silver rows may not be about test cases.",
                "Repeat the gold rows there.",
            )
        return gold
    silver = _parse_rows(found.get("automatic"), f"{split}.automatic", "silver", report)
    return (*gold, *silver)


def _parse_rows(
    value: object, place: str, origin: Origin, report: FileReport
) -> Iterator[Instantiation]:
    for i, row in enumerate(_list(value, place, report)):
        here = f"{place}[{i}]"
        if not isinstance(row, list) or len(row) != 4:
            report.error("field_count", f"{here} is no row of 4 fields.", _SHAPE)
            continue
        found = _parse_row(row, here, origin, report)
        if found is not None:
            yield found


def _parse_row(
    row: list[object], here: str, origin: Origin, report: FileReport
) -> Instantiation | None:
    case, predicate, given, found = row
    if not (isinstance(case, str) and isinstance(predicate, str)):
        report.error("value_type", f"{here}: case and predicate are strings.", _SHAPE)
        return None
    if not (isinstance(given, dict) and isinstance(found, dict)):
        report.error("json_no_object", f"{here}: inputs and outputs are objects.", _SHAPE)
        return None
    truth = found.get(TRUTH)
    if not isinstance(truth, bool):
        report.error("truth_missing", f"{here} has no {TRUTH} that is true or false.", _SHAPE)
        return None
    try:
        label = parse_label(predicate)
        inputs = parse_values(given)
        outputs = parse_values({k: v for k, v in found.items() if k != TRUTH})
    except (JsonError, LabelError) as error:
        report.error(error.code, f"{here}: {error.message}", _SHAPE)
        return None
    if not all(check_names(values, report, None) for values in (inputs, outputs)):
        return None
    return _make_row(case, label, inputs, outputs, truth, origin)


def _make_row(
    case: str, label: Label, given: Values, found: Values, truth: bool, origin: Origin
) -> Instantiation:
    return Instantiation(case.removesuffix(".pl"), label, given, found, truth, origin)


def _check_rows(
    rows: tuple[Instantiation, ...], labels: set[Label], cases: set[str], report: FileReport
) -> None:
    for row in rows:
        if row.case not in cases:
            report.error("row_case_unknown", f"There is no case {row.case}.", "Add it to cases.")
        if row.label not in labels:
            report.error(
                "row_predicate_unknown", f"There is no {row.label} in statutes.", "Add its text."
            )


def _parse_mentions(
    value: object, labels: Mapping[str, Label], texts: Mapping[str, str], report: FileReport
) -> Iterator[SubsectionMentions]:
    for key, rows in _items(value, "spans", report):
        if key not in labels:
            report.error("header_unknown", f"spans.{key} has no text in statutes.", _SHAPE)
            continue
        place = f"spans.{key}"
        found = [_parse_mention(r, place, texts[key], report) for r in _list(rows, place, report)]
        mentions = tuple(m for m in found if m is not None)
        for a, b in find_overlaps(mentions):
            report.error(
                "mention_overlap",
                f"{place}: {a.start}–{a.end - 1} and {b.start}–{b.end - 1} overlap.",
                "Keep one of the two.",
            )
        yield SubsectionMentions(labels[key], mentions)


def _parse_mention(row: object, place: str, text: str, report: FileReport) -> Mention | None:
    match row:
        case [int(start), int(end), str(name)] if type(start) is int and type(end) is int:
            if not 0 <= start <= end < len(text):
                report.error(
                    "span_outside_text", f"{place}: {start}–{end} leaves the text.", _SHAPE
                )
                return None
            return Mention(start, end + 1, name) if check_name(name, report) else None
        case _:
            report.error("value_type", f"{place} holds something that is no span.", _SHAPE)
            return None


def _parse_structure(value: object, report: FileReport) -> tuple[ClauseText, ...]:
    found: dict[Label, ClauseText] = {}
    for i, text in enumerate(_list(value, "structure", report)):
        if not isinstance(text, str) or "." in text:
            report.error("value_type", f"structure[{i}] is no clause without a dot.", _SHAPE)
            continue
        for clause in structure.parse(f"{text}.", report):
            if clause.head in found:
                report.error(
                    "clause_repeated", f"structure[{i}]: {clause.head.predicate} stands twice."
                )
            else:
                found[clause.head] = clause
    return tuple(found.values())
