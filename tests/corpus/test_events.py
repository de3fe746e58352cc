"""Server-sent events: what changes is told, streams are few and end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer
from sara_annotate.corpus.events import SLOTS, EventStream
from sara_annotate.corpus.models import Project, Role, Subsection
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.services import job_enqueue
from tests.factories import ferry_corpus, load_corpus, make_project, make_user, shut, sign_in

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/projects/ferry/events"


@pytest.fixture
def project() -> Project:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(project, ferry_corpus(), by=User.objects.get(username="dana"))
    return project


@pytest.fixture
def stream(project: Project) -> Iterator[EventStream]:
    stream = EventStream(project, User.objects.get(username="ada"))
    yield stream
    stream.close()


def told(stream: EventStream) -> list[tuple[str, dict[str, Any]]]:
    events = []
    for raw in stream.look():
        name, data = raw.decode().strip().split("\n")
        events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events


def test_a_job_is_told_when_it_changes(project: Project, stream: EventStream) -> None:
    assert told(stream) == []
    owner = User.objects.get(username="ada")
    job = job_enqueue(kind="count", owner=owner, params={}, project_slug="ferry")
    ((name, body),) = told(stream)
    assert (name, body["id"], body["state"]) == ("job", str(job.id), "queued")
    assert told(stream) == []
    Job.objects.update(done=3, total=9)
    ((_, body),) = told(stream)
    assert (body["done"], body["total"]) == (3, 9)
    job_enqueue(kind="count", owner=owner, params={}, project_slug="elsewhere")
    assert told(stream) == []


def test_new_suggestions_are_told_by_statute(project: Project, stream: EventStream) -> None:
    subsection = Subsection.objects.get(label="7(a)")
    Layer.objects.create(
        project=project, subsection=subsection, author_kind=AuthorKind.MODEL, run="crf-1"
    )
    ((name, body),) = told(stream)
    assert (name, body["run"], body["section"], body["layers"]) == ("suggestions", "crf-1", "7", 1)
    assert told(stream) == []


def test_a_look_takes_a_fixed_number_of_queries(project: Project, stream: EventStream) -> None:
    owner = User.objects.get(username="ada")
    taken = []
    for jobs in (1, 9):
        for _ in range(jobs):
            job_enqueue(kind="count", owner=owner, params={}, project_slug="ferry")
        with CaptureQueriesContext(connection) as queries:
            assert len(told(stream)) == jobs
        taken.append(len(queries))
    assert taken[0] == taken[1] <= 16


def test_over_http(project: Project, settings) -> None:  # type: ignore[no-untyped-def]
    settings.EVENT_SECONDS = 0.0
    before = SLOTS.taken
    response = sign_in("ada").get(EVENTS, HTTP_ACCEPT="text/event-stream")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/event-stream"
    assert SLOTS.taken == before + 1
    assert b"".join(response) == b"retry: 2000\n\n"
    shut(response)
    shut(response)
    assert SLOTS.taken == before, "a stream that has ended makes room, once"


def test_streams_are_few(project: Project, settings) -> None:  # type: ignore[no-untyped-def]
    settings.EVENT_STREAMS = SLOTS.taken + 1
    client = sign_in("ada")
    first = client.get(EVENTS)
    refused = client.get(EVENTS, HTTP_ACCEPT="text/event-stream")
    assert (refused.status_code, refused.json()["code"]) == (503, "too_many_streams")
    shut(first)
    again = client.get(EVENTS)
    assert again.status_code == 200
    shut(again)


def test_strangers_hear_nothing(project: Project) -> None:
    make_user("eve")
    assert sign_in("eve").get(EVENTS).status_code == 404
