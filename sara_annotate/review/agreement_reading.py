"""All layers that count for agreement, in plain rows; as many queries for any size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from sara_annotate.annotations import models as rows
from sara_annotate.annotations.models import AuthorKind, Layer
from sara_annotate.annotations.visibility import HANDED_IN
from sara_annotate.corpus.models import Case, Project, Statute, Subsection, SubsectionPart
from sara_annotate.domain.agreement.measure import Author, Text
from sara_annotate.domain.edits import state
from sara_annotate.domain.spans import Span

ALIVE = Q(removed_at=None)


def layers_counted(*, project: Project, unfinished: bool = False) -> QuerySet[Layer]:
    """People's layers that count: handed in, or all when asked for; and the gold."""
    layers = Layer.objects.filter(project=project)
    if unfinished:
        return layers.filter(author_kind__in=(AuthorKind.PERSON, AuthorKind.GOLD))
    people = Q(author_kind=AuthorKind.PERSON, state__in=HANDED_IN)
    return layers.filter(people | Q(author_kind=AuthorKind.GOLD))


def texts_read(*, project: Project, unfinished: bool = False) -> list[Text]:
    """Texts of which somebody has said something that counts, with all that counts; 11 queries."""
    counted = layers_counted(project=project, unfinished=unfinished)
    people = counted.filter(author_kind=AuthorKind.PERSON)
    texts = Q(subsection__in=people.filter(case=None).values("subsection")) | Q(
        case__in=people.filter(subsection=None).values("case")
    )
    return _Reader(counted.filter(texts)).read()


class _Reader:
    """Everything below some layers, each kind of row in one query."""

    def __init__(self, layers: QuerySet[Layer]) -> None:
        self.layers = layers
        self.inside = layers.values("pk")

    def read(self) -> list[Text]:
        found = self.layers.order_by("pk").values_list(
            "pk", "subsection_id", "case_id", "author_kind", "author__username", "state"
        )
        said: dict[tuple[int | None, int | None], list[tuple[UUID, str, str, str]]]
        said = defaultdict(list)
        for pk, subsection, case, kind, username, how in found:
            said[subsection, case].append((pk, kind, username or "", how))
        self._read_rows()
        texts = [*self._subsections(said), *self._cases(said)]
        return [text for text in texts if text.authors]

    def _read_rows(self) -> None:
        here = {"layer__in": self.inside}
        self.arguments: dict[UUID, dict[str, state.Argument]] = defaultdict(dict)
        for layer, pk, name, kind, place in rows.Argument.objects.filter(ALIVE, **here).values_list(
            "layer_id", "pk", "name", "value_type", "position"
        ):
            made = state.Argument(str(pk), name, kind, place)  # type: ignore[arg-type]
            self.arguments[layer][str(pk)] = made
        self.mentions: dict[UUID, dict[str, state.Mention]] = defaultdict(dict)
        for layer, pk, start, end, argument in rows.Mention.objects.filter(
            ALIVE, **here
        ).values_list("layer_id", "pk", "start", "end", "argument_id"):
            self.mentions[layer][str(pk)] = state.Mention(str(pk), start, end, str(argument))
        clauses = rows.Clause.objects.filter(ALIVE, **here).values_list("layer_id", "text")
        self.clauses = {layer: state.Clause(text or None) for layer, text in clauses}
        self.instantiations = self._instantiations()

    def _instantiations(self) -> dict[UUID, dict[str, state.Instantiation]]:
        here = Q(instantiation__layer__in=self.inside, instantiation__removed_at=None)
        evidence: dict[UUID, list[Span]] = defaultdict(list)
        for value, start, end in rows.Evidence.objects.filter(
            value__removed_at=None, value__instantiation__layer__in=self.inside
        ).values_list("value_id", "start", "end"):
            evidence[value].append(Span(start, end))
        values: dict[UUID, dict[str, state.CaseValue]] = defaultdict(dict)
        for pk, of, role, name, value, place in rows.Value.objects.filter(ALIVE, here).values_list(
            "pk", "instantiation_id", "role", "name", "value", "position"
        ):
            plain = tuple(value) if isinstance(value, list) else value
            key = state.value_key(role, name)  # type: ignore[arg-type]
            made = state.CaseValue(name, role, plain, place, tuple(evidence[pk]))  # type: ignore[arg-type]
            values[of][key] = made
        found: dict[UUID, dict[str, state.Instantiation]] = defaultdict(dict)
        for layer, pk, label, place, truth in rows.Instantiation.objects.filter(
            ALIVE, layer__in=self.inside
        ).values_list("layer_id", "pk", "subsection__label", "position", "truth"):
            found[layer][str(pk)] = state.Instantiation(str(pk), label, place, truth, values[pk])
        return found

    def _subsections(
        self, said: dict[tuple[int | None, int | None], list[tuple[UUID, str, str, str]]]
    ) -> Iterable[Text]:
        wanted = self.layers.filter(case=None).values("subsection")
        parts: dict[int, list[Span]] = defaultdict(list)
        lines = SubsectionPart.objects.filter(subsection__in=wanted).order_by("line")
        for of, start, end in lines.values_list("subsection_id", "start", "end"):
            parts[of].append(Span(start, end))
        statutes = dict(
            Statute.objects.filter(subsections__in=wanted).distinct().values_list("pk", "text")
        )
        found = Subsection.objects.filter(pk__in=wanted).order_by("statute__position", "position")
        for pk, label, section, statute in found.values_list(
            "pk", "label", "statute__section", "statute_id"
        ):
            yield self._text(f"s{pk}", label, section, statutes[statute], parts[pk], said[pk, None])

    def _cases(
        self, said: dict[tuple[int | None, int | None], list[tuple[UUID, str, str, str]]]
    ) -> Iterable[Text]:
        wanted = self.layers.filter(subsection=None).values("case")
        for pk, name, text in (
            Case.objects.filter(pk__in=wanted).order_by("pk").values_list("pk", "name", "text")
        ):
            yield self._text(f"c{pk}", name, "", text, [Span(0, len(text))], said[None, pk])

    def _text(
        self,
        key: str,
        label: str,
        section: str,
        text: str,
        parts: list[Span],
        said: list[tuple[UUID, str, str, str]],
    ) -> Text:
        authors: list[Author] = []
        gold = None
        for pk, kind, name, how in said:
            layer = state.Layer(
                str(pk),
                "subsection" if section else "case",
                tuple(parts),
                arguments=self.arguments[pk],
                mentions=self.mentions[pk],
                clause=self.clauses.get(pk, state.Clause()),
                instantiations=self.instantiations[pk],
            )
            if kind == AuthorKind.GOLD:
                gold = layer
            else:
                authors.append(Author(name, layer, how == rows.LayerState.ACCEPTED))
        return Text(key, label, section, text, tuple(authors), gold)
