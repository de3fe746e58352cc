"""The paper's figures, and tables that set ours beside them.

The paper's are on the authors' own annotation, so they are a yardstick, not a target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sara_annotate.domain.metrics.counts import Average, Summary

NOTE = "paper: on the authors' own annotation, which is not this one"
PAPER: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("identification", "noun-phrases"): {
        "precision": "17.6 ± 4.4 | 16.6",
        "recall": "77.9 ± 5.0 | 77.3",
        "f1": "28.6 ± 6.2 | 27.3",
    },
    ("identification", "bert-crf"): {
        "precision": "64.7 ± 15.0 | 65.1",
        "recall": "69.0 ± 24.2 | 59.8",
        "f1": "66.2 ± 20.5 | 62.4",
    },
    ("coreference", "single-mention"): {
        "precision": "81.7 ± 28.9 | 68.2",
        "recall": "86.9 ± 21.8 | 82.7",
        "f1": "83.8 ± 26.0 | 74.8",
        "perfect": "68.9",
        "muc": "0 / 0 / 0",
        "ceafm": "82.5 / 82.5 / 82.5",
        "ceafe": "77.3 / 93.7 / 84.7",
        "blanc": "50.0 / 50.0 / 50.0",
    },
    ("coreference", "string-matching"): {
        "precision": "91.2 ± 20.0 | 85.5",
        "recall": "92.8 ± 16.8 | 89.4",
        "f1": "91.8 ± 18.6 | 87.4",
        "perfect": "80.8",
        "muc": "82.1 / 64.0 / 71.9",
        "ceafm": "92.1 / 92.1 / 92.1",
        "ceafe": "90.9 / 95.2 / 93.0",
        "blanc": "89.3 / 81.0 / 84.7",
    },
    ("cascade", "bert-crf"): {
        "precision": "54.5 ± 35.6 | 58.0",
        "recall": "53.5 ± 37.2 | 52.4",
        "f1": "54.7 ± 33.4 | 55.1",
        "perfect": "16.4",
    },
    ("instantiation", "majority"): {
        "truth": "58.3 ± 7.5",
        "numbers": "18.2 ± 11.5",
        "strings": "4.4 ± 7.4",
        "unified": "43.3 ± 6.2",
        "binary": "50 ± 8.3",
        "numerical": "30 ± 18.1",
    },
    ("instantiation", "bert"): {
        "truth": "59.2 ± 7.5",
        "numbers": "23.5 ± 12.5",
        "strings": "37.5 ± 17.3",
        "unified": "49.4 ± 6.2",
        "binary": "51 ± 8.3",
        "numerical": "30 ± 18.1",
    },
    ("instantiation", "bert-without-structure"): {
        "truth": "65.8 ± 7.2",
        "numbers": "20.6 ± 11.9",
        "strings": "33.3 ± 16.8",
        "unified": "52.8 ± 6.2",
        "binary": "59 ± 8.2",
        "numerical": "30 ± 18.1",
    },
}
_YARDSTICK = {"improved": {"identification": "bert-crf", "coreference": "string-matching"}}


def find_paper(task: str, model: str) -> Mapping[str, str]:
    """The paper's figures for a model, or for the one that ours improves upon."""
    if task == "cascade":
        model = "bert-crf"
    elif model in _YARDSTICK:
        model = _YARDSTICK[model].get(task, model)
    return PAPER.get((task, model), {})


def show_percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def show_average(average: Average) -> str:
    """Mean ± population deviation, in percent."""
    if average.mean is None or average.deviation is None:
        return "–"
    return f"{100 * average.mean:.1f} ± {100 * average.deviation:.1f}"


def show_summary(summary: Summary) -> dict[str, str]:
    """average ± deviation | pooled, for precision, recall and F1."""
    pooled = summary.pooled
    return {
        "precision": f"{show_average(summary.precision)} | {show_percent(pooled.precision)}",
        "recall": f"{show_average(summary.recall)} | {show_percent(pooled.recall)}",
        "f1": f"{show_average(summary.f1)} | {show_percent(pooled.f1)}",
    }


def render_table(title: str, ours: Mapping[str, str], paper: Mapping[str, str]) -> str:
    """Ours beside the paper's, as text."""
    rows = [("", "ours", "paper"), *((n, v, paper.get(n, "–")) for n, v in ours.items())]
    return f"{title}\n{align_columns(rows)}\n{NOTE}"


def align_columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows with columns of equal width."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
