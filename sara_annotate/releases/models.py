"""Releases: frozen, numbered, hashed exports."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from sara_annotate.corpus.models import Project


class Release(models.Model):
    """What was exported, when and by whom; the files are named by their hash and never change."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="releases")
    version = models.CharField(max_length=40)
    notes = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64)
    manifest = models.JSONField(default=dict, help_text="File names with their hashes.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-created_at",)
        constraints = [
            models.UniqueConstraint(fields=("project", "version"), name="release_once"),
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.version}"
