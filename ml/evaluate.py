"""Each task evaluated: data and options in, an `Evaluation` out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ml.calibration import Bin, bin_confidences, measure_calibration_error
from ml.cascade import (
    Grouped,
    choose_rules,
    gold_clusters,
    group_corpus,
    learn_reasons,
    pick_grouper,
    score_groups,
    score_links,
)
from ml.conll import ConllGroup, render_clusters
from ml.data import make_folds
from ml.errors import ModelError
from ml.identification import (
    FoldResult,
    Found,
    TaskData,
    cross_validate,
    prepare_corpus,
    run_noun_phrases,
    score_sections,
)
from ml.noun_phrases import find_in_trees, find_with_textblob, make_stanza_parser
from ml.runs import Evaluation, load_predictions
from ml.tables import show_percent, show_summary
from ml.tagger import FEATURES_CONFIG, IMPROVED_CONFIG, PAPER_CONFIG, TaggerConfig
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.counts import Counts, pool_counts, summarize_counts
from sara_annotate.domain.spans import Span

TASKS = ("identification", "coreference", "cascade", "structure", "instantiation")
TAGGERS = {"bert-crf": PAPER_CONFIG, "improved": IMPROVED_CONFIG, "features": FEATURES_CONFIG}


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says about a model."""

    encoder: str = ""
    as_published: bool = False
    parser: str = "textblob"
    trees: Path | None = None
    coreference: str = "improved"
    spans: Path | None = None
    changes: tuple[tuple[str, Any], ...] = ()
    folder: Path | None = None
    quiet: bool = False


def make_tagger_config(model: str, options: Options) -> TaggerConfig:
    """The named settings with the options' changes."""
    base = TAGGERS.get(model)
    if base is None:
        names = ", ".join(["noun-phrases", *TAGGERS])
        raise ModelError(f"There is no identification model “{model}”. Choose {names}.")
    changes = dict(options.changes)
    if options.encoder:
        changes["encoder"] = options.encoder
    return replace(base, **changes)


def evaluate_identification(corpus: Corpus, model: str, options: Options) -> Evaluation:
    """Spans of seven (or k) folds against gold."""
    data = prepare_corpus(corpus)
    return report_spans(data, model, find_spans(data, model, options))


def find_spans(data: TaskData, model: str, options: Options) -> list[FoldResult]:
    """The folds of an identification model."""
    if model == "noun-phrases":
        return _find_noun_phrases(data, options)
    config = make_tagger_config(model, options)
    return cross_validate(data, config, folder=options.folder, quiet=options.quiet)


def _find_noun_phrases(data: TaskData, options: Options) -> list[FoldResult]:
    if options.trees is None:
        parser = make_stanza_parser() if options.parser == "stanza" else find_with_textblob
        return run_noun_phrases(data, parser)
    texts = {s.statute.section: s.statute.text for s in data.corpus.statutes}
    results = []
    for fold in make_folds(data.corpus):
        found = tuple(
            Found(section, span)
            for section in fold.test
            for span in find_in_trees(options.trees, section, texts[section])
        )
        counts = score_sections(data, fold.test, found)
        results.append(FoldResult(fold, found, per_subsection=counts))
    return results


def report_spans(data: TaskData, model: str, results: Sequence[FoldResult]) -> Evaluation:
    """Scores over folds (the paper's average) and pooled, with what the report draws."""
    folds = [pool_counts(r.per_subsection.values()) for r in results]
    items = {label.plain: c for r in results for label, c in r.per_subsection.items()}
    found = [f for r in results for f in r.found]
    near = [
        pool_counts(score_sections(data, r.fold.test, r.found, tolerance=3).values())
        for r in results
    ]
    rights, bins = _judge_confidence(data, found)
    summary = summarize_counts(folds)
    metrics: dict[str, Any] = {
        "pooled": _percents(summary.pooled),
        "average": {"f1": summary.f1.mean, "deviation": summary.f1.deviation},
        "tolerance_3": _percents(pool_counts(near)),
        "per_subsection": _percents_of(summarize_counts(list(items.values()))),
        "dev_f1": {r.fold.name: r.dev_f1 for r in results if r.suggester},
        "thresholds": {r.fold.name: r.suggester.threshold for r in results if r.suggester},
        "folds": {r.fold.name: _percents(c) for r, c in zip(results, folds, strict=True)},
        "calibration_error": measure_calibration_error(bins),
        "right": sum(rights),
    }
    return Evaluation(
        task="identification",
        model=model,
        shown=show_summary(summary),
        metrics=metrics,
        items=items,
        predictions=_list_spans(data, found),
        histories={
            f"{r.fold.name}, member {k + 1}": h for r in results for k, h in enumerate(r.histories)
        },
        per_statute=_count_statutes(data, items),
        reliability=bins if any(r.suggester for r in results) else [],
        mistakes=_list_mistakes(data, found),
        models=[(r.fold, r.suggester) for r in results if r.suggester],
    )


def _percents(counts: Counts) -> dict[str, float | int | None]:
    return {
        "p": _percent(counts.precision),
        "r": _percent(counts.recall),
        "f1": _percent(counts.f1),
        **asdict(counts),
    }


def _percents_of(summary: Any) -> dict[str, float | None]:
    return {
        "f1_mean": _percent(summary.f1.mean),
        "f1_deviation": _percent(summary.f1.deviation),
        "perfect": _percent(summary.perfect),
    }


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 2)


def _gold_spans(data: TaskData) -> set[tuple[str, int, int]]:
    return {
        (s.section, m.start, m.end)
        for subs in data.subsections.values()
        for s in subs
        for m in s.mentions
    }


def _judge_confidence(data: TaskData, found: Sequence[Found]) -> tuple[list[bool], list[Bin]]:
    gold = _gold_spans(data)
    rights = [(f.section, f.span.start, f.span.end) in gold for f in found]
    return rights, bin_confidences([f.confidence for f in found], rights)


def _list_spans(data: TaskData, found: Sequence[Found]) -> list[dict[str, Any]]:
    texts = {s.statute.section: s.statute.text for s in data.corpus.statutes}
    return [
        {
            "section": f.section,
            "start": f.span.start,
            "end": f.span.end,
            "text": f.span.text_of(texts[f.section]),
            "confidence": round(f.confidence, 4),
        }
        for f in sorted(found, key=lambda f: (f.section, f.span))
    ]


def _count_statutes(data: TaskData, items: dict[str, Counts]) -> dict[str, Counts]:
    return {
        section: pool_counts(items[s.label.plain] for s in subs if s.label.plain in items)
        for section, subs in data.subsections.items()
    }


def _list_mistakes(data: TaskData, found: Sequence[Found]) -> list[dict[str, str]]:
    texts = {s.statute.section: s.statute.text for s in data.corpus.statutes}
    offered = {(f.section, f.span.start, f.span.end) for f in found}
    gold = _gold_spans(data)
    rows = []
    for kind, spans in (("missed", gold - offered), ("wrong", offered - gold)):
        for section, start, end in sorted(spans):
            text = texts[section]
            rows.append(
                {
                    "kind": kind,
                    "section": section,
                    "before": text[max(0, start - 40) : start].replace("\n", " "),
                    "text": text[start:end],
                    "after": text[end : end + 40].replace("\n", " "),
                }
            )
    return sorted(rows, key=lambda r: (r["section"], r["kind"]))


def evaluate_coreference(corpus: Corpus, model: str, options: Options) -> Evaluation:
    """Arguments over gold mentions; rules are chosen on each fold's other statutes."""
    data = prepare_corpus(corpus)
    groups = _group_by_folds(data, model, options, None)
    return report_groups(data, "coreference", model, groups)


def evaluate_cascade(corpus: Corpus, model: str, options: Options) -> Evaluation:
    """Arguments over found mentions."""
    data = prepare_corpus(corpus)
    found, pooled = _find_mentions(data, model, options)
    grouper = options.coreference if model == "improved" else "string-matching"
    groups = _group_by_folds(data, grouper, options, found)
    evaluation = report_groups(data, "cascade", model, groups)
    evaluation.metrics["identification"] = pooled
    return evaluation


def _find_mentions(
    data: TaskData, model: str, options: Options
) -> tuple[list[Found], dict[str, Any]]:
    """Found mentions and their scores: from an earlier run, or by training now."""
    if options.spans is None:
        results = find_spans(data, model, options)
        found = [f for r in results for f in r.found]
    else:
        found = [
            Found(row["section"], Span(row["start"], row["end"]), row["confidence"])
            for row in load_predictions(options.spans)
        ]
    counts = score_sections(data, list(data.subsections), found)
    return found, _percents(pool_counts(counts.values()))


def _group_by_folds(
    data: TaskData, model: str, options: Options, found: Sequence[Found] | None
) -> list[Grouped]:
    if model != "improved":
        grouper = pick_grouper(model, as_published=options.as_published)
        return group_corpus(data, grouper, found)
    groups: list[Grouped] = []
    for fold in make_folds(data.corpus):
        rules = choose_rules(data, (*fold.train, *fold.dev))
        part = TaskData(data.corpus, data.paragraphs, {s: data.subsections[s] for s in fold.test})
        groups += group_corpus(part, pick_grouper("improved", rules=rules), found)
    return groups


def report_groups(data: TaskData, task: str, model: str, groups: Sequence[Grouped]) -> Evaluation:
    """Exact match and the usual metrics."""
    counts = score_groups(data, groups)
    summary = summarize_counts(list(counts.values()))
    links = score_links(data, groups)
    items = {label.plain: c for label, c in counts.items()}
    shown = show_summary(summary) | {"perfect": show_percent(summary.perfect)}
    shown |= {
        name: " / ".join(show_percent(v) for v in (s.precision, s.recall, s.f1))
        for name, s in links.items()
    }
    return Evaluation(
        task=task,
        model=model,
        shown=shown,
        metrics={
            "pooled": _percents(summary.pooled),
            "per_subsection": _percents_of(summary),
            "links": {
                name: {
                    "p": _percent(s.precision),
                    "r": _percent(s.recall),
                    "f1": _percent(s.f1),
                }
                for name, s in links.items()
            },
            "reasons": learn_reasons(data, groups),
        },
        items=items,
        predictions=_list_groups(data, groups),
        per_statute=_count_statutes(data, items),
        mistakes=_list_wrong_groups(data, groups, counts),
        files=render_conll(data, groups),
    )


def render_conll(data: TaskData, groups: Sequence[Grouped]) -> dict[str, str]:
    """Gold and proposal as CoNLL files, a line for every mention that either side has."""
    proposed = {g.label: g.clusters for g in groups}
    sides: dict[str, list[ConllGroup]] = {"key.conll": [], "response.conll": []}
    for subsections in data.subsections.values():
        for sub in subsections:
            both = gold_clusters(sub), proposed.get(sub.label, ())
            mentions = sorted({span for clusters in both for c in clusters for span in c})
            for rows, clusters in zip(sides.values(), both, strict=True):
                rows.append((sub.label.conll, clusters, mentions))
    return {name: render_clusters(rows) for name, rows in sides.items()}


def _list_groups(data: TaskData, groups: Sequence[Grouped]) -> list[dict[str, Any]]:
    texts = {s.statute.section: s.statute.text for s in data.corpus.statutes}
    return [
        {
            "subsection": g.label.plain,
            "arguments": [
                {
                    "mentions": [[s.start, s.end] for s in sorted(cluster)],
                    "text": sorted(cluster)[0].text_of(texts[g.section]),
                    "rule": reason,
                }
                for cluster, reason in zip(g.clusters, g.reasons, strict=True)
            ],
        }
        for g in groups
    ]


def _list_wrong_groups(
    data: TaskData, groups: Sequence[Grouped], counts: dict[Label, Counts]
) -> list[dict[str, str]]:
    subs = {s.label: s for group in data.subsections.values() for s in group}

    def show(label: Label, clusters: Sequence[frozenset[Span]]) -> str:
        text = subs[label].text
        return " | ".join(
            ", ".join(s.text_of(text) for s in sorted(c)) for c in sorted(clusters, key=min)
        )

    return [
        {
            "kind": g.label.plain,
            "proposed": show(g.label, [c for c in g.clusters if c not in gold]),
            "gold": show(g.label, [c for c in gold if c not in g.clusters]),
        }
        for g in groups
        if not counts[g.label].is_perfect and (gold := gold_clusters(subs[g.label])) is not None
    ]


Evaluator = Callable[[Corpus, str, Options], Evaluation]
EVALUATORS: dict[str, Evaluator] = {
    "identification": evaluate_identification,
    "coreference": evaluate_coreference,
    "cascade": evaluate_cascade,
}
