"""Argument identification over folds: train, choose on dev, report on test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ml.calibration import Calibration, learn_calibration
from ml.data import (
    Fold,
    Paragraph,
    ScoredSubsection,
    cut_mentions,
    make_folds,
    make_paragraphs,
    make_subsections,
)
from ml.edges import EdgeRules, learn_edges, repair_edges
from ml.noun_phrases import Parser
from ml.tagger import Measured, Tagger, TaggerConfig, measure_paragraphs, read_spans, train_tagger
from ml.training import History, Watch
from sara_annotate.domain.corpus import Corpus, Mention
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.counts import Counts
from sara_annotate.domain.metrics.spans import count_spans
from sara_annotate.domain.spans import Span

THRESHOLDS = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)


@dataclass(frozen=True, slots=True)
class Found:
    """A span of a statute that a model proposes."""

    section: str
    span: Span
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class TaskData:
    """A corpus cut up for tagging."""

    corpus: Corpus
    paragraphs: Mapping[str, Sequence[Paragraph]]
    subsections: Mapping[str, Sequence[ScoredSubsection]]

    def take(self, sections: Sequence[str]) -> list[Paragraph]:
        """Paragraphs to tag: headings belong to no subsection and are left out."""
        return [p for s in sections for p in self.paragraphs[s] if not p.is_heading]


@dataclass(frozen=True, slots=True)
class Suggester:
    """Trained members with the choices made on dev."""

    taggers: tuple[Tagger, ...]
    threshold: float = 0.5
    calibration: Calibration = field(default_factory=Calibration)
    edges: EdgeRules | None = None


@dataclass(frozen=True, slots=True)
class TrainedSuggester:
    suggester: Suggester
    histories: tuple[History, ...]
    dev_f1: float


@dataclass(frozen=True, slots=True)
class FoldResult:
    """What one fold gave."""

    fold: Fold
    found: tuple[Found, ...]
    suggester: Suggester | None = None
    dev_f1: float = 0.0
    histories: tuple[History, ...] = ()
    per_subsection: Mapping[Label, Counts] = field(default_factory=dict)


def prepare_corpus(corpus: Corpus) -> TaskData:
    """Paragraphs and subsections by section."""
    return TaskData(
        corpus,
        {s.statute.section: make_paragraphs(s) for s in corpus.statutes},
        {s.statute.section: make_subsections(s) for s in corpus.statutes},
    )


def cross_validate(
    data: TaskData, config: TaggerConfig, *, folder: Path | None = None, quiet: bool = False
) -> list[FoldResult]:
    """Every fold trained and reported."""
    return [
        run_fold(
            data,
            config,
            fold,
            folder=folder / f"fold-{fold.name}" if folder else None,
            quiet=quiet,
        )
        for fold in make_folds(data.corpus)
    ]


def run_fold(
    data: TaskData,
    config: TaggerConfig,
    fold: Fold,
    *,
    folder: Path | None = None,
    quiet: bool = False,
    watch: Watch = lambda done, total: None,
) -> FoldResult:
    """One fold trained, chosen on its dev statutes, reported on its test statutes."""
    trained = train_suggester(
        config,
        data.take(fold.train),
        data.take(fold.dev),
        folder=folder,
        title=f"test {fold.name}",
        quiet=quiet,
        watch=watch,
    )
    found = suggest_spans(trained.suggester, data.take(fold.test))
    counts = score_sections(data, fold.test, found)
    return FoldResult(
        fold, tuple(found), trained.suggester, trained.dev_f1, trained.histories, counts
    )


def train_suggester(
    config: TaggerConfig,
    train: Sequence[Paragraph],
    dev: Sequence[Paragraph],
    *,
    folder: Path | None = None,
    title: str = "training",
    quiet: bool = False,
    watch: Watch = lambda done, total: None,
) -> TrainedSuggester:
    """Members trained on some paragraphs; everything that is chosen is chosen on others."""
    taggers: list[Tagger] = []
    histories: list[History] = []

    def watch_member(done: int, total: int) -> None:
        watch(len(taggers) * total + done, config.members * total)

    for member in range(config.members):
        tagger, history = train_tagger(
            config,
            train,
            lambda t: _percent_f1(_relate(measure_paragraphs([t], dev), 0.5, None), dev),
            seed=config.seed + member,
            folder=folder / f"member-{member}" if folder else None,
            title=f"{title}, member {member + 1}/{config.members}",
            quiet=quiet,
            watch=watch_member,
        )
        taggers.append(tagger)
        histories.append(history)
    edges = learn_edges(train) if config.repair else None
    suggester, score = choose_on_dev(config, taggers, edges, dev)
    return TrainedSuggester(suggester, tuple(histories), score)


def choose_on_dev(
    config: TaggerConfig,
    taggers: Sequence[Tagger],
    edges: EdgeRules | None,
    dev: Sequence[Paragraph],
) -> tuple[Suggester, float]:
    """The threshold with the best dev F1, and confidence calibrated there."""
    measured = measure_paragraphs(taggers, dev)
    thresholds = THRESHOLDS if config.decoding == "expected" else (0.5,)
    scored = [(_percent_f1(_relate(measured, t, edges), dev), t) for t in thresholds]
    # Of equal scores the one nearest to even odds.
    score, threshold = max(scored, key=lambda pair: (pair[0], -abs(pair[1] - 0.45)))
    low = _relate(measured, min(thresholds), edges)
    rights = [span in paragraph.spans for paragraph, span, _ in low]
    calibration = learn_calibration([chance for _, _, chance in low], rights)
    return Suggester(tuple(taggers), threshold, calibration, edges), score


def _percent_f1(
    found: Sequence[tuple[Paragraph, Span, float]], paragraphs: Sequence[Paragraph]
) -> float:
    """F1 over paragraphs: cheaper than over subsections, and the same but for cut spans."""
    offered = {(p.section, p.start, s) for p, s, _ in found}
    gold = {(p.section, p.start, s) for p in paragraphs for s in p.spans}
    return 100 * (Counts(len(offered & gold), len(offered), len(gold)).f1 or 0.0)


def _relate(
    measured: Sequence[Measured], threshold: float, edges: EdgeRules | None
) -> list[tuple[Paragraph, Span, float]]:
    """Spans above a threshold, relative to their paragraph, edges repaired."""
    return [
        (p, repair_edges(edges, p.text, span) if edges else span, chance)
        for p, span, chance in read_spans(measured, threshold)
    ]


def suggest_spans(suggester: Suggester, paragraphs: Sequence[Paragraph]) -> list[Found]:
    """Spans in the statute's own offsets, each once, with calibrated confidence."""
    measured = measure_paragraphs(suggester.taggers, paragraphs)
    found: dict[tuple[str, Span], Found] = {}
    for paragraph, span, chance in _relate(measured, suggester.threshold, suggester.edges):
        placed = Span(paragraph.start + span.start, paragraph.start + span.end)
        confidence = suggester.calibration.apply(chance)
        found.setdefault((paragraph.section, placed), Found(paragraph.section, placed, confidence))
    return list(found.values())


def score_sections(
    data: TaskData, sections: Sequence[str], found: Sequence[Found], tolerance: int = 0
) -> dict[Label, Counts]:
    """Counts of each subsection; spans are cut to it and counted once."""
    scores: dict[Label, Counts] = {}
    for section in sections:
        mentions = [Mention(f.span.start, f.span.end, "") for f in found if f.section == section]
        for sub in data.subsections[section]:
            proposed = cut_mentions(mentions, sub.parts)
            scores[sub.label] = count_spans(sub.mentions, proposed, tolerance=tolerance)
    return scores


def run_noun_phrases(data: TaskData, parser: Parser) -> list[FoldResult]:
    """The baseline, reported by test fold; it learns nothing."""
    results = []
    for fold in make_folds(data.corpus):
        found = [
            Found(p.section, Span(p.start + s.start, p.start + s.end))
            for p in data.take(fold.test)
            for s in parser(p)
        ]
        counts = score_sections(data, fold.test, found)
        results.append(FoldResult(fold, tuple(found), per_subsection=counts))
    return results
