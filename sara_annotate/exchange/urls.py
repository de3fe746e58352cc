from django.urls import path

from sara_annotate.exchange import apis

urlpatterns = [
    path("projects/<slug:slug>/imports", apis.ImportListApi.as_view()),
    path("projects/<slug:slug>/imports/<uuid:import_id>", apis.ImportApi.as_view()),
    path("projects/<slug:slug>/imports/<uuid:import_id>/confirm", apis.ImportConfirmApi.as_view()),
    path("projects/<slug:slug>/imports/<uuid:import_id>/cancel", apis.ImportCancelApi.as_view()),
    path("projects/<slug:slug>/export", apis.ExportApi.as_view()),
    path("projects/<slug:slug>/exports", apis.ExportJobApi.as_view()),
    path("projects/<slug:slug>/exports/<uuid:export_id>", apis.ExportFileApi.as_view()),
]
