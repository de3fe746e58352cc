"""The front end's shell, and answers in our error shape for addresses that do not exist."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> bytes:
    return path.read_bytes()


@require_safe
@never_cache
@ensure_csrf_cookie
def shell(request: HttpRequest) -> HttpResponse:
    """The one page; the front end reads the address and does the rest."""
    page = settings.FRONTEND_DIST / "index.html"
    if not page.exists():
        return HttpResponse(
            "The front end is not built yet. Run “make up”, or “npm run build” in frontend/.",
            status=503,
            content_type="text/plain; charset=utf-8",
        )
    return HttpResponse(_read(page, page.stat().st_mtime_ns))


# It does nothing, so a missing CSRF token may not hide that there is nothing here.
@csrf_exempt
def api_not_found(request: HttpRequest) -> JsonResponse:
    body = {"code": "not_found", "message": "There is no such address in the API.", "extra": {}}
    return JsonResponse(body, status=404)


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    body = {"code": "bad_request", "message": "The request cannot be read.", "extra": {}}
    return JsonResponse(body, status=400)


def server_error(request: HttpRequest) -> JsonResponse:
    body = {
        "code": "server_error",
        "message": "A fault of ours. It was logged; nothing was half-saved.",
        "extra": {},
    }
    return JsonResponse(body, status=500)


def health(request: HttpRequest) -> JsonResponse:
    """For whoever waits until the server answers."""
    return JsonResponse({"ok": True, "version": settings.VERSION})
