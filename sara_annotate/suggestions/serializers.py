"""Shapes of models, their jobs and their figures."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.annotations.models import ValueRole
from sara_annotate.annotations.serializers import CaseSubsectionOutput, RangeField, ValueField
from sara_annotate.suggestions.figures import ACTS
from sara_annotate.suggestions.models import ModelState, ModelTask, TrainingSource

KINDS = [("features", "features"), ("improved", "improved"), ("bert-crf", "bert-crf")]
VALUES_KIND = "instantiation"
VALUES_BY = [("", "best"), ("program", "program"), ("model", "model")]
ELSEWHERE = [("http", "http"), ("chat", "chat"), ("package", "package")]
TASKS = [("arguments", "arguments"), ("clauses", "clauses"), ("values", "values")]
NUMBERS = {"epochs": (1, 200), "members": (1, 8), "batch_size": (1, 256), "seed": (0, 2**31 - 1)}


class ScoreOutput(serializers.Serializer[Any]):
    """`ours` and `paper` are as printed; the paper's are on the authors' own annotation."""

    ours = serializers.DictField(child=serializers.CharField())
    paper = serializers.DictField(child=serializers.CharField())
    f1 = serializers.FloatField(allow_null=True)


class ComparisonOutput(serializers.Serializer[Any]):
    """Paired bootstrap: F1 of the one before and of this one, with a 95 % interval."""

    against = serializers.CharField()
    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    p_value = serializers.FloatField()
    items = serializers.IntegerField()


class ModelFoldOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    trained_on = serializers.ListField(child=serializers.CharField())


class ModelOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    task = serializers.ChoiceField(choices=ModelTask.choices)
    state = serializers.ChoiceField(choices=ModelState.choices)
    source = serializers.ChoiceField(choices=TrainingSource.choices)  # type: ignore[assignment]
    encoder = serializers.CharField()
    parameters = serializers.DictField()
    data_hash = serializers.CharField()
    subsections = serializers.IntegerField()
    folds = ModelFoldOutput(many=True)
    scores = serializers.DictField(child=ScoreOutput())
    comparison = ComparisonOutput(allow_null=True)
    previous = serializers.CharField()
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)
    created_by = serializers.CharField()
    job = serializers.UUIDField(allow_null=True)


class ModelActionInput(serializers.Serializer[Any]):
    action = serializers.ChoiceField(choices=["use", "retire"])


class TrainInput(serializers.Serializer[Any]):
    """What is left out is as the project's settings say."""

    kind = serializers.ChoiceField(
        choices=[*KINDS, (VALUES_KIND, VALUES_KIND)],
        required=False,
        help_text="instantiation is for values of cases, the others for spans.",
    )
    encoder = serializers.CharField(max_length=200, required=False, allow_blank=True)
    source = serializers.ChoiceField(choices=TrainingSource.choices, required=False)  # type: ignore[assignment]
    changes = serializers.DictField(child=serializers.IntegerField(), required=False)
    prelabel = serializers.BooleanField(required=False)

    def validate_changes(self, value: dict[str, int]) -> dict[str, int]:
        for name, number in value.items():
            if name not in NUMBERS:
                known = ", ".join(NUMBERS)
                raise serializers.ValidationError(f"{name} cannot be changed; choose {known}.")
            low, high = NUMBERS[name]
            if not low <= number <= high:
                raise serializers.ValidationError(f"{name} is between {low} and {high}.")
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("kind") == VALUES_KIND and "members" in attrs.get("changes", {}):
            raise serializers.ValidationError({"changes": "A model for values has no members."})
        return attrs


class RollBackInput(serializers.Serializer[Any]):
    task = serializers.ChoiceField(choices=ModelTask.choices, default=ModelTask.SPANS)


class EvaluateInput(serializers.Serializer[Any]):
    source = serializers.ChoiceField(choices=TrainingSource.choices, default=TrainingSource.GOLD)  # type: ignore[assignment]


class PrelabelInput(serializers.Serializer[Any]):
    """All statutes (and with the task `values` all cases) when none are named."""

    model = serializers.CharField(max_length=80, default="", allow_blank=True)
    sections = serializers.ListField(
        child=serializers.CharField(max_length=40), default=list, max_length=1000
    )
    cases = serializers.ListField(
        child=serializers.CharField(max_length=120), default=list, max_length=10000
    )
    tasks = serializers.ListField(
        child=serializers.ChoiceField(choices=TASKS), default=["arguments", "clauses"]
    )

    values_by = serializers.ChoiceField(
        choices=VALUES_BY,
        default="",
        allow_blank=True,
        help_text="Empty: the program where it has an answer, else the model in use.",
    )

    def validate_tasks(self, value: list[str]) -> list[str]:
        if not value:
            raise serializers.ValidationError("Name at least one task.")
        if "clauses" in value and "arguments" not in value:
            # A new run stands in place of the last one, so it must say what that one said.
            raise serializers.ValidationError("Clauses are drafted from arguments: ask for both.")
        return value


class LearningInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS, required=False)
    encoder = serializers.CharField(max_length=200, required=False, allow_blank=True)
    source = serializers.ChoiceField(choices=TrainingSource.choices, required=False)  # type: ignore[assignment]
    after_subsections = serializers.IntegerField(min_value=0, max_value=100_000, required=False)
    every_hours = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
    prelabel_after = serializers.BooleanField(required=False)
    clearly_better = serializers.BooleanField(
        required=False, help_text="Take over only when the interval of the difference is above 0."
    )
    blind_percent = serializers.IntegerField(min_value=0, max_value=100, required=False)


class LearningOutput(serializers.Serializer[Any]):
    kind = serializers.CharField()
    encoder = serializers.CharField()
    source = serializers.ChoiceField(choices=TrainingSource.choices)  # type: ignore[assignment]
    after_subsections = serializers.IntegerField()
    every_hours = serializers.IntegerField()
    prelabel_after = serializers.BooleanField()
    clearly_better = serializers.BooleanField()
    blind_percent = serializers.IntegerField()


class ElsewhereOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ELSEWHERE)
    where = serializers.CharField()


class RunOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    model = serializers.CharField()
    created_at = serializers.DateTimeField()


class EvaluationRowOutput(ScoreOutput):
    name = serializers.CharField()
    task = serializers.CharField()


class ModelsOverviewOutput(serializers.Serializer[Any]):
    settings = LearningOutput()
    new_subsections = serializers.IntegerField()
    elsewhere = ElsewhereOutput(many=True)
    runs = RunOutput(many=True)
    evaluated_at = serializers.DateTimeField(allow_null=True)
    evaluation = EvaluationRowOutput(many=True)


class JobStartedOutput(serializers.Serializer[Any]):
    job = serializers.UUIDField()


class RolledBackOutput(serializers.Serializer[Any]):
    """The model that is in use now; null when the rules are."""

    model = ModelOutput(allow_null=True)


class LikenessOutput(serializers.Serializer[Any]):
    subsections = serializers.IntegerField()
    suggested = serializers.IntegerField()
    same = serializers.IntegerField()
    accept_rate = serializers.FloatField(allow_null=True)
    edge_agreement = serializers.FloatField(allow_null=True)


def _counted(name: str, key: str) -> type[serializers.Serializer[Any]]:
    fields: dict[str, Any] = {key: serializers.CharField()}
    fields |= {act: serializers.IntegerField() for act in ACTS}
    fields["accept_rate"] = serializers.FloatField(allow_null=True)
    return type(name, (serializers.Serializer,), fields)


RunDecisionsOutput = _counted("RunDecisionsOutput", "run")
PersonDecisionsOutput = _counted("PersonDecisionsOutput", "person")


class SuggestionFiguresOutput(serializers.Serializer[Any]):
    """Blind: work on subsections whose suggestions nobody saw, held against them all the same."""

    by_run = RunDecisionsOutput(many=True)
    by_person = PersonDecisionsOutput(many=True)
    blind_percent = serializers.IntegerField()
    assisted = LikenessOutput()
    blind = LikenessOutput()


class EffortInput(serializers.Serializer[Any]):
    run = serializers.CharField(max_length=80)


class EffortOutput(serializers.Serializer[Any]):
    """Key presses and clicks of the simulated annotator, from nothing and from suggestions."""

    run = serializers.CharField()
    subsections = serializers.IntegerField()
    arguments = serializers.IntegerField()
    manual = serializers.IntegerField()
    assisted = serializers.IntegerField()
    manual_per_argument = serializers.FloatField(allow_null=True)
    assisted_per_argument = serializers.FloatField(allow_null=True)
    ratio = serializers.FloatField(allow_null=True)


class SuggestedValueOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    role = serializers.ChoiceField(choices=ValueRole.choices)
    name = serializers.CharField()
    value = ValueField()
    confidence = serializers.FloatField(
        allow_null=True, help_text="How sure the model is of this value; null: it does not say."
    )
    evidence = serializers.ListField(child=RangeField())


class SuggestedRowOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    run = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    truth = serializers.BooleanField(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    why = serializers.CharField()
    values = SuggestedValueOutput(many=True)


class CaseSuggestionSourceOutput(serializers.Serializer[Any]):
    """Who suggests: the run, its model, and what that model had been trained on."""

    layer = serializers.UUIDField()
    run = serializers.CharField()
    model = serializers.CharField(allow_blank=True)
    fold = serializers.CharField(allow_blank=True)
    trained_on = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class CaseSuggestionsOutput(serializers.Serializer[Any]):
    source = CaseSuggestionSourceOutput(allow_null=True)  # type: ignore[assignment]
    rows = SuggestedRowOutput(many=True)
    subsections = CaseSubsectionOutput(many=True, help_text="Those that the rows speak of.")
