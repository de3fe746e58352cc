"""The review over HTTP: queue, differences, decisions, preview, acceptance, return, undo."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Project, Role
from sara_annotate.review import queue, selectors, services
from sara_annotate.review.serializers import (
    DecisionsInput,
    IncludeInput,
    OriginOutput,
    QueueFilterInput,
    QueueRowOutput,
    ReturnInput,
    ReviewOutput,
    ReviewPreviewOutput,
    SeenInput,
)
from sara_annotate.review.subjects import Subject, subject_get

QueuePage = page_of(QueueRowOutput, "QueuePage")
STALE = OpenApiResponse(ErrorOutput, "The layers have changed since, or something is open.")


def reviewed(request: Request, slug: str) -> Project:
    return project_get(user=user_of(request), slug=slug, role=Role.REVIEWER)


class QueueApi(APIView):
    @extend_schema(parameters=[QueueFilterInput], responses=QueuePage, operation_id="review_queue")
    def get(self, request: Request, slug: str) -> Response:
        project = reviewed(request, slug)
        wanted = validated(QueueFilterInput, request.query_params)
        return paged(
            request,
            queue.queue_list(project=project, **wanted),
            QueueRowOutput,
            prepare=lambda rows: queue.queue_rows(project, rows),
        )


class _SubjectApi(APIView):
    def find(self, request: Request, slug: str, kind: str, name: str) -> tuple[Project, Subject]:
        project = reviewed(request, slug)
        return project, subject_get(project=project, kind=kind, name=name)

    def show(self, project: Project, subject: Subject, include: object = ()) -> Response:
        shown = selectors.review_read(
            project=project,
            subject=subject,
            include=include,  # type: ignore[arg-type]  # read by a serializer
        )
        return Response(ReviewOutput(shown).data)


class ReviewApi(_SubjectApi):
    @extend_schema(parameters=[IncludeInput], responses=ReviewOutput, operation_id="review_read")
    def get(self, request: Request, slug: str, kind: str, name: str) -> Response:
        project, subject = self.find(request, slug, kind, name)
        include = validated(IncludeInput, request.query_params)["include"]
        return self.show(project, subject, include)


class DecisionsApi(_SubjectApi):
    @extend_schema(
        request=DecisionsInput,
        responses={200: ReviewOutput, 409: STALE},
        operation_id="review_decide",
    )
    def post(self, request: Request, slug: str, kind: str, name: str) -> Response:
        project, subject = self.find(request, slug, kind, name)
        data = validated(DecisionsInput, request.data)
        services.decisions_set(
            project=project,
            user=user_of(request),
            subject=subject,
            fingerprint=data["fingerprint"],
            decisions=[services.Decided(**said) for said in data["decisions"]],
            include=data["include"],
        )
        return self.show(project, subject, data["include"])


class PreviewApi(_SubjectApi):
    @extend_schema(
        parameters=[IncludeInput], responses=ReviewPreviewOutput, operation_id="review_preview"
    )
    def get(self, request: Request, slug: str, kind: str, name: str) -> Response:
        project, subject = self.find(request, slug, kind, name)
        include = validated(IncludeInput, request.query_params)["include"]
        shown = selectors.preview_read(project=project, subject=subject, include=include)
        return Response(ReviewPreviewOutput(shown).data)


class AcceptApi(_SubjectApi):
    @extend_schema(
        request=SeenInput, responses={200: ReviewOutput, 409: STALE}, operation_id="review_accept"
    )
    def post(self, request: Request, slug: str, kind: str, name: str) -> Response:
        project, subject = self.find(request, slug, kind, name)
        data = validated(SeenInput, request.data)
        services.review_accept(project=project, user=user_of(request), subject=subject, **data)
        return self.show(project, subject, data["include"])


class ReturnApi(_SubjectApi):
    @extend_schema(
        request=ReturnInput, responses={200: ReviewOutput, 409: STALE}, operation_id="review_return"
    )
    def post(self, request: Request, slug: str, kind: str, name: str) -> Response:
        project, subject = self.find(request, slug, kind, name)
        data = validated(ReturnInput, request.data)
        services.review_return(project=project, user=user_of(request), subject=subject, **data)
        return self.show(project, subject)


class UndoApi(_SubjectApi):
    @extend_schema(
        request=None, responses={200: ReviewOutput, 409: STALE}, operation_id="review_undo"
    )
    def post(self, request: Request, slug: str, kind: str, name: str) -> Response:
        project, subject = self.find(request, slug, kind, name)
        services.review_undo(project=project, user=user_of(request), subject=subject)
        return self.show(project, subject)


class OriginsApi(APIView):
    @extend_schema(responses=OriginOutput(many=True), operation_id="review_origins")
    def get(self, request: Request, slug: str, kind: str, name: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        subject = subject_get(project=project, kind=kind, name=name)
        rows = selectors.origins_read(project=project, user=user, subject=subject)
        return Response(OriginOutput(rows, many=True).data)
