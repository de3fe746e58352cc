"""What people can do with their own account."""

from __future__ import annotations

import secrets

from django.contrib.auth import authenticate, password_validation
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from sara_annotate.accounts.errors import CredentialsError
from sara_annotate.accounts.models import ApiToken, User

KEY_PREFIX = "sara_"


def user_create(
    *, username: str, password: str | None, name: str = "", admin: bool = False
) -> User:
    """A new person; without a password they cannot sign in until one is set."""
    user = User(username=username, name=name, is_staff=admin, is_superuser=admin)
    user.set_password(password)
    user.full_clean(exclude=["password"])
    user.save()
    return user


def user_authenticate(*, request: HttpRequest, username: str, password: str) -> User:
    """The person with this name and password; the refusal does not say which was wrong."""
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise CredentialsError("This name and password do not fit together. Try again.")
    return user


@transaction.atomic
def password_change(*, user: User, old_password: str, new_password: str) -> None:
    if not user.check_password(old_password):
        raise CredentialsError("The old password is not right.")
    try:
        password_validation.validate_password(new_password, user)
    except ValidationError as error:
        raise ValidationError({"new_password": error.messages}) from error
    user.set_password(new_password)
    user.save(update_fields=["password"])


def token_create(*, user: User, name: str, scope: str) -> tuple[ApiToken, str]:
    """The token and its key, which cannot be read again later."""
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        user=user, name=name, scope=scope, prefix=key[:10], key_hash=ApiToken.hash_key(key)
    )
    token.full_clean()
    token.save()
    return token, key


def token_revoke(*, token: ApiToken) -> None:
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
