"""Guidelines over HTTP: read by all members, written by managers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Role
from sara_annotate.review import guideline_services as services

TEXT_LENGTH = 200_000


class AnchorOutput(serializers.Serializer[Any]):
    anchor = serializers.CharField(help_text="Cite it as VERSION#ANCHOR.")
    kind = serializers.ChoiceField(choices=["heading", "paragraph", "item"])
    text = serializers.CharField(allow_blank=True, help_text="How it begins.")


class GuidelineRenderedOutput(serializers.Serializer[Any]):
    html = serializers.CharField(allow_blank=True, help_text="Safe to show as it is.")
    anchors = AnchorOutput(many=True)
    unknown = serializers.ListField(
        child=serializers.CharField(), help_text="References to what is not in the project."
    )


class GuidelineOutput(GuidelineRenderedOutput):
    version = serializers.IntegerField(help_text="0: nothing has been written yet.")
    note = serializers.CharField(allow_blank=True)
    author = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField(allow_null=True)
    text = serializers.CharField(allow_blank=True)


class GuidelineVersionOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    author = serializers.CharField(source="author.display_name")
    created_at = serializers.DateTimeField()


class GuidelineTextInput(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=TEXT_LENGTH, trim_whitespace=False)


class GuidelineInput(GuidelineTextInput):
    note = serializers.CharField(max_length=300, allow_blank=True, default="")
    base_version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The version that you saw; 0 for the first."
    )


VersionPage = page_of(GuidelineVersionOutput, "GuidelineVersionPage")
MOVED_ON = OpenApiResponse(ErrorOutput, "Another version was saved meanwhile.")


class GuidelineApi(APIView):
    @extend_schema(responses=GuidelineOutput, operation_id="guideline_read")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        row = services.guideline_get(project=project)
        return Response(GuidelineOutput(services.guideline_row(project=project, row=row)).data)

    @extend_schema(
        request=GuidelineInput,
        responses={201: GuidelineOutput, 409: MOVED_ON},
        operation_id="guideline_save",
    )
    def post(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug, role=Role.MANAGER)
        data = validated(GuidelineInput, request.data)
        row = services.guideline_save(project=project, user=user, **data)
        shown = services.guideline_row(project=project, row=row)
        return Response(GuidelineOutput(shown).data, status=201)


class GuidelinePreviewApi(APIView):
    @extend_schema(
        request=GuidelineTextInput,
        responses=GuidelineRenderedOutput,
        operation_id="guideline_preview",
    )
    def post(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.MANAGER)
        text = validated(GuidelineTextInput, request.data)["text"]
        rendered = services.guideline_render(project=project, text=text)
        return Response(GuidelineRenderedOutput(rendered).data)


class GuidelineVersionListApi(APIView):
    @extend_schema(responses=VersionPage, operation_id="guideline_versions")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        rows = services.guideline_list(project=project)
        return paged(request, rows, GuidelineVersionOutput)


class GuidelineVersionApi(APIView):
    @extend_schema(responses=GuidelineOutput, operation_id="guideline_version_read")
    def get(self, request: Request, slug: str, version: int) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        row = services.guideline_get(project=project, version=version)
        return Response(GuidelineOutput(services.guideline_row(project=project, row=row)).data)
