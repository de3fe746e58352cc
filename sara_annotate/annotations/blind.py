"""Blind mode: for a share of the subsections, suggestions are made and not shown.

What people mark there without help is held against what they mark with it. Which subsections
these are hangs on the label alone, so it is the same for everybody and every run, and a larger
share holds all of a smaller one.
"""

from __future__ import annotations

from django.db import models

from sara_annotate.corpus.models import Project
from sara_annotate.domain.blind import is_blind


class BlindShare(models.Model):
    project = models.OneToOneField(Project, on_delete=models.PROTECT, related_name="blind")
    percent = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="blind_percent_range", condition=models.Q(percent__lte=100)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.percent} % of {self.project}"


def blind_percent(project: Project) -> int:
    """The share of the project's subsections without suggestions, in percent."""
    found = BlindShare.objects.filter(project=project).values_list("percent", flat=True)
    return found.first() or 0


def shows_suggestions(project: Project, percent: int, label: str) -> bool:
    return not is_blind(project.slug, label, percent)
