"""Keep throwaway servers alive for exactly as long as whoever asked for them.

    python keeper.py FOLDER USER COMMANDS.json        (standard input is the leash)

Starts the commands, waits until the leash is let go (a byte, or the end of file that
the system sends when the owner is gone, even by kill -9), then ends them with all their
children and removes FOLDER. Runs in a session of its own, so that Ctrl-C reaches the
owner first and the servers outlive the tests that are just ending.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

PATIENCE_S = 5.0
PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    """Run the commands until the leash is let go."""
    folder, user, commands = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    adopt_orphans()
    servers: list[subprocess.Popen[bytes]] = []
    try:
        with (folder / "log").open("ab") as log:
            servers = [start(command, user=user, folder=folder, log=log) for command in commands]
        while not select.select([0], [], [], 0.2)[0]:
            if any(server.poll() is not None for server in servers):
                (folder / "ended").touch()
                os.read(0, 1)
                break
    finally:
        for server in reversed(servers):
            end_group(server)
        await_orphans()
        shutil.rmtree(folder, ignore_errors=True)


def adopt_orphans() -> None:
    """Become the parent of what the servers leave behind, where the system knows how."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def await_orphans() -> None:
    """Wait until nothing is left of the servers: a folder in use cannot be removed."""
    deadline = time.monotonic() + PATIENCE_S
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < deadline:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.02)


def start(command: list[str], *, user: str, folder: Path, log: BinaryIO) -> subprocess.Popen[bytes]:
    """The server, started in a group of its own, as the user when one is named."""
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        user=user or None,
        group=user_group(user),
        extra_groups=[] if user else None,
        # The signals ignored above would stay ignored in the servers.
        preexec_fn=restore_signals,
    )


def user_group(user: str) -> int | None:
    """The primary group of a named user."""
    import pwd

    return pwd.getpwnam(user).pw_gid if user else None


def restore_signals() -> None:
    """Give the signals their usual meaning back."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)


def end_group(server: subprocess.Popen[bytes]) -> None:
    """End the server and its children; by force when it takes too long."""
    # SIGQUIT is the immediate shutdown of PostgreSQL; nothing here is worth keeping.
    for number in (signal.SIGQUIT, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, number)
        deadline = time.monotonic() + PATIENCE_S
        while server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
