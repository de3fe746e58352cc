"""What a change touches, before it is made; what somebody should look at, after it was."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.annotations.impact import Asked, impact_find
from sara_annotate.annotations.integrity_serializers import (
    ImpactInput,
    ImpactOutput,
    StaleInput,
    StaleOutput,
)
from sara_annotate.annotations.stale_selectors import stale_list, stale_rows
from sara_annotate.corpus.access import project_get
from sara_annotate.domain.edits.log import edit_to_json
from sara_annotate.domain.edits.wire import operation_from_json

StalePage = page_of(StaleOutput, "StalePage")


class ImpactApi(APIView):
    @extend_schema(
        request=ImpactInput,
        responses={
            200: ImpactOutput,
            409: OpenApiResponse(ErrorOutput, "Others changed the same items; both versions."),
            422: OpenApiResponse(ErrorOutput, "The operation cannot be applied."),
        },
        operation_id="impact_read",
    )
    def post(self, request: Request, slug: str) -> Response:
        """What an operation would touch, and the edits that do all of it; nothing is stored."""
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(ImpactInput, request.data)
        if "operation" in wanted:
            wanted["operation"] = operation_from_json(wanted["operation"], "operation")
        found = impact_find(project=project, user=user, asked=Asked(**wanted))
        edits = [edit_to_json(edit) for edit in found.edits]
        return Response(
            ImpactOutput(
                {
                    "words": found.words,
                    "touched": found.touched,
                    "edits": edits,
                    "homes": found.homes,
                }
            ).data
        )


class StaleApi(APIView):
    @extend_schema(parameters=[StaleInput], responses=StalePage, operation_id="stale_list")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(StaleInput, request.query_params)
        marks = stale_list(
            project=project, user=user, which=wanted["layer"], section=wanted.get("section")
        )
        return paged(request, marks, StaleOutput, prepare=stale_rows)
