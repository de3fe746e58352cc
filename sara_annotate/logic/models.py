"""What the engine says of what people wrote."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from sara_annotate.annotations.models import Instantiation, Layer
from sara_annotate.corpus.models import Case, Project, Subsection


class ReplayStatus(models.TextChoices):
    SAME = "same"
    WRONG_TRUTH = "wrong_truth"
    WRONG_VALUE = "wrong_value"
    MISSING_VALUE = "missing_value"
    ENGINE_ERROR = "engine_error"
    LIMIT = "limit"
    NOT_COMPARABLE = "not_comparable"
    UNKNOWN = "unknown"


class Engine(models.TextChoices):
    PROGRAM = "program"
    STRUCTURE = "structure"


class Outdated(models.TextChoices):
    """Why a flag no longer speaks of what is there; empty when it does."""

    NO = "", "no"
    VALUES = "values"
    FACTS = "facts"
    PROGRAM = "program"
    CLAUSES = "clauses"


class ReplayFlag(models.Model):
    """How one row of values, or one case's own test, fared in the last replay."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="replay_flags")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="replay_flags")
    layer = models.ForeignKey(
        Layer, on_delete=models.PROTECT, null=True, blank=True, related_name="replay_flags"
    )
    instantiation = models.ForeignKey(
        Instantiation, on_delete=models.PROTECT, null=True, blank=True, related_name="replay_flags"
    )
    subsection = models.ForeignKey(
        Subsection, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    engine = models.CharField(max_length=9, choices=Engine)
    status = models.CharField(max_length=14, choices=ReplayStatus)
    detail = models.TextField(blank=True)
    goal = models.TextField(blank=True)
    notes = models.JSONField(default=list)
    program_sha256 = models.CharField(max_length=64, blank=True)
    compat = models.BooleanField(default=False)
    # What it was found from: the flag is out of date as soon as one of these is another.
    layer_revision = models.PositiveIntegerField(default=0)
    case_sha256 = models.CharField(max_length=64, blank=True)
    clauses_sha256 = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    # Why a difference is right as it is; a flag with a note is settled.
    note = models.TextField(blank=True)
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    noted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("case__name", "id")
        indexes = [models.Index(fields=("project", "status")), models.Index(fields=("case",))]
        constraints = [
            models.CheckConstraint(
                name="replay_status_known", condition=models.Q(status__in=ReplayStatus.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case} {self.engine} {self.status}"


class ProgramTabling(models.Model):
    """What was found out about tabling one program, as it was when it had this hash."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="tablings")
    program_sha256 = models.CharField(max_length=64)
    is_used = models.BooleanField(help_text="It changes no answer and is worth it.")
    predicates = models.JSONField(default=list)
    refused = models.JSONField(default=list)
    cases = models.PositiveIntegerField()
    goals = models.PositiveIntegerField()
    inferences_before = models.PositiveBigIntegerField()
    inferences_after = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("project", "program_sha256"), name="tabling_once"),
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.program_sha256[:12]}"
