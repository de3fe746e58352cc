"""The compose file and what it starts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from sara_annotate.jobs.models import Queue

ROOT = Path(__file__).resolve().parent.parent.parent
PASSWORDS = {"POSTGRES_PASSWORD": "one", "RABBITMQ_PASSWORD": "two"}
needs_compose = pytest.mark.skipif(
    shutil.which("docker-compose") is None, reason="docker-compose is not installed"
)


def compose_config(**variables: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if name not in PASSWORDS}
    return subprocess.run(
        ["docker-compose", "--file", str(ROOT / "docker-compose.yml"), "config"],
        env={**known, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@needs_compose
def test_compose_file_is_valid() -> None:
    done = compose_config(**PASSWORDS)
    assert done.returncode == 0, done.stderr
    services = yaml.safe_load(done.stdout)["services"]
    ours = {"web", "worker", "worker-solver", "worker-models"}
    assert set(services) == ours | {"postgres", "rabbitmq"}
    for name in ours:
        assert ":one@postgres" in services[name]["environment"]["DATABASE_URL"]
        assert ":two@rabbitmq" in services[name]["environment"]["CELERY_BROKER_URL"]


def test_every_queue_has_a_worker() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    served = {queue for queues in re.findall(r" -Q (\S+)", text) for queue in queues.split(",")}
    assert served == set(Queue.values)


@needs_compose
def test_compose_without_passwords_is_refused() -> None:
    done = compose_config(POSTGRES_PASSWORD="one")
    assert done.returncode != 0
    assert "RABBITMQ_PASSWORD" in done.stderr


def test_image_is_built_from_files_that_exist() -> None:
    text = (ROOT / "Dockerfile").read_text()
    copied = [
        line.split()[1:-1] for line in text.splitlines() if re.match(r"COPY (?!--from)", line)
    ]
    assert copied
    for path in (path for paths in copied for path in paths):
        assert (ROOT / path).exists(), path
        assert path.rstrip("/") not in (ROOT / ".dockerignore").read_text().splitlines()
