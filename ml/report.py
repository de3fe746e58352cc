"""A run as a page to read: tables, plots and mistakes with their text."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from ml.runs import Evaluation, pick_mistakes
from ml.tables import NOTE, find_paper


def write_report(folder: Path, evaluation: Evaluation) -> None:
    """report.md, report.html and the plots as PNG files."""
    plots = draw_plots(evaluation)
    for name, data in plots.items():
        (folder / f"{name}.png").write_bytes(data)
    (folder / "report.md").write_text(render_markdown(evaluation, list(plots)), encoding="utf-8")
    (folder / "report.html").write_text(render_html(evaluation, plots), encoding="utf-8")


def render_markdown(evaluation: Evaluation, plots: Sequence[str]) -> str:
    """The report as Markdown."""
    paper = find_paper(evaluation.task, evaluation.model)
    lines = [f"# {evaluation.task}: {evaluation.model}", "", "| | ours | paper |", "|---|---|---|"]
    lines += [_show_row(n, v, paper.get(n, "–")) for n, v in evaluation.shown.items()]
    lines += ["", NOTE, ""]
    lines += [f"![{name.replace('-', ' ')}]({name}.png)" for name in plots]
    if evaluation.mistakes:
        lines += ["", "## Mistakes", ""]
        for row in pick_mistakes(evaluation.mistakes):
            lines.append("- " + "; ".join(f"{k}: {v}" for k, v in row.items() if v))
    return "\n".join(lines) + "\n"


def _show_row(*cells: str) -> str:
    """A row of a table; “avg | pooled” is one cell."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def render_html(evaluation: Evaluation, plots: dict[str, bytes]) -> str:
    """The report as one self-contained page."""
    paper = find_paper(evaluation.task, evaluation.model)
    rows = "".join(
        f"<tr><th>{html.escape(n)}</th><td>{html.escape(v)}</td>"
        f"<td>{html.escape(paper.get(n, '–'))}</td></tr>"
        for n, v in evaluation.shown.items()
    )
    pictures = "".join(
        f'<figure><img alt="{name}" src="data:image/png;base64,{base64.b64encode(d).decode()}">'
        f"<figcaption>{name.replace('-', ' ')}</figcaption></figure>"
        for name, d in plots.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{html.escape(evaluation.task)}: {html.escape(evaluation.model)}</title>"
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;"
        "padding:0 1rem}td,th{padding:.2rem .8rem;text-align:left}img{max-width:100%}"
        "mark.missed{background:#fde68a}mark.wrong{background:#fecaca}</style>"
        f"<h1>{html.escape(evaluation.task)}: {html.escape(evaluation.model)}</h1>"
        f"<table><tr><th></th><th>ours</th><th>paper</th></tr>{rows}</table><p>{NOTE}</p>"
        f"{pictures}<h2>Mistakes</h2><ul>{_show_mistakes(evaluation.mistakes)}</ul></html>\n"
    )


def _show_mistakes(rows: Sequence[dict[str, str]]) -> str:
    shown = []
    for row in pick_mistakes(rows):
        cells = {k: html.escape(v) for k, v in row.items()}
        if "before" in cells:
            shown.append(
                f"<li>§{cells['section']} {cells['kind']}: …{cells['before']}"
                f'<mark class="{cells["kind"]}">{cells["text"]}</mark>{cells["after"]}…</li>'
            )
        else:
            shown.append("<li>" + "; ".join(f"{k}: {v}" for k, v in cells.items()) + "</li>")
    return "".join(shown)


def draw_plots(evaluation: Evaluation) -> dict[str, bytes]:
    """PNG files by name; only those that the evaluation has data for."""
    import matplotlib as mpl

    mpl.use("Agg")
    plots: dict[str, bytes] = {}
    if any(h.scores for h in evaluation.histories.values()):
        plots["learning-curve"] = _draw(_plot_learning, evaluation)
    if evaluation.reliability:
        plots["reliability"] = _draw(_plot_reliability, evaluation)
    if evaluation.per_statute:
        plots["per-statute"] = _draw(_plot_statutes, evaluation)
    return plots


def _draw(plot: Any, evaluation: Evaluation) -> bytes:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    plot(axes, evaluation)
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    plt.close(figure)
    return buffer.getvalue()


def _plot_learning(axes: Any, evaluation: Evaluation) -> None:
    for name, history in evaluation.histories.items():
        axes.plot(range(1, len(history.scores) + 1), history.scores, label=name)
    axes.set(xlabel="epoch", ylabel="dev score (%)", title="Learning curve")
    if len(evaluation.histories) <= 8:
        axes.legend(fontsize="small")


def _plot_reliability(axes: Any, evaluation: Evaluation) -> None:
    bins = evaluation.reliability
    axes.plot([0, 1], [0, 1], linestyle="--", color="grey")
    axes.scatter(
        [b.confidence for b in bins], [b.accuracy for b in bins], s=[b.count for b in bins]
    )
    axes.set(xlabel="confidence", ylabel="share right", title="Reliability (area: how many)")


def _plot_statutes(axes: Any, evaluation: Evaluation) -> None:
    known = {n: c.f1 for n, c in evaluation.per_statute.items() if c.f1 is not None}
    axes.bar(list(known), [100 * v for v in known.values()])
    axes.set(xlabel="section", ylabel="F1 (%)", ylim=(0, 100), title="F1 by statute")
