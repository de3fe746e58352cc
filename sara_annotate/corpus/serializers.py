"""Shapes of projects, people, statutes and cases."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.corpus.models import Role


class ProjectInput(serializers.Serializer[Any]):
    slug = serializers.SlugField(max_length=80)
    name = serializers.CharField(max_length=160)
    description = serializers.CharField(max_length=10_000, allow_blank=True, default="")


class ProjectCountsOutput(serializers.Serializer[Any]):
    statutes = serializers.IntegerField()
    subsections = serializers.IntegerField()
    cases = serializers.IntegerField()
    people = serializers.IntegerField()


class ProjectOutput(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    counts = ProjectCountsOutput()


class MemberInput(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)


class MemberRoleInput(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)


class MemberOutput(serializers.Serializer[Any]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.display_name")
    role = serializers.ChoiceField(choices=Role.choices)
