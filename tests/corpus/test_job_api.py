"""Jobs and workers over HTTP: who sees them, who may stop them."""

from __future__ import annotations

from uuid import uuid4

import pytest

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project, Role
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.services import job_enqueue, job_line_add
from sara_annotate.jobs.workers import worker_note
from tests.factories import make_project, make_user, sign_in

pytestmark = pytest.mark.django_db
JOBS = "/api/v1/projects/ferry/jobs"


@pytest.fixture
def project() -> Project:
    return make_project(ada=Role.ANNOTATOR, ben=Role.ANNOTATOR, dana=Role.MANAGER)


@pytest.fixture
def job(project: Project) -> Job:
    owner = User.objects.get(username="ada")
    job = job_enqueue(kind="count", owner=owner, params={"n": 1}, project_slug=project.slug)
    job_line_add(job=job, text="begun")
    return job


def test_members_see_jobs_and_strangers_none(job: Job) -> None:
    page = sign_in("ben").get(JOBS).json()
    assert page["count"] == 1
    (row,) = page["results"]
    assert (row["id"], row["state"], row["owner"], row["done"]) == (str(job.id), "queued", "ada", 0)
    assert row["message"] == "No worker serves the queue “default”."
    assert row["actions"] == ["cancel", "pause"]
    assert sign_in("ben").get(f"{JOBS}?state=done").json()["count"] == 0
    assert sign_in("ben").get(f"{JOBS}?state=odd").status_code == 400
    make_user("eve")
    assert sign_in("eve").get(JOBS).status_code == 404
    assert sign_in("eve").get(f"{JOBS}/{job.id}").status_code == 404


def test_its_owner_and_a_manager_may_stop_it(job: Job) -> None:
    body = {"action": "pause"}
    assert sign_in("ben").post(f"{JOBS}/{job.id}", body, format="json").status_code == 403
    paused = sign_in("ada").post(f"{JOBS}/{job.id}", body, format="json").json()
    assert (paused["state"], paused["actions"]) == ("paused", ["cancel", "resume"])
    again = sign_in("dana").post(f"{JOBS}/{job.id}", body, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    resumed = sign_in("dana").post(f"{JOBS}/{job.id}", {"action": "resume"}, format="json")
    assert resumed.json()["state"] == "queued"
    odd = sign_in("dana").post(f"{JOBS}/{job.id}", {"action": "explode"}, format="json")
    assert odd.status_code == 400


def test_the_log(job: Job) -> None:
    lines = sign_in("ada").get(f"{JOBS}/{job.id}/log").json()["results"]
    assert [(line["text"], line["is_problem"]) for line in lines] == [("begun", False)]
    assert sign_in("ben").get(f"{JOBS}/{job.id}/log").status_code == 403


def test_jobs_of_other_projects_are_not_here(job: Job) -> None:
    make_project("other", dana=Role.MANAGER)
    assert sign_in("dana").get(f"/api/v1/projects/other/jobs/{job.id}").status_code == 404
    assert sign_in("dana").get(f"{JOBS}/{uuid4()}").status_code == 404


def test_the_list_takes_a_fixed_number_of_queries(
    job: Job,
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    client = sign_in("dana")
    for number in range(20):
        job_enqueue(kind=f"k{number}", owner=job.owner, params={}, project_slug="ferry")
    with django_assert_max_num_queries(8):
        assert client.get(JOBS).json()["count"] == 21


def test_workers(project: Project) -> None:
    client = sign_in("ada")
    before = {queue["queue"]: queue for queue in client.get("/api/v1/workers").json()["queues"]}
    assert not before["models"]["online"]
    assert before["models"]["start"].endswith("-Q models")
    worker_note(name="w", queues=["models"], concurrency=1)
    after = {queue["queue"]: queue for queue in client.get("/api/v1/workers").json()["queues"]}
    assert after["models"]["online"]
    assert [worker["name"] for worker in after["models"]["workers"]] == ["w"]
    assert not after["solver"]["online"]
