"""Threads that a person may see, what is new in them, and how many.

Reviewers and managers see all. An annotator sees what they began themselves; what a reviewer or
a manager began on a layer that they see, or on the text; and what other annotators say of a
text, as well as its disputes, once their own layer of it was handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce
from django.http import Http404

from sara_annotate.accounts.models import User
from sara_annotate.annotations.visibility import came_back, layers_visible
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Membership, Project, Role
from sara_annotate.domain.at_names import find_names
from sara_annotate.review.items import DISPUTE, places_read
from sara_annotate.review.models import Comment, ReadMark, Thread
from sara_annotate.review.reading import layer_author
from sara_annotate.review.subjects import describe_subject

JUDGES = (Role.REVIEWER, Role.MANAGER)


def _judges(project: Project, who: str) -> Q:
    judging = Membership.objects.filter(project=project, role__in=JUDGES).values("user")
    return Q(**{f"{who}__in": judging}) | Q(**{f"{who}__is_superuser": True})


def comments_visible(*, project: Project, user: User) -> QuerySet[Comment]:
    """Comments of threads that this person sees, as far as they may read them."""
    comments = Comment.objects.filter(thread__project=project)
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        return comments
    back = came_back(user, "thread__subsection_id", "thread__case_id")
    return comments.filter(Q(author=user) | _judges(project, "author") | back)


def threads_visible(*, project: Project, user: User) -> QuerySet[Thread]:
    threads = Thread.objects.filter(project=project)
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        return threads
    back = came_back(user, "subsection_id", "case_id")
    layers = layers_visible(project=project, user=user)
    seen = Q(layer=None) | Q(Exists(layers.filter(pk=OuterRef("layer_id"))))
    told = _judges(project, "created_by") & ~Q(item__startswith=DISPUTE)
    return threads.filter(Q(created_by=user) | seen & (told | back))


def thread_list(*, project: Project, user: User, **wanted: Any) -> QuerySet[Thread]:
    """Threads that this person sees, the one with the newest comment first."""
    rows = threads_visible(project=project, user=user)
    comments = comments_visible(project=project, user=user).filter(thread=OuterRef("pk"))
    read = ReadMark.objects.filter(thread=OuterRef(OuterRef("pk")), user=user).values("comment")
    fresh = comments.exclude(author=user).filter(pk__gt=Coalesce(Subquery(read[:1]), 0))
    rows = rows.annotate(
        unread=ExpressionWrapper(Exists(fresh), output_field=BooleanField()),
        newest=Subquery(comments.order_by("-pk").values("pk")[:1]),
    )
    return _narrow(rows, comments, user, wanted).order_by(F("newest").desc(), "-pk")


def _narrow(
    rows: QuerySet[Thread], comments: QuerySet[Comment], user: User, wanted: dict[str, Any]
) -> QuerySet[Thread]:
    fields = {
        "section": "subsection__statute__section",
        "item": "item",
        "layer": "layer",
    }
    where = {fields[key]: value for key, value in wanted.items() if key in fields}
    if "name" in wanted:
        of = "case__name" if wanted.get("kind") == "cases" else "subsection__label"
        where[of] = wanted["name"]
    rows = rows.filter(**where)
    if "open" in wanted:
        rows = rows.filter(resolved_at__isnull=wanted["open"])
    only = wanted.get("only", ())
    if "mine" in only:
        rows = rows.filter(Q(created_by=user) | Q(Exists(comments.filter(author=user))))
    if "mentioned" in only:
        rows = rows.filter(Exists(comments.filter(mentioned=user)))
    if "unread" in only:
        rows = rows.filter(Q(unread=True))
    return rows


def thread_get(*, project: Project, user: User, thread_id: int) -> Thread:
    thread = thread_list(project=project, user=user).filter(pk=thread_id).first()
    if thread is None:
        raise Http404
    return thread


def thread_rows(*, project: Project, user: User, threads: Sequence[Thread]) -> list[dict[str, Any]]:
    """Threads of a page with their comments; queries do not grow with the page."""
    rows = _fetched(project, user, threads)
    places = places_read(rows)
    judge = project_allows(user=user, project=project, role=Role.REVIEWER)
    return [
        {
            "id": row.pk,
            **describe_subject(row.subsection, row.case),
            "item": row.item,
            "layer": _layer(row),
            "start": places[row.pk].start,
            "end": places[row.pk].end,
            "alive": places[row.pk].alive,
            "quote": row.quote,
            "created_by": person(row.created_by),
            "created_at": row.created_at,
            "resolved_by": person(row.resolved_by) if row.resolved_by else None,
            "resolved_at": row.resolved_at,
            "unread": unread,
            "may_resolve": judge or may_resolve(row, user),
            "comments": [_comment(comment) for comment in row.comments.all()],
        }
        for row, unread in zip(rows, (t.unread for t in threads), strict=True)  # type: ignore[attr-defined]  # annotated
    ]


def may_resolve(thread: Thread, user: User) -> bool:
    """Whoever began it, or whose layer it is about; reviewers may besides."""
    author = thread.layer.author_id if thread.layer else None
    return user.pk in (thread.created_by_id, author)


def _fetched(project: Project, user: User, threads: Sequence[Thread]) -> list[Thread]:
    comments = comments_visible(project=project, user=user).select_related("author").order_by("pk")
    found = (
        Thread.objects.filter(pk__in=[thread.pk for thread in threads])
        .select_related("subsection__statute", "case", "layer__author", "created_by", "resolved_by")
        .prefetch_related(Prefetch("comments", comments.prefetch_related("mentioned")))
        .in_bulk()
    )
    return [found[thread.pk] for thread in threads]


def person(user: User) -> dict[str, str]:
    return {"username": user.username, "name": user.display_name}


def _layer(row: Thread) -> dict[str, Any] | None:
    if row.layer is None:
        return None
    author = row.layer.author
    name = author.display_name if author else layer_author(row.layer)
    return {
        "id": row.layer.pk,
        "author": {
            "kind": row.layer.author_kind,
            "name": name,
            "username": layer_author(row.layer),
        },
    }


def _comment(row: Comment) -> dict[str, Any]:
    named = {user.username: user for user in row.mentioned.all()}
    return {
        "id": row.pk,
        "author": person(row.author),
        "body": row.body,
        "created_at": row.created_at,
        "mentioned": [
            {"start": said.start, "end": said.end, **person(named[said.username])}
            for said in find_names(row.body, named)
        ],
    }


def thread_counts(*, project: Project, user: User, **wanted: Any) -> dict[str, Any]:
    """How many threads are open, unread and name this person, also for each text."""
    rows = thread_list(project=project, user=user, **wanted)
    named = Exists(Comment.objects.filter(thread=OuterRef("pk"), mentioned=user))
    is_open, unread = Q(resolved_at=None), Q(unread=True)
    total = rows.annotate(named=named).aggregate(
        n_all=Count("pk"),
        n_open=Count("pk", filter=is_open),
        n_unread=Count("pk", filter=unread),
        n_mentioned=Count("pk", filter=unread & Q(named=True)),
    )
    texts = (
        rows.order_by()
        .values("subsection__label", "case__name")
        .annotate(open=Count("pk", filter=is_open), new=Count("pk", filter=unread))
        .order_by("subsection__label", "case__name")
    )
    return {
        **{name.removeprefix("n_"): number for name, number in total.items()},
        "texts": [
            {
                "kind": "cases" if row["case__name"] else "subsections",
                "name": row["case__name"] or row["subsection__label"],
                "open": row["open"],
                "unread": row["new"],
            }
            for row in texts
            if row["open"] or row["new"]
        ],
    }


def newest_comment(comments: QuerySet[Comment]) -> int | None:
    newest: int | None = comments.aggregate(newest=Max("pk"))["newest"]
    return newest
