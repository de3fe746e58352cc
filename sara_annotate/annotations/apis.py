"""Projects, statutes and cases with their annotations, for reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.accounts.models import User
from sara_annotate.accounts.renderers import FastJSONRenderer
from sara_annotate.annotations import selectors
from sara_annotate.annotations.blind import blind_percent
from sara_annotate.annotations.case_checks import arguments_of
from sara_annotate.annotations.case_reading import case_read, seen_layers, subsection_rows
from sara_annotate.annotations.models import Layer
from sara_annotate.annotations.serializers import (
    CaseFilterInput,
    CaseOutput,
    CaseRowOutput,
    CaseSubsectionOutput,
    EditFilterInput,
    EditOutput,
    EditsInput,
    EditsOutput,
    ProjectDetailOutput,
    StatuteOutput,
    StatuteRowOutput,
    SubsectionFilterInput,
    WhichLayerInput,
)
from sara_annotate.annotations.services import edits_apply
from sara_annotate.annotations.statute_reading import statute_working_set
from sara_annotate.corpus import selectors as texts
from sara_annotate.corpus.access import project_allows, project_get
from sara_annotate.corpus.apis import project_rows
from sara_annotate.corpus.case_filters import CASE_MARKS, filter_cases
from sara_annotate.corpus.models import Case, Project, Role, Statute, Subsection
from sara_annotate.domain.edits.log import edit_from_json
from sara_annotate.domain.labels import parse_label

StatutePage = page_of(StatuteRowOutput, "StatutePage")
CasePage = page_of(CaseRowOutput, "CasePage")
CaseSubsectionPage = page_of(CaseSubsectionOutput, "CaseSubsectionPage")
EditPage = page_of(EditOutput, "EditPage")


class ProjectApi(APIView):
    @extend_schema(responses=ProjectDetailOutput, operation_id="project_read")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        row: dict[str, Any] = project_rows(user, [project])[0]
        row["counts"] |= selectors.project_annotation_counts(project=project)
        row["counts"]["parts"] = texts.part_count(project=project)
        manager = project_allows(user=user, project=project, role=Role.MANAGER)
        row["can"] = {"import": manager, "export": manager, "manage": manager}
        return Response(ProjectDetailOutput(row).data)


class StatuteListApi(APIView):
    @extend_schema(responses=StatutePage, operation_id="statute_list")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        return paged(
            request,
            texts.statute_list(project=project),
            StatuteRowOutput,
            prepare=lambda rows: _statute_rows(project, rows),
        )


def _statute_rows(project: Project, statutes: Sequence[Statute]) -> list[dict[str, object]]:
    counts = selectors.statute_counts(project=project, statutes=statutes)
    return [
        {
            "section": row.section,
            "printed": texts.printed(row.section),
            "title": row.title,
            "subsections": row.subsection_count,  # type: ignore[attr-defined]  # annotated
            **counts[row.pk],
        }
        for row in statutes
    ]


class StatuteApi(APIView):
    renderer_classes = (FastJSONRenderer,)

    @extend_schema(
        parameters=[WhichLayerInput], responses=StatuteOutput, operation_id="statute_read"
    )
    def get(self, request: Request, slug: str, section: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        which = validated(WhichLayerInput, request.query_params)["layer"]
        statute = texts.statute_get(project=project, section=section)
        etag = _etag(user, project, statute, which)
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag})
        body = statute_working_set(project=project, user=user, statute=statute, which=which)
        return Response(body, headers={"ETag": etag})


def _etag(user: User, project: Project, statute: Statute, which: str) -> str:
    """Whose, of which text, at which revisions; differs as soon as any of it does."""
    key = f"{settings.VERSION}.{user.pk}.{which}.{statute.sha256[:16]}"
    if which == "mine":
        # One's clauses of other statutes may call this one.
        own = selectors.layer_list(project=project, user=user, which=which)
        key = f"{key}.{selectors.layers_fingerprint(own)}"
    stand = selectors.statute_fingerprint(project=project, statute=statute)
    return f'"{key}.{stand}.{blind_percent(project)}"'


class CaseListApi(APIView):
    @extend_schema(parameters=[CaseFilterInput], responses=CasePage, operation_id="case_list")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        gold = selectors.layer_list(project=project, user=user, which="gold")
        wanted = validated(CaseFilterInput, request.query_params)
        split = wanted.get("split")
        cases = texts.case_list(
            project=project,
            split="" if split == "none" else split,
            search=wanted.get("search", ""),
        )
        if "label" in wanted:
            label = parse_label(wanted["label"])
            cases = selectors.cases_about(cases, label=label, layers=gold)
        cases = filter_cases(cases, wanted, user=user, project=project)

        def prepare(rows: Sequence[Case]) -> list[dict[str, object]]:
            marks = {name: mark(rows, user, project) for name, mark in CASE_MARKS.items()}
            return _case_rows(rows, gold, marks)

        return paged(request, cases, CaseRowOutput, prepare=prepare)


def _case_rows(
    cases: Sequence[Case],
    gold: QuerySet[Layer],
    marks: Mapping[str, Mapping[int, list[str]]],
) -> list[dict[str, object]]:
    labels = selectors.case_labels(cases, layers=gold)
    return [
        {
            "name": case.name,
            "split": case.split,
            "question": case.question,
            "answer": case.answer,
            "labels": labels[case.pk],
            **{name: words.get(case.pk, []) for name, words in marks.items()},
        }
        for case in cases
    ]


class CaseApi(APIView):
    @extend_schema(parameters=[WhichLayerInput], responses=CaseOutput, operation_id="case_read")
    def get(self, request: Request, slug: str, name: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        which = validated(WhichLayerInput, request.query_params)["layer"]
        case = texts.case_get(project=project, name=name)
        etag = _case_etag(user, project, case, which)
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag})
        body = case_read(project=project, user=user, case=case, which=which)
        return Response(CaseOutput(body).data, headers={"ETag": etag})


def _case_etag(user: User, project: Project, case: Case, which: str) -> str:
    stand = selectors.layers_fingerprint(seen_layers(project=project, user=user))
    return f'"{settings.VERSION}.{user.pk}.{which}.{case.sha256[:16]}.{stand}"'


class SubsectionListApi(APIView):
    """Subsections to instantiate in a case: by any spelling of their label, or by heading."""

    @extend_schema(
        parameters=[SubsectionFilterInput],
        responses=CaseSubsectionPage,
        operation_id="subsection_list",
    )
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(SubsectionFilterInput, request.query_params)
        author = user.pk if wanted["layer"] == "mine" else None
        seen = seen_layers(project=project, user=user)

        def prepare(rows: Sequence[Subsection]) -> list[dict[str, object]]:
            labels = [row.label for row in rows]
            known = arguments_of(layers=seen, labels=labels, author_id=author)
            return subsection_rows(rows, known)

        found = texts.subsection_search(project=project, search=wanted["search"])
        return paged(request, found, CaseSubsectionOutput, prepare=prepare)


class EditListApi(APIView):
    @extend_schema(parameters=[EditFilterInput], responses=EditPage, operation_id="edit_list")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(EditFilterInput, request.query_params)
        edits = selectors.edit_list(project=project, user=user, **wanted)
        return paged(request, edits, EditOutput)

    @extend_schema(
        request=EditsInput,
        responses={
            200: EditsOutput,
            409: OpenApiResponse(ErrorOutput, "Others changed the same items; both versions."),
            422: OpenApiResponse(ErrorOutput, "An edit cannot be applied; none was."),
        },
        operation_id="edit_apply",
    )
    def post(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        data = validated(EditsInput, request.data)
        edits = [edit_from_json(edit, f"edits.{i}") for i, edit in enumerate(data["edits"])]
        outcome = edits_apply(project=project, user=user, edits=edits, homes=data["layers"])
        return Response(EditsOutput(outcome).data)
