from django.urls import path

from sara_annotate.review import apis, thread_apis

_THREADS = "projects/<slug:slug>/threads"
_SUBJECT = "projects/<slug:slug>/review/<slug:kind>/<str:name>"

urlpatterns = [
    path("projects/<slug:slug>/review", apis.QueueApi.as_view()),
    path(_SUBJECT, apis.ReviewApi.as_view()),
    path(f"{_SUBJECT}/decisions", apis.DecisionsApi.as_view()),
    path(f"{_SUBJECT}/preview", apis.PreviewApi.as_view()),
    path(f"{_SUBJECT}/accept", apis.AcceptApi.as_view()),
    path(f"{_SUBJECT}/return", apis.ReturnApi.as_view()),
    path(f"{_SUBJECT}/undo", apis.UndoApi.as_view()),
    path(_THREADS, thread_apis.ThreadListApi.as_view()),
    path(f"{_THREADS}/counts", thread_apis.ThreadCountsApi.as_view()),
    path(f"{_THREADS}/read", thread_apis.ThreadReadAllApi.as_view()),
    path(f"{_THREADS}/<int:thread_id>", thread_apis.ThreadApi.as_view()),
    path(f"{_THREADS}/<int:thread_id>/comments", thread_apis.CommentListApi.as_view()),
    path(f"{_THREADS}/<int:thread_id>/read", thread_apis.ThreadReadApi.as_view()),
]
