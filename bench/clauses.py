"""Checking clauses: CPU of one check, and of a project, with SARA and SARA a hundred times over.

The data set is that of SARA_DATA, or ../shared/sara; without it, the demo's. BENCH_COPIES says how
many times (100). What is timed is the check itself, after the first, in this process.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.copies import write_copies
from bench.exchange import find_data
from bench.report import Figure
from sara_annotate.domain.clauses.check import check_project, check_text
from sara_annotate.domain.clauses.project import MemoryProject, make_project
from sara_annotate.domain.clauses.render import render_paper
from sara_annotate.domain.formats.layout import load_corpus

ONE_CHECK, SIZE, LINEAR = 0.02, 1.5, 1.5
"""A check takes less than 1/50 s; a project a hundred times as large makes it at most half again
as long; a whole project costs the same for each clause."""
ROUNDS = 5


def measure() -> list[Figure]:
    copies = int(os.environ.get("BENCH_COPIES", "100"))
    small, large = load_projects(copies)
    one, same = time_checks(small, small), time_checks(small, large)
    limit = Figure("one clause, worst of the small, of 1/50 s", ONE_CHECK, max(one), "s CPU", 1)
    whole, many = time_project(small), time_project(large)
    return [
        limit,
        Figure("one clause, median", median(one), median(same), "s CPU", SIZE),
        Figure("whole project, each clause", whole, many, "s CPU", LINEAR),
    ]


def load_projects(copies: int) -> tuple[MemoryProject, MemoryProject]:
    """The data set once, and many times."""
    folder = find_data()
    print(f"{folder.name} × 1 and × {copies}", file=sys.stderr)
    found = []
    with tempfile.TemporaryDirectory(prefix="sara-bench-") as name:
        for n in (1, copies):
            archive = Path(name) / f"{n}.tar.gz"
            write_copies(folder, archive, n)
            found.append(make_project(load_corpus(archive).statutes))
    return found[0], found[1]


def time_checks(clauses: MemoryProject, project: MemoryProject) -> list[float]:
    """CPU of checking each clause of the small project, after a first time; the best of a few."""
    times = []
    for clause in clauses.clauses.values():
        text = render_paper(clause)
        check_text(text, project)
        times.append(min(_time(text, project) for _ in range(ROUNDS)))
    return times


def _time(text: str, project: MemoryProject) -> float:
    before = time.process_time()
    check_text(text, project)
    return time.process_time() - before


def time_project(project: MemoryProject) -> float:
    """CPU for each clause when all are checked."""
    before = time.process_time()
    count = sum(1 for _ in check_project(project.clauses.values(), project))
    return (time.process_time() - before) / max(1, count)
