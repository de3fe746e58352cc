"""Shapes of questions to the engine and of its answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.serializers import RangeField, ValueField
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import parse_label
from sara_annotate.logic.models import Engine, Outdated, ReplayFlag, ReplayStatus
from sara_annotate.logic.steps import MAX_PATH


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


class SolveRowInput(serializers.Serializer[Any]):
    label = LabelField(max_length=80)  # type: ignore[assignment]
    values = serializers.DictField(child=SolveValueField(), default=dict)
    truth = serializers.BooleanField()


class WhatIfRowInput(SolveRowInput):
    instead = serializers.DictField(
        child=SolveValueField(), required=False, help_text="Values of the row that it replaces."
    )


class WhatIfInput(serializers.Serializer[Any]):
    """`rows` win wherever they fit (structure); `facts` stand in for the case's (program).

    `given` values stand over those of the question (both).
    """

    given = serializers.DictField(child=SolveValueField(), required=False)
    rows = WhatIfRowInput(many=True, required=False)
    facts = serializers.CharField(max_length=200_000, required=False, allow_blank=True)


class SolveInput(serializers.Serializer[Any]):
    """A subsection with given values, or for the program a goal of one's own.

    `rows` are those on the screen, in place of the stored ones. `truth` and `found` are what
    the asker wrote; the verdict holds them against the answer.
    """

    engine = serializers.ChoiceField(choices=Engine.choices)
    label = LabelField(max_length=80, required=False)  # type: ignore[assignment]
    goal = serializers.CharField(max_length=10_000, required=False)
    given = serializers.DictField(child=SolveValueField(), default=dict)
    layer = serializers.ChoiceField(choices=["gold", "mine"], default="gold")
    compat = serializers.BooleanField(default=False)
    explain = serializers.BooleanField(default=True)
    rest = serializers.BooleanField(
        default=False, help_text="Inner subsections may rest on their own rows."
    )
    rows = serializers.ListField(child=SolveRowInput(), max_length=5000, required=False)
    truth = serializers.BooleanField(allow_null=True, default=None)
    found = serializers.DictField(child=SolveValueField(), default=dict)
    what_if = WhatIfInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["engine"] == Engine.STRUCTURE and "label" not in attrs:
            raise serializers.ValidationError({"label": "Name the subsection to be solved."})
        if "label" not in attrs and "goal" not in attrs:
            raise serializers.ValidationError({"label": "Name a subsection, or write a goal."})
        return attrs


class PathField(serializers.ListField):
    """The number of the root, then of each item below."""

    child = serializers.IntegerField(min_value=0, max_value=1_000_000)


class SolveStepsInput(SolveInput):
    """The same question, and the step whose items are wanted."""

    path = PathField(max_length=MAX_PATH, min_length=1)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)


class SolveWhyInput(SolveInput):
    """The same question, and the step that does not hold."""

    path = PathField(max_length=MAX_PATH, min_length=1)


class StepOutput(serializers.Serializer[Any]):
    """A step of a derivation; `items` are those of its `count` that came along, if any."""

    path = PathField()
    kind = serializers.CharField()
    truth = serializers.ChoiceField(choices=["true", "false", "unknown"])
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    text = serializers.CharField()
    values = serializers.DictField()
    note = serializers.CharField(allow_blank=True)
    file = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    spans = serializers.ListField(
        child=RangeField(), help_text="Where the case's text says the values."
    )
    count = serializers.IntegerField()
    items = serializers.ListField(child=serializers.DictField(), help_text="Steps like this one.")


class StepPageOutput(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    offset = serializers.IntegerField()
    items = StepOutput(many=True)


class WhyPartOutput(StepOutput):
    wanted = serializers.BooleanField(help_text="What it would have to be.")


class WhyOutput(serializers.Serializer[Any]):
    """The nearest failing parts, and the answer if they were otherwise (structure only)."""

    parts = WhyPartOutput(many=True)
    then = serializers.CharField(allow_null=True)


class ChangedStepOutput(serializers.Serializer[Any]):
    text = serializers.CharField()
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    path = PathField(allow_null=True)
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)
    values_before = serializers.DictField()
    values_after = serializers.DictField()


class VerdictOutput(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=ReplayStatus.choices)
    detail = serializers.CharField(allow_blank=True)
    engine_truth = serializers.BooleanField(allow_null=True)


class PlaceOutput(serializers.Serializer[Any]):
    file = serializers.CharField(help_text="“facts” or “goal”.")
    line = serializers.IntegerField()
    column = serializers.IntegerField(allow_null=True)


class SolveAnswerOutput(serializers.Serializer[Any]):
    """An answer with the top of its derivation; `steps` is how many there are in all."""

    engine = serializers.ChoiceField(choices=Engine.choices)
    outcome = serializers.ChoiceField(choices=["true", "false", "unknown", "error", "limit"])
    code = serializers.CharField(allow_blank=True)
    message = serializers.CharField(allow_blank=True)
    goal = serializers.CharField(allow_blank=True)
    solutions = serializers.ListField(child=serializers.DictField())
    complete = serializers.BooleanField()
    derivation_cut = serializers.BooleanField()
    output = serializers.CharField(allow_blank=True)
    written = serializers.IntegerField()
    steps = serializers.IntegerField()
    derivation = StepOutput(many=True)
    missing = serializers.ListField(child=serializers.CharField())
    nearest = serializers.ListField(child=serializers.CharField())
    place = PlaceOutput(
        allow_null=True, help_text="Where the facts or the goal cannot be read, when they cannot."
    )
    notes = serializers.ListField(child=serializers.CharField())
    inferences = serializers.IntegerField()
    seconds = serializers.FloatField()
    compat_used = serializers.BooleanField()
    verdict = VerdictOutput(allow_null=True)


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


class TablingOutput(serializers.Serializer[Any]):
    """Measured on so many cases and goals; `predicates` change no answer, `refused` would."""

    program_sha256 = serializers.CharField()
    is_used = serializers.BooleanField()
    predicates = serializers.ListField(child=serializers.ListField())
    refused = serializers.ListField(child=serializers.ListField())
    cases = serializers.IntegerField()
    goals = serializers.IntegerField()
    inferences_before = serializers.IntegerField()
    inferences_after = serializers.IntegerField()


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
    tabling = TablingOutput(allow_null=True)


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
    note = serializers.CharField(help_text="Why a difference is right as it is; it is settled.")
    noted_by = serializers.CharField(source="noted_by.username", allow_null=True, default=None)

    def get_author(self, flag: ReplayFlag) -> str | None:
        """gold, the name of a person, or nobody's for a case's own test."""
        if flag.layer is None:
            return None
        return flag.layer.author.username if flag.layer.author else str(flag.layer.author_kind)


class FlagCheckInput(serializers.Serializer[Any]):
    """A stored row; a note says why a difference is right, an empty one takes it back."""

    instantiation = serializers.UUIDField()
    engine = serializers.ChoiceField(choices=Engine.choices)
    compat = serializers.BooleanField(default=False)
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True)


class FlagNextInput(serializers.Serializer[Any]):
    case = serializers.CharField(max_length=120)


class FlagNextOutput(serializers.Serializer[Any]):
    """The next open difference, or none."""

    flag = ReplayFlagOutput(allow_null=True)


class ReplayCountsOutput(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    outdated = serializers.DictField(child=serializers.IntegerField())
    replayed_at = serializers.DateTimeField(allow_null=True)
    compat = serializers.BooleanField()


class ReplayStartInput(serializers.Serializer[Any]):
    compat = serializers.BooleanField(default=False)
    jobs = serializers.IntegerField(default=1, min_value=1, max_value=64)


class TablingStartInput(serializers.Serializer[Any]):
    compat = serializers.BooleanField(default=False)


class SilverStartInput(serializers.Serializer[Any]):
    tiers = serializers.RegexField(
        r"^[ABCD]{0,4}$",
        default="ABC",
        allow_blank=True,
        error_messages={"invalid": "Tiers are letters among A, B, C and D, as in ABC."},
    )
    seed = serializers.IntegerField(default=0, min_value=0)
    compat = serializers.BooleanField(default=False)
    jobs = serializers.IntegerField(default=1, min_value=1, max_value=64)
    limit_inferences = serializers.IntegerField(
        default=1_000_000, min_value=1, max_value=1_000_000_000
    )


class LogicJobOutput(serializers.Serializer[Any]):
    job = serializers.UUIDField()
