from django.urls import path

from sara_annotate.corpus import apis

urlpatterns = [
    path("projects", apis.ProjectListApi.as_view()),
    path("projects/<slug:slug>/people", apis.MemberListApi.as_view()),
    path("projects/<slug:slug>/people/<str:username>", apis.MemberApi.as_view()),
]
