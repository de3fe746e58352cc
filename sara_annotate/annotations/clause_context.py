"""The part of a project that checking some clauses needs, in a fixed number of queries.

What is loaded depends on the clauses, their sections and the sections that they name, never
on the size of the project. Nothing is kept between requests but terms of texts, which
cannot go stale.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from django.db.models import F, Q
from django.db.models.functions import Substr

from sara_annotate.annotations.clause_views import ClauseView, calls_reached
from sara_annotate.annotations.models import Argument, AuthorKind, Clause, Layer, Mention
from sara_annotate.corpus.models import Statute, Subsection, SubsectionPart
from sara_annotate.domain.clauses import terms
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.project import ArgumentInfo, ClauseNote, MemoryProject
from sara_annotate.domain.corpus import ValueType, fold_name
from sara_annotate.domain.labels import Label, parse_label

_NUMBER = re.compile(r"(?<![\w.,$])[0-9]+[A-Z]{0,2}(?![\w])")
Names = dict[Label, dict[str, ArgumentInfo]]


@lru_cache(maxsize=4096)
def read_term(text: str) -> terms.Clause | None:
    """The clause that a stored text writes, or None; the same text is read once."""
    return parse_clause(text).clause


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be checked: the clauses' subsections, and the terms in place of stored ones."""

    heads: tuple[Label, ...]
    terms: tuple[terms.Clause, ...] = ()
    notes: dict[Label, tuple[ClauseNote, ...]] | None = None
    whole_sections: bool = False
    """Texts and names of all of the heads' sections, as drafting needs them."""


def context_load(view: ClauseView, wanted: Wanted) -> MemoryProject:
    """A project that answers every question about these clauses."""
    texts = _load_texts(view, wanted)
    called = [call.label for term in wanted.terms for call in terms.iter_calls(term.body)]
    sections = _find_sections(texts.values(), [*wanted.heads, *called])
    labels = _load_labels(view, sections)
    known = {label: texts.get(label, "") for label in labels}
    project = MemoryProject(known, notes={k: list(v) for k, v in (wanted.notes or {}).items()})
    cited = [
        label
        for head in wanted.heads
        for reference in project.get_references(head)
        for label in reference.labels
    ]
    named = {*wanted.heads, *called, *cited}
    if wanted.whole_sections:
        own = {head.section for head in wanted.heads}
        named |= {label for label in labels if label.section in own}
    project.arguments.update(load_names(view, named, strict=wanted.heads))
    project.clauses.update(load_terms(view, named))
    around = [child for label in cited for child in project.get_children(label)]
    parents = [head.parent for head in wanted.heads if head.parent is not None]
    reached = calls_reached(view, [*called, *cited, *around, *parents])
    project._callees.update(dict.fromkeys(labels, ()) | reached)
    return project


def _lineage(labels: Iterable[Label]) -> set[Label]:
    found: set[Label] = set()
    for label in labels:
        here: Label | None = label
        while here is not None and here not in found:
            found.add(here)
            here = here.parent
    return found


def _load_texts(view: ClauseView, wanted: Wanted) -> dict[Label, str]:
    """Texts of the subsections and of all that contain them, in two queries."""
    sections = {head.section for head in wanted.heads}
    statutes = Statute.objects.filter(project=view.project, section__in=sections)
    sources = dict(statutes.values_list("pk", "text"))
    parts = SubsectionPart.objects.filter(subsection__statute__in=list(sources))
    if not wanted.whole_sections:
        lineage = [label.plain for label in _lineage(wanted.heads)]
        parts = parts.filter(subsection__label__in=lineage)
    pieces: dict[str, list[str]] = defaultdict(list)
    rows = parts.order_by("subsection__position", "line")
    for label, statute, start, end in rows.values_list(
        "subsection__label", "subsection__statute", "start", "end"
    ):
        pieces[label].append(sources[statute][start:end].replace("\n", " "))
    return {parse_label(label): "".join(found) for label, found in pieces.items()}


def _find_sections(texts: Iterable[str], labels: Iterable[Label]) -> set[str]:
    """Sections that these labels or texts may name; a number that is none costs nothing."""
    named = {label.section for label in labels}
    return named.union(*(_NUMBER.findall(text) for text in texts))


def _load_labels(view: ClauseView, sections: Collection[str]) -> list[Label]:
    rows = Subsection.objects.filter(project=view.project, statute__section__in=sections)
    return [parse_label(label) for label in rows.order_by().values_list("label", flat=True)]


def _standing(view: ClauseView, prefix: str) -> Q:
    """Rows of the view's own layers and of the gold."""
    own = {
        f"{prefix}author_kind": view.kind,
        f"{prefix}author": view.author,
        f"{prefix}run": view.run,
    }
    if view.is_gold:
        return view.gold(prefix)
    return Q(**own) | view.gold(prefix)


def load_terms(view: ClauseView, labels: Collection[Label]) -> dict[Label, terms.Clause]:
    """The clause of each subsection as this view shows it; one in error is left out."""
    rows = (
        Clause.objects.filter(_standing(view, "layer__"), removed_at=None)
        .filter(
            layer__subsection__project=view.project,
            layer__subsection__label__in=[label.plain for label in labels],
        )
        .exclude(text="")
    )
    texts: dict[str, str] = {}
    for label, kind, text in rows.values_list(
        "layer__subsection__label", "layer__author_kind", "text"
    ):
        if kind != AuthorKind.GOLD or label not in texts:
            texts[label] = text
    read = ((parse_label(label), read_term(text)) for label, text in texts.items())
    return {label: term for label, term in read if term is not None}


def load_names(
    view: ClauseView, labels: Collection[Label], *, strict: Sequence[Label] = ()
) -> Names:
    """Arguments with the words of their mentions, in three queries.

    Of the subsections in `strict` what the gold says does not count: they are the author's.
    """
    plain = [label.plain for label in labels]
    layers = Layer.objects.filter(
        _standing(view, ""), subsection__project=view.project, subsection__label__in=plain
    )
    homes = dict(layers.values_list("pk", "subsection__label"))
    gold = set(layers.filter(author_kind=AuthorKind.GOLD).values_list("pk", flat=True))
    words = _load_words(list(homes))
    found: dict[bool, dict[str, dict[str, ArgumentInfo]]] = {
        True: defaultdict(dict),
        False: defaultdict(dict),
    }
    rows = Argument.objects.filter(layer__in=list(homes), removed_at=None)
    for pk, layer, name, kind in rows.order_by("position", "pk").values_list(
        "pk", "layer", "name", "value_type"
    ):
        info = ArgumentInfo(fold_name(name), _value_type(kind), tuple(words[pk]))
        found[layer in gold][homes[layer]][info.name] = info
    exact = set() if view.is_gold else {label.plain for label in strict}
    return {
        label: found[False].get(label.plain)
        or ({} if label.plain in exact else found[True].get(label.plain, {}))
        for label in labels
    }


def _value_type(stored: str) -> ValueType:
    return "integer" if stored == "integer" else "span"


def _load_words(layers: list[UUID]) -> dict[UUID, list[str]]:
    """What stands at each mention, cut out by the database."""
    length = F("end") - F("start")
    rows = Mention.objects.filter(layer__in=layers, removed_at=None).order_by("start")
    cut = rows.annotate(words=Substr("part__subsection__statute__text", F("start") + 1, length))
    words: dict[UUID, list[str]] = defaultdict(list)
    for argument, found in cut.values_list("argument", "words"):
        words[argument].append(" ".join(found.split()))
    return words
