"""People and their API tokens. Roles are per project and live with the project."""

from __future__ import annotations

import hashlib

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person. `name` is how the screens call them; superusers administer the instance."""

    name = models.CharField(max_length=120, blank=True)

    # One name in the form the person writes it, instead of two halves.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    @property
    def display_name(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name


class TokenScope(models.TextChoices):
    READ = "read"
    WRITE = "write"


class ApiToken(models.Model):
    """A key for scripts. Only its hash is kept; the key itself is shown once."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=80)
    scope = models.CharField(max_length=8, choices=TokenScope)
    prefix = models.CharField(max_length=12)
    key_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = [models.Index(fields=("user", "revoked_at"))]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @staticmethod
    def hash_key(key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()
