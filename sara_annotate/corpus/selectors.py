"""Reading projects, statutes and cases."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from sara_annotate.corpus.models import (
    Case,
    Membership,
    Project,
    Statute,
    StatuteKind,
    Subsection,
    SubsectionPart,
)
from sara_annotate.domain.corpus import Case as CaseValue
from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import Label, parse_label


def project_counts(projects: Sequence[Project]) -> dict[int, dict[str, int]]:
    """Statutes, subsections, cases and people of each project, in four queries for all."""
    ids = [project.pk for project in projects]
    statute = Q(statute__kind=StatuteKind.STATUTE)
    queries: dict[
        str, QuerySet[Statute] | QuerySet[Subsection] | QuerySet[Case] | QuerySet[Membership]
    ] = {
        "statutes": Statute.objects.filter(kind=StatuteKind.STATUTE),
        "subsections": Subsection.objects.filter(statute),
        "cases": Case.objects.all(),
        "people": Membership.objects.all(),
    }
    counts = {pk: dict.fromkeys(queries, 0) for pk in ids}
    for name, rows in queries.items():
        grouped = rows.filter(project__in=ids).order_by().values("project").annotate(n=Count("pk"))
        for pk, n in grouped.values_list("project", "n"):
            counts[pk][name] = n
    return counts


def part_count(*, project: Project) -> int:
    return SubsectionPart.objects.filter(
        subsection__project=project, subsection__statute__kind=StatuteKind.STATUTE
    ).count()


def statute_list(*, project: Project) -> QuerySet[Statute]:
    """The project's statutes, texts left out, with the number of their subsections."""
    subsections = (
        Subsection.objects.filter(statute=OuterRef("pk"))
        .order_by()
        .values("statute")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        Statute.objects.filter(project=project, kind=StatuteKind.STATUTE)
        .defer("text")
        .annotate(subsection_count=Coalesce(Subquery(subsections), 0))
        .order_by("position", "id")
    )


def statute_get(*, project: Project, section: str) -> Statute:
    """A statute by its section, or what stands for a free predicate by its name."""
    statute = Statute.objects.filter(project=project, section=section).first()
    if statute is None:
        raise Http404
    return statute


def subsection_search(*, project: Project, search: str = "") -> QuerySet[Subsection]:
    """Subsections whose label, in any spelling, begins so, or whose heading has these words."""
    rows = Subsection.objects.filter(project=project).select_related("statute")
    text = search.strip().lstrip("§ ")
    if not text:
        return rows
    try:
        plain = parse_label(text).plain
    except LabelError:
        plain = text
    return rows.filter(Q(label__istartswith=plain) | Q(heading__icontains=text))


def case_list(*, project: Project, split: str | None = None, search: str = "") -> QuerySet[Case]:
    """Cases of a project, long texts left out."""
    cases = Case.objects.filter(project=project).defer("facts", "test", "source")
    if split is not None:
        cases = cases.filter(split=split)
    if search:
        cases = cases.filter(
            Q(name__icontains=search) | Q(text__icontains=search) | Q(question__icontains=search)
        )
    return cases.order_by("sort_key", "name")


def case_get(*, project: Project, name: str) -> Case:
    case = Case.objects.filter(project=project, name=name).first()
    if case is None:
        raise Http404
    return case


def case_neighbours(case: Case) -> dict[str, object]:
    """The cases before and after this one in the list, and its place in it; three queries."""
    others = Case.objects.filter(project=case.project_id).order_by("sort_key", "name")
    same = Q(sort_key=case.sort_key)
    before = Q(sort_key__lt=case.sort_key) | (same & Q(name__lt=case.name))
    after = Q(sort_key__gt=case.sort_key) | (same & Q(name__gt=case.name))
    counts = others.order_by().aggregate(total=Count("pk"), before=Count("pk", filter=before))
    return {
        "previous": others.filter(before).reverse().values_list("name", flat=True).first(),
        "next": others.filter(after).values_list("name", flat=True).first(),
        "position": counts["before"] + 1,
        "total": counts["total"],
    }


def case_value(row: Case) -> CaseValue:
    """A case's row as the domain knows it."""
    return CaseValue(
        row.name,
        row.text,
        row.question,
        row.answer,
        row.facts,
        row.test,
        row.source,
        row.split,  # type: ignore[arg-type]  # the database holds no other
    )


def member_list(*, project: Project) -> QuerySet[Membership]:
    return Membership.objects.filter(project=project).select_related("user")


def printed(label: str) -> str:
    """A stored label as the screens print it."""
    return parse_label(label).printed


def known_labels(project: Project) -> frozenset[Label]:
    """Every subsection and free predicate of a project."""
    labels = Subsection.objects.filter(project=project).values_list("label", flat=True)
    return frozenset(map(parse_label, labels))
