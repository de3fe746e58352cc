"""Twenty people ask for work at once: each seat is handed out once, on either database."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
import requests

from scripts.services import postgres
from tests.live import ROOT, LiveInstance

CLIENTS = 20
PEOPLE = f"""
from sara_annotate.accounts.models import TokenScope, User
from sara_annotate.accounts.services import token_create
from sara_annotate.corpus.models import Membership, Project, Role
project = Project.objects.get(slug="port-merrow")
for n in range({CLIENTS}):
    user = User.objects.create(username=f"worker{{n}}")
    Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    print("key", token_create(user=user, name="test", scope=TokenScope.WRITE)[1])
"""


@pytest.fixture(params=["sqlite", "postgres"])
def instance(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveInstance]:
    with ExitStack() as stack:
        environment = {}
        if request.param == "postgres":
            environment["DATABASE_URL"] = stack.enter_context(postgres())
        running = LiveInstance(tmp_path_factory.mktemp("work"), environment=environment)
        stack.callback(running.kill)
        yield running.wait_ready()


def make_people(instance: LiveInstance) -> list[str]:
    command = [sys.executable, "manage.py", "shell", "-c", PEOPLE]
    said = subprocess.run(
        command, cwd=ROOT, env=instance.environment, check=True, capture_output=True, text=True
    ).stdout
    return [line.split()[1] for line in said.splitlines() if line.startswith("key ")]


def take_all(url: str, key: str, start: threading.Barrier) -> list[tuple[int, str]]:
    """Everything that this person is handed, until nothing new comes."""
    session = requests.Session()
    session.trust_env = False
    session.headers["Authorization"] = f"Token {key}"
    got: dict[int, str] = {}
    after = None
    start.wait(60)
    while True:
        answer = session.post(f"{url}/work/next", json={"after": after}, timeout=120)
        assert answer.status_code == 200, answer.text
        item = answer.json()["item"]
        if item is None or item["id"] in got:
            return list(got.items())
        got[item["id"]] = item["name"]
        after = item["id"]


def test_twenty_clients(instance: LiveInstance) -> None:
    dana = instance.client("dana")
    dana.send("post", "/projects/port-merrow/assignments/remove", json={"pool": True})
    order = {"task": "clauses", "double": 100}
    made = dana.send("post", "/projects/port-merrow/assignments", json=order).json()
    assert made["pool"] >= 2 * CLIENTS
    keys = make_people(instance)
    url = f"{instance.url}/api/v1/projects/port-merrow"
    start = threading.Barrier(CLIENTS)
    with ThreadPoolExecutor(CLIENTS) as clients:
        handed = list(clients.map(lambda key: take_all(url, key, start), keys))
    seats = Counter(seat for got in handed for seat, _ in got)
    assert set(seats.values()) == {1}, "no seat twice"
    assert len(seats) == made["pool"], "and none forgotten"
    for got in handed:
        names = [name for _, name in got]
        assert len(set(names)) == len(names), "nobody has both seats of a text"
