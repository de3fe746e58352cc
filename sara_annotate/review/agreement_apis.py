"""Agreement over HTTP: figures, how fresh they are, and what is behind each."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import page_of, paged, user_of, validated
from sara_annotate.accounts.pagination import Pages
from sara_annotate.corpus.access import project_allows, project_get
from sara_annotate.corpus.models import Project, Role
from sara_annotate.corpus.selectors import printed
from sara_annotate.review import agreement as services
from sara_annotate.review import agreement_selectors as selectors
from sara_annotate.review.agreement_serializers import (
    AgreementItemOutput,
    AgreementItemsInput,
    AgreementOutput,
    AgreementScopeOutput,
    ScopesInput,
    UnfinishedInput,
)
from sara_annotate.review.files import csv_response

ScopePage = page_of(AgreementScopeOutput, "AgreementScopePage")
AgreementItemPage = page_of(AgreementItemOutput, "AgreementItemPage")
CSV = {(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)}


def _unfinished(request: Request, project: Project, wanted: bool) -> bool:
    """Work in progress counts only for those who may see it."""
    return wanted and project_allows(user=user_of(request), project=project, role=Role.REVIEWER)


class AgreementApi(APIView):
    @extend_schema(
        parameters=[UnfinishedInput], responses=AgreementOutput, operation_id="agreement_read"
    )
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(UnfinishedInput, request.query_params)["unfinished"]
        unfinished = _unfinished(request, project, wanted)
        standing = services.agreement_standing(project=project, unfinished=unfinished)
        shown = selectors.standing_show(user=user, project=project, standing=standing)
        return Response(AgreementOutput(shown).data)

    @extend_schema(
        request=UnfinishedInput,
        responses={202: AgreementOutput},
        operation_id="agreement_refresh",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Measure anew where a layer has changed; nothing happens where none has."""
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(UnfinishedInput, request.data)["unfinished"]
        unfinished = _unfinished(request, project, wanted)
        standing = services.agreement_refresh(project=project, user=user, unfinished=unfinished)
        shown = selectors.standing_show(user=user, project=project, standing=standing)
        return Response(AgreementOutput(shown).data, status=202)


class AgreementScopesApi(APIView):
    @extend_schema(
        parameters=[ScopesInput], responses=ScopePage, operation_id="agreement_scope_list"
    )
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.REVIEWER)
        wanted = validated(ScopesInput, request.query_params)
        newest = services.agreement_newest(project=project, unfinished=wanted["unfinished"])
        pages = Pages()
        page = pages.paginate_queryset(
            services.scope_list(newest, wanted["by"]),
            request,
        )
        return pages.get_paginated_response(
            AgreementScopeOutput(scope_rows(page or []), many=True).data
        )


def scope_rows(scopes: list[dict[str, object]]) -> list[dict[str, object]]:
    """Scopes with words for their names; one query for the people of a page."""
    people = [name for s in scopes if s["by"] != "statute" for name in str(s["name"]).split("|")]
    names = selectors.people_names(people)

    def words(scope: dict[str, object]) -> str:
        if scope["by"] == "statute":
            return printed(str(scope["name"]))
        return " and ".join(names.get(name, name) for name in str(scope["name"]).split("|"))

    return [{**scope, "words": words(scope)} for scope in scopes]


class AgreementItemsApi(APIView):
    @extend_schema(
        parameters=[AgreementItemsInput],
        responses=AgreementItemPage,
        operation_id="agreement_item_list",
    )
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(AgreementItemsInput, request.query_params)
        by, name = selectors.scope_check(
            user=user, project=project, by=wanted["by"], name=wanted["name"]
        )
        unfinished = _unfinished(request, project, wanted["unfinished"])
        newest = services.agreement_newest(project=project, unfinished=unfinished)
        items = selectors.item_list(
            user=user, agreement=newest, figure=wanted["figure"], by=by, name=name
        )
        return paged(request, items, AgreementItemOutput, prepare=selectors.item_rows)


class AgreementCsvApi(APIView):
    @extend_schema(parameters=[UnfinishedInput], responses=CSV, operation_id="agreement_csv")
    def get(self, request: Request, slug: str) -> HttpResponse:
        project = project_get(user=user_of(request), slug=slug, role=Role.REVIEWER)
        wanted = validated(UnfinishedInput, request.query_params)
        newest = services.agreement_newest(project=project, **wanted)
        rows = [] if newest is None else list(services.figure_rows(newest))
        head = ["by", "name", "key", "task", "words", "value", "low", "high", "texts", "items"]
        return csv_response(f"{project.slug}-agreement.csv", head, rows)
