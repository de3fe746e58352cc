"""Shapes of agreement."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.models import Task
from sara_annotate.annotations.serializers import RangeField
from sara_annotate.domain.agreement.figures import FIGURES
from sara_annotate.jobs.models import JobState
from sara_annotate.review.agreement_models import KINDS

BY = ("all", "statute", "pair", "gold", "own")
LISTED = ("statute", "pair", "gold")


class AgreementFigureOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    task = serializers.ChoiceField(choices=Task.choices)
    words = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True, help_text="Of the 95 % interval.")
    high = serializers.FloatField(allow_null=True)
    texts = serializers.IntegerField()
    items = serializers.IntegerField(help_text="Differences behind it.")


class AgreementJobOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    message = serializers.CharField(allow_blank=True)


class AgreementOutput(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=BY, help_text="own for annotators, all for others.")
    name = serializers.CharField(allow_blank=True)
    figures = AgreementFigureOutput(many=True)
    is_fresh = serializers.BooleanField(help_text="No layer has changed since.")
    measured_at = serializers.DateTimeField(allow_null=True)
    job = AgreementJobOutput(allow_null=True, help_text="The last one that measured.")
    counts = serializers.DictField(child=serializers.IntegerField())


class AgreementScopeOutput(serializers.Serializer[Any]):
    by = serializers.ChoiceField(choices=BY)
    name = serializers.CharField(help_text="A section, ada|bob, or a user name.")
    words = serializers.CharField()
    figures = AgreementFigureOutput(many=True)


class UnfinishedInput(serializers.Serializer[Any]):
    unfinished = serializers.BooleanField(
        default=False, help_text="Count layers that nobody has handed in, too."
    )


class ScopesInput(UnfinishedInput):
    by = serializers.ChoiceField(choices=LISTED)


class AgreementItemsInput(UnfinishedInput):
    figure = serializers.ChoiceField(choices=[figure.key for figure in FIGURES])
    by = serializers.ChoiceField(choices=BY, default="all")
    name = serializers.CharField(max_length=310, default="", allow_blank=True)


class AgreementSideOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    says = serializers.DictField(
        help_text="By kind: spans, arguments, text, calls, passes, stands, truth, value."
    )


class AgreementItemOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=[(kind, kind) for kind in KINDS])
    text_kind = serializers.ChoiceField(choices=[("subsections",) * 2, ("cases",) * 2])
    text_name = serializers.CharField()
    text_printed = serializers.CharField()
    text_heading = serializers.CharField(allow_blank=True)
    text_section = serializers.CharField(allow_blank=True)
    section = serializers.CharField()
    words = serializers.CharField()
    left = AgreementSideOutput()
    right = AgreementSideOutput()
    at = RangeField(allow_null=True)
    excerpt = serializers.CharField(allow_blank=True)
    excerpt_start = serializers.IntegerField(help_text="Where in the text the excerpt begins.")
