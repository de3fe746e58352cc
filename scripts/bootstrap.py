"""Make a checkout ready to run: .venv, Python and npm packages, the built front end.

    python3 -m scripts.bootstrap [--dev]

Standard library only, since it runs before anything is installed. Each step leaves a
stamp, a hash of what went into it, so that a second run does nothing and needs no
network, and a run after `git pull` repeats just the steps whose inputs changed.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.console import SetupError, complain, say

PYTHON_OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
REQUIREMENTS = ("requirements.txt", "constraints.txt")
DEV_REQUIREMENTS = ("requirements-dev.txt", *REQUIREMENTS)
PYTHON_STAMP = VENV / ".installed.json"
TYPES_GENERATOR = FRONTEND / "types-generator"
NODE_STAMP = Path("node_modules", ".installed")
BUILD_STAMP = FRONTEND / "dist" / ".built"
NOT_SOURCES = {"node_modules", "dist", "coverage"}
NETWORK_SIGNS = (
    "name resolution",
    "NewConnectionError",
    "Max retries exceeded",
    "ConnectTimeout",
    "Network is unreachable",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ETIMEDOUT",
)


def prepare(*, dev: bool) -> None:
    """Bring everything up to date; with dev also what the tests need."""
    from scripts import machine

    with _one_at_a_time():
        ensure_venv()
        machine.ensure_tools([*machine.TOOLS, *(machine.TEST_TOOLS if dev else ())])
        machine.ensure_node()
        ensure_python_packages(dev=dev)
        for folder in [FRONTEND, TYPES_GENERATOR] if dev else [FRONTEND]:
            ensure_node_packages(folder)
        ensure_front_end()


def check_python() -> None:
    """Refuse a Python that is too old, before anything else is tried."""
    if sys.version_info < PYTHON_OLDEST:
        raise SetupError(
            f"Python {sys.version_info[0]}.{sys.version_info[1]} is too old: 3.11 or newer is "
            "needed. If you have a newer one, name it: make up PYTHON=python3.12"
        )


def ensure_venv() -> None:
    """Create .venv, or create it again when its Python no longer starts or is too old."""
    if _venv_works():
        return
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        raise SetupError(
            "This Python cannot make virtual environments. On Debian and Ubuntu type:\n"
            "  sudo apt-get install python3-venv"
        ) from None
    say("Creating .venv")
    venv.create(VENV, clear=VENV.exists(), with_pip=True, symlinks=True)


def _venv_works() -> bool:
    if not VENV_PYTHON.exists():
        return False
    check = f"import pip, sys; sys.exit(sys.version_info < {PYTHON_OLDEST!r})"
    return subprocess.run([VENV_PYTHON, "-c", check], capture_output=True).returncode == 0


def ensure_python_packages(*, dev: bool) -> None:
    """Install the pinned requirements unless the stamp says they are there."""
    wanted = {"runtime": _hash_files(ROOT, [ROOT / name for name in REQUIREMENTS])}
    if dev:
        wanted["dev"] = _hash_files(ROOT, [ROOT / name for name in DEV_REQUIREMENTS])
    if wanted.items() <= _read_python_stamp().items():
        return
    say("Installing Python packages (two minutes or more the first time, about 2 GB)")
    # Gone before pip starts: an interrupted install must not look finished.
    PYTHON_STAMP.unlink(missing_ok=True)
    chosen = DEV_REQUIREMENTS[0] if dev else REQUIREMENTS[0]
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--disable-pip-version-check"]
    command += ["--no-input", "--progress-bar", "off", "-r", chosen]
    _run_step(command, cwd=ROOT, what="pip install", show=_pip_progress)
    PYTHON_STAMP.write_text(json.dumps(wanted))


def _read_python_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(PYTHON_STAMP.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _pip_progress(line: str) -> str | None:
    """The line to show for a line of pip; most of what pip says is not worth one."""
    if line.startswith("Collecting "):
        return "  " + line.split(" (from ")[0].split(";")[0]
    if line.startswith("Installing collected packages:"):
        return f"  Installing {line.count(',') + 1} packages"
    return None


def ensure_node_packages(folder: Path) -> None:
    """Install the npm packages of a folder's lock file unless the stamp says they are there."""
    inputs = [folder / "package.json", folder / "package-lock.json"]
    _require_files(inputs)
    wanted, stamp = _hash_files(folder, inputs), folder / NODE_STAMP
    if _read_text(stamp) == wanted:
        return
    say(f"Installing npm packages in {folder.relative_to(ROOT)}")
    stamp.unlink(missing_ok=True)
    # Not "npm ci": it refuses a lock file that lacks another platform's optional binaries,
    # which a registry that does not carry them leaves out. Versions are the lock file's anyway.
    command = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
    # The tests drive the Chromium of the machine; no package needs to fetch another.
    quiet = {"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"}
    _run_step(command, cwd=folder, what="npm install", env=quiet)
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted)


def ensure_front_end() -> None:
    """Build the front end unless the stamp says that these sources are built."""
    wanted = _hash_files(FRONTEND, _front_end_sources())
    if _read_text(BUILD_STAMP) == wanted:
        return
    say("Building the front end")
    BUILD_STAMP.unlink(missing_ok=True)
    _run_step(["npm", "run", "--silent", "build"], cwd=FRONTEND, what="npm run build")
    BUILD_STAMP.parent.mkdir(exist_ok=True)
    BUILD_STAMP.write_text(wanted)


def _front_end_sources() -> Iterator[Path]:
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in NOT_SOURCES and name[0] != "."]
        yield from (Path(folder, name) for name in files)


def _hash_files(base: Path, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(base)}\0{content}\n".encode())
    return digest.hexdigest()


def _require_files(paths: Iterable[Path]) -> None:
    for path in paths:
        if not path.exists():
            raise SetupError(f"{path.relative_to(ROOT)} is missing: is the checkout complete?")


def _read_text(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def _run_step(
    command: Sequence[str],
    *,
    cwd: Path,
    what: str,
    env: Mapping[str, str] | None = None,
    show: Callable[[str], str | None] = lambda line: None,
) -> None:
    """Run one installer quietly; when it fails, show the end of what it said."""
    tail: deque[str] = deque(maxlen=25)
    started = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            tail.append(line.rstrip())
            shown = show(tail[-1])
            if shown:
                say(shown)
    if process.returncode != 0:
        raise SetupError(_explain_failure(what, "\n".join(tail)))
    say(f"  done in {time.monotonic() - started:.0f} s")


def _explain_failure(what: str, said: str) -> str:
    reason = f"{what} failed. It said:\n{said}"
    if any(sign in said for sign in NETWORK_SIGNS):
        reason += "\nThe network seems out of reach; the first run needs one, later runs do not."
    return reason


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold the checkout: `make up` and `make test` side by side must not install at once."""
    handle = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another make in this folder to finish installing")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def main() -> int:
    """Exit status: 0 ready, 1 something to put right, 130 interrupted."""
    parser = argparse.ArgumentParser(description="Make this checkout ready to run.")
    parser.add_argument("--dev", action="store_true", help="also what the tests need")
    options = parser.parse_args()
    try:
        check_python()
        prepare(dev=options.dev)
    except SetupError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        complain("Interrupted; type the same again to go on.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
