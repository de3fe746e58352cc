"""Replays of a project: every row and test asked of the engine, kept as flags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from sara_annotate.corpus.models import Project
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Case
from sara_annotate.domain.labels import Label
from sara_annotate.jobs.registry import JobContext, JobResult
from sara_annotate.logic import selectors
from sara_annotate.logic.flags import FlagValue, count_flags, flags_store
from sara_annotate.logic.kept_replays import KeptReplays, NoPieces, Pieces, ReplayItem
from sara_annotate.logic.models import Engine
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.replay import Replay, Replayed
from sara_annotate.logic.selectors import AnnotatedRow
from sara_annotate.logic.structure import replay_structure
from sara_annotate.logic.walking import Progress, walk_results


def replay_project(
    *,
    project: Project,
    compat: bool = False,
    jobs: int = 1,
    limits: Limits | None = None,
    progress: Progress = lambda done, total: None,
    pieces: Pieces | None = None,
) -> list[FlagValue]:
    """Every row that people wrote, and every test, held against program and structure."""
    clauses = selectors.clause_map(project=project)
    by_case = _rows_by_case(project)
    work = [
        (key, case, by_case.get(key, [])) for key, case in selectors.case_values(project=project)
    ]
    shelf = NoPieces() if pieces is None else pieces
    kept = KeptReplays(shelf, project, compat, limits or Limits())
    found: list[FlagValue] = []
    with SolverPool(jobs) as pool, ThreadPoolExecutor(jobs) as threads:
        replay = _prepare(project, pool, clauses, compat, limits or Limits())

        def one(item: ReplayItem) -> tuple[list[FlagValue], bool]:
            earlier = item.kept_flags()
            if earlier is not None:
                return earlier, False
            return list(_replay_case(replay, clauses, *item.work)), True

        # Pieces are read and written here: the threads have no connection to the database.
        items = [kept.item(*one_case) for one_case in work]
        results = walk_results(threads, one, items, progress=progress, before=0, total=len(work))
        for item, (flags, new) in zip(items, results, strict=True):
            if new:
                kept.put(item, flags)
            found += flags
    return found


def _rows_by_case(project: Project) -> dict[int, list[AnnotatedRow]]:
    by_case: dict[int, list[AnnotatedRow]] = {}
    layers = selectors.human_layers(project=project)
    for row in selectors.row_list(project=project, layers=layers):
        by_case.setdefault(row.case_id, []).append(row)
    return by_case


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


def replay_run(context: JobContext) -> JobResult:
    """The job that replays a project; what was replayed before it was stopped is kept."""
    project = Project.objects.get(slug=context.job.project_slug)
    compat = bool(context.job.params.get("compat", False))
    jobs = int(context.job.params.get("jobs", 1))
    flags = replay_project(
        project=project, compat=compat, jobs=jobs, progress=context.progress, pieces=context
    )
    flags_store(project=project, flags=flags, compat=compat)
    note = replay_note(project=project, counts=count_flags(flags))
    if note:
        context.log(note)
    return {"counts": count_flags(flags), "note": note}


def replay_note(*, project: Project, counts: Mapping[str, Mapping[str, int]]) -> str:
    """What a replay could not hold against anything, or nothing to say."""
    if not project.cases.exists():
        return "The project has no cases: there is nothing to replay."
    if selectors.program_get(project=project) is None:
        if not sum(sum(found.values()) for found in counts.values()):
            return "The project has no Prolog program and no rows that follow from others."
        return "The project has no Prolog program: rows were held against the structure alone."
    return ""
