"""All addresses: the API, the admin, and the shell of the front end for everything else."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from sara_annotate.config import views

api: list[URLPattern | URLResolver] = [
    path("", include("sara_annotate.accounts.urls")),
    path("", include("sara_annotate.corpus.urls")),
    path("", include("sara_annotate.annotations.urls")),
    path("", include("sara_annotate.logic.urls")),
    path("", include("sara_annotate.suggestions.urls")),
    path("", include("sara_annotate.review.urls")),
    path("", include("sara_annotate.exchange.urls")),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    re_path(r"^", views.api_not_found),
]

urlpatterns = [
    path("api/v1/", include(api)),
    # The split view keeps its script in a file of its own, as our CSP wants it.
    path("api/docs", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path("admin/", admin.site.urls),
    path("health", views.health),
    re_path(r"^(?!api/|static/|admin/).*$", views.shell),
]

handler400 = views.bad_request
handler500 = views.server_error
