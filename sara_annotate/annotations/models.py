"""What authors say of the texts, in layers, and the edits that made them so."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils import timezone

from sara_annotate.annotations.blind import BlindShare
from sara_annotate.annotations.seats import Seat, Task
from sara_annotate.corpus.models import Case, Project, Statute, Subsection, SubsectionPart

__all__ = ["BlindShare", "Seat", "Task"]  # models of this app that live in a file of their own


class AuthorKind(models.TextChoices):
    PERSON = "person"
    MODEL = "model"
    SOLVER = "solver"
    GOLD = "gold"


class LayerState(models.TextChoices):
    IN_PROGRESS = "in_progress"
    SUBMITTED = "submitted"
    ACCEPTED = "accepted"
    RETURNED = "returned"


class ValueType(models.TextChoices):
    SPAN = "span"
    INTEGER = "integer"


class Origin(models.TextChoices):
    GOLD = "gold"
    SILVER = "silver"
    MODEL = "model"
    PERSON = "person"


class ValueRole(models.TextChoices):
    GIVEN = "given"
    FOUND = "found"


class Layer(models.Model):
    """What one author says of one subsection or one case."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="layers")
    subsection = models.ForeignKey(
        Subsection, on_delete=models.PROTECT, null=True, blank=True, related_name="layers"
    )
    case = models.ForeignKey(
        Case, on_delete=models.PROTECT, null=True, blank=True, related_name="layers"
    )
    author_kind = models.CharField(max_length=8, choices=AuthorKind)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="layers",
    )
    run = models.CharField(max_length=80, blank=True, help_text="The run of a model or solver.")
    state = models.CharField(max_length=12, choices=LayerState, default=LayerState.IN_PROGRESS)
    state_reason = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=0)
    lists_mentions = models.BooleanField(
        default=True, help_text="Stands among the placeholders even when it has none."
    )
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="layer_of_one_text",
                condition=Q(subsection__isnull=False, case__isnull=True)
                | Q(subsection__isnull=True, case__isnull=False),
            ),
            models.CheckConstraint(
                name="layer_author_fits_kind",
                condition=Q(author_kind=AuthorKind.PERSON, author__isnull=False, run="")
                | Q(author_kind=AuthorKind.GOLD, author__isnull=True, run="")
                | (
                    Q(author_kind__in=(AuthorKind.MODEL, AuthorKind.SOLVER), author__isnull=True)
                    & ~Q(run="")
                ),
            ),
            *(
                models.UniqueConstraint(fields=(of,), condition=Q(author_kind="gold"), name=name)
                for of, name in (("subsection", "one_gold_subsection"), ("case", "one_gold_case"))
            ),
            *(
                models.UniqueConstraint(
                    fields=(of, "author"), condition=Q(author_kind="person"), name=name
                )
                for of, name in (
                    ("subsection", "one_person_subsection"),
                    ("case", "one_person_case"),
                )
            ),
            *(
                models.UniqueConstraint(
                    fields=(of, "author_kind", "run"), condition=~Q(run=""), name=name
                )
                for of, name in (("subsection", "one_run_subsection"), ("case", "one_run_case"))
            ),
        ]
        indexes = [
            models.Index(fields=("project", "author_kind")),
            models.Index(fields=("author", "state")),
        ]

    def __str__(self) -> str:
        return f"{self.author_kind} layer {self.id}"


class ModelRun(models.Model):
    """One run of a model over some statutes; its layers carry its name in `run`."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="model_runs")
    name = models.CharField(max_length=80)
    model = models.CharField(max_length=200, help_text="Which model, in words.")
    folds = models.JSONField(
        default=dict,
        help_text="By section: the fold's name, and the sections that its model was trained on.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("project", "created_at", "id")
        constraints = [
            models.UniqueConstraint(fields=("project", "name"), name="run_name_once"),
            models.CheckConstraint(name="run_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Argument(models.Model):
    """One variable of a subsection, in one layer: its name, type and place among the others."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="arguments")
    name = models.CharField(max_length=80)
    value_type = models.CharField(max_length=8, choices=ValueType, default=ValueType.SPAN)
    position = models.PositiveIntegerField(default=0)
    confidence = models.FloatField(null=True, blank=True)
    why = models.TextField(blank=True, help_text="Why a model suggests it.")
    from_suggestion = models.CharField(max_length=80, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("layer", "position", "id")
        constraints = [
            models.UniqueConstraint(
                "layer", Upper("name"), condition=Q(removed_at=None), name="argument_name_once"
            ),
            models.CheckConstraint(
                name="argument_named", condition=~Q(name="") & ~Q(name__contains=",")
            ),
            models.CheckConstraint(
                name="argument_type_known", condition=Q(value_type__in=ValueType.values)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Mention(models.Model):
    """A span that stands for an argument. Triggers refuse one outside its part or overlapping."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="mentions")
    argument = models.ForeignKey(Argument, on_delete=models.PROTECT, related_name="mentions")
    part = models.ForeignKey(SubsectionPart, on_delete=models.PROTECT, related_name="+")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    confidence = models.FloatField(null=True, blank=True)
    why = models.TextField(blank=True, help_text="Why a model suggests it.")
    from_suggestion = models.CharField(max_length=80, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("layer", "start")
        constraints = [
            models.CheckConstraint(name="mention_not_empty", condition=Q(start__lt=F("end"))),
        ]
        indexes = [
            models.Index(
                fields=("layer", "start"), condition=Q(removed_at=None), name="mention_alive"
            )
        ]

    def __str__(self) -> str:
        return f"{self.start}–{self.end}"


class Clause(models.Model):
    """How a subsection follows from others, as text in the structure language."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="clauses")
    text = models.TextField(blank=True)
    note = models.TextField(blank=True)
    listed_in = models.ForeignKey(
        Statute,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The statute whose structure file holds it: a free predicate's may be in any.",
    )
    position = models.PositiveIntegerField(default=0)
    confidence = models.FloatField(null=True, blank=True)
    why = models.TextField(blank=True, help_text="Why a model suggests it.")
    from_suggestion = models.CharField(max_length=80, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(
                fields=("layer",), condition=Q(removed_at=None), name="one_clause_a_layer"
            ),
            models.CheckConstraint(name="clause_not_empty", condition=~Q(text="", note="")),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class ClauseCall(models.Model):
    """One call of a clause: an index of its text, written with it and never on its own."""

    clause = models.ForeignKey(Clause, on_delete=models.CASCADE, related_name="calls")
    label = models.CharField(max_length=80, help_text="The callee, as in 63(c)(5).")
    position = models.PositiveIntegerField(help_text="Its place among the clause's calls.")
    pairs = models.JSONField(help_text="[[callee's argument, caller's argument], …], upper case.")

    class Meta:
        ordering = ("clause", "position")
        constraints = [
            models.UniqueConstraint(fields=("clause", "position"), name="clause_call_once"),
        ]
        indexes = [models.Index(fields=("label",), name="clause_call_label")]

    def __str__(self) -> str:
        return self.label


class Instantiation(models.Model):
    """Values and truth of one subsection in one case."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="instantiations")
    subsection = models.ForeignKey(
        Subsection, on_delete=models.PROTECT, related_name="instantiations"
    )
    truth = models.BooleanField(null=True)
    origin = models.CharField(max_length=8, choices=Origin)
    tier = models.CharField(max_length=1, blank=True)
    program_sha256 = models.CharField(max_length=64, blank=True)
    position = models.PositiveIntegerField(default=0, help_text="Its line in the file.")
    confidence = models.FloatField(null=True, blank=True)
    why = models.TextField(blank=True, help_text="Why a model suggests it.")
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position", "id")
        constraints = [
            models.CheckConstraint(
                name="instantiation_origin_known", condition=Q(origin__in=Origin.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subsection} {self.truth}"


class Value(models.Model):
    """One argument's value: text, an integer, or a list of these."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    instantiation = models.ForeignKey(
        Instantiation, on_delete=models.PROTECT, related_name="values"
    )
    role = models.CharField(max_length=6, choices=ValueRole)
    name = models.CharField(max_length=80)
    value = models.JSONField()
    position = models.PositiveIntegerField(default=0)
    confidence = models.FloatField(null=True, blank=True, help_text="A model may not say.")
    from_suggestion = models.CharField(max_length=80, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position", "name")
        constraints = [
            models.UniqueConstraint(
                "instantiation",
                "role",
                Upper("name"),
                condition=Q(removed_at=None),
                name="value_name_once",
            ),
            models.CheckConstraint(name="value_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


class Evidence(models.Model):
    """Where in the case's text a value stands."""

    value = models.ForeignKey(Value, on_delete=models.PROTECT, related_name="evidence")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ("start",)
        constraints = [
            models.CheckConstraint(name="evidence_not_empty", condition=Q(start__lt=F("end"))),
        ]

    def __str__(self) -> str:
        return f"{self.start}–{self.end}"


class SuggestionDecision(models.Model):
    """What the layer's author did with a suggestion of a model's layer."""

    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="decisions")
    suggestion = models.CharField(max_length=80)
    decision = models.CharField(
        max_length=8, choices=[("accepted", "accepted"), ("rejected", "rejected")]
    )
    decided_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=("layer", "suggestion"), condition=Q(removed_at=None), name="decision_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.suggestion} {self.decision}"


class StaleMark(models.Model):
    """An item of a layer that an edit elsewhere made doubtful, until somebody has looked."""

    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="stale_marks")
    item = models.CharField(max_length=80, help_text="clause, argument:ID or instantiation:ID")
    reason = models.TextField()
    marked_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=("layer", "item"), condition=Q(removed_at=None), name="stale_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.reason}"


class Edit(models.Model):
    """One change of a layer, kept for ever."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    layer = models.ForeignKey(Layer, on_delete=models.PROTECT, related_name="edits")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField()
    base_revision = models.PositiveIntegerField()
    operation = models.JSONField()
    inverse = models.JSONField()
    undoes = models.UUIDField(null=True, blank=True)
    group = models.UUIDField(null=True, blank=True, help_text="Edits that are one undo step.")
    from_suggestion = models.UUIDField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("layer", "revision")
        constraints = [
            models.UniqueConstraint(fields=("layer", "revision"), name="edit_revision_once"),
        ]
        indexes = [
            models.Index(fields=("group",), condition=Q(group__isnull=False), name="edit_group"),
            models.Index(fields=("undoes",), condition=Q(undoes__isnull=False), name="edit_undoes"),
        ]

    def __str__(self) -> str:
        return f"{self.operation.get('op', '?')} r{self.revision}"
