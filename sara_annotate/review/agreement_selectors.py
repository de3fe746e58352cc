"""Who sees which figures of agreement, and what is behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest, Least, Length, Substr

from sara_annotate.accounts.errors import NotAllowedError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Project, Role, SubsectionPart
from sara_annotate.domain.agreement.figures import FIGURE_BY_KEY
from sara_annotate.domain.agreement.words import describe_difference
from sara_annotate.review.agreement import Standing, scope_list
from sara_annotate.review.agreement_models import AgreementItem
from sara_annotate.review.models import Agreement
from sara_annotate.review.subjects import describe_subject

CONTEXT = 160
"""So many characters before and after an item are shown with it."""
GOLD_WORDS = "gold"


def scope_check(*, user: User, project: Project, by: str, name: str) -> tuple[str, str]:
    """The scope, if this person may see it: annotators see themselves against gold alone."""
    if project_allows(user=user, project=project, role=Role.REVIEWER):
        return by, name
    if by != "own" or name not in ("", user.username):
        raise NotAllowedError("An annotator sees their own accepted work against gold, no more.")
    return "own", user.username


def standing_show(*, user: User, project: Project, standing: Standing) -> dict[str, Any]:
    """The first answer of a screen: the main figures and how fresh they are."""
    sees_all = project_allows(user=user, project=project, role=Role.REVIEWER)
    by, name = ("all", "") if sees_all else ("own", user.username)
    scopes = scope_list(standing.agreement, by, name)
    job = standing.job
    return {
        "by": by,
        "name": name,
        "figures": scopes[0]["figures"] if scopes else [],
        "is_fresh": standing.is_fresh,
        "measured_at": standing.agreement.created_at if standing.agreement else None,
        "job": None
        if job is None
        else {
            "id": job.pk,
            "state": job.state,
            "done": job.done,
            "total": job.total,
            "message": job.message,
        },
        "counts": _count_scopes(standing.agreement) if sees_all else {},
    }


def _count_scopes(agreement: Agreement | None) -> dict[str, int]:
    return {by: len(scope_list(agreement, by)) for by in ("pair", "statute", "gold")}


def item_list(
    *, user: User, agreement: Agreement | None, figure: str, by: str, name: str
) -> QuerySet[AgreementItem]:
    """What is behind one figure of one scope, in the order of the texts."""
    items = AgreementItem.objects.filter(
        agreement=agreement, kind=FIGURE_BY_KEY[figure].behind
    ).order_by("id")
    against_gold = by in ("gold", "own")
    items = items.filter(right="", left=name) if against_gold else items.exclude(right="")
    if by == "own":
        items = items.filter(_accepted_still(name), is_accepted=True)
    if by == "statute":
        items = items.filter(section=name)
    if by == "pair":
        left, _, right = name.partition("|")
        items = items.filter(left=left, right=right)
    return _with_excerpts(items.select_related("subsection", "case"))


def _accepted_still(username: str) -> Q:
    """Gold is shown only while the person's own work on it is accepted, whatever was measured."""
    mine = Layer.objects.filter(
        author_kind=AuthorKind.PERSON, author__username=username, state=LayerState.ACCEPTED
    )
    of_subsection = Exists(mine.filter(subsection=OuterRef("subsection")))
    return Q(of_subsection) | Q(Exists(mine.filter(case=OuterRef("case"))))


def _with_excerpts(items: QuerySet[AgreementItem]) -> QuerySet[AgreementItem]:
    """The text around each item, cut by the database: statutes are long and items are many."""
    part = SubsectionPart.objects.filter(
        subsection=OuterRef("subsection"), start__lte=OuterRef("start"), end__gte=OuterRef("end")
    )
    number = IntegerField()
    first = Greatest(
        F("start") - CONTEXT, Coalesce(Subquery(part.values("start")[:1]), Value(0)),
        output_field=number,
    )  # fmt: skip
    last = Coalesce(Subquery(part.values("end")[:1]), F("end") + CONTEXT, output_field=number)
    text = Coalesce(F("subsection__statute__text"), F("case__text"))
    return (
        items.defer("case__text", "case__facts", "case__test", "case__source")
        .select_related("subsection__statute")
        .defer("subsection__statute__text")
        .annotate(excerpt_start=Coalesce(first, Value(0)))
        .annotate(
            excerpt_end=Coalesce(
                Least(F("end") + CONTEXT, last, output_field=number), Length("case__text"), Value(0)
            )
        )
        .annotate(
            excerpt=Substr(text, F("excerpt_start") + 1, F("excerpt_end") - F("excerpt_start"))
        )
    )


def people_names(usernames: Sequence[str]) -> dict[str, str]:
    """Names as screens show them."""
    people = User.objects.filter(username__in=set(usernames))
    return {person.username: person.display_name for person in people}


def item_rows(items: Sequence[AgreementItem]) -> list[dict[str, Any]]:
    """A page of items in words, with the text around them."""
    names = people_names([name for item in items for name in (item.left, item.right) if name])
    return [_item_row(item, names) for item in items]


def _item_row(item: AgreementItem, names: dict[str, str]) -> dict[str, Any]:
    excerpt: str = item.excerpt or ""  # type: ignore[attr-defined]  # annotated
    start: int = item.excerpt_start  # type: ignore[attr-defined]
    shown = names.get(item.left, item.left), names.get(item.right, item.right) or GOLD_WORDS
    words = describe_difference(
        item.kind,
        item.subject,
        (item.left_says, item.right_says),
        shown,
        lambda a, b: " ".join(excerpt[max(a - start, 0) : b - start].split()),
    )
    return {
        "id": item.pk,
        "kind": item.kind,
        **{"text_" + k: v for k, v in describe_subject(item.subsection, item.case).items()},
        "section": item.section,
        "words": words,
        "left": {"name": shown[0], "says": item.left_says},
        "right": {"name": shown[1], "says": item.right_says},
        "at": [item.start, item.end] if item.start is not None else None,
        "excerpt": excerpt,
        "excerpt_start": start,
    }
