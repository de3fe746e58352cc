"""The one place where an exception becomes an answer: {code, message, extra}."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as ModelValidationError
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.domain.errors import DomainError

logger = logging.getLogger(__name__)


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """A response in our error shape, or None for a fault of ours (a 500, logged)."""
    if isinstance(error, ApplicationError):
        return _answer(error.status, error.code, error.message, error.extra)
    if isinstance(error, DomainError):
        return _answer(status.HTTP_422_UNPROCESSABLE_ENTITY, error.code, error.message, error.extra)
    if isinstance(error, ModelValidationError):
        fields = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
        return _answer(400, "validation_error", _first(fields), {"fields": fields})
    if isinstance(error, Http404):
        return _answer(404, "not_found", "There is nothing here, or you have no access to it.", {})
    if isinstance(error, OperationalError):
        # Asked again in a moment it will do: a long write holds SQLite, or the server restarts.
        logger.error("Database: %s", error)
        busy = "The database is busy. Nothing was changed; try again in a moment."
        return _answer(503, "busy", busy, {})
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    shaped = _shape(error)
    # Keep the headers (WWW-Authenticate, Retry-After) that REST framework has set.
    response.data = shaped
    return response


def _shape(error: exceptions.APIException) -> dict[str, object]:
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"": error.detail}
        return _body("validation_error", _first(fields), {"fields": fields})
    if isinstance(error, exceptions.NotFound):
        return _body("not_found", "There is nothing here, or you have no access to it.", {})
    if isinstance(error, exceptions.Throttled):
        wait = {"retry_after": getattr(error, "wait", None)}
        return _body("throttled", "Too many attempts. Wait a little and try again.", wait)
    return _body(error.get_codes(), str(error.detail), {})


def _first(fields: object) -> str:
    """The first message of a nest of messages, with the name of its field."""
    if isinstance(fields, dict):
        for name, inner in fields.items():
            text = _first(inner)
            return f"{name}: {text}" if name not in ("", "non_field_errors") else text
    if isinstance(fields, list) and fields:
        return _first(fields[0])
    return str(fields)


def _body(code: object, message: str, extra: object) -> dict[str, object]:
    return {"code": code, "message": message, "extra": extra}


def _answer(status_code: int, code: str, message: str, extra: object) -> Response:
    return Response(_body(code, message, extra), status=status_code)
