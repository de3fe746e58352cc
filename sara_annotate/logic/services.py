"""Replays of a project: every row and test asked of the engine, kept as flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.db import transaction

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.corpus.models import Project
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Case
from sara_annotate.domain.labels import Label
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.logic import selectors
from sara_annotate.logic.models import Engine, ReplayFlag
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.replay import Replay, Replayed
from sara_annotate.logic.selectors import AnnotatedRow
from sara_annotate.logic.structure import replay_structure
from sara_annotate.logic.walking import Progress, walk_results


class NoProgramError(ApplicationError):
    code = "no_program"


@dataclass(frozen=True, slots=True)
class FlagValue:
    """One line of a replay; `row` is None for the case's own test."""

    case_id: int
    case: str
    engine: Engine
    replayed: Replayed
    row: AnnotatedRow | None = None

    def as_json(self) -> dict[str, object]:
        return {
            "case": self.case,
            "label": self.row.value.label.plain if self.row else None,
            "author": self.row.author if self.row else None,
            "engine": str(self.engine.value),
            "status": self.replayed.status,
            "detail": self.replayed.detail,
            "goal": self.replayed.goal,
            "notes": list(self.replayed.notes),
        }


def replay_project(
    *,
    project: Project,
    compat: bool = False,
    jobs: int = 1,
    limits: Limits | None = None,
    progress: Progress = lambda done, total: None,
) -> list[FlagValue]:
    """Every row that people wrote, and every test, held against program and structure."""
    clauses = selectors.clause_map(project=project)
    by_case: dict[int, list[AnnotatedRow]] = {}
    layers = selectors.human_layers(project=project)
    for row in selectors.row_list(project=project, layers=layers):
        by_case.setdefault(row.case_id, []).append(row)
    cases = list(selectors.case_values(project=project))
    found: list[FlagValue] = []
    with SolverPool(jobs) as pool, ThreadPoolExecutor(jobs) as threads:
        replay = _prepare(project, pool, clauses, compat, limits or Limits())
        work = [(key, case, by_case.get(key, [])) for key, case in cases]
        results = walk_results(
            threads,
            lambda one: list(_replay_case(replay, clauses, *one)),
            work,
            progress=progress,
            before=0,
            total=len(cases),
        )
        for flags in results:
            found += flags
    return found


def _prepare(
    project: Project,
    pool: SolverPool,
    clauses: Mapping[Label, Clause],
    compat: bool,
    limits: Limits,
) -> Replay | None:
    program = selectors.program_get(project=project, compat=compat)
    if program is None:
        return None
    return Replay(pool, program, pool.load(program), clauses, limits)


def _replay_case(
    replay: Replay | None,
    clauses: Mapping[Label, Clause],
    key: int,
    case: Case,
    rows: Sequence[AnnotatedRow],
) -> Iterator[FlagValue]:
    leaves = {
        author: selectors.leaf_rows(row for row in rows if row.author == author)
        for author in {row.author for row in rows}
    }
    for row in rows:
        derived = replay_structure(row.value, clauses, leaves[row.author])
        if derived is not None:
            yield FlagValue(key, case.name, Engine.STRUCTURE, derived, row)
    if replay is None:
        return
    reading = read_case(case, pool=replay.pool, program=replay.program, mend=replay.program.compat)
    faults = tuple(str(p) for p in reading.problems if p.severity != "note")
    for test in reading.tests:
        done = _with_notes(replay.replay_test(test, reading), faults)
        yield FlagValue(key, case.name, Engine.PROGRAM, done)
    for row in rows:
        done = _with_notes(replay.replay_row(row.value, reading), faults)
        yield FlagValue(key, case.name, Engine.PROGRAM, done, row)


def _with_notes(done: Replayed, notes: tuple[str, ...]) -> Replayed:
    return Replayed(done.status, done.detail, done.goal, done.engine_truth, (*notes, *done.notes))


@transaction.atomic
def flags_store(*, project: Project, flags: Sequence[FlagValue], compat: bool) -> None:
    """Keep what a replay found, in place of what the last one did."""
    program = selectors.program_get(project=project, compat=compat)
    sha256 = program.sha256 if program else ""
    ReplayFlag.objects.filter(project=project).delete()
    ReplayFlag.objects.bulk_create(
        [
            ReplayFlag(
                project=project,
                case_id=flag.case_id,
                layer_id=flag.row.layer_id if flag.row else None,
                instantiation_id=flag.row.instantiation_id if flag.row else None,
                subsection_id=flag.row.subsection_id if flag.row else None,
                engine=flag.engine,
                status=flag.replayed.status,
                detail=flag.replayed.detail,
                goal=flag.replayed.goal,
                notes=list(flag.replayed.notes),
                program_sha256=sha256 if flag.engine == Engine.PROGRAM else "",
                compat=compat,
            )
            for flag in flags
        ],
        batch_size=1000,
    )


def count_flags(flags: Sequence[FlagValue]) -> dict[str, dict[str, int]]:
    """How often each outcome came, by engine."""
    counts: dict[str, Counter[str]] = {engine.value: Counter() for engine in Engine}
    for flag in flags:
        counts[flag.engine.value][flag.replayed.status] += 1
    return {engine: dict(sorted(found.items())) for engine, found in counts.items()}


def replay_run(context: JobContext) -> JobResult:
    """The job that replays a project."""
    project = Project.objects.get(slug=context.job.project_slug)
    compat = bool(context.job.params.get("compat", False))
    flags = replay_project(project=project, compat=compat, progress=context.progress)
    flags_store(project=project, flags=flags, compat=compat)
    return {"counts": count_flags(flags)}
