"""Shapes of progress."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.models import Task


class WorkFields(serializers.Serializer[Any]):
    planned = serializers.IntegerField()
    accepted = serializers.IntegerField()
    submitted = serializers.IntegerField()
    in_progress = serializers.IntegerField()
    this_week = serializers.IntegerField(help_text="Handed in during the last seven days.")
    an_hour = serializers.FloatField(
        allow_null=True, help_text="Texts an hour of work, over four weeks."
    )
    kept = serializers.IntegerField(help_text="Suggestions accepted.")
    corrected = serializers.IntegerField(help_text="Of these, changed or removed afterwards.")
    decided = serializers.IntegerField(help_text="Suggestions accepted or rejected.")


class TaskProgressOutput(WorkFields):
    task = serializers.ChoiceField(choices=Task.choices)


class PersonProgressOutput(WorkFields):
    username = serializers.CharField()
    name = serializers.CharField()


class BurnUpOutput(serializers.Serializer[Any]):
    day = serializers.DateField(help_text="The last day of a week.")
    submitted = serializers.IntegerField()
    accepted = serializers.IntegerField()


class ProjectProgressOutput(serializers.Serializer[Any]):
    tasks = TaskProgressOutput(many=True)
    people = PersonProgressOutput(many=True)
    disputes = serializers.IntegerField(help_text="Open, in all that waits for review.")
    waiting = serializers.IntegerField(help_text="Texts that wait for review.")
    hours_to_decision = serializers.FloatField(
        allow_null=True, help_text="Median time from submission to acceptance or return."
    )
    texts = serializers.IntegerField(help_text="Subsections and cases in all.")
    burn_up = BurnUpOutput(many=True)
