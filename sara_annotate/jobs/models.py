"""Background work. A job's row is the truth; the broker only wakes workers."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job(models.Model):
    """One piece of work: who asked, how far it is, who holds it until when, how it ended."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    project_slug = models.SlugField(max_length=80, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    params = models.JSONField(default=dict)
    state = models.CharField(max_length=12, choices=JobState, default=JobState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    result = models.JSONField(default=dict)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = [models.Index(fields=("state", "created_at"))]
        constraints = [
            models.CheckConstraint(
                name="job_running_has_lease",
                condition=~models.Q(state=JobState.RUNNING) | models.Q(lease__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Worker(models.Model):
    """A worker process that has been heard of."""

    name = models.CharField(max_length=120, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
