"""Pieces of a long run on disk: a run that was killed finds them and goes on."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any


class Checkpoints:
    """JSON files in a folder, each written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, name: str) -> Any:
        """What was kept under this name, or None."""
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def put(self, name: str, data: object) -> None:
        draft = self.folder / f".{name}.{os.getpid()}"
        draft.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        draft.replace(self.folder / f"{name}.json")

    def clear(self) -> None:
        """Remove all pieces: the run is over."""
        shutil.rmtree(self.folder)
