"""Refusals about models."""

from __future__ import annotations

from sara_annotate.accounts.errors import ApplicationError, ConflictError


class ModelUnknownError(ApplicationError):
    code = "model_unknown"


class ModelBusyError(ConflictError):
    code = "model_busy"


class RemoteModelError(ApplicationError):
    """A model elsewhere that does not answer, or not as was agreed."""

    code = "remote_model"
    status = 502
