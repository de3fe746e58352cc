"""Trained models of a project, and what its managers have said about learning."""

from __future__ import annotations

import uuid
from pathlib import Path

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sara_annotate.corpus.models import Project
from sara_annotate.jobs.models import Job


class ModelState(models.TextChoices):
    CANDIDATE = "candidate"
    IN_USE = "in_use"
    RETIRED = "retired"


class ModelTask(models.TextChoices):
    """What a model suggests; each task has one in use."""

    SPANS = "spans"
    VALUES = "values"


class TrainingSource(models.TextChoices):
    GOLD = "gold"
    ACCEPTED = "accepted"  # gold, and where there is none what a reviewer has accepted


class TrainedModel(models.Model):
    """One training: its folds lie in a folder, each of which never saw the statutes it serves."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="trained_models")
    number = models.PositiveIntegerField()
    kind = models.CharField(
        max_length=40, help_text="features, improved, bert-crf or, for values, instantiation"
    )
    task = models.CharField(max_length=8, choices=ModelTask, default=ModelTask.SPANS)
    state = models.CharField(max_length=10, choices=ModelState, default=ModelState.CANDIDATE)
    folder = models.CharField(max_length=200, help_text="Below the folder of models.")
    source = models.CharField(max_length=10, choices=TrainingSource, default=TrainingSource.GOLD)
    data_hash = models.CharField(max_length=64)
    parameters = models.JSONField(default=dict)
    scores = models.JSONField(default=dict, help_text="By task: ours as shown, and the figures.")
    folds = models.JSONField(default=list, help_text="[{name, trained_on: [sections]}, …]")
    subsections = models.PositiveIntegerField(
        default=0, help_text="So many it was trained on; for values, so many cases."
    )
    compared_with = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    comparison = models.JSONField(default=dict, help_text="Paired bootstrap against that one.")
    job = models.OneToOneField(
        Job, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    data_at = models.DateTimeField(default=timezone.now, help_text="When its data were read.")
    used_at = models.DateTimeField(null=True, blank=True, help_text="Last put to use.")
    replaced = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The one whose place it took: one step back.",
    )

    class Meta:
        ordering = ("project", "-number")
        constraints = [
            models.UniqueConstraint(fields=("project", "number"), name="trained_model_number"),
            models.UniqueConstraint(
                fields=("project", "task"), condition=Q(state="in_use"), name="one_model_in_use"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"model {self.number}"

    @property
    def path(self) -> Path:
        return models_folder() / self.folder


class LearningSettings(models.Model):
    """When a project learns from what is accepted, and with what."""

    project = models.OneToOneField(
        Project, on_delete=models.PROTECT, related_name="learning_settings"
    )
    kind = models.CharField(max_length=40, default="features")
    encoder = models.CharField(
        max_length=200, blank=True, help_text="A Hugging Face name, a package or a folder."
    )
    source = models.CharField(
        max_length=10, choices=TrainingSource, default=TrainingSource.ACCEPTED
    )
    after_subsections = models.PositiveIntegerField(default=0, help_text="0: not by itself.")
    every_hours = models.PositiveIntegerField(default=0, help_text="0: not by itself.")
    prelabel_after = models.BooleanField(default=False)
    clearly_better = models.BooleanField(
        default=False,
        help_text="A new model takes over only when the difference is more than luck.",
    )
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="When it last started to learn by itself."
    )

    def __str__(self) -> str:
        return f"learning of {self.project}"


def models_folder() -> Path:
    """Where weights lie; worker and command line share it."""
    return Path(settings.SARA_VAR) / "models"
