"""All addresses: the API, the admin, and the shell of the front end for everything else."""

from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView


api = [
    path("", include("sara_annotate.accounts.urls")),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
]

urlpatterns = [
    path("api/v1/", include(api)),
    path("admin/", admin.site.urls),
]
