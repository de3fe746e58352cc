"""News of a project as server-sent events: what changed, told within a second or two.

A stream looks at the database and sends what is other than before. It needs no broker and no
clock, so it works whatever process made the change. It ends after a while and the browser
connects again; where there is no room for one more stream the browser asks by itself instead.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.jobs.selectors import job_list, job_rows
from sara_annotate.jobs.workers import queues_online

RECENT_JOBS = 50
HEARTBEAT_S = 5.0
RETRY_MS = 2000


@dataclass(frozen=True, slots=True)
class News:
    """One thing that may change; it is told again when its mark is another."""

    mark: Hashable
    body: Mapping[str, object]


NewsSource = Callable[[Project, User], Mapping[str, News]]
NEWS_SOURCES: dict[str, NewsSource] = {}
"""By the name of the event; filled by apps when they are ready."""


class TooManyStreamsError(ApplicationError):
    code = "too_many_streams"
    status = 503


def job_news(project: Project, user: User) -> dict[str, News]:
    """The newest jobs. The time that is left changes all the time and is no news by itself."""
    jobs = list(job_list(project_slug=project.slug)[:RECENT_JOBS])
    told = ("state", "stopping", "done", "total", "message", "problem_count")
    return {
        str(row["id"]): News(tuple(row[name] for name in told), row)
        for row in job_rows(jobs, online=queues_online())
    }


class Slots:
    """So many streams at once in one process: threads are needed for other requests too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.taken = 0

    def take(self) -> None:
        with self._lock:
            if self.taken >= settings.EVENT_STREAMS:
                raise TooManyStreamsError("All streams are in use. Ask again from time to time.")
            self.taken += 1

    def give_back(self) -> None:
        with self._lock:
            self.taken -= 1


SLOTS = Slots()


@dataclass
class EventStream:
    """The body of a response. Whoever sends it calls `close`, however it ends."""

    project: Project
    user: User
    _closed: threading.Event = field(default_factory=threading.Event)
    _seen: dict[tuple[str, str], Hashable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        SLOTS.take()

    def close(self) -> None:
        if not self._closed.is_set():
            self._closed.set()
            SLOTS.give_back()

    def __iter__(self) -> Iterator[bytes]:
        yield f"retry: {RETRY_MS}\n\n".encode()
        ends = time.monotonic() + settings.EVENT_SECONDS
        told = time.monotonic()
        while not self._closed.is_set() and time.monotonic() < ends:
            for event in self.look():
                told = time.monotonic()
                yield event
            if time.monotonic() - told >= HEARTBEAT_S:
                told = time.monotonic()
                yield b": still here\n\n"
            self._closed.wait(settings.EVENT_POLL_S)

    def look(self) -> Iterator[bytes]:
        """What is other than at the last look."""
        for name, source in NEWS_SOURCES.items():
            for key, news in source(self.project, self.user).items():
                if self._seen.get((name, key)) != news.mark:
                    self._seen[name, key] = news.mark
                    yield _event(name, news.body)


def _event(name: str, body: Mapping[str, Any]) -> bytes:
    data = json.dumps(body, cls=DjangoJSONEncoder, ensure_ascii=False)
    return f"event: {name}\ndata: {data}\n\n".encode()
