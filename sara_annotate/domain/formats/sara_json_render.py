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
from sara_annotate.domain.formats.spool import JsonSpool
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
    """The file in pieces; each stream of the source is read once, before the first piece."""
    cases, splits = _spool_cases(source)
    rows = _spool_rows(source, splits)
    texts, spans, clauses = _spool_statutes(source)
    yield '{"train": {"gold": ['
    yield from rows["train", False]
    yield '], "automatic": ['
    yield from rows["train", True]
    yield ']}, "test": {"gold": ['
    yield from rows["test", False]
    yield '], "automatic": ['
    # Test has no silver: the published code wants the gold rows there once more.
    yield from rows["test", False]
    yield ']}, "statutes": {'
    yield from texts
    yield '}, "cases": {'
    yield from cases
    yield '}, "spans": {'
    yield from spans
    yield '}, "structure": ['
    yield from clauses
    yield "]}\n"


def _spool_cases(source: RecordSource) -> tuple[JsonSpool, dict[str, Split]]:
    spool = JsonSpool()
    splits: dict[str, Split] = {}
    for case in source.cases():
        _add_pair(spool, case.name, case_text(case), twice=case.name in splits)
        splits[case.name] = case.split
    return spool, splits


def _spool_rows(
    source: RecordSource, splits: dict[str, Split]
) -> dict[tuple[str, bool], JsonSpool]:
    """Rendered rows by split and by whether they are silver."""
    kinds = [(split, silver) for split in ("train", "test") for silver in (False, True)]
    found = {kind: JsonSpool() for kind in kinds}

    def spooled() -> Iterator[Instantiation]:
        for row in source.instantiations():
            spool = found.get((splits.get(row.case, ""), row.origin == "silver"))
            if spool is not None:
                spool.add(dump_json(row_as_json(row)))
            yield row

    check_rows(spooled(), splits)
    return found


def _spool_statutes(source: RecordSource) -> tuple[JsonSpool, JsonSpool, JsonSpool]:
    """Texts and spans by label, and the clauses."""
    texts, spans, clauses = JsonSpool(), JsonSpool(), JsonSpool()

    def read() -> Iterator[AnnotatedStatute]:
        for annotated in source.statutes():
            for clause in annotated.clauses:
                clauses.add(dump_json(join_lines(clause)))
            yield annotated

    seen: set[str] = set()
    for annotated in _with_free(read()):
        marked = {entry.label: entry.mentions for entry in annotated.mentions}
        for sub in annotated.statute.subsections:
            key = sub.label.plain
            text = _in_order(sub).text_of(annotated.statute.text)
            _add_pair(texts, key, text, twice=key in seen)
            marks = sorted(relative_mentions(sub, marked.get(sub.label, ())))
            _add_pair(spans, key, [[m.start, m.end - 1, m.argument] for m in marks])
            seen.add(key)
    return texts, spans, clauses


def _add_pair(spool: JsonSpool, key: str, value: Json, *, twice: bool = False) -> None:
    if twice:
        report = new_report(key)
        report.error("json_key_repeated", f"{key} would stand twice in the file.")
        raise FormatError(report.report.errors)
    spool.add(f"{dump_json(key)}: {dump_json(value)}")


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


def row_as_json(row: Instantiation) -> list[Json]:
    """A row as the format writes it, truth last."""
    found = _upper(row.found) if row.truth else {}
    return [row.case, row.label.predicate, _upper(row.given), {**found, TRUTH: row.truth}]


def _upper(values: Values) -> dict[str, Json]:
    return {name.upper(): value for name, value in dump_values(values).items()}


def case_text(case: Case) -> str:
    """The case as the format holds it: text and question on one line, without the answer."""
    return f"{case.text} {case.question}".replace("\n", " ").strip()


def _with_free(statutes: Iterable[AnnotatedStatute]) -> Iterator[AnnotatedStatute]:
    """The statutes, then the fixed tax entry, then an empty one for other free predicates."""
    free: dict[Label, AnnotatedStatute] = {}
    for annotated in statutes:
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
