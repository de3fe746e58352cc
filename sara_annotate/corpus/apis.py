"""Projects and the people in them."""

from __future__ import annotations

from collections.abc import Sequence

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import page_of, paged, user_of, validated
from sara_annotate.accounts.errors import NotAllowedError
from sara_annotate.accounts.models import User
from sara_annotate.corpus import selectors, services
from sara_annotate.corpus.access import project_get, project_list
from sara_annotate.corpus.models import Membership, Project, Role
from sara_annotate.corpus.serializers import (
    MemberInput,
    MemberOutput,
    MemberRoleInput,
    ProjectInput,
    ProjectOutput,
)

ProjectPage = page_of(ProjectOutput, "ProjectPage")
MemberPage = page_of(MemberOutput, "MemberPage")


def project_rows(user: User, projects: Sequence[Project]) -> list[dict[str, object]]:
    """Projects with this person's role and with counts."""
    counts = selectors.project_counts(projects)
    roles = dict(
        Membership.objects.filter(user=user, project__in=projects).values_list("project", "role")
    )
    return [
        {
            "slug": project.slug,
            "name": project.name,
            "description": project.description,
            "role": roles.get(project.pk, Role.MANAGER),
            "counts": counts[project.pk],
        }
        for project in projects
    ]


class ProjectListApi(APIView):
    @extend_schema(responses=ProjectPage, operation_id="project_list")
    def get(self, request: Request) -> Response:
        user = user_of(request)
        return paged(
            request,
            project_list(user=user),
            ProjectOutput,
            prepare=lambda rows: project_rows(user, rows),
        )

    @extend_schema(
        request=ProjectInput, responses={201: ProjectOutput}, operation_id="project_create"
    )
    def post(self, request: Request) -> Response:
        user = user_of(request)
        if not user.is_superuser:
            raise NotAllowedError("Only an administrator of this instance makes projects.")
        data = validated(ProjectInput, request.data)
        project = services.project_create(manager=user, **data)
        return Response(ProjectOutput(project_rows(user, [project])[0]).data, status=201)


class MemberListApi(APIView):
    @extend_schema(responses=MemberPage, operation_id="member_list")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        return paged(request, selectors.member_list(project=project), MemberOutput)

    @extend_schema(request=MemberInput, responses={201: MemberOutput}, operation_id="member_create")
    def post(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.MANAGER)
        data = validated(MemberInput, request.data)
        member = services.member_set(
            project=project, username=data["username"], role=Role(data["role"]), new=True
        )
        return Response(MemberOutput(member).data, status=201)


class MemberApi(APIView):
    @extend_schema(
        request=MemberRoleInput, responses=MemberOutput, operation_id="member_change_role"
    )
    def patch(self, request: Request, slug: str, username: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.MANAGER)
        role = Role(validated(MemberRoleInput, request.data)["role"])
        member = services.member_set(project=project, username=username, role=role, new=False)
        return Response(MemberOutput(member).data)

    @extend_schema(responses={204: None}, operation_id="member_remove")
    def delete(self, request: Request, slug: str, username: str) -> Response:
        project = project_get(user=user_of(request), slug=slug, role=Role.MANAGER)
        services.member_remove(project=project, username=username)
        return Response(status=204)
