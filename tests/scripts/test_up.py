"""`manage.py up`, started for real: one command up, one signal down."""

from __future__ import annotations

import os
import signal
import socket
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError

from sara_annotate.jobs.management.commands import up
from scripts.services import free_port
from tests.live import LiveInstance, wait_until


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("var")


@pytest.fixture
def instance(var: Path) -> Iterator[LiveInstance]:
    running = LiveInstance(var, demo=False)
    yield running
    running.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_up_serves_restarts_its_worker_and_stops_on_sigterm(instance: LiveInstance) -> None:
    address = instance.wait_for(r"ready at (http://\S+)")[1]
    assert "first admin: admin, password" in instance.log.read_text()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    assert opener.open(address, timeout=20).status == 200
    main_worker = min(instance.pids_with("-Q default,solver"))
    os.kill(main_worker, signal.SIGKILL)
    instance.wait_for("The worker ended .killed by SIGKILL.; starting it again in 1 s")
    wait_until(lambda: bool(set(instance.pids_with("-Q default,solver")) - {main_worker}))
    assert instance.pids_with("-Q models")
    instance.process.terminate()
    assert instance.process.wait(30) == 0
    assert "Stopped." in instance.log.read_text()
    assert instance.others() == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_up_killed_by_force_leaves_nothing_running(instance: LiveInstance) -> None:
    instance.wait_for("ready at")
    assert "first admin" not in instance.log.read_text()  # shown the first time only
    assert instance.pids_with("-m gunicorn")
    instance.process.kill()
    wait_until(lambda: instance.others() == [])


def test_taken_port_gives_the_next_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < up.find_free_port("127.0.0.1", port) < port + up.PORTS_TRIED


def test_free_port_is_kept() -> None:
    port = free_port()
    assert up.find_free_port("127.0.0.1", port) == port


def test_foreign_address_is_refused() -> None:
    with pytest.raises(CommandError, match=r"Cannot listen on 192\.0\.2\.1:8000"):
        up.find_free_port("192.0.2.1", 8000)


@pytest.mark.parametrize("text", ["eight", "-1", "0", "65536", "80 80"])
def test_bad_port_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(CommandError, match="from 1 to 65535"):
        up.read_port()


@pytest.mark.parametrize(("text", "port"), [("", 8000), (" 9000 ", 9000)])
def test_port_is_read(text: str, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", text)
    assert up.read_port() == port
