"""The throwaway servers: they serve, and nothing of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import kombu
import psycopg2
import pytest
import redis

from scripts import services
from scripts.checks import find_marked
from scripts.console import SetupError
from scripts.machine import Tool

ROOT = Path(services.__file__).parent.parent


def ask_postgres(url: str) -> object:
    connection = psycopg2.connect(url)
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT lower('ÄÖ')")
        return cursor.fetchone()


def ask_redis(url: str) -> object:
    client = redis.Redis.from_url(url)
    client.set("key", "value")
    return client.get("key")


def ask_rabbitmq(url: str) -> object:
    with kombu.Connection(url) as connection:
        queue = connection.SimpleQueue("letters")
        queue.put({"a": 1})
        return queue.get(timeout=20).payload


QUESTIONS: list[tuple[str, Callable[[str], object], object]] = [
    ("postgres", ask_postgres, ("äö",)),
    ("redis", ask_redis, b"value"),
    ("rabbitmq", ask_rabbitmq, {"a": 1}),
]


@pytest.mark.parametrize(("name", "ask", "answer"), QUESTIONS)
def test_server_answers_and_leaves_nothing(
    name: str, ask: Callable[[str], object], answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"{name}-{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv("SARA_SERVICE_TEST", mark)
    with getattr(services, name)() as url:
        assert ask(url) == answer
        folders = _folders_of(mark)
        assert folders
    assert not any(folder.exists() for folder in folders)
    assert _processes_of(folders) == []


def test_two_servers_of_a_kind_run_side_by_side() -> None:
    with services.redis() as first, services.redis() as second:
        assert first != second
        assert ask_redis(first) == ask_redis(second) == b"value"


def test_redis_wants_its_password() -> None:
    with services.redis() as url:
        address = url.rpartition("@")[2]
        with pytest.raises(redis.AuthenticationError):
            redis.Redis.from_url(f"redis://{address}").ping()


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_server_is_gone_when_its_owner_is_killed(name: str) -> None:
    code = (
        "import time; from scripts import services\n"
        f"with services.{name}() as url: print(url, flush=True); time.sleep(600)"
    )
    mark = f"killed-{name}-{os.getpid()}"
    owner = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "SARA_SERVICE_TEST": mark},
        stdout=subprocess.PIPE,
    )
    assert owner.stdout
    assert b"127.0.0.1" in owner.stdout.readline()
    folders = _folders_of(mark)
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    assert folders
    _wait_for(lambda: not any(folder.exists() for folder in folders))
    _wait_for(lambda: not _processes_of(folders))


def test_server_that_cannot_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "free_port", lambda: 99999)
    with pytest.raises(SetupError, match=r"did not start[\s\S]*99999"), services.redis():
        pass


def test_missing_server_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Tool(("no-such-server",), "some-package", "the tests")
    monkeypatch.setattr(services, "REDIS", missing)
    with pytest.raises(SetupError, match=r"apt-get install .*some-package"), services.redis():
        pass


def _folders_of(mark: str) -> list[Path]:
    """The folders of the servers of a test; their keepers have them on the command line."""
    words = [
        Path(word) for pid in find_marked(f"SARA_SERVICE_TEST={mark}") for word in _words_of(pid)
    ]
    return sorted({word for word in words if word.name.startswith("sara-") and word.is_dir()})


def _processes_of(folders: list[Path]) -> list[list[str]]:
    """The command lines in which one of the folders is named."""
    lines = [_words_of(int(entry.name)) for entry in Path("/proc").glob("[0-9]*")]
    return [line for line in lines if any(str(folder) in " ".join(line) for folder in folders)]


def _words_of(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")
    except OSError:
        return []  # ended meanwhile


def _wait_for(condition: Callable[[], bool], seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
