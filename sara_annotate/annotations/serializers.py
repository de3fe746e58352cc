"""Shapes of statutes and cases with what is said of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sara_annotate.annotations.models import AuthorKind, LayerState, Origin, ValueType
from sara_annotate.corpus.models import Split
from sara_annotate.corpus.serializers import ProjectCountsOutput, ProjectOutput


class RangeField(serializers.ListField):
    """[start, end), code points."""

    child = serializers.IntegerField(min_value=0)
    min_length = max_length = 2


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string"},
            {"type": "integer"},
            {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "integer"}]}},
        ]
    }
)
class ValueField(serializers.JSONField):
    """Text, an integer, or a list of these."""


class ProjectDetailCountsOutput(ProjectCountsOutput):
    parts = serializers.IntegerField()
    mentions = serializers.IntegerField()
    arguments = serializers.IntegerField()
    clauses = serializers.IntegerField()
    instantiations = serializers.IntegerField()


class ProjectRightsOutput(serializers.Serializer[Any]):
    export = serializers.BooleanField()
    manage = serializers.BooleanField()

    def get_fields(self) -> dict[str, Any]:
        # "import" is a keyword, so it cannot be declared above.
        return {"import": serializers.BooleanField(), **super().get_fields()}


class ProjectDetailOutput(ProjectOutput):
    counts = ProjectDetailCountsOutput()
    can = ProjectRightsOutput()


class StatuteRowOutput(serializers.Serializer[Any]):
    section = serializers.CharField()
    printed = serializers.CharField()
    title = serializers.CharField()
    subsections = serializers.IntegerField()
    mentions = serializers.IntegerField()
    arguments = serializers.IntegerField()
    clauses = serializers.IntegerField()
    cases = serializers.IntegerField()


class AuthorOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=AuthorKind.choices)
    name = serializers.CharField()


TASK_STATES = [*LayerState.choices, ("none", "none")]


class UsesOutput(serializers.Serializer[Any]):
    names = serializers.ListField(
        child=serializers.CharField(), help_text="Arguments, in capitals."
    )
    callers = serializers.IntegerField(help_text="Clauses that call it.")


class SubsectionOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()
    depth = serializers.IntegerField()
    heading = serializers.CharField()
    parts = serializers.ListField(child=RangeField())
    state = serializers.ChoiceField(choices=TASK_STATES)
    cases = serializers.IntegerField(help_text="Cases that gold applies it to.")
    case_state = serializers.ChoiceField(
        choices=TASK_STATES,
        help_text="Of its cases in these layers; the one that needs most to be done.",
    )
    my_layer = serializers.UUIDField(help_text="The id of the reader's own layer, begun or not.")
    uses = UsesOutput(
        required=False,
        help_text="With one's own layer: what one's clauses and cases say of it elsewhere.",
    )
    held = serializers.ChoiceField(
        choices=["assigned", "others"],
        required=False,
        help_text="With one's own layer: why a reviewer has to return what one has submitted.",
    )


class ParagraphOutput(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    indent = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["title", "heading", "body", "flush"])
    enumerator = RangeField(allow_null=True)
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]


class ArgumentOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    value_type = serializers.ChoiceField(choices=ValueType.choices)
    order = serializers.IntegerField(help_text="Its place among the others; a new one goes after.")
    from_suggestion = serializers.CharField(required=False)


class MentionOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    argument = serializers.UUIDField()
    from_suggestion = serializers.CharField(required=False)


class SuggestedArgumentOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    value_type = serializers.ChoiceField(choices=ValueType.choices)
    confidence = serializers.FloatField(allow_null=True)
    why = serializers.CharField()


class SuggestedMentionOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    argument = serializers.UUIDField()
    confidence = serializers.FloatField(help_text="Between 0 and 1.")
    why = serializers.CharField()


class SuggestedClauseOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    text = serializers.CharField()
    confidence = serializers.FloatField()
    why = serializers.CharField()


class SuggestionsOutput(serializers.Serializer[Any]):
    """What the newest run of a model says of one subsection."""

    layer = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    run = serializers.CharField()
    model = serializers.CharField()
    fold = serializers.CharField()
    trained_on = serializers.ListField(
        child=serializers.CharField(), help_text="Sections that its model had seen."
    )
    created_at = serializers.DateTimeField()
    arguments = SuggestedArgumentOutput(many=True)
    mentions = SuggestedMentionOutput(many=True)
    clause = SuggestedClauseOutput(allow_null=True)


class SubsectionLayerOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    author = AuthorOutput()
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(choices=LayerState.choices)
    reason = serializers.CharField(help_text="Why it was returned.")
    arguments = ArgumentOutput(many=True)
    mentions = MentionOutput(many=True)
    clause = serializers.CharField(allow_null=True)
    clause_note = serializers.CharField()
    clause_from = serializers.CharField(required=False, help_text="The suggestion it came from.")
    decisions = serializers.DictField(
        child=serializers.ChoiceField(choices=["accepted", "rejected"]),
        help_text="What the author did with suggestions, by their ids.",
    )
    stale = serializers.DictField(
        child=serializers.CharField(),
        help_text="What somebody should look at again, and why: clause, argument:ID.",
    )


class StatuteOutput(serializers.Serializer[Any]):
    section = serializers.CharField()
    printed = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    sha256 = serializers.CharField()
    subsections = SubsectionOutput(many=True)
    paragraphs = ParagraphOutput(many=True)
    layers = SubsectionLayerOutput(many=True)
    suggestions = SuggestionsOutput(
        many=True, help_text="Of models, by subsection; with one's own layer alone."
    )


class WhichLayerInput(serializers.Serializer[Any]):
    layer = serializers.ChoiceField(choices=["gold", "mine"], default="gold")


class CaseFilterInput(serializers.Serializer[Any]):
    split = serializers.ChoiceField(choices=["train", "test", "none"], required=False)
    search = serializers.CharField(max_length=200, required=False, allow_blank=True)
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=80, required=False, help_text="Only cases that gold applies this to."
    )
    flag = serializers.RegexField(
        r"^[a-z_]+$",
        max_length=20,
        required=False,
        help_text="Only cases with a row of this status, “differs” (open ones) or “outdated”.",
    )
    stale = serializers.BooleanField(
        required=False, help_text="Only cases where one's own layer is to be looked at again."
    )


class CaseRowOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    split = serializers.ChoiceField(choices=Split.choices, allow_blank=True)
    question = serializers.CharField()
    answer = serializers.CharField()
    labels = serializers.ListField(child=serializers.CharField())
    flags = serializers.ListField(
        child=serializers.CharField(),
        help_text="What replays said: statuses, “outdated”, and “noted” for settled differences.",
    )
    stale = serializers.ListField(
        child=serializers.CharField(),
        help_text="Why one's own layer is to be looked at again, a sentence for each row.",
    )


class CaseValueOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = ValueField()
    order = serializers.IntegerField()
    evidence = serializers.ListField(child=RangeField())
    from_suggestion = serializers.CharField(
        required=False, help_text="The suggested value that was accepted."
    )


class InstantiationOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()
    section = serializers.CharField()
    order = serializers.IntegerField()
    truth = serializers.BooleanField(allow_null=True)
    origin = serializers.ChoiceField(choices=Origin.choices)
    author = AuthorOutput()
    given = CaseValueOutput(many=True)
    found = CaseValueOutput(many=True)


class CaseLayerOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(choices=LayerState.choices)
    reason = serializers.CharField(allow_blank=True)
    decisions = serializers.DictField(
        child=serializers.ChoiceField(choices=["accepted", "rejected"]),
        help_text="By suggestion: a suggested value, or a suggested row for its truth.",
    )
    stale = serializers.DictField(
        child=serializers.CharField(), help_text="By instantiation:ID, why somebody should look."
    )


class CaseArgumentOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    value_type = serializers.ChoiceField(choices=ValueType.choices)


class CaseSubsectionOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()
    section = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    arguments = CaseArgumentOutput(many=True)


class SubsectionFilterInput(WhichLayerInput):
    search = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class CaseOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    text = serializers.CharField()
    question = serializers.CharField()
    answer = serializers.CharField()
    facts = serializers.CharField()
    test = serializers.CharField()
    split = serializers.ChoiceField(choices=Split.choices, allow_blank=True)
    sha256 = serializers.CharField()
    previous = serializers.CharField(allow_null=True)
    next = serializers.CharField(allow_null=True)
    position = serializers.IntegerField(help_text="Among all cases by name, from 1.")
    total = serializers.IntegerField()
    layer = CaseLayerOutput(allow_null=True, help_text="Begun or not; none without gold.")
    can_edit = serializers.BooleanField()
    instantiations = InstantiationOutput(many=True)
    subsections = CaseSubsectionOutput(many=True, help_text="Those that the layer speaks of.")


class EditsInput(serializers.Serializer[Any]):
    """`edits` as docs/edits.md says; `layers` names the subsection or case of each layer."""

    edits = serializers.ListField(child=serializers.DictField(), allow_empty=False, max_length=1000)
    layers = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField(max_length=120)), default=dict
    )


class EditsOutput(serializers.Serializer[Any]):
    revisions = serializers.DictField(child=serializers.IntegerField())
    applied = serializers.ListField(child=serializers.UUIDField())


class EditOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    layer = serializers.UUIDField(source="layer_id")
    author = serializers.CharField(source="author.username")
    revision = serializers.IntegerField()
    base_revision = serializers.IntegerField()
    operation = serializers.DictField()
    inverse = serializers.DictField()
    undoes = serializers.UUIDField(allow_null=True)
    group = serializers.UUIDField(allow_null=True)
    from_suggestion = serializers.UUIDField(allow_null=True)
    time = serializers.DateTimeField(source="made_at")


class EditFilterInput(serializers.Serializer[Any]):
    layer = serializers.UUIDField(required=False)
    section = serializers.CharField(max_length=40, required=False)
    case = serializers.CharField(max_length=120, required=False)
    mine = serializers.BooleanField(default=False)
    newest_first = serializers.BooleanField(default=False)
    after = serializers.IntegerField(min_value=0, default=0)
