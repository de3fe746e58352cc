"""The structure draft scored against the clauses of a data set."""

from __future__ import annotations

from dataclasses import replace

from ml.errors import ModelError, TrainingDataError
from ml.evaluate import Options
from ml.runs import Evaluation
from ml.tables import show_percent
from sara_annotate.domain.clauses.draft import draft_clause
from sara_annotate.domain.clauses.project import MemoryProject, make_project
from sara_annotate.domain.clauses.render import render_file
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.metrics.counts import Summary
from sara_annotate.domain.metrics.structure import score_clauses, summarize_structure

MODELS = ("draft", "draft-with-heads")


def evaluate_structure(corpus: Corpus, model: str, options: Options) -> Evaluation:
    """Drafts of all subsections that have a clause.

    `draft` sees texts and mentions only. `draft-with-heads` also sees the clauses of all other
    subsections, as an annotator's project does when most of it is done.
    """
    if model not in MODELS:
        raise ModelError(f"There is no structure model “{model}”. Choose {', '.join(MODELS)}.")
    gold = make_project(corpus.statutes)
    expected = {label: c for label, c in gold.clauses.items() if not label.is_free}
    if not expected:
        raise TrainingDataError("The data set holds no clause to score a draft against.")
    bare = make_project(replace(s, clauses=()) for s in corpus.statutes)
    proposed = {
        label: draft_clause(label, bare).clause
        if model == "draft"
        else _draft_in_project(gold, clause)
        for label, clause in expected.items()
    }
    scores = {label: score_clauses(proposed[label], c) for label, c in expected.items()}
    found = summarize_structure(list(scores.values()))
    return Evaluation(
        task="structure",
        model=model,
        shown={
            "edge P / R / F1": _show(found.edges),
            "mapping P / R / F1": _show(found.mappings),
            "operator accuracy": show_percent(found.operator_accuracy),
            "equal clauses": show_percent(found.equal_share),
        },
        metrics={
            "edge_f1": found.edges.pooled.f1,
            "mapping_f1": found.mappings.pooled.f1,
            "operator_accuracy": found.operator_accuracy,
            "equal_clauses": found.equal_share,
            "clauses": len(expected),
        },
        items={label.plain: s.edges for label, s in scores.items()},
        predictions=[
            {
                "subsection": label.plain,
                "proposed": render_file(proposed[label]),
                "gold": render_file(clause),
            }
            for label, clause in expected.items()
        ],
    )


def _draft_in_project(project: MemoryProject, clause: Clause) -> Clause:
    """The draft while the subsection's own clause is hidden."""
    hidden = {label: c for label, c in project.clauses.items() if label != clause.head}
    return draft_clause(clause.head, replace(project, clauses=hidden)).clause


def _show(summary: Summary) -> str:
    pooled = summary.pooled
    return " / ".join(show_percent(v) for v in (pooled.precision, pooled.recall, pooled.f1))
