"""Who is asking: a signed-in browser or a script with a token."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework import exceptions
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from sara_annotate.accounts.models import ApiToken, TokenScope, User

if TYPE_CHECKING:  # importing views here would be a circle: they read these classes from settings
    from rest_framework.views import APIView


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token sara_…`"""

    keyword = "Token"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in (b"token", b"bearer"):
            return None
        if len(parts) != 2:
            raise exceptions.AuthenticationFailed("Write “Authorization: Token KEY”.")
        key_hash = ApiToken.hash_key(parts[1].decode("latin-1"))
        token = (
            ApiToken.objects.select_related("user")
            .filter(key_hash=key_hash, revoked_at=None, user__is_active=True)
            .first()
        )
        if token is None:
            raise exceptions.AuthenticationFailed("This token is unknown or was revoked.")
        _note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


class SignedInAuthentication(SessionAuthentication):
    """The session cookie, with CSRF checked; answers 401 rather than 403 to strangers."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class SignedInAndScoped(BasePermission):
    """Signed in; and a read-only token may only read."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if isinstance(request.user, AnonymousUser) or not request.user.is_authenticated:
            return False
        token = request.auth
        if isinstance(token, ApiToken) and token.scope == TokenScope.READ:
            return request.method in SAFE_METHODS
        return True


def _note_use(token: ApiToken) -> None:
    """Remember the last use, to the minute, so that reading does not write each time."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
