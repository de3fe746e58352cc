"""Shapes of what is said about clauses."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sara_annotate.annotations.models import ValueType

MAX_TEXT = 100_000
SEVERITIES = ["error", "warning", "note"]
NOTE_KINDS = ["argument", "call", "cycle", "reference"]


class LayerChoiceField(serializers.CharField):
    """“gold”, “mine” or the id of a layer."""

    def to_internal_value(self, data: str) -> str:
        which = super().to_internal_value(data)
        if which in ("gold", "mine"):
            return which
        return str(serializers.UUIDField().to_internal_value(which))


class TextField(serializers.CharField):
    """Text as it is typed: control characters are for the checks to name, not for the form."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_blank=True, trim_whitespace=False, max_length=MAX_TEXT, **options)
        self.validators = [v for v in self.validators if "ProhibitNull" not in type(v).__name__]


class ClauseViewInput(serializers.Serializer[Any]):
    layer = LayerChoiceField(default="gold", max_length=40, help_text="gold, mine, or a layer's id")


class ClauseLabelInput(ClauseViewInput):
    label = serializers.CharField(max_length=80)  # type: ignore[assignment]


class ClauseCheckInput(ClauseLabelInput):
    text = TextField()
    note = TextField(default="")


class ClauseTypedInput(ClauseViewInput):
    typed = serializers.CharField(max_length=80, allow_blank=True, default="")


class ClauseProblemsInput(ClauseViewInput):
    section = serializers.CharField(max_length=40, default="", allow_blank=True)
    severity = serializers.ChoiceField(choices=SEVERITIES, default="", allow_blank=True)
    code = serializers.CharField(max_length=40, default="", allow_blank=True)
    page = serializers.IntegerField(min_value=1, default=1)
    page_size = serializers.IntegerField(min_value=1, max_value=500, default=50)


class ClauseEditOutput(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.CharField(trim_whitespace=False, allow_blank=True)


class ClauseFixOutput(serializers.Serializer[Any]):
    title = serializers.CharField()
    edits = ClauseEditOutput(many=True)


class ClauseAnswerOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=NOTE_KINDS)
    subject = serializers.CharField(help_text="An argument's name, or a label as printed.")


class ClauseProblemOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    severity = serializers.ChoiceField(choices=SEVERITIES)
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    message = serializers.CharField()
    fix = ClauseFixOutput(allow_null=True)
    note = ClauseAnswerOutput(allow_null=True, help_text="The note that would answer the doubt.")


@extend_schema_field({"type": "object", "additionalProperties": True, "nullable": True})
class TermField(serializers.JSONField):
    """{head: {label, arguments}, body: {op: and|or|not, items} or {op: call, label, arguments}}."""


class ClauseCheckOutput(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    problems = ClauseProblemOutput(many=True)
    formatted = serializers.CharField(allow_null=True, help_text="In the paper's notation.")
    stored = serializers.CharField(allow_null=True, help_text="As a layer keeps it.")
    english = serializers.CharField(allow_blank=True)
    term = TermField(allow_null=True)


class ClauseCompletionOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True, help_text="The start of its text.")
    names = serializers.ListField(child=serializers.CharField())


class ClauseArgumentOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    value_type = serializers.ChoiceField(choices=ValueType.choices, allow_null=True)
    mentions = serializers.ListField(child=serializers.CharField())
    in_head = serializers.BooleanField()


class ClauseCardOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()
    section = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    arguments = ClauseArgumentOutput(many=True)
    clause = serializers.CharField(allow_null=True)


class ClauseReferenceOutput(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.CharField()
    kind = serializers.ChoiceField(choices=["known", "self", "missing", "foreign", "larger"])
    labels = serializers.ListField(child=serializers.CharField())
    missing = serializers.ListField(child=serializers.CharField())


class ClauseReasonOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    source = serializers.ChoiceField(choices=["child", "reference", "served"])  # type: ignore[assignment]
    message = serializers.CharField()


class ClauseDraftOutput(serializers.Serializer[Any]):
    text = serializers.CharField()
    stored = serializers.CharField()
    reasons = ClauseReasonOutput(many=True)


class ClauseProblemRowOutput(ClauseProblemOutput):
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()


class ClauseProblemPageOutput(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    clauses = serializers.IntegerField(help_text="How many clauses were checked.")
    codes = serializers.DictField(child=serializers.IntegerField())
    severities = serializers.DictField(child=serializers.IntegerField())
    results = ClauseProblemRowOutput(many=True)
