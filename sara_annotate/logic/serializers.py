"""Shapes of questions to the engine and of its answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.serializers import ValueField
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import parse_label
from sara_annotate.logic.models import Engine, Outdated, ReplayFlag, ReplayStatus


class SolveValueField(ValueField):
    """Text, an integer, or a list of these; anything else is refused."""

    def to_internal_value(self, data: Any) -> Any:
        items = data if isinstance(data, list) else [data]
        if not all(isinstance(i, str | int) and not isinstance(i, bool) for i in items):
            raise serializers.ValidationError("A value is text, an integer, or a list of these.")
        return tuple(items) if isinstance(data, list) else data


class LabelField(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        try:
            return parse_label(super().to_internal_value(data)).plain
        except LabelError as error:
            raise serializers.ValidationError(error.message) from error


class WhatIfRowInput(serializers.Serializer[Any]):
    label = LabelField(max_length=80)  # type: ignore[assignment]
    values = serializers.DictField(child=SolveValueField(), default=dict)
    truth = serializers.BooleanField()


class WhatIfInput(serializers.Serializer[Any]):
    """`rows` change what leaves say (structure); `facts` stand in for the case's (program)."""

    rows = WhatIfRowInput(many=True, required=False)
    facts = serializers.CharField(max_length=200_000, required=False, allow_blank=True)


class SolveInput(serializers.Serializer[Any]):
    """A subsection with given values, or for the program a goal of one's own."""

    engine = serializers.ChoiceField(choices=Engine.choices)
    label = LabelField(max_length=80, required=False)  # type: ignore[assignment]
    goal = serializers.CharField(max_length=10_000, required=False)
    given = serializers.DictField(child=SolveValueField(), default=dict)
    layer = serializers.ChoiceField(choices=["gold", "mine"], default="gold")
    compat = serializers.BooleanField(default=False)
    explain = serializers.BooleanField(default=True)
    what_if = WhatIfInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["engine"] == Engine.STRUCTURE and "label" not in attrs:
            raise serializers.ValidationError({"label": "Name the subsection to be solved."})
        if "label" not in attrs and "goal" not in attrs:
            raise serializers.ValidationError({"label": "Name a subsection, or write a goal."})
        return attrs


class ChangedStepOutput(serializers.Serializer[Any]):
    text = serializers.CharField()
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)


class SolveAnswerOutput(serializers.Serializer[Any]):
    """Steps of a derivation: kind, truth, label, text, values, note or file and line, items."""

    engine = serializers.ChoiceField(choices=Engine.choices)
    outcome = serializers.ChoiceField(choices=["true", "false", "unknown", "error", "limit"])
    code = serializers.CharField(default="")
    message = serializers.CharField(default="")
    goal = serializers.CharField(default="")
    solutions = serializers.ListField(child=serializers.DictField())
    complete = serializers.BooleanField(default=True)
    derivation_cut = serializers.BooleanField(default=False)
    output = serializers.CharField(default="")
    written = serializers.IntegerField(default=0)
    derivation = serializers.ListField(child=serializers.DictField())
    missing = serializers.ListField(child=serializers.CharField(), default=list)
    nearest = serializers.ListField(child=serializers.CharField(), default=list)
    notes = serializers.ListField(child=serializers.CharField(), default=list)
    inferences = serializers.IntegerField(default=0)
    seconds = serializers.FloatField(default=0.0)
    compat_used = serializers.BooleanField(default=False)


class SolveOutput(SolveAnswerOutput):
    """With a what-if, `base` is the answer without it and `changed` what became different."""

    base = SolveAnswerOutput(allow_null=True, default=None)
    changed = ChangedStepOutput(many=True, default=list)


class PredicateOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    arity = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())


class MismatchOutput(serializers.Serializer[Any]):
    label = serializers.CharField(source="label.plain")  # type: ignore[assignment]
    program = serializers.ListField(child=serializers.CharField())
    clause = serializers.ListField(child=serializers.CharField())


class ProgramNoteOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    text = serializers.CharField()
    file = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()


class ProgramReportOutput(serializers.Serializer[Any]):
    program_sha256 = serializers.CharField()
    matched = serializers.ListField(child=serializers.CharField())
    without_predicate = serializers.ListField(child=serializers.CharField())
    without_subsection = PredicateOutput(many=True)
    helpers = PredicateOutput(many=True)
    mismatches = MismatchOutput(many=True)
    edges_only_in_program = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField())
    )
    edges_only_in_clauses = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField())
    )
    notes = ProgramNoteOutput(many=True)


class ReplayFilterInput(serializers.Serializer[Any]):
    """`differs` stands for every status that somebody should look at."""

    status = serializers.ChoiceField(
        choices=[*ReplayStatus.choices, ("differs", "differs")], required=False
    )
    engine = serializers.ChoiceField(choices=Engine.choices, required=False)
    case = serializers.CharField(max_length=120, required=False)
    label = LabelField(max_length=80, required=False)  # type: ignore[assignment]
    author = serializers.CharField(max_length=150, required=False, help_text="gold, or a name.")
    outdated = serializers.BooleanField(required=False, allow_null=True, default=None)


class ReplayFlagOutput(serializers.Serializer[Any]):
    """`outdated` says what has changed since: values, facts, program or clauses."""

    case = serializers.CharField(source="case.name")
    label = serializers.CharField(  # type: ignore[assignment]
        source="subsection.label", allow_null=True, default=None
    )
    instantiation = serializers.UUIDField(source="instantiation_id", allow_null=True)
    layer = serializers.UUIDField(source="layer_id", allow_null=True)
    author = serializers.SerializerMethodField()
    engine = serializers.ChoiceField(choices=Engine.choices)
    status = serializers.ChoiceField(choices=ReplayStatus.choices)
    detail = serializers.CharField()
    goal = serializers.CharField()
    notes = serializers.ListField(child=serializers.CharField())
    program_sha256 = serializers.CharField()
    compat = serializers.BooleanField()
    outdated = serializers.ChoiceField(choices=Outdated.choices)
    created_at = serializers.DateTimeField()

    def get_author(self, flag: ReplayFlag) -> str | None:
        """gold, the name of a person, or nobody's for a case's own test."""
        if flag.layer is None:
            return None
        return flag.layer.author.username if flag.layer.author else str(flag.layer.author_kind)


class ReplayCountsOutput(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    outdated = serializers.DictField(child=serializers.IntegerField())
    replayed_at = serializers.DateTimeField(allow_null=True)
    compat = serializers.BooleanField()


class ReplayStartInput(serializers.Serializer[Any]):
    compat = serializers.BooleanField(default=False)
    jobs = serializers.IntegerField(default=1, min_value=1, max_value=64)


class SilverStartInput(serializers.Serializer[Any]):
    tiers = serializers.RegexField(r"^[ABCD]{0,4}$", default="ABC", allow_blank=True)
    seed = serializers.IntegerField(default=0, min_value=0)
    compat = serializers.BooleanField(default=False)
    jobs = serializers.IntegerField(default=1, min_value=1, max_value=64)
    limit_inferences = serializers.IntegerField(
        default=1_000_000, min_value=1, max_value=1_000_000_000
    )


class LogicJobOutput(serializers.Serializer[Any]):
    job = serializers.UUIDField()
