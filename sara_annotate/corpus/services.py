"""Writing projects and their members."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Membership, Project, Role


@transaction.atomic
def project_create(*, slug: str, name: str, description: str = "", manager: User | None) -> Project:
    """A new, empty project, managed by whoever made it."""
    project = Project(slug=slug, name=name, description=description)
    project.full_clean()
    project.save()
    if manager is not None:
        Membership.objects.create(project=project, user=manager, role=Role.MANAGER)
    return project


@transaction.atomic
def member_set(*, project: Project, username: str, role: Role, new: bool) -> Membership:
    """Give a person a role here. `new` says whether they must not, or must, be a member yet."""
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise Http404
    member = Membership.objects.select_for_update().filter(project=project, user=user).first()
    if new and member is not None:
        raise ConflictError(f"{user.display_name} is a {member.role} here already.")
    if not new and member is None:
        raise Http404
    if member is not None and role != Role.MANAGER:
        _keep_a_manager(member)
    member = member or Membership(project=project, user=user)
    member.role = role
    member.full_clean()
    member.save()
    return member


@transaction.atomic
def member_remove(*, project: Project, username: str) -> None:
    """End a membership. What the person wrote stays."""
    member = (
        Membership.objects.select_for_update()
        .filter(project=project, user__username=username)
        .first()
    )
    if member is None:
        raise Http404
    _keep_a_manager(member)
    member.delete()


def _keep_a_manager(member: Membership) -> None:
    managers = Membership.objects.filter(project=member.project, role=Role.MANAGER)
    if member.role == Role.MANAGER and not managers.exclude(pk=member.pk).exists():
        raise ConflictError("A project needs a manager. Make someone else manager first.")
