"""Import by a real worker on the embedded broker, killed half-way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.web import MOST_MB, ask_pages, read_peak
from sara_annotate.domain.formats.archive import TarWriter
from sara_annotate.domain.formats.layout import write_layout
from sara_annotate.domain.formats.records import CorpusSource
from tests.factories import ferry_corpus
from tests.live import Client, LiveInstance, wait_until

IMPORTS = "/projects/port-merrow/imports"


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveInstance]:
    running = LiveInstance(tmp_path_factory.mktemp("instance"))
    try:
        yield running.wait_ready()
    finally:
        running.kill()


def write_ferry(path: Path) -> Path:
    """A small data set as an archive."""
    with path.open("wb") as file, TarWriter(file) as sink:
        write_layout(CorpusSource(ferry_corpus()), sink)
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return write_ferry(tmp_path / "ferry.tar.gz")


def upload(client: Client, path: Path) -> str:
    with path.open("rb") as file:
        answer = client.send("post", IMPORTS, files={"file": file}, data={"into": "gold"})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def state(client: Client, key: str) -> str:
    return str(client.get(f"{IMPORTS}/{key}").json()["state"])


def wait_for_state(client: Client, key: str, wanted: str) -> None:
    wait_until(lambda: state(client, key) == wanted, seconds=120)


def test_import_over_http_with_the_worker_killed_twice(
    instance: LiveInstance, archive: Path
) -> None:
    dana = instance.client("dana")
    before = dana.get("/projects/port-merrow").json()["counts"]
    key = upload(dana, archive)
    for pid in instance.pids_with("celery"):
        os.kill(pid, signal.SIGKILL)
    wait_for_state(dana, key, "ready")
    preview = dana.get(f"{IMPORTS}/{key}").json()["preview"]
    assert preview["counts"]["subsections"] == 5
    assert dana.get("/projects/port-merrow").json()["counts"] == before, "nothing saved yet"

    assert dana.send("post", f"{IMPORTS}/{key}/confirm").status_code == 202
    time.sleep(0.2)
    for pid in instance.pids_with("celery"):
        os.kill(pid, signal.SIGKILL)
    wait_for_state(dana, key, "done")
    after = dana.get("/projects/port-merrow").json()["counts"]
    assert after["statutes"] == before["statutes"] + 1
    assert after["mentions"] == before["mentions"] + 8
    again = dana.send("post", f"{IMPORTS}/{key}/confirm")
    assert (again.status_code, again.json()["code"]) == (409, "conflict")


def test_what_is_no_data_set_is_refused_by_the_worker(
    instance: LiveInstance, tmp_path: Path
) -> None:
    dana = instance.client("dana")
    path = tmp_path / "noise.zip"
    path.write_bytes(os.urandom(2000))
    key = upload(dana, path)
    wait_for_state(dana, key, "refused")
    preview = dana.get(f"{IMPORTS}/{key}").json()["preview"]
    assert preview["error_count"] >= 1
    assert preview["problems"][0]["message"]


def test_an_import_can_be_given_up(instance: LiveInstance, archive: Path) -> None:
    dana = instance.client("dana")
    key = upload(dana, archive)
    wait_for_state(dana, key, "ready")
    assert dana.send("post", f"{IMPORTS}/{key}/cancel").json()["state"] == "cancelled"
    assert dana.send("post", f"{IMPORTS}/{key}/confirm").status_code == 409


def test_web_processes_stay_small_and_never_load_torch_or_prolog(instance: LiveInstance) -> None:
    ask_pages(instance.client("dana"), rounds=3)
    pids = instance.pids_with("gunicorn")
    assert pids
    for pid in pids:
        assert read_peak(pid) < MOST_MB
