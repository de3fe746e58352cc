"""The bootstrap, run for real on a small checkout whose path has blanks in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import bootstrap, machine
from scripts.console import SetupError

pytestmark = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
BUILD = "mkdir -p dist && cat src/*.js > dist/all.js"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout without dependencies, so that no network is needed, after its first run."""
    root = tmp_path_factory.mktemp("a checkout with blanks")
    shutil.copytree(bootstrap.ROOT / "scripts", root / "scripts")
    (root / "constraints.txt").touch()
    (root / "requirements.txt").write_text("-c constraints.txt\n")
    (root / "requirements-dev.txt").write_text("-r requirements.txt\n")
    _make_package(root / "frontend", build=BUILD)
    _make_package(root / "frontend" / "types-generator", build="true")
    (root / "frontend" / "src").mkdir()
    (root / "frontend" / "src" / "one.js").write_text("1\n")
    said = _bootstrap(root)
    assert "Creating .venv" in said
    assert "Building the front end" in said
    return root


def test_first_run_makes_everything(prepared: Path) -> None:
    assert (prepared / ".venv" / "bin" / "python").exists()
    assert (prepared / "frontend" / "dist" / "all.js").read_text().startswith("1\n")


def test_second_run_does_nothing_from_any_folder(prepared: Path, tmp_path: Path) -> None:
    assert _bootstrap(prepared, cwd=tmp_path) == ""


def test_changed_source_is_built_again_and_nothing_else(prepared: Path) -> None:
    (prepared / "frontend" / "src" / "two.js").write_text("2\n")
    said = _bootstrap(prepared)
    assert said.startswith("Building the front end\n")
    assert (prepared / "frontend" / "dist" / "all.js").read_text() == "1\n2\n"
    assert _bootstrap(prepared) == ""


def test_dev_installs_more_once_and_up_needs_nothing_after_it(prepared: Path) -> None:
    if any(machine.find_command(tool) is None for tool in machine.TEST_TOOLS):
        pytest.skip("needs the servers of the tests")
    assert "Installing Python packages" in _bootstrap(prepared, "--dev")
    assert _bootstrap(prepared, "--dev") == ""
    assert _bootstrap(prepared) == ""


def test_failing_build_is_shown_and_tried_again(prepared: Path) -> None:
    _make_package(prepared / "frontend", build="echo unexpected token >&2; exit 3")
    for _run in range(2):
        failed = _start(prepared)
        assert failed.returncode == 1
        assert "npm run build failed" in failed.stderr
        assert "unexpected token" in failed.stderr
    _make_package(prepared / "frontend", build=BUILD)
    assert "Building the front end" in _bootstrap(prepared)


def test_unknown_requirement_fails_and_is_not_taken_for_installed(prepared: Path) -> None:
    requirements = prepared / "requirements.txt"
    requirements.write_text("no-such-package-of-ours==1 --no-index\n")
    requirements.write_text("--no-index\nno-such-package-of-ours==1\n")
    for _run in range(2):
        failed = _start(prepared)
        assert failed.returncode == 1
        assert "pip install failed" in failed.stderr
    requirements.write_text("-c constraints.txt\n")
    assert "Installing Python packages" in _bootstrap(prepared)


def test_broken_venv_is_made_again(prepared: Path) -> None:
    python = prepared / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    assert "Creating .venv" in _bootstrap(prepared)


def test_missing_lock_file_is_named(prepared: Path) -> None:
    lock = prepared / "frontend" / "package-lock.json"
    text = lock.read_text()
    lock.unlink()
    failed = _start(prepared)
    lock.write_text(text)
    assert failed.returncode == 1
    assert "frontend/package-lock.json is missing" in failed.stderr


def test_no_network_is_recognised() -> None:
    told = bootstrap._explain_failure("pip install", "Temporary failure in name resolution")
    assert "network seems out of reach" in told
    assert "network" not in bootstrap._explain_failure("npm run build", "unexpected token")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "Collecting torch==2.13.0 (from -r requirements.txt (line 6))",
            "  Collecting torch==2.13.0",
        ),
        ("Installing collected packages: a, b, c", "  Installing 3 packages"),
        ("  Using cached a.whl", None),
    ],
)
def test_pip_shows_only_progress(line: str, shown: str | None) -> None:
    assert bootstrap._pip_progress(line) == shown


def test_old_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    with pytest.raises(SetupError, match=r"Python 3\.10 is too old"):
        bootstrap.check_python()


def _make_package(folder: Path, *, build: str) -> None:
    folder.mkdir(exist_ok=True)
    package = {"name": folder.name, "version": "1.0.0", "scripts": {"build": build}}
    (folder / "package.json").write_text(json.dumps(package))
    lock = {
        "name": folder.name,
        "version": "1.0.0",
        "lockfileVersion": 3,
        "packages": {"": package},
    }
    (folder / "package-lock.json").write_text(json.dumps(lock))


def _start(
    root: Path, *arguments: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.bootstrap", *arguments],
        cwd=cwd or root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


def _bootstrap(root: Path, *arguments: str, cwd: Path | None = None) -> str:
    done = _start(root, *arguments, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
