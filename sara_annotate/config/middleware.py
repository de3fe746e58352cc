"""What is true of every request, whatever it asks for."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from sara_annotate.config.views import api_not_found

Answer = Callable[[HttpRequest], HttpResponseBase]


def refuse_nul(answer: Answer) -> Answer:
    """An address with a NUL names nothing: no text of ours has one, and PostgreSQL takes none."""

    def checked(request: HttpRequest) -> HttpResponseBase:
        return api_not_found(request) if "\x00" in request.path_info else answer(request)

    return checked
