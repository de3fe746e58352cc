from django.urls import path

from sara_annotate.annotations import apis, clause_apis, history_apis, integrity_apis, map_apis

urlpatterns = [
    path("projects/<slug:slug>", apis.ProjectApi.as_view()),
    path("projects/<slug:slug>/statutes", apis.StatuteListApi.as_view()),
    path("projects/<slug:slug>/statutes/<str:section>", apis.StatuteApi.as_view()),
    path("projects/<slug:slug>/subsections", apis.SubsectionListApi.as_view()),
    path("projects/<slug:slug>/map", map_apis.ProjectMapApi.as_view()),
    path("projects/<slug:slug>/edits", apis.EditListApi.as_view()),
    path(
        "projects/<slug:slug>/layers/<uuid:layer_id>/history",
        history_apis.LayerHistoryApi.as_view(),
    ),
    path(
        "projects/<slug:slug>/layers/<uuid:layer_id>/at/<int:revision>",
        history_apis.LayerAtApi.as_view(),
    ),
    path(
        "projects/<slug:slug>/layers/<uuid:layer_id>/restore",
        history_apis.LayerRestoreApi.as_view(),
    ),
    path("projects/<slug:slug>/impact", integrity_apis.ImpactApi.as_view()),
    path("projects/<slug:slug>/stale", integrity_apis.StaleApi.as_view()),
    path("projects/<slug:slug>/clauses/check", clause_apis.ClauseCheckApi.as_view()),
    path("projects/<slug:slug>/clauses/completions", clause_apis.ClauseCompletionsApi.as_view()),
    path("projects/<slug:slug>/clauses/card", clause_apis.ClauseCardApi.as_view()),
    path("projects/<slug:slug>/clauses/references", clause_apis.ClauseReferencesApi.as_view()),
    path("projects/<slug:slug>/clauses/draft", clause_apis.ClauseDraftApi.as_view()),
    path("projects/<slug:slug>/clauses/problems", clause_apis.ClauseProblemsApi.as_view()),
    path("projects/<slug:slug>/cases", apis.CaseListApi.as_view()),
    path("projects/<slug:slug>/cases/<str:name>", apis.CaseApi.as_view()),
]
