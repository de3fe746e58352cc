"""The engine over HTTP: solve a case, look at a program, replay a project, make silver."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Role
from sara_annotate.corpus.selectors import case_get, known_labels
from sara_annotate.domain.labels import parse_label
from sara_annotate.jobs.models import Queue
from sara_annotate.jobs.services import job_enqueue
from sara_annotate.logic import selectors
from sara_annotate.logic.flags import flag_counts, flag_list
from sara_annotate.logic.models import Engine
from sara_annotate.logic.report import report_program
from sara_annotate.logic.serializers import (
    LogicJobOutput,
    ProgramReportOutput,
    ReplayCountsOutput,
    ReplayFilterInput,
    ReplayFlagOutput,
    ReplayStartInput,
    SilverStartInput,
    SolveInput,
    SolveOutput,
)
from sara_annotate.logic.services import NoProgramError
from sara_annotate.logic.solving import (
    Question,
    WhatIf,
    case_solve_program,
    case_solve_structure,
    read_override,
    web_pool,
)

ReplayFlagPage = page_of(ReplayFlagOutput, "ReplayFlagPage")


class CaseSolveApi(APIView):
    @extend_schema(
        request=SolveInput,
        responses={
            200: SolveOutput,
            400: OpenApiResponse(ErrorOutput, "No program, no such predicate, or a bad question."),
        },
        operation_id="case_solve",
    )
    def post(self, request: Request, slug: str, name: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        case = case_get(project=project, name=name)
        data = validated(SolveInput, request.data)
        question, what_if = read_question(data)
        if data["engine"] == Engine.STRUCTURE:
            whose = user if data["layer"] == "mine" else None
            answer = case_solve_structure(
                project=project, case=case, user=whose, question=question, what_if=what_if
            )
        else:
            answer = case_solve_program(
                project=project, case=case, question=question, what_if=what_if
            )
        return Response(SolveOutput(answer).data)


def read_question(data: dict[str, Any]) -> tuple[Question, WhatIf]:
    """What is asked, and what is to be taken for granted."""
    label = parse_label(data["label"]) if "label" in data else None
    question = Question(label, data["given"], data.get("goal", ""), data["compat"], data["explain"])
    wished = data.get("what_if", {})
    rows = tuple(read_override(r["label"], r["values"], r["truth"]) for r in wished.get("rows", ()))
    return question, WhatIf(rows, wished.get("facts"))


class ProgramReportApi(APIView):
    @extend_schema(responses=ProgramReportOutput, operation_id="program_report")
    def get(self, request: Request, slug: str) -> Response:
        project = project_get(user=user_of(request), slug=slug)
        program = selectors.program_get(project=project)
        if program is None:
            raise NoProgramError("This project has no Prolog program.")
        report = report_program(
            program,
            pool=web_pool(),
            labels=known_labels(project),
            clauses=selectors.clause_map(project=project),
        )
        plain = {
            "matched": [label.plain for label in report.matched],
            "without_predicate": [label.plain for label in report.without_predicate],
            "mismatches": report.mismatches,
        }
        return Response(ProgramReportOutput({**asdict(report), **plain}).data)


class ReplayApi(APIView):
    @extend_schema(
        parameters=[ReplayFilterInput], responses=ReplayFlagPage, operation_id="replay_list"
    )
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(ReplayFilterInput, request.query_params)
        flags = flag_list(user=user, project=project, **wanted)
        return paged(request, flags, ReplayFlagOutput)

    @extend_schema(
        request=ReplayStartInput, responses={202: LogicJobOutput}, operation_id="replay_start"
    )
    def post(self, request: Request, slug: str) -> Response:
        return _start(request, slug, "logic_replay", validated(ReplayStartInput, request.data))


class ReplayCountsApi(APIView):
    @extend_schema(responses=ReplayCountsOutput, operation_id="replay_counts")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        return Response(ReplayCountsOutput(flag_counts(user=user, project=project)).data)


class SilverApi(APIView):
    @extend_schema(
        request=SilverStartInput, responses={202: LogicJobOutput}, operation_id="silver_start"
    )
    def post(self, request: Request, slug: str) -> Response:
        return _start(request, slug, "logic_silver", validated(SilverStartInput, request.data))


def _start(request: Request, slug: str, kind: str, params: dict[str, Any]) -> Response:
    user = user_of(request)
    project = project_get(user=user, slug=slug, role=Role.MANAGER)
    job = job_enqueue(
        kind=kind, owner=user, params=params, project_slug=project.slug, queue=Queue.SOLVER
    )
    return Response(LogicJobOutput({"job": job.id}).data, status=202)
