"""Signing in and out, passwords and tokens."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from sara_annotate.accounts import selectors, services
from sara_annotate.accounts.api import page_of, paged, user_of, validated
from sara_annotate.accounts.authentication import SignedInAuthentication
from sara_annotate.accounts.demo import demo_logins
from sara_annotate.accounts.serializers import (
    PasswordInput,
    SessionOutput,
    SignInInput,
    TokenCreatedOutput,
    TokenInput,
    TokenOutput,
)

TokenPage = page_of(TokenOutput, "TokenPage")


class SignInThrottle(ScopedRateThrottle):
    """Counts attempts to sign in, not looks at the session."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)


@method_decorator(ensure_csrf_cookie, name="dispatch")
class SessionApi(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [SignInThrottle]
    throttle_scope = "sign_in"

    @extend_schema(responses=SessionOutput, operation_id="session_read")
    def get(self, request: Request) -> Response:
        return Response(_session(request))

    @extend_schema(request=SignInInput, responses=SessionOutput, operation_id="session_sign_in")
    def post(self, request: Request) -> Response:
        # A stranger's sign-in must be checked for CSRF too, or others could sign them in.
        SignedInAuthentication().enforce_csrf(request)
        data = validated(SignInInput, request.data)
        user = services.user_authenticate(request=request._request, **data)
        login(request._request, user)
        request.user = user
        return Response(_session(request))

    @extend_schema(responses={204: None}, operation_id="session_sign_out")
    def delete(self, request: Request) -> Response:
        SignedInAuthentication().enforce_csrf(request)
        logout(request._request)
        return Response(status=204)


def _session(request: Request) -> dict[str, object]:
    logins = demo_logins()
    user = request.user if request.user.is_authenticated else None
    instance = {"version": settings.VERSION, "demo": bool(logins), "demo_logins": logins}
    return dict(SessionOutput({"user": user, "instance": instance}).data)


class PasswordApi(APIView):
    @extend_schema(request=PasswordInput, responses={204: None})
    def post(self, request: Request) -> Response:
        user = user_of(request)
        services.password_change(user=user, **validated(PasswordInput, request.data))
        update_session_auth_hash(request._request, user)
        return Response(status=204)


class TokenListApi(APIView):
    @extend_schema(responses=TokenPage, operation_id="token_list")
    def get(self, request: Request) -> Response:
        return paged(request, selectors.token_list(user=user_of(request)), TokenOutput)

    @extend_schema(
        request=TokenInput, responses={201: TokenCreatedOutput}, operation_id="token_create"
    )
    def post(self, request: Request) -> Response:
        data = validated(TokenInput, request.data)
        token, key = services.token_create(user=user_of(request), **data)
        return Response({**TokenOutput(token).data, "token": key}, status=201)


class TokenApi(APIView):
    @extend_schema(responses={204: None}, operation_id="token_revoke")
    def delete(self, request: Request, token_id: int) -> Response:
        token = selectors.token_get(user=user_of(request), token_id=token_id)
        services.token_revoke(token=token)
        return Response(status=204)
