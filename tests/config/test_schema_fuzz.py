"""The API against its own description: no request, however odd, is answered with a 500."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from sara_annotate.accounts.models import TokenScope, User
from sara_annotate.accounts.services import token_create
from sara_annotate.annotations.models import Argument, Clause, Edit, Layer, Mention
from sara_annotate.config.wsgi import application
from sara_annotate.corpus.models import Role
from tests.factories import load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
Json = dict[str, Any]

EXAMPLES = 12
ODD = ("\x00", "a\x00b", "", "🚢", "%00", "../..", "'\"", "\ud7ff", "x" * 300, "9" * 30, "1e999")
"""Texts that have broken servers before."""

schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
schema.app = application


@schema.hook
def map_path_parameters(context: object, path_parameters: Json | None) -> Json | None:
    """Most requests are about things that exist; the others would all end in a 404."""
    known = {"slug": "ferry", "section": "7", "name": "s7_a_pos", "username": "ada"}
    if not path_parameters:
        return path_parameters
    return {
        key: known[key] if key in known and hash(str(value)) % 4 else value
        for key, value in path_parameters.items()
    }


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """The app would close the connection in which the test's own rows are not yet committed."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def headers(_one_connection: None, settings: Any) -> dict[str, str]:
    """Ada, a manager and an administrator, with a token."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Streams of events would go on for a while, each in a place of its own.
    settings.EVENT_SECONDS, settings.EVENT_STREAMS = 0.0, 10_000
    project = make_project(ada=Role.MANAGER, bob=Role.ANNOTATOR)
    ada = User.objects.get(username="ada")
    load_corpus(project, by=ada)
    ada.is_superuser = True
    ada.save()
    _, key = token_create(user=ada, name="fuzz", scope=TokenScope.WRITE)
    return {"Authorization": f"Token {key}"}


def check_error_shape(ctx: object, response: Any, case: object) -> None:
    """Every error says {code, message, extra}."""
    if response.status_code >= 400:
        assert_shape(response.json())


def assert_shape(body: Json) -> None:
    assert body.keys() == {"code", "message", "extra"}, body
    assert isinstance(body["code"], str) and body["code"], body
    assert isinstance(body["message"], str) and body["message"], body
    assert isinstance(body["extra"], dict), body


@schema.parametrize()
@examples(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
def test_every_answer_is_one_of_ours(case: Any, headers: dict[str, str]) -> None:
    checks = [not_a_server_error, response_schema_conformance, check_error_shape]
    case.call_and_validate(headers=headers, checks=checks)


@pytest.fixture
def ada(headers: dict[str, str]) -> APIClient:
    """A browser in which Ada is signed in; a fault of ours is an answer, not an exception."""
    client = sign_in("ada")
    client.raise_request_exception = False
    return client


PLACES = [
    "/projects/{}",
    "/projects/ferry/statutes/{}",
    "/projects/ferry/statutes/7?layer={}",
    "/projects/ferry/cases/{}",
    "/projects/ferry/cases?search={}",
    "/projects/ferry/cases?split={}",
    "/projects/ferry/cases?page={}",
    "/projects/ferry/edits?section={}",
    "/projects/ferry/edits?case={}",
    "/projects/ferry/edits?layer={}",
    "/projects/ferry/edits?after={}",
    "/projects/ferry/imports/{}",
    "/projects/ferry/export?format={}",
    "/projects/ferry/people/{}",
    "/me/tokens/{}",
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_odd_texts_in_addresses(ada: APIClient, place: str, method: str) -> None:
    for text in ODD:
        answer = getattr(ada, method)(f"/api/v1{place.format(quote(text, safe=''))}")
        assert answer.status_code < 500, (method, place, text)
        if answer.status_code >= 400:
            assert_shape(answer.json())


BODIES: list[tuple[str, str, Json]] = [
    ("post", "/session", {"username": "ada", "password": "x"}),
    ("post", "/me/password", {"old_password": "x", "new_password": "y"}),
    ("post", "/me/tokens", {"name": "laptop", "scope": "read"}),
    ("post", "/projects", {"slug": "new", "name": "New", "description": ""}),
    ("post", "/projects/ferry/people", {"username": "bob", "role": "annotator"}),
    ("patch", "/projects/ferry/people/bob", {"role": "annotator"}),
]


@pytest.mark.parametrize(("method", "path", "body"), BODIES)
def test_odd_texts_in_bodies(ada: APIClient, method: str, path: str, body: Json) -> None:
    cache.clear()
    for key in body:
        for odd in (*ODD, None, 7, [], {}, ["x"], True, 1e308):
            answer = getattr(ada, method)(f"/api/v1{path}", {**body, key: odd}, "json")
            assert answer.status_code < 500, (key, odd)
            if answer.status_code >= 400:
                assert_shape(answer.json())


def edits_of(layer: str) -> Json:
    """Edits that are good as they are, and of every kind a statute's layer takes."""
    first, second, mention = (str(uuid.UUID(int=n)) for n in (1, 2, 3))
    ops: list[Json] = [
        {"op": "new_argument", "argument": argument(first, "Toll", 0)},
        {"op": "new_argument", "argument": argument(second, "Payer", 1)},
        {
            "op": "add_mention",
            "mention": {"id": mention, "start": 40, "end": 45, "argument": first},
        },
        {"op": "set_clause", "clause": {"text": "s7_a(TOLL,PAYER)", "note": "why"}},
    ]
    head = {"id": str(uuid.uuid4()), "layer": layer, "time": "2026-01-02T03:04:05Z"}
    edit = {**head, "base_revision": 0, "operation": {"op": "batch", "ops": ops}}
    return {"edits": [edit], "layers": {layer: {"subsection": "7(a)"}}}


def argument(key: str, name: str, order: int) -> Json:
    return {"id": key, "name": name, "value_type": "span", "order": order}


def paths_of(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in nested data."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = [at]
    for key, inner in items:
        nested = isinstance(inner, dict | list)
        found += paths_of(inner, (*at, key)) if nested else [(*at, key)]
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


ANYTHING = st.one_of(
    st.sampled_from(ODD),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=5,
    ),
)


@examples(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
    database=None,
)
@given(data=st.data())
def test_edits_with_anything_anywhere(ada: APIClient, data: st.DataObject) -> None:
    shown = ada.get("/api/v1/projects/ferry/statutes/7?layer=mine").json()["subsections"]
    layer = next(row["my_layer"] for row in shown if row["label"] == "7(a)")
    body = edits_of(layer)
    path = data.draw(st.sampled_from(paths_of(body)[1:]), label="where")
    spoilt = put(body, path, data.draw(ANYTHING, label="what"))
    # Python's own encoder: unlike that of the client it also writes NaN and Infinity.
    answer = ada.generic(
        "POST", "/api/v1/projects/ferry/edits", json.dumps(spoilt), "application/json"
    )
    assert answer.status_code < 500, answer.content
    if answer.status_code >= 400:
        assert_shape(answer.json())
    else:
        undo_all(layer)


def undo_all(layer: str) -> None:
    """Take the layer away, so that the next example meets what this one met."""
    for kind in (Edit, Mention, Clause, Argument):
        kind._default_manager.filter(layer=layer).delete()
    Layer.objects.filter(pk=layer).delete()
