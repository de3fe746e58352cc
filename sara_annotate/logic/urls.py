from django.urls import path

from sara_annotate.logic import apis

urlpatterns = [
    path("projects/<slug:slug>/cases/<str:name>/solve", apis.CaseSolveApi.as_view()),
    path("projects/<slug:slug>/cases/<str:name>/solve/steps", apis.CaseStepsApi.as_view()),
    path("projects/<slug:slug>/cases/<str:name>/solve/why", apis.CaseWhyApi.as_view()),
    path("projects/<slug:slug>/cases/<str:name>/flags", apis.CaseFlagApi.as_view()),
    path("projects/<slug:slug>/program/report", apis.ProgramReportApi.as_view()),
    path("projects/<slug:slug>/program/tabling", apis.TablingApi.as_view()),
    path("projects/<slug:slug>/replay", apis.ReplayApi.as_view()),
    path("projects/<slug:slug>/replay/counts", apis.ReplayCountsApi.as_view()),
    path("projects/<slug:slug>/replay/next", apis.ReplayNextApi.as_view()),
    path("projects/<slug:slug>/silver", apis.SilverApi.as_view()),
]
