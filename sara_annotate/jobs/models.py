"""Background work. A job's row is the truth; the broker only wakes workers."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Queue(models.TextChoices):
    """What a worker must be able to do. Each kind of job goes to one queue."""

    DEFAULT = "default"
    SOLVER = "solver"  # many short questions to Prolog, a process for each core
    MODELS = "models"  # training and prediction: one at a time on a device


class Job(models.Model):
    """One piece of work: who asked, how far it is, who holds it until when, how it ended."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    project_slug = models.SlugField(max_length=80, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    queue = models.CharField(max_length=8, choices=Queue, default=Queue.DEFAULT)
    params = models.JSONField(default=dict)
    state = models.CharField(max_length=12, choices=JobState, default=JobState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    seconds_left = models.FloatField(null=True, blank=True, help_text="At the last progress.")
    progress_at = models.DateTimeField(null=True, blank=True)
    message = models.TextField(blank=True)
    result = models.JSONField(default=dict)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    pause_requested = models.BooleanField(default=False)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = [
            models.Index(fields=("state", "created_at")),
            models.Index(fields=("project_slug", "created_at")),
        ]
        constraints = [
            models.CheckConstraint(
                name="job_running_has_lease",
                condition=~models.Q(state=JobState.RUNNING) | models.Q(lease__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class JobLine(models.Model):
    """A line of a job's log. One about an item of the work is there once, however often it ran."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="lines")
    at = models.DateTimeField(default=timezone.now)
    item = models.CharField(max_length=200, blank=True)
    is_problem = models.BooleanField(default=False)
    text = models.TextField()

    class Meta:
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                fields=("job", "item"), condition=~models.Q(item=""), name="job_line_item_once"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class JobPiece(models.Model):
    """What a job has done so far: kept until it is done, so that another worker goes on."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="pieces")
    name = models.CharField(max_length=200)
    data = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=("job", "name"), name="job_piece_once")]

    def __str__(self) -> str:
        return self.name


class Worker(models.Model):
    """A worker process and one queue that it serves; gone when not heard of for a while."""

    name = models.CharField(max_length=120)
    queue = models.CharField(max_length=40)
    concurrency = models.PositiveSmallIntegerField(default=1)
    started_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("queue", "name")
        constraints = [models.UniqueConstraint(fields=("name", "queue"), name="worker_queue_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.queue})"
