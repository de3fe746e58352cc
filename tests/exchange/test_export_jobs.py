"""An export as a job: written by a worker, once and whole, and fetched by managers."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project, Role
from sara_annotate.exchange import export_jobs
from sara_annotate.exchange.exporting import EXPORTS
from sara_annotate.jobs.control import job_cancel
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.services import job_claim
from tests.factories import load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
FERRY = "/api/v1/projects/ferry"


@pytest.fixture
def dana(settings: LazySettings, tmp_path: Path) -> APIClient:
    files = {**settings.STORAGES["default"], "OPTIONS": {"location": str(tmp_path)}}
    settings.STORAGES = {**settings.STORAGES, "default": files}
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="dana"))
    return sign_in("dana")


def start(client: APIClient, format: str) -> Job:
    answer = client.post(f"{FERRY}/exports", {"format": format}, format="json")
    assert answer.status_code == 202, answer.content
    return Job.objects.get(pk=answer.json()["job"])


def work() -> None:
    while job := job_claim(worker="w"):
        job_run(job=job)


@pytest.mark.parametrize("format", list(EXPORTS))
def test_the_file_is_what_a_download_is(dana: APIClient, format: str) -> None:
    job = start(dana, format)
    early = dana.get(f"{FERRY}/exports/{job.pk}")
    assert (early.status_code, "queued" in early.json()["message"]) == (409, True)
    work()
    job.refresh_from_db()
    assert job.state == "done", job.message
    answer = dana.get(f"{FERRY}/exports/{job.pk}")
    body = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    direct = dana.get(f"{FERRY}/export?format={format}")
    whole = b"".join(direct.streaming_content)  # type: ignore[attr-defined]
    assert body == whole
    assert answer["Content-Type"] == direct["Content-Type"]
    assert job.result["name"] in answer["Content-Disposition"]
    assert job.result["sha256"] == hashlib.sha256(body).hexdigest()
    assert job.result["bytes"] == len(body)


def test_a_lost_worker_leaves_no_half_file(
    dana: APIClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = export_jobs.export_chunks

    def break_off(*, project: Project, format: str) -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    monkeypatch.setattr(export_jobs, "export_chunks", break_off)
    job = start(dana, "json")
    with pytest.raises(KeyboardInterrupt):
        work()
    assert list((tmp_path / "exports").iterdir()) == []
    monkeypatch.setattr(export_jobs, "export_chunks", whole)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    work()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 2)
    assert len(list((tmp_path / "exports").iterdir())) == 1


def test_one_that_is_cancelled_or_old_has_no_file(dana: APIClient, tmp_path: Path) -> None:
    job = start(dana, "conll")
    job_cancel(job=job)
    assert dana.get(f"{FERRY}/exports/{job.pk}").status_code == 409
    old = start(dana, "conll")
    work()
    [path] = (tmp_path / "exports").iterdir()
    os.utime(path, (0, 0))
    start(dana, "json")
    work()
    gone = dana.get(f"{FERRY}/exports/{old.pk}")
    assert (gone.status_code, "Ask for a new one" in gone.json()["message"]) == (409, True)


def test_what_is_no_export_of_this_project_is_not_found(dana: APIClient) -> None:
    other = Job.objects.create(
        kind="count", owner=User.objects.get(username="dana"), project_slug="ferry"
    )
    assert dana.get(f"{FERRY}/exports/{other.pk}").status_code == 404
    assert dana.post(f"{FERRY}/exports", {"format": "pdf"}, format="json").status_code == 400
    assert sign_in("ada").post(f"{FERRY}/exports", {"format": "json"}).status_code == 403
