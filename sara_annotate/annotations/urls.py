from django.urls import path

from sara_annotate.annotations import apis

urlpatterns = [
    path("projects/<slug:slug>", apis.ProjectApi.as_view()),
    path("projects/<slug:slug>/statutes", apis.StatuteListApi.as_view()),
    path("projects/<slug:slug>/statutes/<str:section>", apis.StatuteApi.as_view()),
    path("projects/<slug:slug>/edits", apis.EditListApi.as_view()),
    path("projects/<slug:slug>/cases", apis.CaseListApi.as_view()),
    path("projects/<slug:slug>/cases/<str:name>", apis.CaseApi.as_view()),
]
