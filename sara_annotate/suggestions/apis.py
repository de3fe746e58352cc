"""Models of a project over HTTP: managers train, evaluate, pre-label and choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.accounts.models import User
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Project, Role
from sara_annotate.corpus.selectors import case_get
from sara_annotate.jobs.models import Job
from sara_annotate.suggestions import selectors, serializers
from sara_annotate.suggestions.effort import Measured, effort_measure
from sara_annotate.suggestions.figures import suggestion_figures
from sara_annotate.suggestions.models import TrainedModel
from sara_annotate.suggestions.registry import model_retire, model_roll_back, model_use
from sara_annotate.suggestions.services import (
    evaluate_enqueue,
    prelabel_enqueue,
    settings_change,
    train_enqueue,
)

ModelPage = page_of(serializers.ModelOutput, "ModelPage")
BUSY = OpenApiResponse(ErrorOutput, "One is under way already.")


def _managed(request: Request, slug: str) -> tuple[User, Project]:
    user = user_of(request)
    return user, project_get(user=user, slug=slug, role=Role.MANAGER)


def _started(job: Job) -> Response:
    return Response(serializers.JobStartedOutput({"job": job.pk}).data, status=202)


def model_rows(rows: Sequence[TrainedModel]) -> list[dict[str, Any]]:
    return [selectors.model_row(row) for row in rows]


class ModelListApi(APIView):
    @extend_schema(responses=ModelPage, operation_id="model_list")
    def get(self, request: Request, slug: str) -> Response:
        _, project = _managed(request, slug)
        rows = selectors.model_list(project=project)
        return paged(request, rows, serializers.ModelOutput, prepare=model_rows)


class ModelApi(APIView):
    @extend_schema(responses=serializers.ModelOutput, operation_id="model_read")
    def get(self, request: Request, slug: str, model_id: UUID) -> Response:
        _, project = _managed(request, slug)
        row = selectors.model_get(project=project, model_id=model_id)
        return Response(serializers.ModelOutput(selectors.model_row(row)).data)

    @extend_schema(
        request=serializers.ModelActionInput,
        responses=serializers.ModelOutput,
        operation_id="model_act",
    )
    def post(self, request: Request, slug: str, model_id: UUID) -> Response:
        _, project = _managed(request, slug)
        action = validated(serializers.ModelActionInput, request.data)["action"]
        row = selectors.model_get(project=project, model_id=model_id)
        row = model_use(model=row) if action == "use" else model_retire(model=row)
        return Response(serializers.ModelOutput(selectors.model_row(row)).data)


class ModelRollBackApi(APIView):
    @extend_schema(
        request=serializers.RollBackInput,
        responses={
            200: serializers.RolledBackOutput,
            409: OpenApiResponse(ErrorOutput, "No model is in use."),
        },
        operation_id="model_roll_back",
    )
    def post(self, request: Request, slug: str) -> Response:
        _, project = _managed(request, slug)
        task = validated(serializers.RollBackInput, request.data)["task"]
        row = model_roll_back(project=project, task=task)
        body = {"model": selectors.model_row(row) if row else None}
        return Response(serializers.RolledBackOutput(body).data)


class ModelTrainApi(APIView):
    @extend_schema(
        request=serializers.TrainInput,
        responses={202: serializers.JobStartedOutput, 409: BUSY},
        operation_id="model_train",
    )
    def post(self, request: Request, slug: str) -> Response:
        user, project = _managed(request, slug)
        wanted = validated(serializers.TrainInput, request.data)
        return _started(train_enqueue(project=project, by=user, **wanted))


class ModelEvaluateApi(APIView):
    @extend_schema(
        request=serializers.EvaluateInput,
        responses={202: serializers.JobStartedOutput},
        operation_id="model_evaluate",
    )
    def post(self, request: Request, slug: str) -> Response:
        user, project = _managed(request, slug)
        wanted = validated(serializers.EvaluateInput, request.data)
        return _started(evaluate_enqueue(project=project, by=user, **wanted))


class PrelabelApi(APIView):
    @extend_schema(
        request=serializers.PrelabelInput,
        responses={202: serializers.JobStartedOutput},
        operation_id="prelabel",
    )
    def post(self, request: Request, slug: str) -> Response:
        user, project = _managed(request, slug)
        wanted = validated(serializers.PrelabelInput, request.data)
        return _started(prelabel_enqueue(project=project, by=user, **wanted))


class ModelsOverviewApi(APIView):
    @extend_schema(responses=serializers.ModelsOverviewOutput, operation_id="models_overview")
    def get(self, request: Request, slug: str) -> Response:
        _, project = _managed(request, slug)
        return _overview(project)

    @extend_schema(
        request=serializers.LearningInput,
        responses=serializers.ModelsOverviewOutput,
        operation_id="models_settings",
    )
    def patch(self, request: Request, slug: str) -> Response:
        user, project = _managed(request, slug)
        changes = validated(serializers.LearningInput, request.data)
        settings_change(project=project, by=user, **changes)
        return _overview(project)


def _overview(project: Project) -> Response:
    found = selectors.overview(project=project)
    return Response(serializers.ModelsOverviewOutput(found).data)


class SuggestionFiguresApi(APIView):
    @extend_schema(responses=serializers.SuggestionFiguresOutput, operation_id="suggestion_figures")
    def get(self, request: Request, slug: str) -> Response:
        _, project = _managed(request, slug)
        found = suggestion_figures(project=project)
        return Response(serializers.SuggestionFiguresOutput(found).data)


class EffortApi(APIView):
    @extend_schema(
        parameters=[serializers.EffortInput],
        responses=serializers.EffortOutput,
        operation_id="effort_read",
    )
    def get(self, request: Request, slug: str) -> Response:
        _, project = _managed(request, slug)
        wanted = validated(serializers.EffortInput, request.query_params)
        found = effort_measure(project=project, run=wanted["run"])
        return Response(serializers.EffortOutput(effort_row(found)).data)


def effort_row(found: Measured) -> dict[str, Any]:
    return {
        "run": found.run,
        "subsections": found.subsections,
        "arguments": found.manual.arguments,
        "manual": found.manual.total,
        "assisted": found.assisted.total,
        "manual_per_argument": found.manual.per_argument,
        "assisted_per_argument": found.assisted.per_argument,
        "ratio": found.ratio,
    }


class CaseSuggestionsApi(APIView):
    @extend_schema(responses=serializers.CaseSuggestionsOutput, operation_id="case_suggestions")
    def get(self, request: Request, slug: str, name: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        case = case_get(project=project, name=name)
        found = selectors.case_suggestions(project=project, user=user, case=case)
        return Response(serializers.CaseSuggestionsOutput(found).data)
