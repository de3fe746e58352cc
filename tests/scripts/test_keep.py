"""The keeper of `up`: restarts what dies, ends what it keeps, outlives nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sara_annotate.jobs.management import keep

TALK = "import os, time; print('pid', os.getpid(), flush=True); time.sleep(99)"
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts keepers and ends those that a test left."""
    started: list[subprocess.Popen[str]] = []

    def keeper(policy: str, code: str, owner: int | None = None) -> subprocess.Popen[str]:
        line = [sys.executable, "-I", keep.__file__, str(owner or os.getpid()), "worker", policy]
        started.append(
            subprocess.Popen([*line, sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        )
        return started[-1]

    yield keeper
    for process in started:
        process.kill()
        process.communicate()


def read_pid(process: subprocess.Popen[str]) -> int:
    assert process.stdout
    word, pid = process.stdout.readline().split()
    assert word == "pid"
    return int(pid)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 15
    while is_running(pid):
        assert time.monotonic() < deadline, f"{pid} is still running"
        time.sleep(0.05)


def test_a_killed_command_is_started_again_and_told(start: Start) -> None:
    process = start("restart", TALK)
    first = read_pid(process)
    os.kill(first, signal.SIGKILL)
    assert process.stdout
    assert process.stdout.readline() == (
        "The worker ended (killed by SIGKILL); starting it again in 1 s.\n"
    )
    assert read_pid(process) != first


def test_the_pause_doubles(start: Start) -> None:
    process = start("restart", "raise SystemExit(7)")
    assert process.stdout
    said = [process.stdout.readline() for _ in range(2)]
    assert "status 7); starting it again in 1 s" in said[0]
    assert "status 7); starting it again in 2 s" in said[1]


def test_without_restart_the_status_is_passed_on(start: Start) -> None:
    assert start("end", "raise SystemExit(7)").wait(15) == 7


def test_sigterm_ends_the_command_politely(start: Start) -> None:
    code = (
        "import signal, sys, time\n"
        "signal.signal(15, lambda *_: (print('bye', flush=True), sys.exit()))\n"
        "print('up', flush=True); time.sleep(99)"
    )
    process = start("restart", code)
    assert process.stdout
    assert process.stdout.readline() == "up\n"
    process.terminate()
    assert process.communicate(timeout=15)[0] == "bye\n"
    assert process.returncode == 0


def test_a_deaf_command_and_its_children_are_ended_by_force(start: Start) -> None:
    code = (
        "import os, signal, time\n"
        "signal.signal(15, signal.SIG_IGN)\n"
        "child = os.fork()\n"
        "if child: print('pid', child, flush=True)\n"
        "time.sleep(99)"
    )
    process = start("end", code)
    child = read_pid(process)
    process.terminate()
    process.wait(15)
    wait_until_gone(child)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
@pytest.mark.parametrize("killed", ["owner", "keeper"])
def test_kill_9_takes_the_command_along(start: Start, killed: str) -> None:
    owner = subprocess.Popen(["sleep", "99"])
    process = start("restart", TALK, owner.pid)
    command = read_pid(process)
    os.kill(owner.pid if killed == "owner" else process.pid, signal.SIGKILL)
    # Not collected on purpose: an owner that is a zombie is gone all the same.
    wait_until_gone(command)
    owner.kill()
    owner.wait()


def test_an_owner_that_is_gone_already_ends_it_at_once(start: Start) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert start("restart", TALK, gone.pid).wait(15) == 0
