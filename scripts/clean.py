"""Remove all that was installed or built in this checkout; var/ holds data and stays.

python3 -m scripts.clean
"""

from __future__ import annotations

import shutil
from pathlib import Path

from scripts.bootstrap import FRONTEND, ROOT, TYPES_GENERATOR, VENV
from scripts.console import say

BUILT = (
    FRONTEND / "dist",
    FRONTEND / "node_modules",
    FRONTEND / "coverage",
    TYPES_GENERATOR / "node_modules",
    ROOT / "tests" / "browser" / "shots",
    *(ROOT / f".{name}" for name in ("hypothesis", "import_linter_cache")),
    *(ROOT / f".{name}_cache" for name in ("mypy", "ruff", "pytest")),
    VENV,
)
CODE = ("sara_annotate", "ml", "scripts", "bench", "tests")


def main() -> None:
    """Delete what exists and name it."""
    compiled = (path for name in CODE for path in (ROOT / name).rglob("__pycache__"))
    for path in [*filter(Path.exists, BUILT), *compiled]:
        shutil.rmtree(path)
        if path.name != "__pycache__":
            say(f"Removed {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
