"""Shapes of threads and comments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.review.items import ITEM
from sara_annotate.review.serializers import SUBJECT_CHOICES, ReviewAuthorOutput, SubjectFields

ONLY = [(name, name) for name in ("mine", "mentioned", "unread")]
ITEM_HELP = (
    "Empty for the whole text; mention:ID, argument:ID, clause, instantiation:ID or "
    "value:ID:ROLE:NAME of a layer; dispute:KEY of a review's item."
)


class PersonOutput(serializers.Serializer[Any]):
    username = serializers.CharField()
    name = serializers.CharField()


class NamedPersonOutput(PersonOutput):
    start = serializers.IntegerField(help_text="Where @name stands in the body, in code points.")
    end = serializers.IntegerField()


class CommentOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    author = PersonOutput()
    body = serializers.CharField()
    created_at = serializers.DateTimeField()
    mentioned = NamedPersonOutput(many=True)


class ThreadLayerOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    author = ReviewAuthorOutput()


class ThreadOutput(SubjectFields):
    id = serializers.IntegerField()
    item = serializers.CharField(allow_blank=True, help_text=ITEM_HELP)
    layer = ThreadLayerOutput(allow_null=True)
    start = serializers.IntegerField(allow_null=True, help_text="Where the item stands now.")
    end = serializers.IntegerField(allow_null=True)
    alive = serializers.BooleanField(help_text="False when the item was removed since.")
    quote = serializers.CharField(allow_blank=True)
    created_by = PersonOutput()
    created_at = serializers.DateTimeField()
    resolved_by = PersonOutput(allow_null=True)
    resolved_at = serializers.DateTimeField(allow_null=True)
    unread = serializers.BooleanField()
    may_resolve = serializers.BooleanField()
    comments = CommentOutput(many=True)


class CommentInput(serializers.Serializer[Any]):
    body = serializers.CharField(max_length=4000, help_text="@name calls a member of the project.")


class ThreadInput(CommentInput):
    kind = serializers.ChoiceField(choices=SUBJECT_CHOICES)
    name = serializers.CharField(max_length=120, help_text="63(c)(5), or a case's name.")
    item = serializers.RegexField(
        ITEM, max_length=240, allow_blank=True, default="", help_text=ITEM_HELP
    )
    layer = serializers.UUIDField(required=False, allow_null=True)
    start = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, required=False, allow_null=True
    )
    end = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True
    )


class ThreadChangeInput(serializers.Serializer[Any]):
    resolved = serializers.BooleanField()


class ThreadReadInput(serializers.Serializer[Any]):
    comment = serializers.IntegerField(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        allow_null=True,
        help_text="The last one read; left out: all.",
    )


class ThreadScopeInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=SUBJECT_CHOICES, required=False)
    name = serializers.CharField(max_length=120, required=False)
    section = serializers.CharField(max_length=40, required=False)
    layer = serializers.UUIDField(required=False)


class ThreadFilterInput(ThreadScopeInput):
    item = serializers.RegexField(ITEM, max_length=240, required=False, allow_blank=True)
    state = serializers.ChoiceField(
        choices=[("open", "open"), ("resolved", "resolved")], required=False
    )
    only = serializers.MultipleChoiceField(choices=ONLY, required=False)


class TextThreadsOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=SUBJECT_CHOICES)
    name = serializers.CharField()
    open = serializers.IntegerField()
    unread = serializers.IntegerField()


class ThreadCountsOutput(serializers.Serializer[Any]):
    all = serializers.IntegerField()
    open = serializers.IntegerField()
    unread = serializers.IntegerField()
    mentioned = serializers.IntegerField(help_text="Unread ones in which somebody names you.")
    texts = TextThreadsOutput(many=True)
