"""Keep one process of `manage.py up` running, and never longer than `up` itself.

    python keep.py OWNER_PID NAME end|restart COMMAND ...

Passes SIGTERM on and gives the command a few seconds to end well. Ends the command when
the owner is gone, even by kill -9. With `restart` a command that dies is started again,
after a pause that doubles each time. Standard library only, so that it is small.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable

GRACE_S = 4.0  # honcho kills what has not ended after 5
PAUSE_MAX_S = 30.0
HEALTHY_S = 60.0
LOOK_EVERY_S = 0.25
PR_SET_PDEATHSIG = 1


class Stopped(Exception):
    """Somebody asked us to end."""


def main() -> int:
    """Exit status of the command, 0 when it ended because we were asked to."""
    owner, name, policy, command = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
    signal.signal(signal.SIGTERM, _stop)
    owner_gone = watch_owner(owner)
    pause = 1.0
    try:
        while True:
            began = time.monotonic()
            status = run_once(command, owner_gone)
            if policy != "restart":
                return status
            pause = 1.0 if time.monotonic() - began > HEALTHY_S else pause
            _say(
                f"The {name} ended ({describe_status(status)}); starting it again in {pause:.0f} s."
            )
            wait(pause, owner_gone)
            pause = min(pause * 2, PAUSE_MAX_S)
    except Stopped:
        return 0


def run_once(command: list[str], owner_gone: Callable[[], bool]) -> int:
    """The status with which the command ended by itself; raises Stopped after ending it."""
    # A group of its own: a stop goes to the main process first, which tells its children.
    child = subprocess.Popen(command, start_new_session=True, preexec_fn=die_with_parent)
    try:
        while child.poll() is None:
            wait(LOOK_EVERY_S, owner_gone)
        return child.returncode
    finally:
        end_group(child)


def wait(seconds: float, owner_gone: Callable[[], bool]) -> None:
    """Sleep, but no longer than the owner lives."""
    until = time.monotonic() + seconds
    while True:
        if owner_gone():
            raise Stopped
        left = until - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, LOOK_EVERY_S))


def end_group(child: subprocess.Popen[bytes]) -> None:
    """End the command politely, then whatever is left of its group by force."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if child.poll() is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE_S)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    signal.signal(signal.SIGTERM, _stop)


def watch_owner(pid: int) -> Callable[[], bool]:
    """A function that says whether the owner is gone."""
    if not hasattr(os, "pidfd_open"):
        return lambda: not _exists(pid)
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return lambda: True
    # Readable once the process has ended, also while nobody has collected its status.
    return lambda: bool(select.select([handle], [], [], 0)[0])


def die_with_parent() -> None:
    """Should even this process be killed by force, take the command along."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def describe_status(status: int) -> str:
    """In words: by which signal, or with which status."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"status {status}"


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _stop(_signal: int, _frame: object) -> None:
    raise Stopped


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
