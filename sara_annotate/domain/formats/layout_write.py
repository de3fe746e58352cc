"""Records back into the files of the SARA v2 layout, byte for byte what was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sara_annotate.domain.corpus import AnnotatedStatute, Case, Origin
from sara_annotate.domain.formats import (
    boundaries,
    case_file,
    instantiation,
    placeholders,
    splits,
    structure,
)
from sara_annotate.domain.formats.archive import Sink
from sara_annotate.domain.formats.layout_index import (
    BOUNDARIES,
    CASES,
    GOLD,
    PLACEHOLDERS,
    SILVER,
    SOURCE,
    SPLITS,
    STRUCTURE,
)
from sara_annotate.domain.formats.records import RecordSource


def write_layout(source: RecordSource, sink: Sink) -> Counter[str]:
    """Write every record of the source; what comes back says how many files of each kind."""
    written: Counter[str] = Counter()
    for annotated in source.statutes():
        written["statutes"] += _write_statute(annotated, sink)
    written["cases"] = _write_cases(source.cases(), sink)
    seen: set[Origin] = set()
    written[GOLD] = _write_rows(source, sink, GOLD, seen, silver=False)
    # Silver is rare, and a second reading of all rows is not cheap.
    written[SILVER] = (
        _write_rows(source, sink, SILVER, seen, silver=True) if "silver" in seen else 0
    )
    for program in source.programs():
        sink.add(program.path, [program.text])
        written["programs"] += 1
    return written


def _write_statute(annotated: AnnotatedStatute, sink: Sink) -> int:
    statute = annotated.statute
    if not statute.section[:1].isdigit():
        # A free predicate such as tax has no files; its text is fixed by the format.
        return 0
    name = f"section{statute.section}"
    sink.add(f"{SOURCE}/{name}", [statute.text])
    sink.add(f"{BOUNDARIES}/{name}", [boundaries.render(statute.subsections)])
    sink.add(f"{PLACEHOLDERS}/{name}", [placeholders.render(annotated.mentions)])
    sink.add(f"{STRUCTURE}/{name}", [structure.render(annotated.clauses)])
    return 1


def _write_cases(cases: Iterable[Case], sink: Sink) -> int:
    names: dict[str, list[str]] = {"train": [], "test": []}
    count = 0
    for case in cases:
        sink.add(f"{CASES}/{case.name}.pl", [case_file.render(case)])
        if case.split:
            names[case.split].append(case.name)
        count += 1
    if any(names.values()):
        for split, found in names.items():
            sink.add(f"{SPLITS}/{split}", [splits.render(found)])
    return count


def _write_rows(
    source: RecordSource, sink: Sink, name: str, seen: set[Origin], *, silver: bool
) -> int:
    """Write the rows that are silver, or those that are not; `seen` learns what there was."""
    count = 0

    def render() -> Iterator[str]:
        nonlocal count
        for row in source.instantiations():
            seen.add(row.origin)
            if (row.origin == "silver") == silver:
                count += 1
                yield instantiation.render_row(row)

    chunks = render()
    first = next(chunks, None)
    if first is not None:
        sink.add(name, _chain(first, chunks))
    return count


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest
