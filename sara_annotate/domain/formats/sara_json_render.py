"""Writing SARA v2 JSON, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sara_annotate.domain.corpus import (
    TAX_LABEL,
    AnnotatedStatute,
    Case,
    ClauseText,
    Instantiation,
    Mention,
    Split,
    Statute,
    Subsection,
    SubsectionMentions,
    Values,
    make_tax_statute,
)
from sara_annotate.domain.formats.json_values import dump_json, dump_values
from sara_annotate.domain.formats.records import RecordSource
from sara_annotate.domain.formats.report import FormatError, new_report
from sara_annotate.domain.formats.structure import join_lines
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import part_index

TRUTH = "@TRUTH"
Json = object


@dataclass(frozen=True, slots=True)
class SaraJson:
    """The file as values: rows by split, texts and mentions by label, half-open offsets.

    Names are upper case, because the format has no other.
    """

    train: tuple[Instantiation, ...] = ()
    test: tuple[Instantiation, ...] = ()
    statutes: tuple[tuple[Label, str], ...] = ()
    cases: tuple[tuple[str, str], ...] = ()
    mentions: tuple[SubsectionMentions, ...] = ()
    structure: tuple[ClauseText, ...] = ()


def render(source: RecordSource) -> Iterator[str]:
    """The file in pieces; each stream of the source is asked for several times."""
    splits = {case.name: case.split for case in source.cases()}
    check_rows(source.instantiations(), splits)
    yield "{"
    for split in ("train", "test"):
        yield f'"{split}": {{"gold": ['
        yield from _join(_rows(source, splits, split, silver=False))
        yield '], "automatic": ['
        # Test has no silver: the published code wants the gold rows there once more.
        yield from _join(_rows(source, splits, split, silver=split == "train"))
        yield "]}, "
    yield '"statutes": {'
    yield from _join(_pairs(_texts(source)))
    yield '}, "cases": {'
    yield from _join(_pairs((case.name, case_text(case)) for case in source.cases()))
    yield '}, "spans": {'
    yield from _join(_pairs(_spans(source)))
    yield '}, "structure": ['
    yield from _join(dump_json(join_lines(c)) for s in source.statutes() for c in s.clauses)
    yield "]}\n"


def check_rows(rows: Iterable[Instantiation], splits: dict[str, Split]) -> None:
    """Refuse rows that belong to no split, or silver rows of a test case."""
    report = new_report("argument_instantiation")
    for row in rows:
        split = splits.get(row.case)
        if not split:
            report.error(
                "row_without_split",
                f"{row.case} is in no split, so its rows have no place in the file.",
                "Put the case into train or test.",
            )
        elif split == "test" and row.origin == "silver":
            report.error(
                "silver_in_test", f"{row.case} is a test case with silver rows.", "Remove them."
            )
    report.report.raise_errors()


def _rows(
    source: RecordSource, splits: dict[str, Split], split: str, *, silver: bool
) -> Iterator[str]:
    for row in source.instantiations():
        if splits[row.case] == split and (row.origin == "silver") == silver:
            yield dump_json(row_as_json(row))


def row_as_json(row: Instantiation) -> list[Json]:
    """A row as the format writes it, truth last."""
    found = _upper(row.found) if row.truth else {}
    return [row.case, row.label.predicate, _upper(row.given), {**found, TRUTH: row.truth}]


def _upper(values: Values) -> dict[str, Json]:
    return {name.upper(): value for name, value in dump_values(values).items()}


def case_text(case: Case) -> str:
    """The case as the format holds it: text and question on one line, without the answer."""
    return f"{case.text} {case.question}".replace("\n", " ").strip()


def _texts(source: RecordSource) -> Iterator[tuple[str, Json]]:
    for annotated in _with_free(source):
        for sub in annotated.statute.subsections:
            yield sub.label.plain, _in_order(sub).text_of(annotated.statute.text)


def _spans(source: RecordSource) -> Iterator[tuple[str, Json]]:
    for annotated in _with_free(source):
        marked = {entry.label: entry.mentions for entry in annotated.mentions}
        for sub in annotated.statute.subsections:
            spans = sorted(relative_mentions(sub, marked.get(sub.label, ())))
            yield sub.label.plain, [[m.start, m.end - 1, m.argument] for m in spans]


def _with_free(source: RecordSource) -> Iterator[AnnotatedStatute]:
    """The statutes, then the fixed tax entry, then an empty one for other free predicates."""
    free: dict[Label, AnnotatedStatute] = {}
    for annotated in source.statutes():
        if Label(annotated.statute.section).is_free:
            free[Label(annotated.statute.section)] = annotated
            continue
        yield annotated
        for clause in annotated.clauses:
            if clause.head.is_free:
                free.setdefault(clause.head, make_free_statute(clause.head))
    yield make_tax_statute()
    yield from (annotated for label, annotated in free.items() if label != TAX_LABEL)


def make_free_statute(label: Label) -> AnnotatedStatute:
    """An entry without text, so that readers find the predicate that clauses call."""
    return AnnotatedStatute(Statute(label.section, "", (Subsection(label, ()),)))


def _in_order(sub: Subsection) -> Subsection:
    """The published code joins parts in the order of the text."""
    return Subsection(sub.label, tuple(sorted(sub.parts)), sub.heading)


def relative_mentions(sub: Subsection, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions counted in the subsection's joined text, names upper case."""
    parts = sorted(sub.parts)
    for mention in mentions:
        index = part_index(mention, parts)
        if index is None:
            continue
        shift = sum(p.end - p.start for p in parts[:index]) - parts[index].start
        yield Mention(mention.start + shift, mention.end + shift, mention.argument.upper())


def _pairs(items: Iterable[tuple[str, Json]]) -> Iterator[str]:
    seen: set[str] = set()
    for key, value in items:
        if key in seen:
            report = new_report(key)
            report.error("json_key_repeated", f"{key} would stand twice in the file.")
            raise FormatError(report.report.errors)
        seen.add(key)
        yield f"{dump_json(key)}: {dump_json(value)}"


def _join(items: Iterator[str]) -> Iterator[str]:
    between = ""
    for item in items:
        yield between + item
        between = ", "
