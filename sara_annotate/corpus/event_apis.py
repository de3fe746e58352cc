"""News of a project over HTTP."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, user_of
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.events import EventStream


class AnyAnswer(BaseContentNegotiation):
    """A browser asks for text/event-stream; refusals are JSON all the same."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or ""


class EventApi(APIView):
    content_negotiation_class = AnyAnswer

    @extend_schema(
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, "Events `job`, `suggestions` and `comments`, their data as JSON."
            ),
            503: OpenApiResponse(ErrorOutput, "No room for one more stream: ask by yourself."),
        },
        operation_id="event_stream",
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        user = user_of(request)
        stream = EventStream(project_get(user=user, slug=slug), user)
        response = StreamingHttpResponse(stream, content_type="text/event-stream")
        response["Cache-Control"] = "no-store"
        response["X-Accel-Buffering"] = "no"  # a proxy must hand on each event as it comes
        return response
