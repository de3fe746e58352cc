"""Pre-labelling whose worker is killed: another goes on, and the run is there once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.flows.test_jobs_live import PROJECT, kill_all, wait_for_end
from tests.live import LiveInstance, wait_until


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveInstance]:
    running = LiveInstance(tmp_path_factory.mktemp("models"))
    try:
        yield running.wait_ready()
    finally:
        running.kill()


def test_the_models_worker_is_killed_in_mid_job(instance: LiveInstance) -> None:
    client = instance.client("dana")

    def start() -> str:
        answer = client.send("post", f"{PROJECT}/prelabel", json={"model": "rules"})
        assert answer.status_code == 202, answer.text
        return str(answer.json()["job"])

    undisturbed = wait_for_end(client, start())
    assert undisturbed["state"] == "done", undisturbed
    key = start()

    def is_taken() -> bool:
        return bool(client.get(f"{PROJECT}/jobs/{key}").json()["state"] != "queued")

    wait_until(is_taken, 120)
    kill_all(instance.pids_with("-Q models"))
    found = wait_for_end(client, key)
    assert found["state"] == "done", found
    assert found["result"]["run"] != undisturbed["result"]["run"]
    for name in ("subsections", "mentions"):
        assert found["result"][name] == undisturbed["result"][name]
    runs = client.get(f"{PROJECT}/models/overview").json()["runs"]
    assert [run["name"] for run in runs].count(found["result"]["run"]) == 1
