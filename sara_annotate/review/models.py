"""Reviews of submitted work, what was decided in them, and what people say about it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Layer
from sara_annotate.corpus.models import Case, Project, Subsection
from sara_annotate.review.agreement_models import AgreementItem

__all__ = ["AgreementItem"]  # a model of this app that lives in a file of its own

USER = settings.AUTH_USER_MODEL
OF_ONE_TEXT = Q(subsection__isnull=False, case__isnull=True) | Q(
    subsection__isnull=True, case__isnull=False
)


class Review(models.Model):
    """The review of one subsection or case; it stays when more is submitted later.

    `waiting`, `disputes` and `agreed` are kept with every submission, acceptance and return,
    so that the queue can be sorted by them without reading the layers.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="reviews")
    subsection = models.OneToOneField(
        Subsection, on_delete=models.PROTECT, null=True, blank=True, related_name="review"
    )
    case = models.OneToOneField(
        Case, on_delete=models.PROTECT, null=True, blank=True, related_name="review"
    )
    waiting = models.PositiveSmallIntegerField(default=0, help_text="Layers submitted.")
    disputes = models.PositiveIntegerField(default=0)
    agreed = models.PositiveIntegerField(default=0)
    waiting_since = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        USER, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    group = models.UUIDField(
        null=True, blank=True, help_text="The edits of the last acceptance, one undo step."
    )

    class Meta:
        ordering = ("-disputes", "waiting_since", "id")
        constraints = [models.CheckConstraint(name="review_of_one_text", condition=OF_ONE_TEXT)]
        indexes = [models.Index(fields=("project", "waiting", "-disputes"), name="review_queue")]

    def __str__(self) -> str:
        return f"review of {self.subsection or self.case}"


class Decision(models.Model):
    """What a reviewer chose for one item: a version, or a content of their own."""

    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="decisions")
    item = models.CharField(max_length=240)
    fingerprint = models.CharField(max_length=32, help_text="Of the versions that were seen.")
    take = models.PositiveSmallIntegerField(null=True, blank=True)
    edit = models.JSONField(null=True, blank=True)
    comment = models.TextField(blank=True)
    guideline = models.CharField(max_length=200, blank=True, help_text="3#spans: version, anchor.")
    decided_by = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("review", "id")
        constraints = [
            models.UniqueConstraint(
                fields=("review", "item"), condition=Q(removed_at=None), name="decision_of_item"
            ),
            models.CheckConstraint(
                name="decision_takes_or_edits",
                condition=Q(take__isnull=False, edit__isnull=True)
                | Q(take__isnull=True, edit__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.take or 'edit'}"


class ItemOrigin(models.Model):
    """Whom an item of gold came from, and who decided that it should be so."""

    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="origins")
    item = models.CharField(max_length=240, help_text="mention:ID, argument:ID, clause, …")
    authors = models.JSONField(default=list, help_text="User names, runs of models, gold.")
    edited = models.BooleanField(default=False)
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    accepted_by = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    accepted_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("layer", "id")
        constraints = [
            models.UniqueConstraint(
                fields=("layer", "item"), condition=Q(removed_at=None), name="origin_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} from {self.authors}"


class Thread(models.Model):
    """A conversation about an item of a text, of one layer or of what is in dispute."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="threads")
    subsection = models.ForeignKey(
        Subsection, on_delete=models.PROTECT, null=True, blank=True, related_name="threads"
    )
    case = models.ForeignKey(
        Case, on_delete=models.PROTECT, null=True, blank=True, related_name="threads"
    )
    layer = models.ForeignKey(
        Layer, on_delete=models.PROTECT, null=True, blank=True, related_name="threads"
    )
    item = models.CharField(max_length=240, blank=True, help_text="Empty: the whole text.")
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    quote = models.TextField(blank=True, help_text="The words it is about, when it began.")
    created_by = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    resolved_by = models.ForeignKey(
        USER, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = [models.CheckConstraint(name="thread_of_one_text", condition=OF_ONE_TEXT)]

    def __str__(self) -> str:
        return f"thread {self.pk} on {self.item or 'all'}"


class Comment(models.Model):
    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="comments")
    author = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    body = models.TextField()
    mentioned: models.ManyToManyField[User, models.Model] = models.ManyToManyField(
        USER, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("thread", "id")

    def __str__(self) -> str:
        return self.body[:80]


class ReadMark(models.Model):
    """How far a person has read a thread."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="read_marks")
    user = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    comment = models.ForeignKey(Comment, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("thread", "user"), name="read_mark_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} read {self.thread_id} to {self.comment_id}"


class Guideline(models.Model):
    """One version of a project's rules for annotating, in markdown. Versions never change."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="guidelines")
    version = models.PositiveIntegerField()
    text = models.TextField()
    note = models.CharField(max_length=300, blank=True, help_text="What is new in it.")
    author = models.ForeignKey(USER, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("project", "-version")
        constraints = [
            models.UniqueConstraint(fields=("project", "version"), name="guideline_version_once"),
        ]

    def __str__(self) -> str:
        return f"guidelines {self.version} of {self.project}"


class Agreement(models.Model):
    """Agreement figures of a project as it stood at one fingerprint of its layers."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="agreements")
    fingerprint = models.CharField(max_length=120)
    result = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("project", "-created_at")
        constraints = [
            models.UniqueConstraint(fields=("project", "fingerprint"), name="agreement_once"),
        ]

    def __str__(self) -> str:
        return f"agreement of {self.project}"
