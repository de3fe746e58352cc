"""A whole instance, started as a newcomer starts it: `manage.py up`, on a free port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import requests

from scripts.checks import find_marked
from scripts.services import free_port

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "port-merrow-demo"


class LiveInstance:
    """A running `up`, its log and its processes."""

    def __init__(
        self, var: Path, *, demo: bool = True, environment: dict[str, str] | None = None
    ) -> None:
        self.var, self.port = var, free_port()
        self.mark, self.log = f"{var.name}-{self.port}", var / "up.log"
        self._command = [sys.executable, "manage.py", "up", *([] if demo else ["--no-demo"])]
        self.environment = {
            **_clean_environment(),
            "SARA_VAR": str(var),
            "PORT": str(self.port),
            "SARA_UP_TEST": self.mark,
            # The tests sign in more often than a person does.
            "SIGN_IN_RATE": "10000/min",
            "JOB_LEASE_SECONDS": "3",
            **(environment or {}),
        }
        self.process = self._start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _start(self) -> subprocess.Popen[bytes]:
        with self.log.open("wb") as log:
            return subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def restart(self) -> None:
        """Start again on the same data, after `kill`."""
        self.process = self._start()
        self.wait_ready()

    def wait_ready(self) -> LiveInstance:
        self.wait_for(r"is ready at")
        return self

    def wait_for(self, pattern: str, seconds: float = 240) -> re.Match[str]:
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.log.read_text())):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)
        return found

    def others(self) -> list[int]:
        return [p for p in find_marked(f"SARA_UP_TEST={self.mark}") if p != self.process.pid]

    def pids_with(self, words: str) -> list[int]:
        def line(pid: int) -> str:
            try:
                return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            except FileNotFoundError:
                return ""

        return [pid for pid in self.others() if words in line(pid) and "keep.py" not in line(pid)]

    def kill(self) -> None:
        """End it without warning; its children end with it."""
        self.process.kill()
        self.process.wait()
        wait_until(lambda: not self.others())

    def manage(self, *arguments: str) -> str:
        """What a `manage.py` command says, run beside the instance on its data."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def client(self, username: str) -> Client:
        return Client(self.url, username)


class Client:
    """A script that signs in as a person does."""

    def __init__(self, url: str, username: str) -> None:
        self.url, self._session = url, requests.Session()
        self._session.trust_env = False
        self._session.get(f"{url}/api/v1/session", timeout=30)
        answer = self.send("post", "/session", json={"username": username, "password": PASSWORD})
        assert answer.status_code == 200, answer.text

    def send(self, method: str, path: str, **options: object) -> requests.Response:
        headers = {"X-CSRFToken": self._session.cookies.get("csrftoken") or "", "Referer": self.url}
        return self._session.request(
            method,
            f"{self.url}/api/v1{path}",
            headers=headers,
            timeout=60,
            **options,  # type: ignore[arg-type]
        )

    def stream(self, path: str) -> requests.Response:
        """An answer that is read as it comes; close it."""
        return self._session.get(f"{self.url}/api/v1{path}", timeout=60, stream=True)

    def get(self, path: str) -> requests.Response:
        return self.send("get", path)


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def _clean_environment() -> dict[str, str]:
    ours = ("DATABASE_URL", "CELERY_BROKER_URL", "PORT", "SARA_BIND")
    return {name: value for name, value in os.environ.items() if name not in ours}
