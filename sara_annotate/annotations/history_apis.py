"""A layer through time: what was done to it, how it was, and how to come back to that."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, user_of, validated
from sara_annotate.accounts.pagination import Pages
from sara_annotate.annotations import history
from sara_annotate.annotations.history_serializers import (
    HistoryFilterInput,
    HistoryOutput,
    LayerAtOutput,
    RestoreInput,
    RestoreOutput,
)
from sara_annotate.annotations.models import Layer
from sara_annotate.corpus.access import project_get
from sara_annotate.domain.edits.wire import layer_to_json, operation_to_json

HistoryPage = page_of(HistoryOutput, "HistoryPage")


def _layer(request: Request, slug: str, layer_id: UUID) -> Layer:
    user = user_of(request)
    return history.layer_get(project=project_get(user=user, slug=slug), user=user, key=layer_id)


class LayerHistoryApi(APIView):
    @extend_schema(
        parameters=[HistoryFilterInput], responses=HistoryPage, operation_id="layer_history"
    )
    def get(self, request: Request, slug: str, layer_id: UUID) -> Response:
        """The edits of a layer in words, newest first; those of one item with `item`."""
        row = _layer(request, slug, layer_id)
        wanted = validated(HistoryFilterInput, request.query_params)
        pages = Pages()
        # Which edits touched an item is known by replaying them, not by a query.
        steps = history.history_steps(row, item=wanted["item"])
        page = pages.paginate_queryset(steps, request)
        rows = history.history_rows(row, page or [])
        return pages.get_paginated_response(HistoryOutput(rows, many=True).data)


class LayerAtApi(APIView):
    @extend_schema(responses=LayerAtOutput, operation_id="layer_at")
    def get(self, request: Request, slug: str, layer_id: UUID, revision: int) -> Response:
        """The layer as it was at a revision."""
        row = _layer(request, slug, layer_id)
        then = history.layer_at(row, revision)
        body = {
            "revision": revision,
            "current": row.revision,
            "layer": layer_to_json(then),
            "differences": history.differences(row, then),
        }
        return Response(LayerAtOutput(body).data)


class LayerRestoreApi(APIView):
    @extend_schema(
        request=RestoreInput,
        responses={
            200: RestoreOutput,
            409: OpenApiResponse(ErrorOutput, "The layer has changed since."),
            422: OpenApiResponse(ErrorOutput, "The layer is another's, or frozen."),
        },
        operation_id="layer_restore",
    )
    def post(self, request: Request, slug: str, layer_id: UUID) -> Response:
        """The operation that brings one's layer back to a revision; nothing is stored."""
        row = _layer(request, slug, layer_id)
        wanted = validated(RestoreInput, request.data)
        plan = history.restore_plan(row, user=user_of(request), **wanted)
        operation = None if plan is None else operation_to_json(plan)
        return Response(RestoreOutput({"operation": operation}).data)
