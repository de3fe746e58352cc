"""A statute's working set in plain rows.

A large statute has thousands of mentions. Objects and serializers for each would cost more than
all the rest of the answer, so rows go straight from the query into it. `StatuteOutput` describes
what comes out; a test holds the two together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import CharField, Func, QuerySet

from sara_annotate.accounts.models import User
from sara_annotate.annotations import selectors
from sara_annotate.annotations.models import (
    Argument,
    Clause,
    Layer,
    Mention,
    StaleMark,
    SuggestionDecision,
)
from sara_annotate.annotations.services import subsection_layer_key
from sara_annotate.annotations.suggestion_selectors import statute_suggestions
from sara_annotate.annotations.visibility import layers_visible
from sara_annotate.corpus import selectors as texts
from sara_annotate.corpus.models import Project, Statute, SubsectionPart
from sara_annotate.domain.corpus import Subsection
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.spans import Span
from sara_annotate.domain.typeset import Paragraph, layout_paragraphs

Json = dict[str, Any]


class UuidText(Func):
    """A UUID as JSON has it, written by the database: objects would be most of the work."""

    output_field: CharField[str, str] = CharField()
    template = "%(expressions)s::text"

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        # SQLite has the 32 digits alone.
        cuts = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
        pieces = (f"substr(%(expressions)s, {start}, {length})" for start, length in cuts)
        template = " || '-' || ".join(pieces)
        sql, params = self.as_sql(compiler, connection, template=template, **extra)
        return sql, params * len(cuts)


def statute_working_set(*, project: Project, user: User, statute: Statute, which: str) -> Json:
    """All that a screen shows of a statute and these layers of it, in 19 queries at most."""
    layers = selectors.layer_list(project=project, user=user, which=which)
    shown = statute_layers(layers=layers, statute=statute)
    subsections = _subsections(statute)
    spans = selectors.statute_spans(project=project, statute=statute)
    paragraphs = layout_paragraphs(statute.text, [value for _, value in subsections], spans)
    mine = selectors.own_layers(user=user, statute=statute)
    states = {layer["label"]: layer["state"] for layer in shown}
    cases = selectors.subsection_case_counts(
        layers=layers_visible(project=project, user=user), statute=statute
    )
    case_states = selectors.subsection_case_states(layers=layers, statute=statute)
    own = which == "mine"
    uses = selectors.subsection_uses(layers=layers, statute=statute) if own else {}
    held = {of: why for of, (_, why) in mine.items() if own and why}
    return {
        "section": statute.section,
        "printed": texts.printed(statute.section),
        "title": statute.title,
        "text": statute.text,
        "sha256": statute.sha256,
        "subsections": [
            {
                **_subsection(pk, value, states),
                "cases": cases.get(pk, 0),
                "case_state": case_states.get(pk, "none"),
                "my_layer": mine[pk][0] if pk in mine else subsection_layer_key(user.pk, pk),
                **({"uses": uses[value.label.plain]} if value.label.plain in uses else {}),
                **({"held": held[pk]} if pk in held else {}),
            }
            for pk, value in subsections
        ],
        "paragraphs": [_paragraph(paragraph) for paragraph in paragraphs],
        "layers": shown,
        "suggestions": statute_suggestions(project=project, statute=statute) if own else [],
    }


def statute_layers(*, layers: QuerySet[Layer], statute: Statute) -> list[Json]:
    """Layers of a statute's subsections with all that is in them, in six queries."""
    inside = layers.filter(subsection__statute=statute)
    alive = {"removed_at": None, "layer__in": inside.values("id")}
    arguments = _arguments(
        Argument.objects.filter(**alive)
        .order_by("position", "id")
        .values_list(
            UuidText("layer_id"),
            UuidText("id"),
            "name",
            "value_type",
            "position",
            "from_suggestion",
        )
    )
    mentions = _mentions(
        Mention.objects.filter(**alive)
        .order_by("start")
        .values_list(
            UuidText("layer_id"),
            UuidText("id"),
            "start",
            "end",
            UuidText("argument_id"),
            "from_suggestion",
        )
    )
    clauses = _clauses(
        Clause.objects.filter(**alive).values_list(
            UuidText("layer_id"), "text", "note", "from_suggestion"
        )
    )
    decisions: dict[str, dict[str, str]] = defaultdict(dict)
    for layer, suggestion, decision in SuggestionDecision.objects.filter(**alive).values_list(
        UuidText("layer_id"), "suggestion", "decision"
    ):
        decisions[layer][suggestion] = decision
    stale: dict[str, dict[str, str]] = defaultdict(dict)
    for layer, item, reason in StaleMark.objects.filter(**alive).values_list(
        UuidText("layer_id"), "item", "reason"
    ):
        stale[layer][item] = reason
    found = inside.order_by("subsection__position").values_list(
        UuidText("id"),
        "subsection__label",
        "author_kind",
        "author__name",
        "author__username",
        "run",
        "revision",
        "state",
        "state_reason",
    )
    return [
        {
            "id": key,
            "label": label,
            "author": {"kind": kind, "name": name or username or run or kind},
            "revision": revision,
            "state": state,
            "reason": reason,
            "arguments": arguments[key],
            "mentions": mentions[key],
            **clauses.get(key, {"clause": None, "clause_note": ""}),
            "decisions": decisions[key],
            "stale": stale[key],
        }
        for key, label, kind, name, username, run, revision, state, reason in found
    ]


def _arguments(rows: Iterable[tuple[str, str, str, str, int, str]]) -> dict[str, list[Json]]:
    """By layer, with the numbers that the screens print: 1, 2, … by their place."""
    grouped: dict[str, list[Json]] = defaultdict(list)
    for layer, key, name, value_type, order, suggestion in rows:
        here = grouped[layer]
        argument = {"id": key, "number": len(here) + 1, "name": name}
        here.append({**argument, "value_type": value_type, "order": order, **_from(suggestion)})
    return grouped


def _mentions(rows: Iterable[tuple[str, str, int, int, str, str]]) -> dict[str, list[Json]]:
    grouped: dict[str, list[Json]] = defaultdict(list)
    for layer, key, start, end, argument, suggestion in rows:
        mention = {"id": key, "start": start, "end": end, "argument": argument}
        grouped[layer].append({**mention, **_from(suggestion)})
    return grouped


def _from(suggestion: str) -> Json:
    """The suggestion that it came from, said only where there is one."""
    return {"from_suggestion": suggestion} if suggestion else {}


def _clauses(rows: Iterable[tuple[str, str, str, str]]) -> dict[str, Json]:
    """By layer; the text is None where there is a note alone."""
    return {
        layer: {
            "clause": text or None,
            "clause_note": note,
            **({"clause_from": suggestion} if suggestion else {}),
        }
        for layer, text, note, suggestion in rows
    }


def _subsections(statute: Statute) -> list[tuple[int, Subsection]]:
    """Each with its key, in the order of the statute; two queries."""
    parts: dict[int, list[Span]] = defaultdict(list)
    inside = SubsectionPart.objects.filter(subsection__statute=statute).order_by("line")
    for pk, start, end in inside.values_list("subsection_id", "start", "end"):
        parts[pk].append(Span(start, end))
    rows = statute.subsections.order_by("position").values_list("pk", "label", "heading")
    return [
        (pk, Subsection(parse_label(label), tuple(parts[pk]), heading))
        for pk, label, heading in rows
    ]


def _subsection(pk: int, value: Subsection, states: dict[str, str]) -> Json:
    label = value.label.plain
    return {
        "id": pk,
        "label": label,
        "printed": value.label.printed,
        "depth": value.label.depth,
        "heading": value.heading,
        "parts": [[part.start, part.end] for part in value.parts],
        "state": states.get(label, "none"),
    }


def _paragraph(paragraph: Paragraph) -> Json:
    mark = paragraph.enumerator
    return {
        "start": paragraph.start,
        "end": paragraph.end,
        "indent": paragraph.indent,
        "kind": paragraph.kind,
        "enumerator": [mark.start, mark.end] if mark else None,
        "label": paragraph.label.plain if paragraph.label else None,
    }
