"""Clauses over HTTP: checked while they are typed, and what their editor asks for."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import user_of, validated
from sara_annotate.annotations import clause_selectors as selectors
from sara_annotate.annotations import clause_serializers as shapes
from sara_annotate.annotations.clause_problems import clause_problem_list
from sara_annotate.annotations.clause_views import ClauseView, clause_view
from sara_annotate.corpus.access import project_get
from sara_annotate.domain.labels import parse_label


def _asked(
    request: Request, slug: str, shape: type[serializers.Serializer[Any]], data: object
) -> tuple[ClauseView, dict[str, Any]]:
    """Whose clauses are asked about, and the rest of the question."""
    user = user_of(request)
    project = project_get(user=user, slug=slug)
    wanted = validated(shape, data)
    return clause_view(project=project, user=user, which=wanted["layer"]), wanted


class ClauseCheckApi(APIView):
    @extend_schema(
        request=shapes.ClauseCheckInput,
        responses=shapes.ClauseCheckOutput,
        operation_id="clause_check",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Check a clause; nothing is stored."""
        view, wanted = _asked(request, slug, shapes.ClauseCheckInput, request.data)
        label = parse_label(wanted["label"])
        # Plain values already: a serializer would only walk a deep term again.
        return Response(
            selectors.clause_check(view=view, label=label, text=wanted["text"], note=wanted["note"])
        )


class ClauseCompletionsApi(APIView):
    @extend_schema(
        parameters=[shapes.ClauseTypedInput],
        responses=shapes.ClauseCompletionOutput(many=True),
        operation_id="clause_completions",
    )
    def get(self, request: Request, slug: str) -> Response:
        view, wanted = _asked(request, slug, shapes.ClauseTypedInput, request.query_params)
        rows = selectors.clause_completions(view=view, typed=wanted["typed"])
        return Response(shapes.ClauseCompletionOutput(rows, many=True).data)


class ClauseCardApi(APIView):
    @extend_schema(
        parameters=[shapes.ClauseLabelInput],
        responses=shapes.ClauseCardOutput,
        operation_id="clause_card",
    )
    def get(self, request: Request, slug: str) -> Response:
        view, wanted = _asked(request, slug, shapes.ClauseLabelInput, request.query_params)
        card = selectors.clause_card(view=view, label=parse_label(wanted["label"]))
        return Response(shapes.ClauseCardOutput(card).data)


class ClauseReferencesApi(APIView):
    @extend_schema(
        parameters=[shapes.ClauseLabelInput],
        responses=shapes.ClauseReferenceOutput(many=True),
        operation_id="clause_references",
    )
    def get(self, request: Request, slug: str) -> Response:
        view, wanted = _asked(request, slug, shapes.ClauseLabelInput, request.query_params)
        rows = selectors.clause_references(view=view, label=parse_label(wanted["label"]))
        return Response(shapes.ClauseReferenceOutput(rows, many=True).data)


class ClauseDraftApi(APIView):
    @extend_schema(
        parameters=[shapes.ClauseLabelInput],
        responses=shapes.ClauseDraftOutput,
        operation_id="clause_draft",
    )
    def get(self, request: Request, slug: str) -> Response:
        view, wanted = _asked(request, slug, shapes.ClauseLabelInput, request.query_params)
        draft = selectors.clause_draft(view=view, label=parse_label(wanted["label"]))
        return Response(shapes.ClauseDraftOutput(draft).data)


class ClauseProblemsApi(APIView):
    @extend_schema(
        parameters=[shapes.ClauseProblemsInput],
        responses=shapes.ClauseProblemPageOutput,
        operation_id="clause_problems",
    )
    def get(self, request: Request, slug: str) -> Response:
        view, wanted = _asked(request, slug, shapes.ClauseProblemsInput, request.query_params)
        chosen = {key: wanted[key] for key in ("section", "severity", "code")}
        found = clause_problem_list(view=view, **chosen)
        start = (wanted["page"] - 1) * wanted["page_size"]
        body = {
            "count": len(found.rows),
            "clauses": found.clauses,
            "codes": found.codes,
            "severities": found.severities,
            "results": found.rows[start : start + wanted["page_size"]],
        }
        return Response(shapes.ClauseProblemPageOutput(body).data)
