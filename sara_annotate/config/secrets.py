"""The instance's secret key: given, or made once and kept beside the data."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

KNOWN_KEYS = frozenset({"change-me", "changeme", "secret", "insecure", "django-insecure"})


def read_secret_key(var: Path, *, given: str, debug: bool) -> str:
    """The key to sign with; refuses one that others can guess unless debugging."""
    if not given:
        return _read_or_make(var / "secret_key")
    if not debug and (given.lower() in KNOWN_KEYS or given.startswith("django-insecure")):
        raise ImproperlyConfigured(
            "SECRET_KEY is a default that anyone can guess. Leave it unset, and one is made in "
            f"{var}, or set a random one of 50 characters."
        )
    if not debug and len(given) < 32:
        raise ImproperlyConfigured("SECRET_KEY is too short: use at least 32 random characters.")
    return given


def _read_or_make(path: Path) -> str:
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_text(secrets.token_urlsafe(48))
        draft.chmod(0o600)
        # A hard link fails when another process was faster, so all agree on one key.
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # the other process's key is as good
        finally:
            draft.unlink()
    return path.read_text().strip()
