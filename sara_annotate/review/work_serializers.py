"""Shapes of assignments and of what is next."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.models import Task
from sara_annotate.corpus.models import Role, Split
from sara_annotate.review.serializers import SUBJECT_CHOICES, SubjectFields
from sara_annotate.review.thread_serializers import PersonOutput
from sara_annotate.review.work_selectors import ORDERS, STATES

STATE_CHOICES = [(state, state) for state in STATES]


class SeatOutput(SubjectFields):
    id = serializers.IntegerField()
    task = serializers.ChoiceField(choices=Task.choices)
    person = PersonOutput(allow_null=True)
    state = serializers.ChoiceField(choices=STATE_CHOICES)
    pooled = serializers.BooleanField()
    number = serializers.IntegerField()
    due = serializers.DateField(allow_null=True)
    taken_at = serializers.DateTimeField(allow_null=True)


class SeatFilterInput(serializers.Serializer[Any]):
    person = serializers.CharField(max_length=150, required=False)
    task = serializers.ChoiceField(choices=Task.choices, required=False)
    section = serializers.CharField(max_length=40, required=False)
    state = serializers.ChoiceField(choices=[*STATE_CHOICES, "open", "done"], required=False)


class WorkFilterInput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["open", "done"], required=False)


class WorkCountsOutput(serializers.Serializer[Any]):
    free = serializers.IntegerField(help_text="In the pool, for whoever asks next.")
    not_begun = serializers.IntegerField()
    in_progress = serializers.IntegerField()
    submitted = serializers.IntegerField()
    accepted = serializers.IntegerField()
    returned = serializers.IntegerField()
    open = serializers.IntegerField()
    done = serializers.IntegerField()


class WorkNextInput(serializers.Serializer[Any]):
    order = serializers.ChoiceField(choices=ORDERS, default="document")
    after = serializers.IntegerField(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        allow_null=True,
        help_text="The seat before you, to pass it over.",
    )


class WorkNextOutput(serializers.Serializer[Any]):
    item = SeatOutput(allow_null=True)
    counts = WorkCountsOutput()


class SummaryRowOutput(serializers.Serializer[Any]):
    person = PersonOutput(allow_null=True, help_text="None: the pool.")
    role = serializers.ChoiceField(choices=Role.choices, allow_null=True)
    task = serializers.ChoiceField(choices=Task.choices, allow_null=True)
    states = serializers.DictField(child=serializers.IntegerField())
    open = serializers.IntegerField()
    done = serializers.IntegerField()


class AssignInput(serializers.Serializer[Any]):
    task = serializers.ChoiceField(choices=Task.choices)
    people = serializers.ListField(
        child=serializers.CharField(max_length=150),
        max_length=200,
        default=list,
        help_text="Empty: the pool, for whoever asks next.",
    )
    sections = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=1000, default=list
    )
    subsections = serializers.ListField(
        child=serializers.CharField(max_length=80),
        max_length=1000,
        default=list,
        help_text="Each with what is below it.",
    )
    cases = serializers.ListField(
        child=serializers.CharField(max_length=120), max_length=5000, default=list
    )
    split = serializers.ChoiceField(choices=Split.choices, required=False, allow_null=True)
    double = serializers.IntegerField(
        min_value=0,
        max_value=100,
        default=0,
        help_text="The share that two people get, in percent.",
    )
    due = serializers.DateField(required=False, allow_null=True)

    def validate_people(self, people: list[str]) -> list[str]:
        return list(dict.fromkeys(people))


class PlanPersonOutput(PersonOutput):
    new = serializers.IntegerField()
    open_before = serializers.IntegerField()


class PlanRowOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=SUBJECT_CHOICES)
    name = serializers.CharField()
    printed = serializers.CharField()
    double = serializers.BooleanField()
    people = serializers.ListField(child=serializers.CharField(allow_null=True))


class PlanOutput(serializers.Serializer[Any]):
    texts = serializers.IntegerField()
    double = serializers.IntegerField()
    new = serializers.IntegerField(help_text="Seats that are made.")
    unchanged = serializers.IntegerField(help_text="Texts that have as many people already.")
    pool = serializers.IntegerField()
    people = PlanPersonOutput(many=True)
    rows = PlanRowOutput(many=True, help_text="The first 200 texts that change.")


class AssignRemoveInput(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=2**63 - 1),
        max_length=5000,
        default=list,
    )
    person = serializers.CharField(
        max_length=150, required=False, help_text="All that is open for this person."
    )
    pool = serializers.BooleanField(default=False, help_text="All that is free.")


class AssignRemovedOutput(serializers.Serializer[Any]):
    removed = serializers.IntegerField()
