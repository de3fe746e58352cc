"""How many key presses a run of a model would have saved, by the simulated annotator."""

from __future__ import annotations

from dataclasses import dataclass

from sara_annotate.annotations.models import (
    Argument,
    AuthorKind,
    Layer,
    Mention,
    ModelRun,
)
from sara_annotate.annotations.rows_bulk import layers_read
from sara_annotate.corpus.models import Project, Statute
from sara_annotate.domain.effort.simulate import SURE, Effort, join_efforts
from sara_annotate.domain.effort.statute import Proposed, Work, measure_statute
from sara_annotate.domain.suggestions import SuggestedArgument, SuggestedMention, Suggestions
from sara_annotate.suggestions.errors import ModelUnknownError


@dataclass(frozen=True, slots=True)
class Measured:
    """All ways over the same subsections: by hand, with names alone, and with all suggestions."""

    run: str
    manual: Effort
    named: Effort
    assisted: Effort
    subsections: int

    @property
    def ratio(self) -> float | None:
        return self.assisted.total / self.manual.total if self.manual.total else None


def effort_measure(
    *, project: Project, run: str, threshold: float = SURE, names: Proposed = "both"
) -> Measured:
    """Of the subsections that have both gold and this run's suggestions; eleven queries.

    Each statute is worked through in its order, so that what was named can be proposed again.
    """
    if not ModelRun.objects.filter(project=project, name=run).exists():
        runs = ModelRun.objects.filter(project=project).values_list("name", flat=True)
        known = ", ".join(f"“{name}”" for name in runs) or "none yet"
        raise ModelUnknownError(f"There is no run “{run}” in this project. Runs: {known}.")
    said = _suggestions(project, run)
    gold = list(
        Layer.objects.filter(
            project=project, author_kind=AuthorKind.GOLD, subsection__in=list(said)
        )
        .select_related("subsection")
        .order_by("subsection__statute__position", "subsection__position")
    )
    texts = dict(Statute.objects.filter(project=project).values_list("pk", "text"))
    layers = layers_read(gold)
    works: dict[int, list[Work]] = {}
    for row in gold:
        assert row.subsection is not None
        work = Work(layers[row.pk], said[row.subsection.pk])
        works.setdefault(row.subsection.statute_id, []).append(work)
    found = [measure_statute(work, texts[pk], threshold, names) for pk, work in works.items()]
    manual, named, assisted = (join_efforts(one[way] for one in found) for way in range(3))
    return Measured(run, manual, named, assisted, len(gold))


def _suggestions(project: Project, run: str) -> dict[int, Suggestions]:
    layers = Layer.objects.filter(project=project, author_kind=AuthorKind.MODEL, run=run)
    layers = layers.exclude(subsection=None)
    alive = {"removed_at": None, "layer__in": layers.values("pk")}
    arguments: dict[object, dict[str, SuggestedArgument]] = {}
    for one in Argument.objects.filter(**alive).order_by("position"):
        key = str(one.pk)
        value = SuggestedArgument(key, one.name, one.value_type, one.confidence, one.why)  # type: ignore[arg-type]  # the database holds no other
        arguments.setdefault(one.layer_id, {})[key] = value
    mentions: dict[object, list[SuggestedMention]] = {}
    for m in Mention.objects.filter(**alive).order_by("start"):
        offered = SuggestedMention(
            str(m.pk), m.start, m.end, str(m.argument_id), m.confidence or 0.0, m.why
        )
        mentions.setdefault(m.layer_id, []).append(offered)
    return {
        of: Suggestions(arguments.get(pk, {}), tuple(mentions.get(pk, ())))
        for pk, of in layers.values_list("pk", "subsection_id")
        if of is not None
    }
