"""The engine over HTTP: solve a case, look at a program, replay a project, make silver."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sara_annotate.accounts.api import ErrorOutput, page_of, paged, user_of, validated
from sara_annotate.corpus.access import project_get
from sara_annotate.corpus.models import Role
from sara_annotate.corpus.selectors import case_get
from sara_annotate.jobs.models import Queue
from sara_annotate.jobs.services import job_enqueue
from sara_annotate.logic import selectors
from sara_annotate.logic.answers import (
    answer_json,
    beside_json,
    find_parts,
    page_json,
    part_json,
    turn_parts,
)
from sara_annotate.logic.errors import NoProgramError
from sara_annotate.logic.flag_services import flag_check
from sara_annotate.logic.flags import flag_counts, flag_list, flag_next
from sara_annotate.logic.models import Engine
from sara_annotate.logic.question_checks import refuse_question
from sara_annotate.logic.questions import WhatIf, read_question
from sara_annotate.logic.report_services import program_report
from sara_annotate.logic.serializers import (
    FlagCheckInput,
    FlagNextInput,
    FlagNextOutput,
    LogicJobOutput,
    ProgramReportOutput,
    ReplayCountsOutput,
    ReplayFilterInput,
    ReplayFlagOutput,
    ReplayStartInput,
    SilverStartInput,
    SolveInput,
    SolveOutput,
    SolveStepsInput,
    SolveWhyInput,
    StepPageOutput,
    TablingStartInput,
    WhyOutput,
)
from sara_annotate.logic.solving import Solved, case_solve, web_pool

ReplayFlagPage = page_of(ReplayFlagOutput, "ReplayFlagPage")


BAD_QUESTION = OpenApiResponse(ErrorOutput, "No program, no such predicate, or a bad question.")


class Asking:
    """A question about a case, as a person put it."""

    def __init__(self, request: Request, slug: str, name: str, shape: type[SolveInput]) -> None:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        self.case = case_get(project=project, name=name)
        self.data = validated(shape, request.data)
        self.question, self.what_if = read_question(self.data)
        mine = self.data["layer"] == "mine"
        refuse_question(
            project=project,
            user=user,
            question=self.question,
            what_if=self.what_if,
            mine=mine,
        )
        self._solve = partial(
            case_solve,
            project=project,
            case=self.case,
            user=user,
            mine=mine,
            question=self.question,
        )

    def solve(self, what_if: WhatIf | None = None) -> Solved:
        """The answer, with the question's what-if or another one."""
        return self._solve(what_if=self.what_if if what_if is None else what_if)

    @property
    def path(self) -> tuple[int, ...]:
        return tuple(self.data["path"])


class CaseSolveApi(APIView):
    @extend_schema(
        request=SolveInput,
        responses={200: SolveOutput, 400: BAD_QUESTION},
        operation_id="case_solve",
    )
    def post(self, request: Request, slug: str, name: str) -> Response:
        asking = Asking(request, slug, name, SolveInput)
        answer, text = asking.solve(), asking.case.text
        if asking.what_if:
            body = beside_json(answer, asking.solve(WhatIf()), text)
        else:
            body = answer_json(answer, text)
        return Response(SolveOutput(body).data)


class CaseStepsApi(APIView):
    """The items below one step: a derivation may have thousands, and few are looked at."""

    @extend_schema(
        request=SolveStepsInput,
        responses={200: StepPageOutput, 400: BAD_QUESTION},
        operation_id="case_solve_steps",
    )
    def post(self, request: Request, slug: str, name: str) -> Response:
        asking = Asking(request, slug, name, SolveStepsInput)
        page = page_json(asking.solve(), asking.path, asking.data["offset"], asking.case.text)
        return Response(StepPageOutput(page).data)


class CaseWhyApi(APIView):
    @extend_schema(
        request=SolveWhyInput,
        responses={200: WhyOutput, 400: BAD_QUESTION},
        operation_id="case_solve_why",
    )
    def post(self, request: Request, slug: str, name: str) -> Response:
        asking = Asking(request, slug, name, SolveWhyInput)
        parts = find_parts(asking.solve(), asking.path)
        turned = turn_parts(parts)
        then = None
        # Said only after it was tried: parts behind the first failure are not in the derivation.
        if asking.question.engine == Engine.STRUCTURE and turned and len(turned) == len(parts):
            then = asking.solve(
                replace(asking.what_if, rows=(*asking.what_if.rows, *turned))
            ).outcome
        shown = [part_json(part, asking.case.text) for part in parts]
        return Response(WhyOutput({"parts": shown, "then": then}).data)


class ProgramReportApi(APIView):
    @extend_schema(responses=ProgramReportOutput, operation_id="program_report")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        report = program_report(project=project, pool=web_pool(), reader=user)
        return Response(ProgramReportOutput(report).data)


class TablingApi(APIView):
    @extend_schema(
        request=TablingStartInput, responses={202: LogicJobOutput}, operation_id="tabling_start"
    )
    def post(self, request: Request, slug: str) -> Response:
        return _start(
            request,
            slug,
            "logic_tabling",
            validated(TablingStartInput, request.data),
            needs_program=True,
        )


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


class CaseFlagApi(APIView):
    """A row of a case held against the engine now, and kept as a flag."""

    @extend_schema(
        request=FlagCheckInput,
        responses={200: ReplayFlagOutput, 400: BAD_QUESTION},
        operation_id="case_flag",
    )
    def post(self, request: Request, slug: str, name: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        case = case_get(project=project, name=name)
        wanted = validated(FlagCheckInput, request.data)
        flag = flag_check(project=project, case=case, user=user, **wanted)
        shown = flag_list(user=user, project=project, case=name).get(pk=flag.pk)
        return Response(ReplayFlagOutput(shown).data)


class ReplayNextApi(APIView):
    @extend_schema(parameters=[FlagNextInput], responses=FlagNextOutput, operation_id="replay_next")
    def get(self, request: Request, slug: str) -> Response:
        user = user_of(request)
        project = project_get(user=user, slug=slug)
        wanted = validated(FlagNextInput, request.query_params)
        case = case_get(project=project, name=wanted["case"])
        flag = flag_next(user=user, project=project, case=case)
        return Response(FlagNextOutput({"flag": flag}).data)


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
        return _start(
            request,
            slug,
            "logic_silver",
            validated(SilverStartInput, request.data),
            needs_program=True,
        )


def _start(
    request: Request, slug: str, kind: str, params: dict[str, Any], *, needs_program: bool = False
) -> Response:
    user = user_of(request)
    project = project_get(user=user, slug=slug, role=Role.MANAGER)
    if needs_program and selectors.program_get(project=project) is None:
        raise NoProgramError("This project has no Prolog program: there is nothing to ask.")
    job = job_enqueue(
        kind=kind, owner=user, params=params, project_slug=project.slug, queue=Queue.SOLVER
    )
    return Response(LogicJobOutput({"job": job.id}).data, status=202)
