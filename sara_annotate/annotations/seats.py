"""Who is to work on what. It stands here because what a person may see hangs on it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sara_annotate.corpus.models import Case, Project, Subsection


class Task(models.TextChoices):
    SPANS = "spans"
    COREFERENCE = "coreference"
    CLAUSES = "clauses"
    VALUES = "values"


class Seat(models.Model):
    """One person's share of the work on one subsection or case, or a share that is still free.

    A seat without a person is in the pool. Whoever takes it keeps it while they work; after
    `lease_until` without anything sent it is free again.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="seats")
    subsection = models.ForeignKey(
        Subsection, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    case = models.ForeignKey(
        Case, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    task = models.CharField(max_length=12, choices=Task)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
    )
    pooled = models.BooleanField(default=False, help_text="Free again when it is abandoned.")
    number = models.PositiveSmallIntegerField(default=1, help_text="1, or 2 for a second opinion.")
    due = models.DateField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("project", "id")
        constraints = [
            models.CheckConstraint(
                name="seat_of_one_text",
                condition=Q(subsection__isnull=False, case__isnull=True)
                | Q(subsection__isnull=True, case__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_task_fits",
                condition=Q(case__isnull=True) & ~Q(task=Task.VALUES)
                | Q(case__isnull=False, task=Task.VALUES),
            ),
            *(
                models.UniqueConstraint(
                    fields=(of, "task", "person"),
                    condition=Q(removed_at=None, person__isnull=False),
                    name=f"seat_once_{of}",
                )
                for of in ("subsection", "case")
            ),
        ]
        indexes = [
            models.Index(fields=("project", "person"), name="seat_person"),
        ]

    def __str__(self) -> str:
        return f"{self.task} of {self.subsection or self.case}"
