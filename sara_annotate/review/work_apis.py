"""Work over HTTP: what is assigned to whom, what is next."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import page_of, paged, user_of, validated
from sara_annotate.annotations.models import Task
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Role
from sara_annotate.review import assign_services, work_services
from sara_annotate.review import work_selectors as selectors
from sara_annotate.review.work_serializers import (
    AssignInput,
    AssignRemovedOutput,
    AssignRemoveInput,
    PlanOutput,
    SeatFilterInput,
    SeatOutput,
    SummaryRowOutput,
    WorkCountsOutput,
    WorkFilterInput,
    WorkNextInput,
    WorkNextOutput,
)

SeatPage = page_of(SeatOutput, "SeatPage")


class WorkListApi(APIView):
    @extend_schema(parameters=[WorkFilterInput], responses=SeatPage, operation_id="work_list")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(WorkFilterInput, request.query_params)
        seats = selectors.work_list(project=project, user=user, **wanted)
        return paged(request, seats, SeatOutput, prepare=selectors.seat_rows)


class WorkCountsApi(APIView):
    @extend_schema(responses=WorkCountsOutput, operation_id="work_counts")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        counts = selectors.work_counts(project=project, user=user)
        return Response(WorkCountsOutput(counts).data)


class WorkNextApi(APIView):
    @extend_schema(request=WorkNextInput, responses=WorkNextOutput, operation_id="work_next")
    def post(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        data = validated(WorkNextInput, request.data)
        seat = work_services.work_next(project=project, user=user, **data)
        shown = None
        if seat is not None:
            found = selectors.seat_get(project=project, user=user, seat_id=seat.pk)
            shown = selectors.seat_row(found)
        counts = selectors.work_counts(project=project, user=user)
        return Response(WorkNextOutput({"item": shown, "counts": counts}).data)


class WorkApi(APIView):
    @extend_schema(responses={204: None}, operation_id="work_give_back")
    def delete(self, request: Request, slug: str, seat_id: int) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        seat = selectors.seat_get(project=project, user=user, seat_id=seat_id)
        work_services.work_give_back(project=project, user=user, seat=seat)
        return Response(status=204)


class AssignmentListApi(APIView):
    @extend_schema(parameters=[SeatFilterInput], responses=SeatPage, operation_id="assignment_list")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.REVIEWER)
        wanted = validated(SeatFilterInput, request.query_params)
        seats = selectors.assignment_list(project=project, **wanted)
        return paged(request, seats, SeatOutput, prepare=selectors.seat_rows)

    @extend_schema(
        request=AssignInput, responses={201: PlanOutput}, operation_id="assignment_create"
    )
    def post(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug, role=Role.MANAGER)
        order = _order(request)
        planned = assign_services.assignment_create(project=project, by=user, order=order)
        shown = assign_services.describe_plan(planned, order.task)
        return Response(PlanOutput(shown).data, status=201)


class AssignmentPreviewApi(APIView):
    @extend_schema(request=AssignInput, responses=PlanOutput, operation_id="assignment_preview")
    def post(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.MANAGER)
        order = _order(request)
        planned = assign_services.assignment_plan(project=project, order=order)
        return Response(PlanOutput(assign_services.describe_plan(planned, order.task)).data)


def _order(request: Request) -> assign_services.Order:
    data = validated(AssignInput, request.data)
    return assign_services.Order(**{**data, "task": Task(data["task"])})


class AssignmentSummaryApi(APIView):
    @extend_schema(responses=SummaryRowOutput(many=True), operation_id="assignment_summary")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.REVIEWER)
        rows = selectors.assignment_summary(project=project)
        return Response(SummaryRowOutput(rows, many=True).data)


class AssignmentRemoveApi(APIView):
    @extend_schema(
        request=AssignRemoveInput, responses=AssignRemovedOutput, operation_id="assignment_remove"
    )
    def post(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.MANAGER)
        data = validated(AssignRemoveInput, request.data)
        removed = assign_services.assignment_remove(project=project, **data)
        return Response(AssignRemovedOutput({"removed": removed}).data)
