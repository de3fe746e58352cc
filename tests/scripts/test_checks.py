"""Counting what the runners say, and never taking silence for success."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import checks, run_tests
from scripts.checks import Counts

ROOT = Path(checks.__file__).parent.parent


def test_junit_counts(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite tests="10" failures="1" errors="2" skipped="3"/></testsuites>'
    )
    assert checks.read_junit(report) == Counts(4, 3, 3)


@pytest.mark.parametrize(
    ("passed", "failed", "suites", "expected"),
    [
        (5, 0, ["passed"], Counts(5, 0, 2)),
        (4, 1, ["passed", "failed"], Counts(4, 1, 2)),
        (5, 0, ["passed", "failed"], Counts(5, 1, 2)),  # a file that could not be loaded
    ],
)
def test_vitest_counts(
    tmp_path: Path, passed: int, failed: int, suites: list[str], expected: Counts
) -> None:
    report = tmp_path / "report.json"
    data = {"numPassedTests": passed, "numFailedTests": failed, "numPendingTests": 2}
    report.write_text(json.dumps({**data, "testResults": [{"status": each} for each in suites]}))
    assert checks.read_vitest(report) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def test_a(): pass\ndef test_b(): assert False\n", Counts(1, 1, 0)),
        ("import pytest\ndef test_a(): pass\ndef test_b(): pytest.skip('no')\n", Counts(1, 0, 1)),
        ("def test_a(:\n", Counts(0, 1, 0)),
        ("", Counts(0, 1, 0)),
        ("import os\ndef test_a(): os._exit(0)\n", Counts(0, 1, 0)),
    ],
    ids=["one fails", "one is skipped", "does not load", "no tests", "ends without a report"],
)
def test_pytest_is_counted(tmp_path: Path, source: str, expected: Counts) -> None:
    (tmp_path / "test_it.py").write_text(source)
    arguments = ["-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path)]
    bare = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    assert checks.run_pytest(tmp_path / "report.xml", arguments, bare) == expected


def test_check_shows_output_only_when_it_fails(capfd: pytest.CaptureFixture[str]) -> None:
    code = "print('a word'); raise SystemExit({})"
    assert checks.run_check("fine", [sys.executable, "-c", code.format(0)]) == Counts(passed=1)
    assert "a word" not in "".join(capfd.readouterr())
    assert checks.run_check("bad", [sys.executable, "-c", code.format(1)]) == Counts(failed=1)
    assert "a word" in capfd.readouterr().err


def test_total_is_alone_on_the_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(run_tests.STAGES, "lint", lambda scratch: Counts(2, 0, 1))
    monkeypatch.setitem(run_tests.STAGES, "sqlite", lambda scratch: Counts(40, 1, 0))
    assert run_tests.run_stages(["lint", "sqlite"], tmp_path).failed == 1
    assert capsys.readouterr().out.splitlines()[-1] == "42 passed, 1 failed, 1 skipped"


def test_leftovers_with_our_mark_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = f"leftover-{os.getpid()}"
    # Started in its own session, as a browser is, and deaf to SIGTERM.
    code = (
        "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(99)"
    )
    stray = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "SARA_STRAY": mark},
        start_new_session=True,
        stdout=subprocess.PIPE,
    )
    assert stray.stdout
    stray.stdout.readline()
    assert checks.find_marked(f"SARA_STRAY={mark}") == [stray.pid]
    monkeypatch.setattr(checks, "PATIENCE_S", 0.5)
    checks.end_leftovers(f"SARA_STRAY={mark}")
    assert stray.wait(5) == -9
    stray.stdout.close()


PLUGIN_CASES = """
import pytest
from django.test import SimpleTestCase, TestCase

@pytest.fixture
def user(db): return 1

@pytest.mark.django_db
def test_marked(): pass
def test_by_fixture(user): pass
@pytest.mark.postgres
def test_postgres(): pass
def test_pure(): pass
class TestRows(TestCase):
    def test_case(self): pass
class TestPages(SimpleTestCase):
    def test_simple(self): pass
"""


def test_only_database_keeps_what_touches_it(tmp_path: Path) -> None:
    (tmp_path / "test_cases.py").write_text(PLUGIN_CASES)
    command = [sys.executable, "-m", "pytest", "-p", "pytest_django.plugin", "-p", "pytest_timeout"]
    command += ["-p", "scripts.only_database", "--collect-only"]
    command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    kept = {line.rpartition("::")[2] for line in done.stdout.splitlines() if "::" in line}
    assert kept == {"test_marked", "test_by_fixture", "test_postgres", "test_case"}, done.stdout
