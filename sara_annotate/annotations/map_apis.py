"""The graph of a project over HTTP."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import user_of, validated
from sara_annotate.annotations.map_selectors import map_fingerprint, map_layers, project_map
from sara_annotate.annotations.serializers import WhichLayerInput
from sara_annotate.corpus.access import project_get


class MapStatuteOutput(serializers.Serializer[Any]):
    section = serializers.CharField()
    printed = serializers.CharField()
    title = serializers.CharField()


class MapSubsectionOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    printed = serializers.CharField()
    heading = serializers.CharField()
    statute = serializers.IntegerField(help_text="Its place in `statutes`.")
    depth = serializers.IntegerField()
    clause = serializers.BooleanField(help_text="Whether it has one.")


class MapMissingOutput(serializers.Serializer[Any]):
    caller = serializers.IntegerField(help_text="Its place in `subsections`.")
    label = serializers.CharField(help_text="What it calls and is not there.")  # type: ignore[assignment]


def _places(words: str) -> serializers.ListField:
    row = serializers.ListField(child=serializers.IntegerField(min_value=0))
    return serializers.ListField(child=row, help_text=words)


class MapOutput(serializers.Serializer[Any]):
    statutes = MapStatuteOutput(many=True)
    subsections = MapSubsectionOutput(many=True)
    calls = _places("[caller, callee], places in `subsections`, once each.")
    missing = MapMissingOutput(many=True)
    cycles = _places("Subsections that all lead back to each other, or one that calls itself.")


class ProjectMapApi(APIView):
    """Subsections and calls of the gold, or with layer=mine of one's own clauses over it."""

    @extend_schema(parameters=[WhichLayerInput], responses=MapOutput, operation_id="project_map")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        which = validated(WhichLayerInput, request.query_params)["layer"]
        layers = map_layers(project=project, user=user, which=which)
        seen = map_fingerprint(project=project, layers=layers)
        etag = f'"{settings.VERSION}.{user.pk}.{which}.{project.pk}.{seen}"'
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag})
        found = project_map(project=project, layers=layers)
        return Response(MapOutput(found).data, headers={"ETag": etag})
