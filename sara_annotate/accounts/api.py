"""Small tools that every app's views share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sara_annotate.accounts.models import User
from sara_annotate.accounts.pagination import Pages

M = TypeVar("M", bound=Model)


def validated(serializer: type[serializers.Serializer[Any]], data: object) -> dict[str, Any]:
    """The data as the serializer reads it; raises a validation error otherwise."""
    checked = serializer(data=data)
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)


def user_of(request: Request) -> User:
    """The person asking; permissions have made sure that there is one."""
    assert isinstance(request.user, User)
    return request.user


def paged(
    request: Request,
    rows: QuerySet[M, Any],
    serializer: type[serializers.BaseSerializer[Any]],
    *,
    prepare: Callable[[Sequence[Any]], Sequence[Any]] = lambda rows: rows,
) -> Response:
    """One page of rows; `prepare` adds to the page's rows what the query could not."""
    pages = Pages()
    page = pages.paginate_queryset(rows, request)
    assert page is not None
    return pages.get_paginated_response(serializer(prepare(page), many=True).data)


def page_of(
    item: type[serializers.BaseSerializer[Any]], name: str
) -> type[serializers.Serializer[Any]]:
    """The shape of a page of these, for the schema."""
    fields: dict[str, Any] = {
        "count": serializers.IntegerField(),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": item(many=True),
    }
    return type(name, (serializers.Serializer,), fields)


class ErrorOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    extra = serializers.DictField()
