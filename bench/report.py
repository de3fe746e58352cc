"""Figures of a benchmark and the one table that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEADINGS = ("what", "small", "large", "unit", "ratio", "wanted", "")


@dataclass(frozen=True, slots=True)
class Figure:
    """One quantity at two sizes; `wanted` is the largest ratio that is good, if any is asked."""

    what: str
    small: float
    large: float
    unit: str
    wanted: float | None = None

    @property
    def ratio(self) -> float:
        return self.large / self.small if self.small else float("inf")

    @property
    def is_good(self) -> bool:
        return self.wanted is None or self.ratio <= self.wanted


def render_table(figures: Sequence[Figure]) -> str:
    """The figures under each other, names to the left and numbers to the right."""
    rows = [HEADINGS, *(_cells(figure) for figure in figures)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    lines = [_align(row, widths) for row in rows]
    return "\n".join([lines[0], "─" * max(map(len, lines)), *lines[1:]])


def _align(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
    return "  ".join((row[0].ljust(widths[0]), *numbers)).rstrip()


def _cells(figure: Figure) -> tuple[str, ...]:
    asked = figure.wanted is not None
    return (
        figure.what,
        _number(figure.small),
        _number(figure.large),
        figure.unit,
        f"{figure.ratio:.2f}",
        f"≤ {figure.wanted:.3g}" if asked else "",
        ("good" if figure.is_good else "TOO MUCH") if asked else "",
    )


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
