"""Writing comments: begin a thread, answer, resolve, read."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone

from sara_annotate.accounts.errors import NotAllowedError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Layer
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Membership, Project, Role
from sara_annotate.domain.at_names import find_names
from sara_annotate.domain.errors import DomainError
from sara_annotate.review.items import DISPUTE, ItemUnknownError, parse_item, places_read
from sara_annotate.review.models import Comment, ReadMark, Thread
from sara_annotate.review.subjects import Subject
from sara_annotate.review.thread_selectors import (
    comments_visible,
    may_resolve,
    newest_comment,
    threads_visible,
)


class RangeOutsideError(DomainError):
    code = "span_outside"


@transaction.atomic
def thread_create(
    *,
    project: Project,
    user: User,
    subject: Subject,
    body: str,
    item: str = "",
    layer: uuid.UUID | None = None,
    start: int | None = None,
    end: int | None = None,
) -> Thread:
    """Begin a thread on an item of a layer that this person sees, on a dispute or on the text."""
    row = _layer(project, user, subject, layer) if layer else None
    thread = Thread(project=project, **subject.where, layer=row, item=item, created_by=user)
    thread.start, thread.end = _range(subject, start, end)
    _check_item(thread)
    if thread.start is not None:
        thread.quote = subject.text[thread.start : thread.end]
    thread.save()
    comment_add(thread=thread, user=user, body=body)
    return thread


def _layer(project: Project, user: User, subject: Subject, layer: uuid.UUID) -> Layer:
    visible = layers_visible(project=project, user=user)
    found = visible.filter(pk=layer, **subject.where).first()
    if found is None:
        raise Http404
    return found


def _range(subject: Subject, start: int | None, end: int | None) -> tuple[int | None, int | None]:
    if start is None and end is None:
        return None, None
    if start is None or end is None or not start < end <= len(subject.text):
        raise RangeOutsideError("A range has a start before its end, both inside the text.")
    return start, end


def _check_item(thread: Thread) -> None:
    """The item must be in the layer now; its place becomes the thread's."""
    if thread.item.startswith(DISPUTE):
        if thread.layer is not None:
            raise ItemUnknownError("A dispute is about all layers, so name none.")
        return
    if parse_item(thread.item) is None:
        return
    if thread.layer is None:
        raise ItemUnknownError("Say of which layer this item is.")
    place = places_read([thread])[thread.pk]
    if not place.alive:
        raise ItemUnknownError(f"There is no {thread.item} in this layer.")
    if place.start is not None:
        thread.start, thread.end = place.start, place.end


@transaction.atomic
def comment_add(*, thread: Thread, user: User, body: str) -> Comment:
    """Answer in a thread. Whoever writes has read what stands above."""
    comment = Comment.objects.create(thread=thread, author=user, body=body)
    members = Membership.objects.filter(project=thread.project_id).select_related("user")
    people = {member.user.username: member.user for member in members}
    comment.mentioned.set({people[said.username] for said in find_names(body, people)})
    _mark(thread.pk, user, comment.pk)
    return comment


@transaction.atomic
def thread_resolve(*, thread: Thread, user: User, resolved: bool) -> Thread:
    """Fold a thread, or open it again; doing so twice is doing so once."""
    judge = project_allows(user=user, project=thread.project, role=Role.REVIEWER)
    if not judge and not may_resolve(thread, user):
        raise NotAllowedError("Whoever began a thread resolves it, or a reviewer.")
    if resolved != (thread.resolved_at is not None):
        thread.resolved_at = timezone.now() if resolved else None
        thread.resolved_by = user if resolved else None
        thread.save(update_fields=["resolved_at", "resolved_by"])
    return thread


@transaction.atomic
def thread_read(*, project: Project, user: User, thread: Thread, upto: int | None = None) -> None:
    """Note that this person has read a thread, up to one of its comments or all of it."""
    seen = comments_visible(project=project, user=user).filter(thread=thread)
    if upto is not None:
        seen = seen.filter(pk__lte=upto)
    newest = newest_comment(seen)
    if newest is not None:
        _mark(thread.pk, user, newest)


def _mark(thread: int, user: User, comment: int) -> None:
    mark, made = ReadMark.objects.get_or_create(
        thread_id=thread, user=user, defaults={"comment_id": comment}
    )
    if not made and mark.comment_id < comment:
        mark.comment_id = comment
        mark.save(update_fields=["comment"])


@transaction.atomic
def threads_read_all(*, project: Project, user: User) -> None:
    """Note that this person has read everything that they see."""
    threads = threads_visible(project=project, user=user).values("pk")
    comments = comments_visible(project=project, user=user).filter(thread__in=threads)
    newest = comments.order_by().values_list("thread").annotate(newest=Max("pk"))
    marks = [ReadMark(thread_id=pk, user=user, comment_id=last) for pk, last in newest]
    ReadMark.objects.bulk_create(
        marks,
        update_conflicts=True,
        unique_fields=["thread", "user"],
        update_fields=["comment"],
        batch_size=500,
    )
