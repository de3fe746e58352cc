"""The API's description and its TypeScript types: write them, or find that they drifted.

python3 -m scripts.schema            writes frontend/openapi.yaml and src/api/schema.ts
python3 -m scripts.schema --check    changes nothing, fails when either is out of date
"""

from __future__ import annotations

import argparse
import difflib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.bootstrap import FRONTEND, ROOT, TYPES_GENERATOR, VENV_PYTHON
from scripts.console import SetupError, complain, say

OPENAPI = FRONTEND / "openapi.yaml"
TYPES = FRONTEND / "src" / "api" / "schema.ts"
REMEDY = "Run `make schema` and commit the result."


def render_openapi() -> str:
    """The API's description as the code of this moment gives it; warnings are errors."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "openapi.yaml")
        command = [str(VENV_PYTHON), "manage.py", "spectacular", "--validate", "--fail-on-warn"]
        _run([*command, "--file", str(out)], cwd=ROOT)
        return out.read_text()


def render_types(openapi: str) -> str:
    """The TypeScript types of a description."""
    with tempfile.TemporaryDirectory() as folder:
        # The generator writes beside itself, so it runs in a copy of the folders it knows.
        copy = Path(folder, "types-generator")
        copy.mkdir()
        shutil.copy(TYPES_GENERATOR / "package.json", copy)
        (copy / "node_modules").symlink_to(TYPES_GENERATOR / "node_modules")
        Path(folder, "openapi.yaml").write_text(openapi)
        out = Path(folder, TYPES.relative_to(FRONTEND))
        out.parent.mkdir(parents=True)
        _run(["npm", "run", "--silent", "generate"], cwd=copy)
        prettier = str(FRONTEND / "node_modules" / ".bin" / "prettier")
        return _run([prettier, "--stdin-filepath", str(TYPES)], cwd=FRONTEND, text=out.read_text())


def describe_drift(path: Path, wanted: str) -> str:
    """What differs between the file and what it should hold; empty when nothing does."""
    found = path.read_text() if path.exists() else ""
    if found == wanted:
        return ""
    lines = difflib.unified_diff(
        found.splitlines(), wanted.splitlines(), "committed", "now", "", "", 1, ""
    )
    shown = "\n".join(list(lines)[:40])
    return f"{path.relative_to(ROOT)} is out of date. {REMEDY}\n{shown}"


def _run(command: Sequence[str], *, cwd: Path, text: str = "") -> str:
    done = subprocess.run(command, cwd=cwd, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SetupError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def main() -> int:
    """Exit status: 0 written or up to date, 1 drifted or failed."""
    parser = argparse.ArgumentParser(description="Write or check the API's description and types.")
    parser.add_argument("--check", choices=["openapi", "types"], help="compare, write nothing")
    options = parser.parse_args()
    try:
        if options.check:
            return _check(options.check)
        openapi = render_openapi()
        OPENAPI.write_text(openapi)
        TYPES.write_text(render_types(openapi))
        say("Written: frontend/openapi.yaml, frontend/src/api/schema.ts")
    except SetupError as error:
        complain(str(error))
        return 1
    return 0


def _check(kind: str) -> int:
    if kind == "openapi":
        drift = describe_drift(OPENAPI, render_openapi())
    else:
        drift = describe_drift(TYPES, render_types(OPENAPI.read_text()))
    if drift:
        complain(drift)
    return 1 if drift else 0


if __name__ == "__main__":
    sys.exit(main())
