"""A silver run over a whole project: in pieces, a case at a time, on several processes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from sara_annotate.domain.clauses.render import render_file
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Case, Instantiation, Value
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic.checkpoints import Checkpoints
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Loaded, LogicProgram
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.silver import CaseSilver, SilverOptions, SilverRow
from sara_annotate.logic.silver_case import make_case_silver
from sara_annotate.logic.silver_plan import (
    Places,
    Prepared,
    find_targets,
    open_goals,
    prepare_case,
    see_answers,
    see_rows,
    see_tests,
)
from sara_annotate.logic.walking import Progress, walk_results

R = TypeVar("R")


@dataclass(frozen=True)
class SilverInput:
    """Everything that the rows depend on."""

    program: LogicProgram
    cases: tuple[Case, ...]
    labels: tuple[Label, ...]
    clauses: Mapping[Label, Clause]
    integers: Mapping[Label, frozenset[str]]
    gold: tuple[Instantiation, ...]
    options: SilverOptions

    @property
    def sha256(self) -> str:
        """Changes with whatever would change the rows."""
        options = {**asdict(self.options), "tiers": sorted(self.options.tiers)}
        said = [
            self.program.key,
            [(c.name, c.text, c.question, c.facts, c.test) for c in self.cases],
            sorted(label.plain for label in self.labels),
            sorted(render_file(clause) for clause in self.clauses.values()),
            sorted((label.plain, sorted(names)) for label, names in self.integers.items()),
            [(r.case, r.label.plain, r.given, r.found, r.truth) for r in self.gold],
            options,
        ]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SilverResult:
    """Rows in the order of cases and predicates, and what did not become rows."""

    rows: list[SilverRow]
    counts: dict[str, int]
    failures: list[tuple[str, str, str, str]]
    program_sha256: str = ""
    caps: dict[str, int] = field(default_factory=dict)
    """What was left out because there was too much of it."""


@dataclass
class SilverRun:
    """One run; `folder` keeps its pieces until it is over."""

    given: SilverInput
    folder: Path
    jobs: int = 1
    progress: Progress = field(default=lambda done, total: None)

    def run(self, save: Callable[[SilverResult], object] = lambda result: None) -> SilverResult:
        """All rows, handed to `save` before the pieces go; those of an earlier run are used."""
        kept = Checkpoints(self.folder / self.given.sha256[:16])
        # Test cases are nobody's training data, unless whoever trains keeps them apart himself.
        cases = [case for case in self.given.cases if self.given.options.covers(case)]
        with SolverPool(self.jobs) as pool, ThreadPoolExecutor(self.jobs) as threads:
            pool.warm(self.given.program, self.given.options.limits)
            loaded = pool.load(self.given.program)
            prepared = list(threads.map(lambda case: self._prepare(case, pool), cases))
            seen = self._see(prepared, loaded, kept, pool, threads)
            targets = find_targets(
                prepared,
                loaded=loaded,
                clauses=self.given.clauses,
                labels=self.given.labels,
                integers=self.given.integers,
                seen=seen,
            )

            def work(one: tuple[int, Prepared]) -> CaseSilver:
                name = f"rows-{one[0]:05}"
                found = kept.get(name)
                if found is None:
                    silver = self._with_strangers(one, prepared)
                    made = make_case_silver(
                        silver,
                        targets,
                        program=self.given.program,
                        pool=pool,
                        options=self.given.options,
                    )
                    found = _to_json(made)
                    kept.put(name, found)
                return _from_json(found, one[1].silver.case.name)

            pieces = self._walk(threads, work, prepared, before=len(cases))
            result = _join(list(pieces), prepared, self.given.program.sha256)
        save(result)
        kept.clear()
        return result

    def _prepare(self, case: Case, pool: SolverPool) -> Prepared:
        mend = self.given.program.compat
        reading = read_case(case, pool=pool, program=self.given.program, mend=mend)
        return prepare_case(case, reading)

    def _see(
        self,
        prepared: Sequence[Prepared],
        loaded: Loaded,
        kept: Checkpoints,
        pool: SolverPool,
        threads: ThreadPoolExecutor,
    ) -> Places:
        """Which arguments hold people and years, from tests, gold and open queries."""
        names = {label.predicate for label in self.given.labels}
        names |= set(_asked_names(prepared))
        goals = open_goals(loaded, names)

        def work(one: tuple[int, Prepared]) -> list[list[Any]]:
            name = f"kinds-{one[0]:05}"
            found: list[list[Any]] | None = kept.get(name)
            if found is None:
                limits = replace(self.given.options.limits, solutions=20)
                program = self.given.program
                seen = see_answers(one[1], goals, program=program, pool=pool, limits=limits)
                found = [[n, place, sorted(kinds)] for (n, place), kinds in sorted(seen.items())]
                kept.put(name, found)
            return found

        places: Places = defaultdict(set)
        for found in self._walk(threads, work, prepared, before=0):
            for name, place, kinds in found:
                places[name, place].update(kinds)
        for case in prepared:
            see_tests(places, case)
        by_name = {case.silver.case.name: case for case in prepared}
        see_rows(places, self.given.gold, by_name, loaded, self.given.clauses)
        return places

    def _walk(
        self,
        threads: ThreadPoolExecutor,
        work: Callable[[tuple[int, Prepared]], R],
        prepared: Sequence[Prepared],
        *,
        before: int,
    ) -> Iterator[R]:
        return walk_results(
            threads,
            work,
            enumerate(prepared),
            progress=self.progress,
            before=before,
            total=2 * len(prepared),
        )

    def _with_strangers(self, one: tuple[int, Prepared], prepared: Sequence[Prepared]) -> Any:
        """The case with people of the next one that has others than its own."""
        index, mine = one
        if "D" not in self.given.options.tiers:
            return mine.silver
        others = [*prepared[index + 1 :], *prepared[:index]]
        for other in others:
            strangers = tuple(p for p in other.silver.people if p not in mine.silver.people)
            if strangers:
                return replace(mine.silver, strangers=strangers)
        return mine.silver


def _asked_names(prepared: Sequence[Prepared]) -> Iterator[str]:
    for case in prepared:
        for test in case.reading.tests:
            name = getattr(test.goal, "name", None)
            if test.is_simple and isinstance(name, str):
                yield name


def _to_json(made: CaseSilver) -> dict[str, Any]:
    rows = [
        {
            "label": row.value.label.plain,
            "given": row.value.given,
            "found": row.value.found,
            "truth": row.value.truth,
            "tier": row.tier,
        }
        for row in made.rows
    ]
    return {
        "rows": rows,
        "counts": made.counts,
        "failures": made.failures,
        "caps": made.caps,
    }


def _from_json(data: Mapping[str, Any], case: str) -> CaseSilver:
    rows = [
        SilverRow(
            Instantiation(
                case,
                parse_label(row["label"]),
                _pairs(row["given"]),
                _pairs(row["found"]),
                row["truth"],
                "silver",
            ),
            row["tier"],
        )
        for row in data["rows"]
    ]
    failures = [(goal, outcome, code) for goal, outcome, code in data["failures"]]
    return CaseSilver(rows, dict(data["counts"]), failures, dict(data.get("caps", {})))


def _pairs(listed: Sequence[Sequence[Any]]) -> tuple[tuple[str, Value], ...]:
    return tuple((n, tuple(v) if isinstance(v, list) else v) for n, v in listed)


def _join(pieces: Sequence[CaseSilver], prepared: Sequence[Prepared], sha256: str) -> SilverResult:
    counts: Counter[str] = Counter()
    caps: Counter[str] = Counter()
    rows: list[SilverRow] = []
    failures: list[tuple[str, str, str, str]] = []
    for piece, case in zip(pieces, prepared, strict=True):
        rows += piece.rows
        counts.update(piece.counts)
        caps.update(piece.caps)
        failures += [(case.silver.case.name, *failure) for failure in piece.failures]
    said = dict(sorted(caps.items()))
    return SilverResult(rows, dict(sorted(counts.items())), failures, sha256, said)
