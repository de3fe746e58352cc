"""What a stream of events tells of comments."""

from __future__ import annotations

from django.db.models import Count, Max, Q

from sara_annotate.accounts.models import User
from sara_annotate.corpus.events import News
from sara_annotate.corpus.models import Project
from sara_annotate.review.thread_selectors import thread_list


def comment_news(project: Project, user: User) -> dict[str, News]:
    """How many threads are open and unread for this person; screens ask for the rest."""
    seen = thread_list(project=project, user=user).aggregate(
        last=Max("newest"),
        last_resolved=Max("resolved_at"),
        n_open=Count("pk", filter=Q(resolved_at=None)),
        n_unread=Count("pk", filter=Q(unread=True)),
    )
    if seen["last"] is None:
        return {}
    body = {"newest": seen["last"], "open": seen["n_open"], "unread": seen["n_unread"]}
    return {"": News(tuple(seen.values()), body)}
