from django.urls import path

from sara_annotate.review import apis

_SUBJECT = "projects/<slug:slug>/review/<slug:kind>/<str:name>"

urlpatterns = [
    path("projects/<slug:slug>/review", apis.QueueApi.as_view()),
    path(_SUBJECT, apis.ReviewApi.as_view()),
    path(f"{_SUBJECT}/decisions", apis.DecisionsApi.as_view()),
    path(f"{_SUBJECT}/preview", apis.PreviewApi.as_view()),
    path(f"{_SUBJECT}/accept", apis.AcceptApi.as_view()),
    path(f"{_SUBJECT}/return", apis.ReturnApi.as_view()),
    path(f"{_SUBJECT}/undo", apis.UndoApi.as_view()),
]
