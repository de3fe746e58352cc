"""Reading layers: fixed numbers of queries, whatever the size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from django.db.models import Count, Max, Prefetch, Q, QuerySet, Sum

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import (
    Argument,
    AuthorKind,
    Clause,
    ClauseCall,
    Edit,
    Instantiation,
    Layer,
    LayerState,
    Mention,
    Seat,
    Value,
)
from sara_annotate.annotations.visibility import layers_visible, with_held
from sara_annotate.corpus.access import project_allows
from sara_annotate.corpus.models import Case, Project, Role, Statute, StatuteKind
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import Span

ALIVE = Q(removed_at=None)


class OfLayer(Protocol):
    layer_id: UUID


def layer_list(*, project: Project, user: User, which: str) -> QuerySet[Layer]:
    """The gold layers that this person may see, or their own."""
    layers = layers_visible(project=project, user=user)
    if which == "mine":
        return layers.filter(author_kind=AuthorKind.PERSON, author=user)
    return layers.filter(author_kind=AuthorKind.GOLD)


def author_of(layer: Layer) -> dict[str, str]:
    name = layer.author.display_name if layer.author else layer.run or layer.author_kind
    return {"kind": layer.author_kind, "name": name}


def statute_counts(*, project: Project, statutes: Sequence[Statute]) -> dict[int, dict[str, int]]:
    """Gold mentions, arguments, clauses and instantiations of each statute, in four queries."""
    gold = Q(layer__author_kind=AuthorKind.GOLD, layer__project=project) & ALIVE
    inside = Q(layer__subsection__statute__in=statutes)
    of = "layer__subsection__statute"
    queries = {
        "mentions": Mention.objects.filter(gold, inside).values_list(of),
        "arguments": Argument.objects.filter(gold, inside).values_list(of),
        "clauses": Clause.objects.filter(gold, inside).values_list(of),
        "cases": Instantiation.objects.filter(gold, subsection__statute__in=statutes).values_list(
            "subsection__statute"
        ),
    }
    counts = {statute.pk: dict.fromkeys(queries, 0) for statute in statutes}
    for name, query in queries.items():
        for pk, n in query.order_by().annotate(n=Count("pk")):
            counts[pk][name] = n
    return counts


def project_annotation_counts(*, project: Project) -> dict[str, int]:
    """What the gold of a project holds; a free predicate's own marks are not counted."""
    gold = Q(layer__author_kind=AuthorKind.GOLD, layer__project=project) & ALIVE
    of_statute = Q(layer__subsection__statute__kind=StatuteKind.STATUTE)
    return {
        "mentions": Mention.objects.filter(gold, of_statute).count(),
        "arguments": Argument.objects.filter(gold, of_statute).count(),
        "clauses": Clause.objects.filter(gold).count(),
        "instantiations": Instantiation.objects.filter(gold).count(),
    }


def cases_about(cases: QuerySet[Case], *, label: Label, layers: QuerySet[Layer]) -> QuerySet[Case]:
    """Those of the cases that one of these layers applies this subsection to."""
    about = Instantiation.objects.filter(ALIVE, subsection__label=label.plain, layer__in=layers)
    return cases.filter(pk__in=about.values("layer__case"))


def case_labels(cases: Sequence[Case], *, layers: QuerySet[Layer]) -> dict[int, list[str]]:
    """The subsections, as printed, that these layers apply to each case."""
    labels: dict[int, list[str]] = defaultdict(list)
    rows = Instantiation.objects.filter(ALIVE, layer__case__in=cases, layer__in=layers).order_by(
        "position"
    )
    for case, label in rows.values_list("layer__case", "subsection__label"):
        labels[case].append(parse_label(label).printed)
    return labels


def case_instantiations(*, layers: QuerySet[Layer], case: Case) -> list[dict[str, object]]:
    """Instantiations of a case in these layers, values and evidence included."""
    values = Value.objects.filter(ALIVE).order_by("position").prefetch_related("evidence")
    rows = (
        Instantiation.objects.filter(ALIVE, layer__in=layers.filter(case=case))
        .select_related("subsection__statute", "layer__author")
        .prefetch_related(Prefetch("values", queryset=values))
        .order_by("position", "id")
    )
    return [_instantiation(row) for row in rows]


def _instantiation(row: Instantiation) -> dict[str, object]:
    label = parse_label(row.subsection.label)
    values: dict[str, list[dict[str, object]]] = {"given": [], "found": []}
    for value in row.values.all():
        evidence = [[e.start, e.end] for e in value.evidence.all()]
        values[value.role].append(
            {
                "name": value.name,
                "value": value.value,
                "order": value.position,
                "evidence": evidence,
                **({"from_suggestion": value.from_suggestion} if value.from_suggestion else {}),
            }
        )
    return {
        "id": row.id,
        "label": label.plain,
        "printed": label.printed,
        "section": row.subsection.statute.section,
        "order": row.position,
        "truth": row.truth,
        "origin": row.origin,
        "author": author_of(row.layer),
        **values,
    }


def layers_fingerprint(layers: QuerySet[Layer]) -> str:
    """Changes whenever any of these layers does; one query."""
    seen = layers.aggregate(n=Count("pk"), revisions=Sum("revision"), at=Max("updated_at"))
    return f"{seen['n']}.{seen['revisions'] or 0}.{seen['at'].timestamp() if seen['at'] else 0}"


def statute_fingerprint(*, project: Project, statute: Statute) -> str:
    """Changes whenever anybody's layer of the statute does, or a case that it applies to.

    Everybody's, because the page is set so that nobody's span is cut, and because models'
    layers are suggested to all.
    """
    layers = Layer.objects.filter(project=project, subsection__statute=statute)
    rows = Instantiation.objects.filter(layer__project=project, subsection__statute=statute)
    seen = rows.aggregate(n=Count("pk", filter=ALIVE), at=Max("layer__updated_at"))
    cases = f"{seen['n']}.{seen['at'].timestamp() if seen['at'] else 0}"
    # Who is to annotate what decides whether they see the gold.
    seats = Seat.objects.filter(project=project).aggregate(
        n=Count("pk", filter=ALIVE), last=Max("pk"), taken=Max("taken_at")
    )
    assigned = f"{seats['n']}.{seats['last']}.{seats['taken'] and seats['taken'].timestamp()}"
    return f"{layers_fingerprint(layers)}.{cases}.{assigned}"


def subsection_case_counts(*, layers: QuerySet[Layer], statute: Statute) -> dict[int, int]:
    """How many cases the gold among these layers applies each subsection of a statute to."""
    gold = layers.filter(author_kind=AuthorKind.GOLD)
    rows = Instantiation.objects.filter(ALIVE, layer__in=gold, subsection__statute=statute)
    counted = rows.order_by().values_list("subsection").annotate(n=Count("layer", distinct=True))
    return dict(counted)


# From what needs most to be done to what is done.
_CASE_STATES = (
    LayerState.RETURNED,
    LayerState.IN_PROGRESS,
    LayerState.SUBMITTED,
    LayerState.ACCEPTED,
)


def subsection_case_states(*, layers: QuerySet[Layer], statute: Statute) -> dict[int, str]:
    """How the cases stand that these layers apply each subsection of a statute to; one query."""
    rows = Instantiation.objects.filter(ALIVE, layer__in=layers, subsection__statute=statute)
    found: dict[int, set[str]] = defaultdict(set)
    for subsection, state in rows.order_by().values_list("subsection", "layer__state").distinct():
        found[subsection].add(state)
    return {
        subsection: next(state.value for state in _CASE_STATES if state in states)
        for subsection, states in found.items()
    }


def subsection_uses(*, layers: QuerySet[Layer], statute: Statute) -> dict[str, dict[str, object]]:
    """Where these layers speak of a statute's subsections from outside, by label; two queries.

    The names, in capitals, that clauses pass and cases give values to, and how many clauses call.
    """
    calls = ClauseCall.objects.filter(
        clause__removed_at=None,
        clause__layer__in=layers,
        label__in=statute.subsections.values("label"),
    )
    names: dict[str, set[str]] = defaultdict(set)
    callers: dict[str, set[UUID]] = defaultdict(set)
    for label, clause, pairs in calls.order_by().values_list("label", "clause_id", "pairs"):
        callers[label].add(clause)
        names[label].update(fold_name(callee) for callee, _ in pairs)
    values = Value.objects.filter(
        ALIVE,
        instantiation__removed_at=None,
        instantiation__layer__in=layers,
        instantiation__subsection__statute=statute,
    )
    for label, name in values.order_by().values_list("instantiation__subsection__label", "name"):
        names[label].add(fold_name(name))
    return {
        label: {"names": sorted(names[label]), "callers": len(callers[label])}
        for label in {*names, *callers}
    }


def edit_list(
    *,
    project: Project,
    user: User,
    layer: UUID | None = None,
    section: str | None = None,
    case: str | None = None,
    mine: bool = False,
    newest_first: bool = False,
    after: int = 0,
) -> QuerySet[Edit]:
    """Edits that this person may see: of their own layers and, for reviewers, of all."""
    edits = Edit.objects.filter(layer__project=project, revision__gt=after)
    if not project_allows(user=user, project=project, role=Role.REVIEWER):
        edits = edits.filter(layer__author=user)
    if layer is not None:
        edits = edits.filter(layer=layer)
    if section is not None:
        edits = _with_groups(edits, Q(layer__subsection__statute__section=section))
    if case is not None:
        edits = _with_groups(edits, Q(layer__case__name=case))
    if mine:
        edits = edits.filter(author=user)
    order = ("received_at", "layer", "revision")
    if newest_first:
        order = ("-received_at", "-layer", "-revision")
    return edits.select_related("author").order_by(*order)


def _with_groups(edits: QuerySet[Edit], inside: Q) -> QuerySet[Edit]:
    """Those edits inside, and what went with them elsewhere: a group is undone as one."""
    groups = edits.filter(inside, group__isnull=False).order_by().values("group")
    return edits.filter(inside | Q(group__in=groups))


def statute_spans(*, project: Project, statute: Statute) -> list[Span]:
    """All spans that anyone marked in a statute, so that the page is the same for everyone."""
    found = Mention.objects.filter(ALIVE, layer__project=project, part__subsection__statute=statute)
    return [Span(start, end) for start, end in found.values_list("start", "end")]


def own_layers(*, user: User, statute: Statute) -> dict[int, tuple[UUID, str]]:
    """The layers that this person has begun in a statute, and what holds them, by subsection."""
    begun = Layer.objects.filter(
        author_kind=AuthorKind.PERSON, author=user, subsection__statute=statute
    )
    rows = with_held(begun).values_list("subsection_id", "pk", "held")
    return {of: (key, held) for of, key, held in rows if of is not None}
