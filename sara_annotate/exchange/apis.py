"""Import and export over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Project, Role
from sara_annotate.exchange import selectors, services
from sara_annotate.exchange.export_jobs import export_enqueue, export_file
from sara_annotate.exchange.exporting import EXPORTS, export_chunks, export_name
from sara_annotate.exchange.serializers import (
    ExportInput,
    ExportStartedOutput,
    ImportInput,
    ImportOutput,
)
from sara_annotate.jobs.workers import worker_is_online

ImportPage = page_of(ImportOutput, "ImportPage")


def _managed(request: Request, slug: str) -> Project:
    return project_get(user=user_of(request), slug=slug, role=Role.MANAGER)


class ImportListApi(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(responses=ImportPage, operation_id="import_list")
    def get(self, request: Request, slug: str) -> Response:
        project = _managed(request, slug)
        online = worker_is_online()
        return paged(
            request,
            selectors.import_list(project=project),
            ImportOutput,
            prepare=lambda rows: [selectors.import_view(row, worker_online=online) for row in rows],
        )

    @extend_schema(
        request={"multipart/form-data": ImportInput},
        responses={202: ImportOutput},
        operation_id="import_create",
    )
    def post(self, request: Request, slug: str) -> Response:
        project = _managed(request, slug)
        data = validated(ImportInput, request.data)
        row = services.import_create(
            project=project, user=user_of(request), upload=data["file"], into=data["into"]
        )
        return Response(ImportOutput(selectors.import_view(row)).data, status=202)


class ImportApi(APIView):
    @extend_schema(responses=ImportOutput, operation_id="import_read")
    def get(self, request: Request, slug: str, import_id: UUID) -> Response:
        project = _managed(request, slug)
        row = selectors.import_get(project=project, import_id=import_id)
        return Response(ImportOutput(selectors.import_view(row)).data)


class ImportConfirmApi(APIView):
    @extend_schema(request=None, responses={202: ImportOutput}, operation_id="import_confirm")
    def post(self, request: Request, slug: str, import_id: UUID) -> Response:
        project = _managed(request, slug)
        row = selectors.import_get(project=project, import_id=import_id)
        row = services.import_confirm(row=row, user=user_of(request))
        return Response(ImportOutput(selectors.import_view(row)).data, status=202)


class ImportCancelApi(APIView):
    @extend_schema(request=None, responses=ImportOutput, operation_id="import_cancel")
    def post(self, request: Request, slug: str, import_id: UUID) -> Response:
        project = _managed(request, slug)
        row = selectors.import_get(project=project, import_id=import_id)
        return Response(ImportOutput(selectors.import_view(services.import_cancel(row=row))).data)


class ExportApi(APIView):
    @extend_schema(
        parameters=[ExportInput],
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY)},
        operation_id="export_read",
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        project = _managed(request, slug)
        wanted = validated(ExportInput, request.query_params)["format"]
        response = StreamingHttpResponse(
            export_chunks(project=project, format=wanted), content_type=EXPORTS[wanted][2]
        )
        name = export_name(project=project, format=wanted)
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class ExportJobApi(APIView):
    @extend_schema(
        request=ExportInput,
        responses={202: ExportStartedOutput},
        operation_id="export_start",
        description="Have a worker write the file; fetch it at exports/JOB when that job is done.",
    )
    def post(self, request: Request, slug: str) -> Response:
        project = _managed(request, slug)
        wanted = validated(ExportInput, request.data)["format"]
        job = export_enqueue(project=project, by=user_of(request), format=wanted)
        return Response(ExportStartedOutput({"job": job.pk}).data, status=202)


class ExportFileApi(APIView):
    @extend_schema(
        responses={
            (200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY),
            409: OpenApiResponse(ErrorOutput, "Not done yet, or no longer kept."),
        },
        operation_id="export_file",
    )
    def get(self, request: Request, slug: str, export_id: UUID) -> FileResponse:
        project = _managed(request, slug)
        path, name, kind = export_file(project=project, job_id=export_id)
        return FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type=kind)
