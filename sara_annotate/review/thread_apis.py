"""Comments over HTTP."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import page_of, paged, user_of, validated
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Project
from sara_annotate.review import thread_selectors as selectors
from sara_annotate.review import thread_services as services
from sara_annotate.review.models import Thread
from sara_annotate.review.subjects import subject_get
from sara_annotate.review.thread_serializers import (
    CommentInput,
    ThreadChangeInput,
    ThreadCountsOutput,
    ThreadFilterInput,
    ThreadInput,
    ThreadOutput,
    ThreadReadInput,
    ThreadScopeInput,
)

ThreadPage = page_of(ThreadOutput, "ThreadPage")


def _wanted(data: dict[str, Any]) -> dict[str, Any]:
    state = data.pop("state", None)
    return data if state is None else {**data, "open": state == "open"}


def _shown(project: Project, request: Request, thread_id: int, status: int = 200) -> Response:
    user = user_of(request)
    thread = selectors.thread_get(project=project, user=user, thread_id=thread_id)
    (row,) = selectors.thread_rows(project=project, user=user, threads=[thread])
    return Response(ThreadOutput(row).data, status=status)


class ThreadListApi(APIView):
    @extend_schema(parameters=[ThreadFilterInput], responses=ThreadPage, operation_id="thread_list")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = _wanted(validated(ThreadFilterInput, request.query_params))
        return paged(
            request,
            selectors.thread_list(project=project, user=user, **wanted),
            ThreadOutput,
            prepare=lambda rows: selectors.thread_rows(project=project, user=user, threads=rows),
        )

    @extend_schema(request=ThreadInput, responses={201: ThreadOutput}, operation_id="thread_create")
    def post(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        data = validated(ThreadInput, request.data)
        subject = subject_get(project=project, kind=data.pop("kind"), name=data.pop("name"))
        thread = services.thread_create(project=project, user=user, subject=subject, **data)
        return _shown(project, request, thread.pk, 201)


class ThreadCountsApi(APIView):
    @extend_schema(
        parameters=[ThreadScopeInput], responses=ThreadCountsOutput, operation_id="thread_counts"
    )
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(ThreadScopeInput, request.query_params)
        counts = selectors.thread_counts(project=project, user=user, **wanted)
        return Response(ThreadCountsOutput(counts).data)


class ThreadReadAllApi(APIView):
    @extend_schema(request=None, responses={204: None}, operation_id="thread_read_all")
    def post(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        services.threads_read_all(project=project_get(user=user, slug=slug), user=user)
        return Response(status=204)


class _ThreadApi(APIView):
    def find(self, request: Request, slug: str, thread_id: int) -> tuple[Project, Thread]:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        return project, selectors.thread_get(project=project, user=user, thread_id=thread_id)


class ThreadApi(_ThreadApi):
    @extend_schema(responses=ThreadOutput, operation_id="thread_get")
    def get(self, request: Request, slug: str, thread_id: int) -> Response:
        project, thread = self.find(request, slug, thread_id)
        return _shown(project, request, thread.pk)

    @extend_schema(request=ThreadChangeInput, responses=ThreadOutput, operation_id="thread_change")
    def patch(self, request: Request, slug: str, thread_id: int) -> Response:
        project, thread = self.find(request, slug, thread_id)
        data = validated(ThreadChangeInput, request.data)
        services.thread_resolve(thread=thread, user=user_of(request), **data)
        return _shown(project, request, thread.pk)


class CommentListApi(_ThreadApi):
    @extend_schema(
        request=CommentInput, responses={201: ThreadOutput}, operation_id="comment_create"
    )
    def post(self, request: Request, slug: str, thread_id: int) -> Response:
        project, thread = self.find(request, slug, thread_id)
        data = validated(CommentInput, request.data)
        services.comment_add(thread=thread, user=user_of(request), **data)
        return _shown(project, request, thread.pk, 201)


class ThreadReadApi(_ThreadApi):
    @extend_schema(request=ThreadReadInput, responses={204: None}, operation_id="thread_read")
    def post(self, request: Request, slug: str, thread_id: int) -> Response:
        project, thread = self.find(request, slug, thread_id)
        upto = validated(ThreadReadInput, request.data).get("comment")
        services.thread_read(project=project, user=user_of(request), thread=thread, upto=upto)
        return Response(status=204)
