"""The same job through RabbitMQ and Redis, with a worker that is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scripts.services import postgres, rabbitmq, redis
from tests.flows.test_import_live import IMPORTS, upload, wait_for_state, write_ferry
from tests.live import LiveInstance

BROKERS = {"rabbitmq": rabbitmq, "redis": redis}


@pytest.fixture(params=list(BROKERS))
def grown_up(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveInstance]:
    """PostgreSQL and a real broker, set by environment alone."""
    with ExitStack() as stack:
        environment = {
            "DATABASE_URL": stack.enter_context(postgres()),
            "CELERY_BROKER_URL": stack.enter_context(BROKERS[request.param]()),
        }
        running = LiveInstance(tmp_path_factory.mktemp(request.param), environment=environment)
        stack.callback(running.kill)
        yield running.wait_ready()


def test_an_import_survives_its_worker(grown_up: LiveInstance, tmp_path: Path) -> None:
    path = write_ferry(tmp_path / "ferry.tar.gz")
    dana = grown_up.client("dana")
    key = upload(dana, path)
    for pid in grown_up.pids_with("celery"):
        os.kill(pid, signal.SIGKILL)
    wait_for_state(dana, key, "ready")
    assert dana.send("post", f"{IMPORTS}/{key}/confirm").status_code == 202
    wait_for_state(dana, key, "done")
    assert dana.get("/projects/port-merrow").json()["counts"]["statutes"] == 5
