"""Jobs of a project, and the workers of the instance, over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.accounts.errors import NotAllowedError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.access import project_allows, project_get
from sara_annotate.corpus.job_serializers import (
    JobActionInput,
    JobFilterInput,
    JobLineOutput,
    JobOutput,
    QueuesOutput,
)
from sara_annotate.corpus.models import Project, Role
from sara_annotate.jobs.control import job_act
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.selectors import job_list, job_rows
from sara_annotate.jobs.workers import queue_list, queues_online

JobPage = page_of(JobOutput, "JobPage")
JobLinePage = page_of(JobLineOutput, "JobLinePage")


def show_jobs(jobs: Sequence[Job]) -> list[dict[str, object]]:
    """Jobs as rows, with what is known of the workers."""
    return job_rows(jobs, online=queues_online())


def job_get(*, project: Project, job_id: UUID) -> Job:
    job = job_list(project_slug=project.slug).filter(pk=job_id).first()
    if job is None:
        raise Http404
    return job


def job_get_owned(*, user: User, project: Project, job_id: UUID) -> Job:
    """The job, for its owner or a manager of the project."""
    job = job_get(project=project, job_id=job_id)
    if job.owner != user and not project_allows(user=user, project=project, role=Role.MANAGER):
        raise NotAllowedError("Only its owner or a manager of this project may do this.")
    return job


class JobListApi(APIView):
    @extend_schema(parameters=[JobFilterInput], responses=JobPage, operation_id="job_list")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        wanted = validated(JobFilterInput, request.query_params)
        jobs = job_list(project_slug=project.slug, **wanted)
        return paged(request, jobs, JobOutput, prepare=show_jobs)


class JobApi(APIView):
    @extend_schema(responses=JobOutput, operation_id="job_read")
    def get(self, request: Request, slug: str, job_id: UUID) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        job = job_get(project=project, job_id=job_id)
        return Response(JobOutput(show_jobs([job])[0]).data)

    @extend_schema(
        request=JobActionInput,
        responses={
            200: JobOutput,
            409: OpenApiResponse(ErrorOutput, "The job's state does not allow this."),
        },
        operation_id="job_act",
    )
    def post(self, request: Request, slug: str, job_id: UUID) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        job = job_get_owned(user=user, project=project, job_id=job_id)
        job_act(job=job, action=validated(JobActionInput, request.data)["action"])
        return Response(JobOutput(show_jobs([job])[0]).data)


class JobLogApi(APIView):
    @extend_schema(responses=JobLinePage, operation_id="job_log")
    def get(self, request: Request, slug: str, job_id: UUID) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        job = job_get_owned(user=user, project=project, job_id=job_id)
        return paged(request, job.lines.order_by("id"), JobLineOutput)


class WorkerListApi(APIView):
    @extend_schema(responses=QueuesOutput, operation_id="worker_list")
    def get(self, request: Request) -> Response:
        return Response(QueuesOutput({"queues": queue_list()}).data)
