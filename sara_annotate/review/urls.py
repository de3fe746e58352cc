from django.urls import path

from sara_annotate.review import (
    agreement_apis,
    apis,
    guideline_apis,
    statistics_apis,
    thread_apis,
    work_apis,
)

_GUIDELINES = "projects/<slug:slug>/guidelines"
_WORK = "projects/<slug:slug>/work"
_ASSIGNMENTS = "projects/<slug:slug>/assignments"
_THREADS = "projects/<slug:slug>/threads"
_AGREEMENT = "projects/<slug:slug>/agreement"
_SUBJECT = "projects/<slug:slug>/review/<slug:kind>/<str:name>"

urlpatterns = [
    path("projects/<slug:slug>/review", apis.QueueApi.as_view()),
    path(_SUBJECT, apis.ReviewApi.as_view()),
    path(f"{_SUBJECT}/decisions", apis.DecisionsApi.as_view()),
    path(f"{_SUBJECT}/preview", apis.PreviewApi.as_view()),
    path(f"{_SUBJECT}/accept", apis.AcceptApi.as_view()),
    path(f"{_SUBJECT}/return", apis.ReturnApi.as_view()),
    path(f"{_SUBJECT}/undo", apis.UndoApi.as_view()),
    path(f"{_SUBJECT}/origins", apis.OriginsApi.as_view()),
    path(_THREADS, thread_apis.ThreadListApi.as_view()),
    path(f"{_THREADS}/counts", thread_apis.ThreadCountsApi.as_view()),
    path(f"{_THREADS}/read", thread_apis.ThreadReadAllApi.as_view()),
    path(f"{_THREADS}/<int:thread_id>", thread_apis.ThreadApi.as_view()),
    path(f"{_THREADS}/<int:thread_id>/comments", thread_apis.CommentListApi.as_view()),
    path(f"{_THREADS}/<int:thread_id>/read", thread_apis.ThreadReadApi.as_view()),
    path(_WORK, work_apis.WorkListApi.as_view()),
    path(f"{_WORK}/counts", work_apis.WorkCountsApi.as_view()),
    path(f"{_WORK}/next", work_apis.WorkNextApi.as_view()),
    path(f"{_WORK}/<int:seat_id>", work_apis.WorkApi.as_view()),
    path(_ASSIGNMENTS, work_apis.AssignmentListApi.as_view()),
    path(f"{_ASSIGNMENTS}/preview", work_apis.AssignmentPreviewApi.as_view()),
    path(f"{_ASSIGNMENTS}/summary", work_apis.AssignmentSummaryApi.as_view()),
    path(f"{_ASSIGNMENTS}/remove", work_apis.AssignmentRemoveApi.as_view()),
    path(_AGREEMENT, agreement_apis.AgreementApi.as_view()),
    path(f"{_AGREEMENT}/scopes", agreement_apis.AgreementScopesApi.as_view()),
    path(f"{_AGREEMENT}/items", agreement_apis.AgreementItemsApi.as_view()),
    path(f"{_AGREEMENT}.csv", agreement_apis.AgreementCsvApi.as_view()),
    path("projects/<slug:slug>/statistics", statistics_apis.StatisticsApi.as_view()),
    path("projects/<slug:slug>/statistics.csv", statistics_apis.StatisticsCsvApi.as_view()),
    path("projects/<slug:slug>/progress", statistics_apis.ProgressApi.as_view()),
    path("projects/<slug:slug>/progress.csv", statistics_apis.ProgressCsvApi.as_view()),
    path(_GUIDELINES, guideline_apis.GuidelineApi.as_view()),
    path(f"{_GUIDELINES}/preview", guideline_apis.GuidelinePreviewApi.as_view()),
    path(f"{_GUIDELINES}/versions", guideline_apis.GuidelineVersionListApi.as_view()),
    path(f"{_GUIDELINES}/versions/<int:version>", guideline_apis.GuidelineVersionApi.as_view()),
]
