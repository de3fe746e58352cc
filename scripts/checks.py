"""Run one check or one test runner and count what came out of it; standard library only."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.bootstrap import FRONTEND, ROOT, VENV_PYTHON
from scripts.console import complain, say

PATIENCE_S = 10.0


@dataclass(frozen=True)
class Counts:
    """How many passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def run_check(name: str, command: Sequence[str], *, cwd: Path = ROOT) -> Counts:
    """One passed or one failed; what the command said is shown only when it failed."""
    began = time.monotonic()
    status, said = _run(command, cwd=cwd, quiet=True)
    verdict = "ok" if status == 0 else "FAILED"
    say(f"{name:<18} {verdict}  ({time.monotonic() - began:.0f} s)")
    if status != 0:
        complain(said.rstrip() or f"(ended with status {status} and no word)")
    return Counts(passed=1) if status == 0 else Counts(failed=1)


def run_pytest(
    report: Path, arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> Counts:
    """What pytest counted; its output is shown as it comes."""
    command = [str(VENV_PYTHON), "-m", "pytest", f"--junitxml={report}", *arguments]
    status, _ = _run(command, cwd=ROOT, environment=environment)
    counts = read_junit(report) if report.exists() else Counts()
    return _distrust(counts, status, "pytest")


def run_vitest(report: Path) -> Counts:
    """What vitest counted."""
    command = ["npm", "test", "--silent", "--", "--reporter=default", "--reporter=json"]
    status, _ = _run([*command, f"--outputFile.json={report}"], cwd=FRONTEND)
    counts = read_vitest(report) if report.exists() else Counts()
    return _distrust(counts, status, "vitest")


def read_junit(report: Path) -> Counts:
    """The counts of a JUnit file."""
    failed = skipped = total = 0
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return Counts(total - failed - skipped, failed, skipped)


def read_vitest(report: Path) -> Counts:
    """The counts of vitest's JSON file; a file that could not be loaded is a failure."""
    data = json.loads(report.read_text())
    broken = sum(1 for suite in data["testResults"] if suite["status"] == "failed")
    failed = int(data["numFailedTests"])
    skipped = int(data["numPendingTests"]) + int(data.get("numTodoTests", 0))
    return Counts(int(data["numPassedTests"]), failed or broken, skipped)


def _distrust(counts: Counts, status: int, runner: str) -> Counts:
    """A runner that ends badly or ran nothing has failed, whatever it counted."""
    if counts.failed:
        return counts
    if status != 0 or not counts.passed:
        complain(f"{runner} ended with status {status} after {counts.passed} passed tests.")
        return counts + Counts(failed=1)
    return counts


def _run(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str] | None = None,
    quiet: bool = False,
) -> tuple[int, str]:
    """Status and, when quiet, output; an interruption ends the whole group first."""
    with subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate()
            return process.returncode, said or ""
        finally:
            if process.returncode is None:
                _end_group(process)


def _end_group(process: subprocess.Popen[str]) -> None:
    # SIGINT first: pytest then ends its fixtures, and with them servers and browsers.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_S)
            return


def end_leftovers(mark: str) -> None:
    """End processes that still carry our mark in their environment: detached browsers, say."""
    # SIGTERM first: keepers of throwaway servers then have time to remove their folders.
    for number, patience in ((signal.SIGTERM, PATIENCE_S), (signal.SIGKILL, 1.0)):
        left = find_marked(mark)
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        deadline = time.monotonic() + patience
        while left and time.monotonic() < deadline:
            time.sleep(0.05)
            left = find_marked(mark)


def find_marked(mark: str) -> list[int]:
    """The running processes of ours with the variable in their environment; Linux only."""
    found = []
    for entry in Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ():
        # Ended meanwhile, or somebody else's: then it is none of ours.
        with contextlib.suppress(OSError):
            if mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return [pid for pid in found if pid != os.getpid()]
