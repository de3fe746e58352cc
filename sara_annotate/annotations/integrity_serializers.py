"""Shapes of what a change touches and of what somebody should look at."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.models import LayerState
from sara_annotate.annotations.serializers import WhichLayerInput

OUTCOMES = ["rewritten", "stale"]
PLACES = ["clause", "values"]
STALE_KINDS = ["clause", "argument", "values"]


class ImpactInput(serializers.Serializer[Any]):
    """An operation as docs/edits.md says, on one's layer; or the id of an edit that is stored."""

    layer = serializers.UUIDField(help_text="One's own layer of a subsection; gold for reviewers.")
    base_revision = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0)
    operation = serializers.DictField(required=False)
    edit = serializers.UUIDField(
        required=False, help_text="Of this layer: what should have gone with it."
    )
    follow = serializers.ChoiceField(
        choices=["rewrite", "mark"],
        default="rewrite",
        help_text="Rewrite what can be and mark the rest, or mark everything and rewrite nothing.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("operation" in attrs) == ("edit" in attrs):
            raise serializers.ValidationError("Send either an operation or an edit.")
        return attrs


class TouchedOutput(serializers.Serializer[Any]):
    layer = serializers.UUIDField()
    item = serializers.CharField(help_text="clause or instantiation:ID, as stale marks say it.")
    kind = serializers.ChoiceField(choices=PLACES)
    label = serializers.CharField(help_text="The subsection.")  # type: ignore[assignment]
    printed = serializers.CharField()
    section = serializers.CharField(allow_null=True, help_text="Of a clause: its statute.")
    case = serializers.CharField(allow_null=True, help_text="Of values: their case.")
    own = serializers.BooleanField(help_text="In the layer that is changed itself.")
    state = serializers.ChoiceField(choices=LayerState.choices)
    becomes = serializers.ChoiceField(choices=OUTCOMES)
    before = serializers.CharField()
    after = serializers.CharField(allow_null=True)
    reason = serializers.CharField(help_text="Why somebody should look; empty when rewritten.")


class ImpactOutput(serializers.Serializer[Any]):
    words = serializers.CharField(help_text="The change as sentences; empty when it is none.")
    touched = TouchedOutput(many=True)
    edits = serializers.ListField(
        child=serializers.DictField(),
        help_text="Ready to be sent together: one group, one undo step.",
    )
    layers = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField()), source="homes"
    )


class StaleInput(WhichLayerInput):
    layer = serializers.ChoiceField(choices=["gold", "mine"], default="mine")
    section = serializers.CharField(max_length=40, required=False)


class StaleOutput(serializers.Serializer[Any]):
    layer = serializers.UUIDField()
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(choices=LayerState.choices)
    item = serializers.CharField(help_text="As clear_stale takes it.")
    kind = serializers.ChoiceField(choices=STALE_KINDS)
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    printed = serializers.CharField(allow_null=True)
    section = serializers.CharField(allow_null=True, help_text="The subsection's statute.")
    case = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True, help_text="Of an argument.")
    reason = serializers.CharField()
    since = serializers.DateTimeField()
