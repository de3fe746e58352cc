"""Projects, who works in them, and the texts: statutes, subsections, cases, programs."""

from __future__ import annotations

import hashlib
import re

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.utils import timezone


def sort_key(name: str) -> str:
    """A key under which case_2 comes before case_10."""
    return re.sub(r"[0-9]+", lambda digits: digits[0].zfill(8), name)[:240]


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Project(models.Model):
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=160, validators=[MinLengthValidator(1)])
    description = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.slug


class Role(models.TextChoices):
    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    MANAGER = "manager"


class Membership(models.Model):
    """A person's role in one project. Without one, the project does not exist for them."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=12, choices=Role)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("user__username",)
        constraints = [
            models.UniqueConstraint(fields=("project", "user"), name="membership_once"),
            models.CheckConstraint(
                name="membership_role_known", condition=models.Q(role__in=Role.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.role} of {self.project}"


class StatuteKind(models.TextChoices):
    STATUTE = "statute"
    FREE = "free"  # holds one free predicate, such as `tax`, that belongs to no section


class Statute(models.Model):
    """The text of one section. It never changes: spans point into it."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="statutes")
    kind = models.CharField(max_length=8, choices=StatuteKind, default=StatuteKind.STATUTE)
    section = models.CharField(max_length=40)
    title = models.CharField(max_length=300, blank=True)
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("position", "id")
        constraints = [
            models.UniqueConstraint(fields=("project", "section"), name="statute_once"),
        ]

    def __str__(self) -> str:
        return f"{self.project} §{self.section}"


class Subsection(models.Model):
    """A labelled piece of a statute, in one or several parts."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="subsections")
    statute = models.ForeignKey(Statute, on_delete=models.PROTECT, related_name="subsections")
    label = models.CharField(max_length=80)
    heading = models.CharField(max_length=300, blank=True)
    depth = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ("statute__position", "position")
        constraints = [
            models.UniqueConstraint(fields=("project", "label"), name="subsection_once"),
            models.UniqueConstraint(fields=("statute", "position"), name="subsection_position"),
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.label}"


class SubsectionPart(models.Model):
    """One stretch of a subsection's text, half-open code points of the statute's text."""

    subsection = models.ForeignKey(Subsection, on_delete=models.PROTECT, related_name="parts")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    line = models.PositiveIntegerField(help_text="Its place among the statute's boundaries.")

    class Meta:
        ordering = ("line",)
        constraints = [
            models.CheckConstraint(
                name="part_not_empty", condition=models.Q(start__lt=models.F("end"))
            ),
            models.UniqueConstraint(fields=("subsection", "line"), name="part_line"),
        ]

    def __str__(self) -> str:
        return f"{self.subsection} {self.start}–{self.end}"


class Split(models.TextChoices):
    TRAIN = "train"
    TEST = "test"
    NONE = "", "none"


class Case(models.Model):
    """Facts in words and in Prolog, a question and its answer. The texts never change."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="cases")
    name = models.CharField(max_length=120)
    sort_key = models.CharField(max_length=240, editable=False)
    text = models.TextField()
    question = models.TextField(blank=True)
    answer = models.CharField(max_length=120, blank=True)
    facts = models.TextField(blank=True)
    test = models.TextField(blank=True)
    source = models.TextField(blank=True, help_text="The file as it came, if it came as one.")
    sha256 = models.CharField(max_length=64)
    split = models.CharField(max_length=8, choices=Split, default=Split.NONE, blank=True)
    split_position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("sort_key", "name")
        constraints = [
            models.UniqueConstraint(fields=("project", "name"), name="case_once"),
            models.CheckConstraint(
                name="case_split_known", condition=models.Q(split__in=("train", "test", ""))
            ),
        ]
        indexes = [
            models.Index(fields=("project", "split", "split_position")),
            models.Index(fields=("project", "sort_key", "name")),
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.name}"


class Program(models.Model):
    """A Prolog file that came with the data."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="programs")
    path = models.CharField(max_length=200)
    text = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ("path",)
        constraints = [
            models.UniqueConstraint(fields=("project", "path"), name="program_once"),
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.path}"
