"""Guidelines of a project: versions that never change, and what they link to."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project, Subsection
from sara_annotate.domain.guidelines import Rendered, find_references, render
from sara_annotate.domain.labels import Label
from sara_annotate.review.models import Guideline


class GuidelineMovedOnError(ConflictError):
    """Somebody saved another version meanwhile."""

    code = "guideline_moved_on"


def guideline_list(*, project: Project) -> QuerySet[Guideline]:
    """Versions, newest first."""
    return Guideline.objects.filter(project=project).select_related("author").order_by("-version")


def guideline_get(*, project: Project, version: int | None = None) -> Guideline | None:
    """The newest version, None when there is none yet; or one by its number."""
    rows = guideline_list(project=project)
    if version is None:
        return rows.first()
    found = rows.filter(version=version).first()
    if found is None:
        raise Http404
    return found


def guideline_render(*, project: Project, text: str) -> Rendered:
    """The text as HTML with links to the project's subsections; one query."""
    labels = [label.plain for label in find_references(text)]
    rows = Subsection.objects.filter(project=project, label__in=labels)
    homes = dict(rows.values_list("label", "statute__section"))

    def address(label: Label) -> str | None:
        section = homes.get(label.plain)
        if section is None:
            return None
        return f"/p/{quote(project.slug)}/s/{quote(section, safe='')}#{label.plain}"

    return render(text, address)


def guideline_row(*, project: Project, row: Guideline | None) -> dict[str, Any]:
    text = row.text if row else ""
    rendered = guideline_render(project=project, text=text)
    return {
        "version": row.version if row else 0,
        "note": row.note if row else "",
        "author": row.author.display_name if row else None,
        "created_at": row.created_at if row else None,
        "text": text,
        "html": rendered.html,
        "anchors": rendered.anchors,
        "unknown": rendered.unknown,
    }


@transaction.atomic
def guideline_save(
    *, project: Project, user: User, text: str, note: str = "", base_version: int
) -> Guideline:
    """A new version after the one that the writer saw."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    newest = guideline_get(project=project)
    version = newest.version if newest else 0
    if version != base_version:
        raise GuidelineMovedOnError(
            f"Version {version} was saved meanwhile. Take over what is new in it, then save.",
            extra={"version": version},
        )
    return Guideline.objects.create(
        project=project, version=version + 1, text=text, note=note, author=user
    )
