"""Imports: an archive that was uploaded, what the check found in it, and what became of it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from sara_annotate.corpus.models import Project
from sara_annotate.jobs.models import Job


class ImportState(models.TextChoices):
    QUEUED = "queued"
    CHECKING = "checking"
    READY = "ready"
    REFUSED = "refused"
    SAVING = "saving"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ImportInto(models.TextChoices):
    GOLD = "gold"
    ME = "me"


class Import(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="imports")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    file_name = models.CharField(max_length=255)
    file = models.FileField(upload_to="imports/%Y/%m/", max_length=500)
    into = models.CharField(max_length=8, choices=ImportInto)
    state = models.CharField(max_length=12, choices=ImportState, default=ImportState.QUEUED)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    preview = models.JSONField(null=True)
    message = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.file_name} into {self.project}"
