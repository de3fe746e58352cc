"""Memory of web processes of an instance with the demo, once pages of every kind were asked for.

A process that has loaded torch or Prolog fails this, whatever its size.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from bench.report import Figure
from tests.live import Client, LiveInstance

MOST_MB = 200
PROJECT = "/projects/port-merrow"
PAGES = (
    "",
    "/statutes/12?layer=mine",
    "/cases?limit=200",
    "/map",
    "/models/overview",
    "/suggestions/figures",
    "/jobs",
    "/export?format=full",
)


def measure() -> list[Figure]:
    """The largest of the processes, at its peak."""
    with tempfile.TemporaryDirectory(prefix="sara-bench-") as folder:
        instance = LiveInstance(Path(folder))
        try:
            ask_pages(instance.wait_ready().client("dana"))
            peaks = [read_peak(pid) for pid in instance.pids_with("gunicorn")]
        finally:
            instance.kill()
    most = float(max(peaks))
    return [Figure(f"web: {MOST_MB} MB, a process at its peak", MOST_MB, most, "MB", 1.0)]


def ask_pages(client: Client, rounds: int = 10) -> None:
    """Often enough that every process has its turn."""
    for _ in range(rounds):
        for page in PAGES:
            answer = client.get(f"{PROJECT}{page}")
            assert answer.status_code == 200, (page, answer.text[:200])


def read_peak(pid: int) -> int:
    """Megabytes that a process had at most; refuses one that loads what only workers may."""
    maps = Path(f"/proc/{pid}/maps").read_text()
    heavy = [name for name in ("libtorch", "libswipl") if name in maps]
    assert not heavy, f"A web process has loaded {heavy[0]}."
    found = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) // 1024
