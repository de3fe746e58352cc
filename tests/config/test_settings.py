"""Settings that keep an instance safe: its key, its headers, its static files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from sara_annotate.config.secrets import read_secret_key

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = "k" * 50


def test_the_key_is_made_once_and_used_again(tmp_path: Path) -> None:
    key = read_secret_key(tmp_path, given="", debug=False)
    assert len(key) >= 50
    assert read_secret_key(tmp_path, given="", debug=False) == key
    assert read_secret_key(tmp_path, given="", debug=True) == key


def test_only_its_owner_reads_the_key(tmp_path: Path) -> None:
    read_secret_key(tmp_path, given="", debug=False)
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_two_instances_have_two_keys(tmp_path: Path) -> None:
    keys = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        keys.append(read_secret_key(tmp_path / name, given="", debug=False))
    assert keys[0] != keys[1]


def test_processes_that_start_at_once_agree_on_a_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; "
        "from sara_annotate.config.secrets import read_secret_key; "
        "print(read_secret_key(Path(sys.argv[1]), given='', debug=False))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]

    def start(_: int) -> str:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(start, range(4)))
    assert len(keys) == 1


def test_a_given_key_is_used_and_not_kept(tmp_path: Path) -> None:
    assert read_secret_key(tmp_path, given=LONG, debug=False) == LONG
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "given", ["change-me", "Secret", "django-insecure-" + LONG, "short but unknown"]
)
def test_a_key_that_can_be_guessed_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        read_secret_key(tmp_path, given=given, debug=False)
    assert read_secret_key(tmp_path, given=given, debug=True) == given


@pytest.mark.parametrize(("debug", "starts"), [("0", False), ("1", True)])
def test_a_start_with_a_default_key_is_refused(tmp_path: Path, debug: str, starts: bool) -> None:
    environment = {
        **os.environ,
        "SARA_VAR": str(tmp_path),
        "SECRET_KEY": "change-me",
        "SARA_DEBUG": debug,
        "DATABASE_URL": "sqlite://:memory:",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) is starts, done.stderr
    assert starts or "SECRET_KEY is a default" in done.stderr


@pytest.fixture
def page(tmp_path: Path, settings: Any) -> Client:
    """A client of an instance whose front end is built."""
    (tmp_path / "index.html").write_text("<!doctype html><title>SARA Annotate</title>")
    settings.FRONTEND_DIST = tmp_path
    return Client()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/projects/anything/at-all", 200),
        ("/health", 200),
        ("/api/v1/session", 200),
        ("/api/v1/projects", 401),
        ("/api/v1/nothing/here", 404),
        ("/api/docs", 200),
        ("/admin/login/", 200),
    ],
)
def test_every_answer_carries_the_security_headers(page: Client, path: str, status: int) -> None:
    answer = page.get(path)
    assert answer.status_code == status
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    if path.startswith("/api/v1/"):
        # Data is no document: it cannot be sniffed for one, and needs no policy.
        assert answer["Content-Type"].startswith("application/json")
        assert "Content-Security-Policy" not in answer
        return
    policy = read_policy(answer["Content-Security-Policy"])
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"]
    assert not any("unsafe" in source for sources in policy.values() for source in sources)


def read_policy(header: str) -> dict[str, list[str]]:
    directives = (part.split() for part in header.split(";") if part.strip())
    return {name: sources for name, *sources in directives}


@pytest.mark.django_db
def test_the_page_is_never_stored_and_brings_the_csrf_cookie(page: Client) -> None:
    answer = page.get("/")
    assert "no-store" in answer["Cache-Control"]
    assert answer.cookies["csrftoken"]["samesite"] == "Lax"


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_an_unknown_address_is_not_found_whatever_is_done_to_it(method: str) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = getattr(client, method)("/api/v1/nothing/here")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_a_foreign_host_is_refused() -> None:
    answer = Client().get("/health", HTTP_HOST="evil.example")
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"


@pytest.fixture
def serve(tmp_path: Path, settings: Any) -> Callable[..., Any]:
    """What the app answers to a request for a static file, after they were collected."""
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "assets" / "index-DkY3x_9a.js").write_text("export const x = 1;\n" * 200)
    (built / "mark.css").write_text("a { color: red }\n" * 200)
    settings.STATICFILES_DIRS = [built]
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    call_command("collectstatic", interactive=False, verbosity=0)
    middleware = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
    return lambda path, **headers: middleware(RequestFactory().get(path, headers=headers))


FOR_EVER = "max-age=315360000, public, immutable"


def test_a_file_that_vite_has_hashed_is_kept_for_ever(serve: Callable[..., Any]) -> None:
    answer = serve("/static/assets/index-DkY3x_9a.js")
    assert (answer.status_code, answer["Cache-Control"]) == (200, FOR_EVER)


def test_other_files_are_hashed_by_us_and_kept_for_ever(serve: Callable[..., Any]) -> None:
    hashed = storages["staticfiles"].url("mark.css")
    assert hashed != "/static/mark.css"
    answer = serve(hashed)
    assert (answer.status_code, answer["Cache-Control"]) == (200, FOR_EVER)


def test_a_file_under_its_plain_name_is_asked_for_again(serve: Callable[..., Any]) -> None:
    answer = serve("/static/mark.css")
    assert answer.status_code == 200
    assert "immutable" not in answer["Cache-Control"]


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_static_files_are_packed(serve: Callable[..., Any], encoding: str) -> None:
    answer = serve("/static/assets/index-DkY3x_9a.js", **{"accept-encoding": encoding})
    assert answer["Content-Encoding"] == encoding
    assert "Accept-Encoding" in answer["Vary"]
    assert int(answer["Content-Length"]) < 400


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("/static/assets/index-DkY3x_9a.js", True),
        ("/static/admin/css/base.1f418065fc2c.css", True),
        ("/static/assets/index.js", False),
        ("/static/admin/css/base.css", False),
        ("/static/fonts/a-DkY3x_9a.woff2", False),
        ("/api/v1/assets/index-DkY3x_9a.js", False),
    ],
)
def test_only_hashed_names_are_kept_for_ever(url: str, kept: bool) -> None:
    middleware = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
    assert middleware.immutable_file_test("", url) is kept
