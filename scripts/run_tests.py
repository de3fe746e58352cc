"""Everything that must hold before a change goes in, on a machine with nothing but Python.

    python3 -m scripts.run_tests [--only STAGE ...]

Ends with one line for each stage and the total alone on the last line. Whatever was
started is ended, and whatever was written to temporary folders removed, also after a
failure, Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts import bootstrap
from scripts.checks import Counts, end_leftovers, run_check, run_pytest, run_vitest
from scripts.console import SetupError, complain, say
from scripts.services import postgres

PYTHON = str(bootstrap.VENV_PYTHON)
# Not .venv/bin/lint-imports: its first line names the folder in which it was installed.
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"
# Tests decide for themselves; what somebody set for their own instance must not leak in.
NOT_OURS = (
    "DATABASE_URL",
    "CELERY_BROKER_URL",
    "PORT",
    "SECRET_KEY",
    "SARA_DEBUG",
    "SARA_BIND",
    "SARA_TLS",
    "ALLOWED_HOSTS",
    "DJANGO_SETTINGS_MODULE",
)


def run_lint(_scratch: Path) -> Counts:
    """Style, types, import rules and migrations."""
    checks = [
        run_check("ruff check", [PYTHON, "-m", "ruff", "check", "."]),
        run_check("ruff format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
        run_check("mypy", [PYTHON, "-m", "mypy"]),
        run_check("import rules", [PYTHON, "-c", LINT_IMPORTS]),
        run_check("migrations", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"]),
        run_check("front end", ["npm", "run", "--silent", "lint"], cwd=bootstrap.FRONTEND),
    ]
    return sum(checks, Counts())


def run_schema(_scratch: Path) -> Counts:
    """The committed description of the API and its types against the code."""
    command = [sys.executable, "-m", "scripts.schema", "--check"]
    return run_check("openapi.yaml", [*command, "openapi"]) + run_check(
        "TypeScript types", [*command, "types"]
    )


def run_sqlite(scratch: Path) -> Counts:
    """All tests but those of the browser, on the embedded database."""
    return run_pytest(scratch / "sqlite.xml", ["-n", "2", "--ignore=tests/browser", "tests"])


def run_postgres(scratch: Path) -> Counts:
    """The tests that touch the database once more, on a PostgreSQL of our own."""
    arguments = ["-n", "2", "-p", "scripts.only_database", "--ignore=tests/browser", "tests"]
    with postgres() as url:
        return run_pytest(scratch / "postgres.xml", arguments, {"DATABASE_URL": url})


def run_front_end(scratch: Path) -> Counts:
    """The front end's own tests."""
    return run_vitest(scratch / "vitest.json")


def run_browser(scratch: Path) -> Counts:
    """The tests in Chromium, one after the other: each wants the machine to itself."""
    return run_pytest(scratch / "browser.xml", ["tests/browser"])


STAGES: dict[str, Callable[[Path], Counts]] = {
    "lint": run_lint,
    "schema": run_schema,
    "sqlite": run_sqlite,
    "postgres": run_postgres,
    "vitest": run_front_end,
    "browser": run_browser,
}


def run_stages(names: list[str], scratch: Path) -> Counts:
    """Run the stages in their order and report; a stage that breaks fails, the next goes on."""
    lines, total = [], Counts()
    for name in names:
        say(f"\n── {name} " + "─" * (60 - len(name)))
        began = time.monotonic()
        try:
            counts = STAGES[name](scratch)
        except SetupError as error:
            complain(str(error))
            counts = Counts(failed=1)
        total += counts
        lines.append(f"{name:<9} {counts}  ({time.monotonic() - began:.0f} s)")
    say("\n" + "\n".join(lines) + f"\n\n{total}")
    return total


@contextmanager
def own_environment() -> Iterator[Path]:
    """A temporary folder that everything we start uses, and that nothing survives."""
    scratch = Path(tempfile.mkdtemp(prefix="sara-tests-"))
    token = scratch.name
    for name in NOT_OURS:
        os.environ.pop(name, None)
    # TMPDIR too: what a killed test leaves behind goes with the folder.
    (scratch / "tmp").mkdir()
    os.environ |= {"SARA_VAR": str(scratch / "var"), "TMPDIR": str(scratch / "tmp")}
    os.environ |= {"SARA_TEST_RUN": token, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    tempfile.tempdir = None
    try:
        yield scratch
    finally:
        end_leftovers(f"SARA_TEST_RUN={token}")
        shutil.rmtree(scratch, ignore_errors=True)


def _interrupt(_signal: int, _frame: object) -> None:
    # Only once: a second Ctrl-C must not break off the cleaning up.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> int:
    """Exit status: 0 all passed, 1 something failed, 130 interrupted."""
    parser = argparse.ArgumentParser(description="Run every check and test.")
    parser.add_argument(
        "--only", nargs="+", choices=STAGES, metavar="STAGE", help=", ".join(STAGES)
    )
    options = parser.parse_args()
    os.chdir(bootstrap.ROOT)
    try:
        bootstrap.check_python()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _interrupt)
        bootstrap.prepare(dev=True)
        with own_environment() as scratch:
            chosen = [name for name in STAGES if not options.only or name in options.only]
            return 1 if run_stages(chosen, scratch).failed else 0
    except SetupError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        complain("Interrupted; everything that was started is ended.")
        return 130


if __name__ == "__main__":
    sys.exit(main())
