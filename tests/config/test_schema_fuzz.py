"""The API against its own description: no request, however odd, is answered with a 500."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from sara_annotate.accounts.models import ApiToken, TokenScope, User
from sara_annotate.accounts.services import token_create
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
def headers(settings: Any) -> dict[str, str]:
    """Ada, a manager and an administrator, with a token."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
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
