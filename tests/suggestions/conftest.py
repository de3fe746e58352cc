"""A project of four small statutes with gold, and jobs done in the test's own process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.corpus import Corpus
from sara_annotate.jobs.models import Job, Queue
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.services import job_claim
from tests.factories import load_corpus, make_project, sign_in
from tests.ml.conftest import make_cases, make_statute, save_tiny_encoder

Json = dict[str, Any]
Ask = Callable[..., Job]
SECTIONS = ("4", "5", "6", "7")


@pytest.fixture(autouse=True)
def var(settings: LazySettings, tmp_path: Path) -> Path:
    """Weights of a test lie in its own folder."""
    settings.SARA_VAR = tmp_path
    return tmp_path


@pytest.fixture
def project() -> Project:
    made = make_project("harbour", ada=Role.ANNOTATOR, dana=Role.MANAGER)
    cases, rows = make_cases("4")
    statutes = tuple(make_statute(section) for section in SECTIONS)
    load_corpus(made, Corpus(statutes, tuple(cases), tuple(rows)), by=dana_of())
    return made


def dana_of() -> User:
    return User.objects.get(username="dana")


@pytest.fixture
def dana(project: Project) -> APIClient:
    return sign_in("dana")


@pytest.fixture
def ada(project: Project) -> APIClient:
    return sign_in("ada")


def work() -> None:
    """What a worker of the queue does until nothing is left."""
    while job := job_claim(worker="test", queues=(Queue.MODELS,)):
        job_run(job=job)


@pytest.fixture
def ask(dana: APIClient) -> Ask:
    """Asks for a job over HTTP, does it, and returns it."""

    def run(path: str, **body: object) -> Job:
        answer = dana.post(f"/api/v1/projects/harbour/{path}", body, format="json")
        assert answer.status_code == 202, answer.content
        work()
        return Job.objects.get(pk=answer.json()["job"])

    return run


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_tiny_encoder(tmp_path_factory.mktemp("encoder")))
