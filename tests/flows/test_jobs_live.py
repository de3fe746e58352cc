"""Jobs in real processes: workers, instances and brokers killed, pauses, two queues, news."""

from __future__ import annotations

import json
import os
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from scripts.checks import find_marked
from scripts.services import free_port, rabbitmq, redis
from tests.flows.test_import_live import upload, wait_for_state, write_ferry
from tests.live import Client, LiveInstance, wait_until

PROJECT = "/projects/port-merrow"
PATIENCE_S = 240
Json = dict[str, Any]
STORED = """
from sara_annotate.annotations.models import Instantiation
rows = Instantiation.objects.filter(layer__run__endswith={key!r}, layer__author_kind="solver")
for row in rows.order_by("layer__case__name", "position").prefetch_related("values"):
    values = sorted((v.role, v.position, v.name, repr(v.value)) for v in row.values.all())
    print(row.layer.case.name, row.subsection.label, row.position, row.truth, row.tier, values)
"""


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveInstance]:
    running = LiveInstance(tmp_path_factory.mktemp("jobs"))
    try:
        yield running.wait_ready()
    finally:
        running.kill()


def start_silver(client: Client, seed: int) -> str:
    answer = client.send("post", f"{PROJECT}/silver", json={"tiers": "A", "seed": seed})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["job"])


def job(client: Client, key: str) -> Json:
    return dict(client.get(f"{PROJECT}/jobs/{key}").json())


def act(client: Client, key: str, action: str) -> requests.Response:
    return client.send("post", f"{PROJECT}/jobs/{key}", json={"action": action})


def wait_for_work(client: Client, key: str) -> None:
    """Until the job is in the middle of it, or already over on a fast machine."""

    def is_under_way() -> bool:
        found = job(client, key)
        return found["state"] not in ("queued", "running") or found["done"] >= 2

    wait_until(is_under_way, PATIENCE_S)


def wait_for_end(client: Client, key: str) -> Json:
    ended = ("done", "failed", "cancelled")
    wait_until(lambda: job(client, key)["state"] in ended, PATIENCE_S)
    return job(client, key)


def kill_all(pids: list[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def stored(instance: LiveInstance, key: str) -> str:
    """Every row that a job has stored, in writing."""
    return instance.manage("shell", "-v", "0", "-c", STORED.format(key=key[:8]))


@pytest.fixture(scope="module")
def undisturbed(instance: LiveInstance) -> Json:
    """What silver of seed 1 is when nobody is in its way, and what is stored of it."""
    client = instance.client("dana")
    key = start_silver(client, 1)
    found = wait_for_end(client, key)
    assert found["state"] == "done", found
    rows = stored(instance, key)
    assert found["result"]["rows"] == len(rows.splitlines()) > 0
    return {"result": dict(found["result"]), "stored": rows}


def test_a_worker_is_killed_in_mid_job(instance: LiveInstance, undisturbed: Json) -> None:
    client = instance.client("dana")
    key = start_silver(client, 1)
    wait_for_work(client, key)
    kill_all(instance.pids_with("-Q default,solver"))
    found = wait_for_end(client, key)
    assert (found["state"], found["result"]) == ("done", undisturbed["result"])
    assert stored(instance, key) == undisturbed["stored"]


def test_everything_is_killed_in_mid_job(instance: LiveInstance, undisturbed: Json) -> None:
    """The web server, the workers and what started them."""
    client = instance.client("dana")
    key = start_silver(client, 1)
    wait_for_work(client, key)
    instance.kill()
    instance.restart()
    found = wait_for_end(instance.client("dana"), key)
    assert (found["state"], found["result"]) == ("done", undisturbed["result"])
    assert stored(instance, key) == undisturbed["stored"]


def test_web_processes_are_killed_in_mid_job(instance: LiveInstance, undisturbed: Json) -> None:
    """Those that answer: the job goes on meanwhile, and others answer soon."""
    client = instance.client("dana")
    key = start_silver(client, 1)
    wait_for_work(client, key)
    web = instance.pids_with("gunicorn")
    answering = [pid for pid in web if parent_of(pid) in web]
    assert answering
    kill_all(answering)
    wait_until(lambda: set(instance.pids_with("gunicorn")) - set(web) != set(), PATIENCE_S)
    found = wait_for_end(instance.client("dana"), key)
    assert (found["state"], found["result"]) == ("done", undisturbed["result"])
    assert stored(instance, key) == undisturbed["stored"]


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_pause_resume_and_cancel(instance: LiveInstance, undisturbed: Json) -> None:
    client = instance.client("dana")
    key = start_silver(client, 1)
    paused = act(client, key, "pause")
    assert paused.status_code == 200, paused.text
    wait_until(lambda: job(client, key)["state"] == "paused", PATIENCE_S)
    assert act(client, key, "pause").status_code == 409
    assert act(client, key, "resume").json()["state"] in ("queued", "running")
    assert wait_for_end(client, key)["result"] == undisturbed["result"]
    assert stored(instance, key) == undisturbed["stored"]
    other = start_silver(client, 2)
    assert act(client, other, "cancel").status_code == 200
    assert wait_for_end(client, other)["state"] == "cancelled"


def test_two_queues_do_not_wait_for_each_other(instance: LiveInstance, tmp_path: Path) -> None:
    client = instance.client("dana")
    wait_until(
        lambda: all(queue["online"] for queue in client.get("/workers").json()["queues"]),
        PATIENCE_S,
    )
    first, second = start_silver(client, 3), start_silver(client, 4)
    key = upload(client, write_ferry(tmp_path / "ferry.tar.gz"))
    wait_for_state(client, key, "ready")
    for silver in (first, second):
        act(client, silver, "cancel")
        wait_for_end(client, silver)


def test_news_arrives(instance: LiveInstance) -> None:
    """From the stream alone: a job is queued, and is over."""
    client = instance.client("dana")
    key = start_silver(client, 5)
    act(client, key, "cancel")
    seen: list[str] = []

    def look() -> bool:
        seen.extend(read_states(client, key))
        return "cancelled" in seen

    wait_until(look, PATIENCE_S)


def read_states(client: Client, key: str) -> Iterator[str]:
    """States of the job that one stream tells, until it is over or the stream ends."""
    with client.stream(f"{PROJECT}/events") as answer:
        assert answer.headers["Content-Type"] == "text/event-stream"
        for line in answer.iter_lines(decode_unicode=True):
            if line.startswith("data: ") and json.loads(line[6:]).get("id") == key:
                state = json.loads(line[6:])["state"]
                yield state
                if state == "cancelled":
                    return


def test_the_broker_is_killed_in_mid_job(tmp_path_factory: pytest.TempPathFactory) -> None:
    """RabbitMQ: what runs goes on to its end."""
    with rabbitmq() as url:
        environment = {"CELERY_BROKER_URL": url}
        running = LiveInstance(tmp_path_factory.mktemp("rabbit"), environment=environment)
        try:
            client = running.wait_ready().client("dana")
            key = start_silver(client, 1)
            wait_for_work(client, key)
            kill_all(find_marked(f"RABBITMQ_NODE_PORT={urlsplit(url).port}"))
            found = wait_for_end(client, key)
            assert found["state"] == "done", found
            assert found["result"]["rows"] > 0
        finally:
            running.kill()


def test_jobs_wait_out_a_broker_that_is_gone(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Redis ends with all that it knew; what is asked for meanwhile is done when there is one."""
    port, password = free_port(), secrets.token_hex(16)
    with redis(port, password) as url:
        environment = {"CELERY_BROKER_URL": url}
        running = LiveInstance(tmp_path_factory.mktemp("redis"), environment=environment)
        try:
            client = running.wait_ready().client("dana")
        except BaseException:
            running.kill()
            raise
    try:
        key = start_silver(client, 1)
        with redis(port, password):
            found = wait_for_end(client, key)
        assert found["state"] == "done", found
        assert found["result"]["rows"] > 0
    finally:
        running.kill()
