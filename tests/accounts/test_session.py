"""Signing in and out, passwords, tokens."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from sara_annotate.accounts.models import ApiToken
from sara_annotate.corpus.models import Role
from tests.factories import PASSWORD, make_project, make_user, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_throttle_from_before() -> None:
    cache.clear()


def test_a_stranger_reads_the_session_and_nothing_else() -> None:
    client = APIClient()
    assert client.get("/api/v1/session").json()["user"] is None
    answer = client.get("/api/v1/projects")
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"


def test_sign_in_and_out() -> None:
    make_user("ada")
    client = APIClient()
    answer = client.post("/api/v1/session", {"username": "ada", "password": PASSWORD}, "json")
    assert answer.json()["user"] == {"username": "ada", "name": "ada", "is_admin": False}
    assert client.get("/api/v1/projects").status_code == 200
    assert client.delete("/api/v1/session").status_code == 204
    assert client.get("/api/v1/projects").status_code == 401


@pytest.mark.parametrize(
    ("username", "password"), [("ada", "wrong"), ("nobody", PASSWORD), ("ADA", PASSWORD)]
)
def test_wrong_credentials_say_nothing_of_which(username: str, password: str) -> None:
    make_user("ada")
    data = {"username": username, "password": password}
    answer = APIClient().post("/api/v1/session", data, "json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "credentials_invalid"


def test_an_inactive_person_cannot_sign_in() -> None:
    user = make_user("ada")
    user.is_active = False
    user.save()
    data = {"username": "ada", "password": PASSWORD}
    assert APIClient().post("/api/v1/session", data, "json").status_code == 400


def test_sign_in_needs_the_csrf_token() -> None:
    make_user("ada")
    client = APIClient(enforce_csrf_checks=True)
    data = {"username": "ada", "password": PASSWORD}
    assert client.post("/api/v1/session", data, "json").status_code == 403
    client.get("/api/v1/session")
    token = client.cookies["csrftoken"].value
    answer = client.post("/api/v1/session", data, "json", headers={"X-CSRFToken": token})
    assert answer.status_code == 200


def test_guessing_is_slowed_down() -> None:
    client = APIClient()
    data = {"username": "ada", "password": "guess"}
    codes = [client.post("/api/v1/session", data, "json").status_code for _ in range(25)]
    assert codes.count(429) == 5
    assert client.get("/api/v1/session").status_code == 200


@pytest.mark.parametrize(
    "body", ["", "[", "[]", '"x"', "null", '{"username": 3}', '{"username": []}']
)
def test_nonsense_is_answered_in_the_error_shape(body: str) -> None:
    answer = APIClient().post("/api/v1/session", body, content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "message", "extra"}


def test_password_change() -> None:
    make_user("ada")
    client = sign_in("ada")
    new = "a different password"
    wrong = {"old_password": "no", "new_password": new}
    assert client.post("/api/v1/me/password", wrong, "json").json()["code"] == "credentials_invalid"
    short = {"old_password": PASSWORD, "new_password": "x"}
    assert client.post("/api/v1/me/password", short, "json").json()["code"] == "validation_error"
    good = {"old_password": PASSWORD, "new_password": new}
    assert client.post("/api/v1/me/password", good, "json").status_code == 204
    assert client.get("/api/v1/projects").status_code == 200, "the session goes on"


def test_a_token_is_shown_once_and_works_until_revoked() -> None:
    make_project(ada=Role.ANNOTATOR)
    client = sign_in("ada")
    made = client.post("/api/v1/me/tokens", {"name": "laptop", "scope": "write"}, "json").json()
    key = made["token"]
    assert key not in str(client.get("/api/v1/me/tokens").json())
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    assert script.get("/api/v1/projects").json()["count"] == 1
    assert ApiToken.objects.get().last_used_at is not None
    assert client.delete(f"/api/v1/me/tokens/{made['id']}").status_code == 204
    assert script.get("/api/v1/projects").status_code == 401


def test_a_reading_token_cannot_write() -> None:
    make_user("ada")
    client = sign_in("ada")
    made = client.post("/api/v1/me/tokens", {"name": "reader", "scope": "read"}, "json").json()
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Token {made['token']}")
    assert script.get("/api/v1/me/tokens").status_code == 200
    data = {"name": "more", "scope": "write"}
    assert script.post("/api/v1/me/tokens", data, "json").status_code == 403


def test_another_persons_token_does_not_exist() -> None:
    make_user("ada")
    make_user("bob")
    data = {"name": "laptop", "scope": "read"}
    made = sign_in("ada").post("/api/v1/me/tokens", data, "json").json()
    assert sign_in("bob").delete(f"/api/v1/me/tokens/{made['id']}").status_code == 404
    assert ApiToken.objects.get().revoked_at is None


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token wrong", "Token \xff", "Bearer x"])
def test_a_bad_token_header_is_refused(header: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    answer = client.get("/api/v1/projects")
    assert answer.status_code == 401
    assert answer.json()["code"] == "authentication_failed"
