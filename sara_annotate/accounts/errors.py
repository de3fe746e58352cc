"""Refusals that belong to a request rather than to the data: who, what state, which status."""

from __future__ import annotations

from collections.abc import Mapping

from rest_framework import status


class ApplicationError(Exception):
    """Answered as {code, message, extra} with its status."""

    code = "refused"
    status: int = status.HTTP_400_BAD_REQUEST

    def __init__(self, message: str, *, extra: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.extra: dict[str, object] = dict(extra or {})


class CredentialsError(ApplicationError):
    code = "credentials_invalid"


class NotAllowedError(ApplicationError):
    code = "not_allowed"
    status = status.HTTP_403_FORBIDDEN


class ConflictError(ApplicationError):
    code = "conflict"
    status = status.HTTP_409_CONFLICT
