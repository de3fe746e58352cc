"""Reading accounts."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from sara_annotate.accounts.models import ApiToken, User


def token_list(*, user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user, revoked_at=None)


def token_get(*, user: User, token_id: int) -> ApiToken:
    token = token_list(user=user).filter(pk=token_id).first()
    if token is None:
        raise Http404
    return token
