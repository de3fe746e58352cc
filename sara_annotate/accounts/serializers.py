"""Shapes of the account endpoints."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sara_annotate.accounts.models import ApiToken, TokenScope


class UserOutput(serializers.Serializer[Any]):
    username = serializers.CharField()
    name = serializers.CharField(source="display_name")
    is_admin = serializers.BooleanField(source="is_superuser")


class DemoLoginOutput(serializers.Serializer[Any]):
    username = serializers.CharField()
    password = serializers.CharField()
    role = serializers.CharField()


class InstanceOutput(serializers.Serializer[Any]):
    version = serializers.CharField()
    demo = serializers.BooleanField()
    demo_logins = DemoLoginOutput(many=True)


class SessionOutput(serializers.Serializer[Any]):
    user = UserOutput(allow_null=True)
    instance = InstanceOutput()


class SignInInput(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)


class PasswordInput(serializers.Serializer[Any]):
    old_password = serializers.CharField(max_length=1000, trim_whitespace=False)
    new_password = serializers.CharField(max_length=1000, trim_whitespace=False)


class TokenInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    scope = serializers.ChoiceField(choices=TokenScope.choices)


class TokenOutput(serializers.ModelSerializer[ApiToken]):
    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = ("id", "name", "scope", "prefix", "created_at", "last_used_at")


class TokenCreatedOutput(TokenOutput):
    token = serializers.CharField(help_text="The key. It is shown only now.")

    class Meta(TokenOutput.Meta):
        fields = (*TokenOutput.Meta.fields, "token")
