from django.urls import path

from sara_annotate.corpus import apis, event_apis, job_apis

urlpatterns = [
    path("projects", apis.ProjectListApi.as_view()),
    path("projects/<slug:slug>/people", apis.MemberListApi.as_view()),
    path("projects/<slug:slug>/people/<str:username>", apis.MemberApi.as_view()),
    path("projects/<slug:slug>/jobs", job_apis.JobListApi.as_view()),
    path("projects/<slug:slug>/jobs/<uuid:job_id>", job_apis.JobApi.as_view()),
    path("projects/<slug:slug>/jobs/<uuid:job_id>/log", job_apis.JobLogApi.as_view()),
    path("projects/<slug:slug>/events", event_apis.EventApi.as_view()),
    path("workers", job_apis.WorkerListApi.as_view()),
]
