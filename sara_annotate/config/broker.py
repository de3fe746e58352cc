"""What each kind of broker needs to be told."""

from __future__ import annotations

from pathlib import Path


def broker_options(url: str, folder: Path) -> dict[str, object]:
    """Transport options; the embedded broker's folders are made when they are missing."""
    if url.startswith("filesystem"):
        names = {"data_folder_in": "messages", "data_folder_out": "messages"}
        names |= {"processed_folder": "processed", "control_folder": "control"}
        for name in set(names.values()):
            (folder / name).mkdir(parents=True, exist_ok=True)
        paths: dict[str, object] = {key: str(folder / name) for key, name in names.items()}
        return {**paths, "store_processed": False, "polling_interval": 0.2}
    if url.startswith("redis"):
        # Redis gives a lost message back only after this; jobs do not depend on it.
        return {"visibility_timeout": 3600}
    return {}
