"""Statistics and progress of a project over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import user_of, validated
from sara_annotate.accounts.models import User
from sara_annotate.corpus.access import project_get
from sara_annotate.domain.paper_statistics import REFERENCES
from sara_annotate.domain.statistics import Reference, describe, render_csv
from sara_annotate.review.files import csv_response, text_response
from sara_annotate.review.progress import progress_read
from sara_annotate.review.progress_serializers import ProjectProgressOutput
from sara_annotate.review.statistics import project_reference

CSV = {(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)}


class BesideInput(serializers.Serializer[Any]):
    beside = serializers.SlugField(
        max_length=80,
        default="",
        allow_blank=True,
        help_text="Another project, or `paper` for the numbers that the paper prints.",
    )


class StatisticsColumnOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    counts = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        help_text="[[how much, how many have so much], …]",
    )
    total = serializers.IntegerField()
    average = serializers.FloatField(allow_null=True)
    stddev = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)


class StatisticsTableOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    words = serializers.CharField()
    each = serializers.CharField()
    columns = StatisticsColumnOutput(many=True)


class CorpusStatisticsOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    source = serializers.CharField(  # type: ignore[assignment]  # a name that fields have too
        allow_blank=True
    )
    tables = StatisticsTableOutput(many=True)


class StatisticsOutput(serializers.Serializer[Any]):
    corpora = CorpusStatisticsOutput(many=True)


def corpora_read(*, user: User, slug: str, beside: str) -> list[Reference]:
    """The project and what is to stand beside it, if this person may see both."""
    found = [project_reference(project=project_get(user=user, slug=slug))]
    if beside in REFERENCES:
        found += REFERENCES[beside]
    elif beside:
        found.append(project_reference(project=project_get(user=user, slug=beside)))
    return found


class StatisticsApi(APIView):
    @extend_schema(
        parameters=[BesideInput], responses=StatisticsOutput, operation_id="statistics_read"
    )
    def get(self, request: Request, slug: str) -> Response:
        beside = validated(BesideInput, request.query_params)["beside"]
        corpora = corpora_read(user=user_of(request), slug=slug, beside=beside)
        told = {"corpora": [describe(corpus) for corpus in corpora]}
        return Response(StatisticsOutput(told).data)


class StatisticsCsvApi(APIView):
    @extend_schema(parameters=[BesideInput], responses=CSV, operation_id="statistics_csv")
    def get(self, request: Request, slug: str) -> HttpResponse:
        beside = validated(BesideInput, request.query_params)["beside"]
        corpora = corpora_read(user=user_of(request), slug=slug, beside=beside)
        return text_response(f"{slug}-statistics.csv", render_csv(corpora))


class ProgressApi(APIView):
    @extend_schema(responses=ProjectProgressOutput, operation_id="progress_read")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        return Response(ProjectProgressOutput(progress_read(project=project, user=user)).data)


class ProgressCsvApi(APIView):
    @extend_schema(responses=CSV, operation_id="progress_csv")
    def get(self, request: Request, slug: str) -> HttpResponse:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        told = progress_read(project=project, user=user)
        rows = [{"of": "task", **row} for row in told["tasks"]]
        rows += [{"of": "person", "task": person["name"], **person} for person in told["people"]]
        head = ["of", "task", "planned", "accepted", "submitted", "in_progress", "this_week"]
        head += ["an_hour", "kept", "corrected", "decided"]
        return csv_response(f"{project.slug}-progress.csv", head, rows)
