"""Models that are not ours: the example server, bad servers, a chat, a Python package."""

from __future__ import annotations

import socket
import subprocess
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from sara_annotate.annotations.models import Layer, Mention, ModelRun
from sara_annotate.suggestions.proposers import elsewhere
from scripts.services import free_port
from tests.live import wait_until
from tests.suggestions.conftest import Ask

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
PROJECT = "/api/v1/projects/harbour"


@contextmanager
def serve(script: Path) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen([sys.executable, str(script), str(port)])

    def listens() -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(listens, 30)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def strange() -> Iterator[str]:
    with serve(Path(__file__).with_name("strange_server.py")) as url:
        yield url


def test_the_example_server_suggests(ask: Ask, settings: LazySettings, dana: APIClient) -> None:
    with serve(ROOT / "examples" / "model_server.py") as url:
        settings.REMOTE_MODELS = {"determiners": url}
        told = dana.get(f"{PROJECT}/models/overview").json()["elsewhere"]
        assert told == [{"name": "determiners", "kind": "http", "where": url[7:]}]
        job = ask("prelabel", model="determiners")
    assert job.state == "done", job.message
    assert job.result["mentions"] > 20
    [first, *_] = dana.get(f"{PROJECT}/statutes/4?layer=mine").json()["suggestions"]
    assert (first["fold"], first["trained_on"]) == ("determiners 1", [])
    statute = dana.get(f"{PROJECT}/statutes/4").json()["text"]
    assert {statute[m["start"] : m["end"]] for m in first["mentions"]} >= {"the owner", "a boat"}


def test_the_example_is_as_short_as_it_says() -> None:
    lines = (ROOT / "examples" / "model_server.py").read_text().splitlines()
    assert len(lines) <= 40


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nonsense", "not as agreed"),
        ("array", "not as agreed"),
        ("text", "not as agreed"),
        ("moved", "answers 302"),
        ("learnt", "was trained on"),
        ("large", "more than 0.5 MB"),
        ("slow", "took more than 1 s"),
        ("headers", "took more than 1 s"),
    ],
)
def test_a_bad_answer_is_told_and_nothing_is_stored(
    ask: Ask, settings: LazySettings, strange: str, path: str, said: str
) -> None:
    settings.REMOTE_MODELS = {"bad": f"{strange}/{path}"}
    settings.REMOTE_MODEL_SECONDS, settings.REMOTE_MODEL_BYTES = 1.0, 512 * 1024
    job = ask("prelabel", model="bad", sections=["4"])
    assert job.state == "failed"
    [line] = job.lines.filter(is_problem=True)
    assert said in line.text
    assert not ModelRun.objects.exists()
    assert not Layer.objects.filter(author_kind="model").exists()


@pytest.mark.parametrize("path", ["outside", "negative", "sure", "strange"])
def test_what_does_not_fit_the_text_is_left_out_and_named(
    ask: Ask, settings: LazySettings, strange: str, path: str
) -> None:
    settings.REMOTE_MODELS = {"bad": f"{strange}/{path}"}
    job = ask("prelabel", model="bad", sections=["4"])
    assert job.lines.filter(is_problem=True).count() == 1
    assert not Mention.objects.filter(layer__author_kind="model").exists()


def test_a_server_that_is_not_there(ask: Ask, settings: LazySettings) -> None:
    settings.REMOTE_MODELS = {"gone": f"http://127.0.0.1:{free_port()}"}
    job = ask("prelabel", model="gone", sections=["4"])
    assert "Tried 3 times" in job.lines.get(is_problem=True).text


def test_a_passing_fault_is_tried_again(ask: Ask, settings: LazySettings, strange: str) -> None:
    settings.REMOTE_MODELS = {"shaky": f"{strange}/shaky"}
    job = ask("prelabel", model="shaky", sections=["4"])
    assert (job.state, job.result["mentions"]) == ("done", 1)


def test_a_chat_is_off_unless_configured_and_its_words_are_found(
    ask: Ask, settings: LazySettings, strange: str, dana: APIClient
) -> None:
    answer = dana.post(f"{PROJECT}/prelabel", {"model": "chatty"}, format="json")
    assert answer.json()["code"] == "model_unknown"
    settings.CHAT_MODELS, settings.CHAT_KEY = {"chatty": f"{strange}/chat/v1 large-1"}, "secret"
    job = ask("prelabel", model="chatty", sections=["4"])
    assert job.state == "done", job.message
    text = dana.get(f"{PROJECT}/statutes/4").json()["text"]
    found = Mention.objects.filter(layer__author_kind="model").order_by("start")
    assert [text[m.start : m.end] for m in found] == ["the owner", "the fee"]
    problems = "\n".join(job.lines.filter(is_problem=True).values_list("text", flat=True))
    assert "“the king” does not stand there" in problems
    assert "99(z) is no subsection" in problems
    settings.CHAT_MODELS = {"chatty": f"{strange}/babble/v1"}
    job = ask("prelabel", model="chatty", sections=["4"])
    assert "not the JSON asked for" in job.lines.get(is_problem=True).text


def test_a_package_joins_by_its_entry_point(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("harbour_model")
    module.suggest = lambda request: {  # type: ignore[attr-defined]
        "model": "in process",
        "subsections": [
            {
                "label": "4(1)",
                "arguments": [
                    {"name": "X", "mentions": [{"start": 31, "end": 33, "confidence": 0.9}]}
                ],
            }
        ],
    }
    monkeypatch.setitem(sys.modules, "harbour_model", module)
    point = EntryPoint("harbour", "harbour_model:suggest", elsewhere.GROUP)

    def points(**wanted: str) -> list[EntryPoint]:
        return [point] if wanted.get("name", "harbour") == "harbour" else []

    monkeypatch.setattr(elsewhere, "entry_points", points)
    job = ask("prelabel", model="harbour", sections=["4"])
    assert (job.state, job.result["mentions"]) == ("done", 1), job.message
