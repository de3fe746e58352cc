"""Who may see and do what in a project. Every request reaches a project through `project_get`."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from sara_annotate.accounts.errors import NotAllowedError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Membership, Project, Role


def project_list(*, user: User) -> QuerySet[Project]:
    """Projects that exist for this person."""
    projects = Project.objects.filter(archived_at=None)
    return projects if user.is_superuser else projects.filter(memberships__user=user)


def project_get(*, user: User, slug: str, role: Role | None = None) -> Project:
    """The project, if it exists for this person; refuses without the role that is asked for."""
    project = project_list(user=user).filter(slug=slug).first()
    if project is None:
        raise Http404
    if role is not None and not project_allows(user=user, project=project, role=role):
        raise NotAllowedError(f"Only a {role.value} of this project may do this.")
    return project


def project_role(*, user: User, project: Project) -> Role | None:
    """The person's role here; an administrator without one acts as manager."""
    found = Membership.objects.filter(project=project, user=user).values_list("role", flat=True)
    role = found.first()
    if role is not None:
        return Role(role)
    return Role.MANAGER if user.is_superuser else None


def project_allows(*, user: User, project: Project, role: Role) -> bool:
    """Managers may do what reviewers may, and reviewers what annotators may."""
    order = [Role.ANNOTATOR, Role.REVIEWER, Role.MANAGER]
    mine = Role.MANAGER if user.is_superuser else project_role(user=user, project=project)
    return mine is not None and order.index(mine) >= order.index(role)
