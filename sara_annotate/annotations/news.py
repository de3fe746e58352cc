"""What a stream of events tells of suggestions: that there are new ones, and where."""

from __future__ import annotations

from django.db.models import Count, Max

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer
from sara_annotate.corpus.events import News
from sara_annotate.corpus.models import Project


def suggestion_news(project: Project, user: User) -> dict[str, News]:
    """Runs of models by statute, or for cases; the suggestions are asked for as always.

    Of a run's cases, whose section is None, there is one piece of news: they may be hundreds.
    """
    found = (
        Layer.objects.filter(project=project, author_kind=AuthorKind.MODEL)
        .order_by()
        .values("run", "subsection__statute__section")
        .annotate(layers=Count("pk"), updated=Max("updated_at"))
    )
    return {
        f"{row['run']} {row['subsection__statute__section']}": News(
            (row["layers"], row["updated"]),
            {
                "run": row["run"],
                "section": row["subsection__statute__section"],
                "layers": row["layers"],
                "updated_at": row["updated"],
            },
        )
        for row in found
    }
