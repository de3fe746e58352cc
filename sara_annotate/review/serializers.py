"""Shapes of the queue, of a review and of what is sent to decide it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.models import AuthorKind, LayerState, Task
from sara_annotate.annotations.serializers import RangeField
from sara_annotate.review.reading import INCLUDE

KINDS = ("span", "cluster", "argument", "name", "type", "clause", "row", "truth", "value")
KIND_CHOICES = [(kind, kind) for kind in KINDS]
SUBJECT_CHOICES = [("subsections", "subsections"), ("cases", "cases")]
TASK_CHOICES = Task.choices


class SubjectFields(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=SUBJECT_CHOICES)
    name = serializers.CharField()
    printed = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    section = serializers.CharField(allow_blank=True)


class ReviewAuthorOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=AuthorKind.choices)
    name = serializers.CharField()
    username = serializers.CharField()


class ReviewLayerOutput(serializers.Serializer[Any]):
    index = serializers.IntegerField(help_text="Its number in `layers` of the versions.")
    id = serializers.UUIDField()
    author = ReviewAuthorOutput()
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(choices=LayerState.choices)
    updated_at = serializers.DateTimeField()


class ReviewArgumentOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="As its author saw it.")
    name = serializers.CharField()
    spans = serializers.ListField(child=RangeField())


class ComparedLayerOutput(ReviewLayerOutput):
    arguments = ReviewArgumentOutput(many=True)


class QueueRowOutput(SubjectFields):
    disputes = serializers.IntegerField()
    agreed = serializers.IntegerField()
    decided = serializers.IntegerField()
    waiting_since = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    accepted_by = serializers.CharField(allow_null=True)
    layers = ReviewLayerOutput(many=True)


QUEUE_STATES = [("waiting", "waiting"), ("accepted", "accepted")]


class QueueFilterInput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=QUEUE_STATES, default="waiting", help_text="What waits, or what was accepted."
    )
    dispute = serializers.BooleanField(required=False, allow_null=True, default=None)
    section = serializers.CharField(max_length=40, required=False)
    task = serializers.ChoiceField(choices=TASK_CHOICES, required=False)


class IncludeInput(serializers.Serializer[Any]):
    include = serializers.MultipleChoiceField(
        choices=INCLUDE, default=set, help_text="Compare models' layers and the gold too."
    )


class VersionOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    layers = serializers.ListField(child=serializers.IntegerField())
    content = serializers.DictField(help_text="By kind: spans, arguments, name, text, value, …")
    words = serializers.ListField(child=serializers.CharField())


class ReviewItemOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=KIND_CHOICES)
    relation = serializers.CharField()
    disputed = serializers.BooleanField()
    at = RangeField(allow_null=True)
    subject = serializers.CharField(allow_blank=True)
    fingerprint = serializers.CharField()
    versions = VersionOutput(many=True)


class DecisionOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    take = serializers.IntegerField(allow_null=True)
    edit = serializers.DictField(allow_null=True)
    comment = serializers.CharField(allow_blank=True)
    guideline = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField()
    decided_at = serializers.DateTimeField()


class ReviewOutput(SubjectFields):
    text = serializers.CharField()
    parts = serializers.ListField(child=RangeField())
    layers = ComparedLayerOutput(many=True)
    gold_revision = serializers.IntegerField(allow_null=True)
    fingerprint = serializers.CharField(allow_blank=True)
    disputes = serializers.IntegerField()
    agreed = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Disputes that nobody has decided.")
    items = ReviewItemOutput(many=True)
    decisions = DecisionOutput(many=True)
    can_undo = serializers.BooleanField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    accepted_by = serializers.CharField(allow_null=True)


class ReviewProblemOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    items = serializers.ListField(child=serializers.CharField())


class ReviewPreviewOutput(serializers.Serializer[Any]):
    fingerprint = serializers.CharField(allow_blank=True)
    layer = serializers.DictField(help_text="As docs/edits.md writes a layer.")
    open = serializers.ListField(child=serializers.CharField())
    problems = ReviewProblemOutput(many=True)
    sources = serializers.DictField(child=serializers.DictField())


class SeenInput(IncludeInput):
    fingerprint = serializers.CharField(max_length=64, help_text="Of the differences that you saw.")


class DecisionInput(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=240)
    take = serializers.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True)
    edit = serializers.DictField(required=False, allow_null=True)
    comment = serializers.CharField(max_length=4000, required=False, allow_blank=True)
    guideline = serializers.RegexField(
        r"^[0-9]{1,6}(#[\w-]{1,120})?$", required=False, allow_blank=True
    )


class DecisionsInput(SeenInput):
    decisions = serializers.ListField(child=DecisionInput(), allow_empty=False, max_length=2000)


class ReturnInput(SeenInput):
    reason = serializers.CharField(max_length=4000)
    authors = serializers.ListField(
        child=serializers.CharField(max_length=150), default=list, help_text="Empty: all."
    )


class OriginOutput(serializers.Serializer[Any]):
    item = serializers.CharField(help_text="mention:ID, argument:ID, clause, value:ID:ROLE:NAME, …")
    authors = serializers.ListField(child=serializers.CharField())
    edited = serializers.BooleanField(help_text="The reviewer wrote it.")
    decided = serializers.BooleanField(help_text="False where all agreed.")
    decided_by = serializers.CharField(allow_null=True)
    comment = serializers.CharField(allow_blank=True)
    guideline = serializers.CharField(allow_blank=True)
    accepted_by = serializers.CharField()
    accepted_at = serializers.DateTimeField()
