"""Which rows are trained on, chosen on and tested."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ml.instantiation.rows import Row


def split_rows(rows: Sequence[Row], share: float, seed: int) -> tuple[list[Row], list[Row]]:
    """(train, dev), by case, so that no case is on both sides."""
    cases = sorted({row.case for row in rows})
    random.Random(seed).shuffle(cases)  # noqa: S311 - a split, not a secret
    dev = set(cases[: max(1, round(share * len(cases)))])
    return [r for r in rows if r.case not in dev], [r for r in rows if r.case in dev]


def balance_rows(rows: Sequence[Row], seed: int) -> list[Row]:
    """As many true rows as false ones; of the larger side a sample."""
    sides = [[r for r in rows if r.truth], [r for r in rows if not r.truth]]
    size = min(len(side) for side in sides) or max(len(side) for side in sides)
    picker = random.Random(seed)  # noqa: S311
    chosen = [r for side in sides for r in picker.sample(side, min(size, len(side)))]
    picker.shuffle(chosen)
    return chosen


def fold_rows(rows: Sequence[Row], k: int, seed: int) -> list[list[Row]]:
    """k folds that keep a positive and its negative together and spread the tax cases."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(pair_of(row.case), []).append(row)
    folds: list[list[Row]] = [[] for _ in range(min(k, len(groups)))]
    picker = random.Random(seed)  # noqa: S311
    for is_tax in (True, False):
        names = sorted(n for n, g in groups.items() if g[0].is_tax_case == is_tax)
        picker.shuffle(names)
        for name in names:
            min(folds, key=lambda f: sum(r.is_tax_case for r in f) if is_tax else len(f)).extend(
                groups[name]
            )
    return folds


def pair_of(case: str) -> str:
    """What a positive case and its negative have in common."""
    return case.removesuffix("_pos").removesuffix("_neg")


def draw_silver(
    rows: Sequence[Row], epoch: int, seed: int, *, limit: int, fresh: bool
) -> list[Row]:
    """The silver rows of an epoch, as many true as false; the same ones, or others each time."""
    return limit_rows(balance_rows(rows, seed + 1 + epoch if fresh else seed), limit, seed)


def limit_rows(rows: Sequence[Row], limit: int, seed: int) -> list[Row]:
    """At most so many rows, by seed; 0 keeps all."""
    if not limit or len(rows) <= limit:
        return list(rows)
    return random.Random(seed).sample(list(rows), limit)  # noqa: S311
