"""Shapes of imports and exports."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.exchange.exporting import EXPORTS
from sara_annotate.exchange.models import ImportInto, ImportState


class ImportInput(serializers.Serializer[Any]):
    file = serializers.FileField(allow_empty_file=False)
    into = serializers.ChoiceField(choices=ImportInto.choices)


class ProblemOutput(serializers.Serializer[Any]):
    severity = serializers.ChoiceField(choices=["error", "warning", "note"])
    file = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    message = serializers.CharField()
    hint = serializers.CharField()


class PreviewOutput(serializers.Serializer[Any]):
    version = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    problems = ProblemOutput(many=True)
    problem_count = serializers.IntegerField()
    error_count = serializers.IntegerField()


class ProgressOutput(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class ImportOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    file_name = serializers.CharField()
    into = serializers.ChoiceField(choices=ImportInto.choices)
    state = serializers.ChoiceField(choices=ImportState.choices)
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField()
    progress = ProgressOutput()
    worker_online = serializers.BooleanField()
    preview = PreviewOutput(allow_null=True)
    message = serializers.CharField()


class ExportInput(serializers.Serializer[Any]):
    format = serializers.ChoiceField(choices=list(EXPORTS))


class ExportStartedOutput(serializers.Serializer[Any]):
    job = serializers.UUIDField()
