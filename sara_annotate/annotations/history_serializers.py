"""Shapes of a layer's history."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class HistoryFilterInput(serializers.Serializer[Any]):
    item = serializers.CharField(
        max_length=200,
        required=False,
        default="",
        help_text="One item's life: mention:ID, argument:ID, instantiation:ID, clause, state.",
    )


class HistoryOutput(serializers.Serializer[Any]):
    """One edit. `suggested_by` names the runs of models that anything in it came from."""

    id = serializers.UUIDField()
    revision = serializers.IntegerField()
    author = serializers.CharField()
    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    received_at = serializers.DateTimeField()
    what = serializers.CharField()
    items = serializers.ListField(child=serializers.CharField())
    undoes = serializers.UUIDField(allow_null=True)
    group = serializers.UUIDField(allow_null=True)
    from_suggestion = serializers.UUIDField(allow_null=True)
    suggested_by = serializers.ListField(child=serializers.CharField())


class LayerAtOutput(serializers.Serializer[Any]):
    """`layer` as docs/edits.md says; `differences` say what was otherwise than it is now."""

    revision = serializers.IntegerField()
    current = serializers.IntegerField()
    layer = serializers.DictField()
    differences = serializers.ListField(child=serializers.CharField())


class RestoreInput(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=0)
    base_revision = serializers.IntegerField(min_value=0)


class RestoreOutput(serializers.Serializer[Any]):
    """The operation to send as an edit; null when the layer says the same already."""

    operation = serializers.DictField(allow_null=True)
