"""Import and export of SARA and of SARA a hundred times over: time per item and memory.

The data set is that of SARA_DATA, or ../shared/sara; without it, the demo's. It is copied into
a temporary folder that is gone afterwards. BENCH_COPIES says how many times (100), and with
BENCH_POSTGRES=1 all is done on a throwaway PostgreSQL as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.copies import write_copies
from bench.report import Figure
from scripts.services import postgres

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ("layout", "json", "identification", "conll", "full")
TIME, MEMORY = 1.5, 2.5
"""Time per item may grow by a half. Memory may hold names, and SQLite's cache, which alone is
32 MB once there is enough to fill it; texts and rows may not gather in it."""


def measure() -> list[Figure]:
    """All figures, on SQLite and, when asked for, on PostgreSQL."""
    copies = int(os.environ.get("BENCH_COPIES", "100"))
    folder = find_data()
    print(f"{folder.name} × 1 and × {copies}", file=sys.stderr)
    figures = []
    with tempfile.TemporaryDirectory(prefix="sara-bench-") as name, ExitStack() as stack:
        at = Path(name)
        archives = {n: at / f"{n}.tar.gz" for n in (1, copies)}
        for n, archive in archives.items():
            write_copies(folder, archive, n)
        figures += _measure_on("SQLite", "", archives, at)
        if os.environ.get("BENCH_POSTGRES") == "1":
            figures += _measure_on("PostgreSQL", stack.enter_context(postgres()), archives, at)
    return figures


def find_data() -> Path:
    """The SARA data set if it is there, or the demo's, which has the same layout."""
    folder = Path(os.environ.get("SARA_DATA") or ROOT.parent / "shared" / "sara")
    return folder if (folder / "statutes" / "source").is_dir() else ROOT / "fixtures" / "demo"


@dataclass(frozen=True, slots=True)
class Place:
    """A database of its own for one size of the data."""

    name: str
    folder: Path
    database: str
    times: int
    """Short steps are done several times, and the middle one counts."""

    def run(self, step: str, path: Path, *, slug: str = "bench", once: bool = False) -> Any:
        arguments = [step, str(path), slug, "1" if once else str(self.times)]
        print(f"{self.name}: {step} {path.suffix[1:]}", file=sys.stderr)
        done = subprocess.run(
            [sys.executable, "-m", "bench.child", *arguments],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "sara_annotate.config.settings",
                "SARA_VAR": str(self.folder),
                "DATABASE_URL": self.database,
            },
            stdout=subprocess.PIPE,
            check=True,
        )
        return json.loads(done.stdout)


def _measure_on(kind: str, url: str, archives: dict[int, Path], at: Path) -> list[Figure]:
    results = []
    for n, archive in archives.items():
        folder = at / f"{kind}-{n}"
        folder.mkdir()
        place = Place(f"{kind} × {n}", folder, _database(url, folder, n), 3 if n == 1 else 1)
        results.append(dict(_steps(place, archive)))
    small, large = results
    figures = [f for step in small if step != "queries" for f in _compare(kind, step, small, large)]
    return [*figures, _compare_queries(kind, large["queries"])]


def _steps(place: Place, archive: Path) -> Iterator[tuple[str, Any]]:
    place.run("prepare", archive, once=True)
    yield "check", place.run("check", archive)
    yield "import", place.run("save", archive)
    yield "check of what is there", place.run("check", archive)
    for format in FORMATS:
        yield f"export {format}", place.run("export", place.folder / f"out.{format}")
    full = place.folder / "out.full"
    yield "import full", place.run("save", full, slug="again")
    yield "queries", place.run("queries", archive, once=True)


def _compare(
    kind: str, step: str, small: dict[str, Any], large: dict[str, Any]
) -> Iterator[Figure]:
    a, b = small[step], large[step]
    yield Figure(f"{kind}: {step}, time", _each(a, "wall"), _each(b, "wall"), "ms an item", TIME)
    yield Figure(f"{kind}: {step}, processor", _each(a, "cpu"), _each(b, "cpu"), "ms an item")
    yield Figure(f"{kind}: {step}, memory", a["peak"], b["peak"], "MB at most", MEMORY)


def _each(result: dict[str, Any], cost: str) -> float:
    return 1000 * float(result[cost]) / int(result["items"])


def _compare_queries(kind: str, asked: dict[str, Any]) -> Figure:
    few, many = asked["queries"]
    spans = "{} and {} spans".format(*asked["spans"])
    return Figure(f"{kind}: queries of a statute page ({spans})", few, many, "queries", 1.0)


def _database(url: str, folder: Path, n: int) -> str:
    """SQLite in the folder, or a database of its own on the server."""
    if not url:
        return f"sqlite:///{folder / 'bench.sqlite3'}"
    import psycopg2  # only PostgreSQL needs it

    connection = psycopg2.connect(url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE bench_{n}")
    connection.close()
    return f"{url.rpartition('/')[0]}/bench_{n}"
