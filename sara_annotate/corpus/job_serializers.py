"""Shapes of jobs and workers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.jobs.control import ACTIONS
from sara_annotate.jobs.models import JobState, Queue


class JobFilterInput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=JobState.choices, required=False)
    kind = serializers.CharField(max_length=40, required=False)


class JobActionInput(serializers.Serializer[Any]):
    action = serializers.ChoiceField(choices=list(ACTIONS))


class JobOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    project = serializers.CharField()
    queue = serializers.ChoiceField(choices=Queue.choices)
    owner = serializers.CharField()
    state = serializers.ChoiceField(choices=JobState.choices)
    stopping = serializers.ChoiceField(choices=["cancel", "pause", ""])
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    seconds_left = serializers.FloatField(allow_null=True)
    message = serializers.CharField()
    result = serializers.DictField()
    params = serializers.DictField()
    problem_count = serializers.IntegerField()
    attempts = serializers.IntegerField()
    worker = serializers.CharField()
    actions = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class JobLineOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    item = serializers.CharField()
    is_problem = serializers.BooleanField()
    text = serializers.CharField()


class WorkerOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    concurrency = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField()


class QueueOutput(serializers.Serializer[Any]):
    """`start` is the command that starts a worker of this queue."""

    queue = serializers.ChoiceField(choices=Queue.choices)
    online = serializers.BooleanField()
    workers = WorkerOutput(many=True)
    queued = serializers.IntegerField()
    running = serializers.IntegerField()
    message = serializers.CharField()
    start = serializers.CharField()


class QueuesOutput(serializers.Serializer[Any]):
    queues = QueueOutput(many=True)
