"""What is behind the figures of an agreement: made and thrown away with it."""

from __future__ import annotations

from django.db import models

from sara_annotate.corpus.models import Case, Subsection

KINDS = ("span", "cluster", "clause", "edge", "mapping", "operator", "truth", "value", "given")


class AgreementItem(models.Model):
    """One thing that two people, or a person and the gold, say differently."""

    agreement = models.ForeignKey(
        "review.Agreement", on_delete=models.CASCADE, related_name="items"
    )
    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in KINDS])
    section = models.CharField(max_length=40, help_text="The statute that it counts for.")
    subsection = models.ForeignKey(
        Subsection, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    case = models.ForeignKey(
        Case, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    left = models.CharField(max_length=150)
    right = models.CharField(max_length=150, help_text="A user name, or empty for the gold.")
    is_accepted = models.BooleanField(default=False, help_text="The left one's layer was.")
    subject = models.CharField(max_length=240, blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    left_says = models.JSONField()
    right_says = models.JSONField()

    class Meta:
        ordering = ("agreement", "id")
        indexes = [
            models.Index(fields=("agreement", "kind", "left", "right"), name="agreement_item_of")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
