from django.urls import path

from sara_annotate.accounts import apis

urlpatterns = [
    path("session", apis.SessionApi.as_view()),
    path("me/password", apis.PasswordApi.as_view()),
    path("me/tokens", apis.TokenListApi.as_view()),
    path("me/tokens/<int:token_id>", apis.TokenApi.as_view()),
]
