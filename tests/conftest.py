"""Fixtures that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import settings

_ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    # Passwords are hashed slowly on purpose; hundreds of made-up people need not be.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def sara_data() -> Path:
    """The folder of the SARA data set, which is no part of the project."""
    folder = Path(os.environ.get("SARA_DATA") or _ROOT.parent / "shared" / "sara")
    if not (folder / "statutes" / "source").is_dir():
        pytest.skip(f"The SARA data set is not at {folder}; set SARA_DATA to its folder.")
    return folder
