"""What must be so before the server starts: tables, static files, demo, a first admin."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from sara_annotate.accounts.models import User

STATIC_PACKAGES = ("Django", "djangorestframework", "drf-spectacular-sidecar", "whitenoise")


@contextmanager
def var_hold() -> Iterator[None]:
    """Keep a second start in the same SARA_VAR waiting until this one has prepared it."""
    settings.SARA_VAR.mkdir(parents=True, exist_ok=True)
    handle = os.open(settings.SARA_VAR, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def database_prepare() -> bool:
    """Apply what is unapplied; True when there was anything."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise CommandError(
            f"The database cannot be reached: {error}\nIs DATABASE_URL right and the server up?"
        ) from error
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    call_command("migrate", verbosity=0, interactive=False)
    return True


def static_prepare() -> bool:
    """Collect the static files when the front end or a package with files changed."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = _static_fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    stamp.unlink(missing_ok=True)
    # Our API answers JSON alone and is documented with Swagger: these are never asked for.
    unused = ["rest_framework", "redoc"]
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=unused)
    stamp.write_text(wanted)
    return True


def first_admin_create() -> tuple[str, str] | None:
    """Name and password of the admin just made; None when there was one already."""
    if User.objects.filter(is_superuser=True).exists():
        return None
    name, password = _free_name("admin"), secrets.token_urlsafe(12)
    User.objects.create_superuser(username=name, password=password)
    return name, password


def _free_name(name: str) -> str:
    taken = set(User.objects.filter(username__startswith=name).values_list("username", flat=True))
    candidates = [name, *(f"{name}{number}" for number in range(2, len(taken) + 3))]
    return next(candidate for candidate in candidates if candidate not in taken)


def _static_fingerprint() -> str:
    digest = hashlib.sha256()
    for package in STATIC_PACKAGES:
        digest.update(f"{package} {importlib.metadata.version(package)}\n".encode())
    for path in sorted(Path(settings.FRONTEND_DIST).rglob("*")):
        status = path.stat()
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
