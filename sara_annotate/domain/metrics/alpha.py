"""Agreement beyond chance: Krippendorff's α (nominal and unitizing) and Cohen's κ.

Each is split in two: what a text adds (`count_…`), and the score of such sums (`score_…`).
Unitizing α is that of Krippendorff (1995), in the notation of his Content Analysis (2004), 12.4,
for two observers and one category. Several texts are one continuum; where a text or a part of
it ends, a gap ends.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import permutations, product

import numpy as np

from sara_annotate.domain.metrics.additive import (
    Array,
    Numbers,
    Sums,
    add_numbers,
    compute_score,
    divide,
)
from sara_annotate.domain.spans import Ranged, Span, contains, overlaps

OBSERVERS = 2


def count_coincidences(units: Iterable[Sequence[Hashable | None]]) -> dict[Hashable, float]:
    """The matrix of coincidences: values of each unit by all observers, None where one is silent.

    A pair of values of a unit with m of them counts 1 / (m - 1).
    """
    found: dict[Hashable, float] = {}
    for unit in units:
        said = [value for value in unit if value is not None]
        for pair in permutations(said, 2):
            found[pair] = found.get(pair, 0.0) + 1 / (len(said) - 1)
    return found


def score_nominal(sums: Sums) -> Array:
    """α of coincidences: 1 - (n - 1) · Σ o_ck / Σ n_c n_k over c ≠ k.

    Where only one value was ever said there is nothing to tell apart, and α is not defined.
    """
    values = sorted({v for name in sums.names if isinstance(name, tuple) for v in name}, key=repr)
    counts = {c: sum((sums.get((c, k)) for k in values), np.zeros(len(sums.rows))) for c in values}
    total = sum(counts.values(), np.zeros(len(sums.rows)))
    apart = [(c, k) for c, k in product(values, values) if c != k]
    observed = sum((sums.get(pair) for pair in apart), np.zeros(len(sums.rows)))
    expected = sum((counts[c] * counts[k] for c, k in apart), np.zeros(len(sums.rows)))
    return np.asarray(1 - divide((total - 1) * observed, expected))


def measure_nominal(units: Iterable[Sequence[Hashable | None]]) -> float | None:
    """Krippendorff's α of nominal data: for each unit, the values of all observers."""
    return compute_score(score_nominal, count_coincidences(units))


def count_table(pairs: Iterable[tuple[Hashable, Hashable]]) -> dict[Hashable, float]:
    """How often the first observer said this while the second said that."""
    return add_numbers({pair: 1.0} for pair in pairs)


def score_kappa(sums: Sums) -> Array:
    """Cohen's κ of a table of two observers; not defined where chance alone must agree."""
    values = sorted({v for name in sums.names if isinstance(name, tuple) for v in name}, key=repr)
    zero = np.zeros(len(sums.rows))
    total = sum((sums.get(name) for name in sums.names), zero)
    agreed = sum((sums.get((v, v)) for v in values), zero)
    chance = zero
    for value in values:
        first = sum((sums.get((value, other)) for other in values), zero)
        second = sum((sums.get((other, value)) for other in values), zero)
        chance = chance + first * second
    return divide(total * agreed - chance, total * total - chance)


def measure_kappa(pairs: Iterable[tuple[Hashable, Hashable]]) -> float | None:
    """Cohen's κ of what two observers said of the same units."""
    return compute_score(score_kappa, count_table(pairs))


def find_gaps(units: Sequence[Ranged], parts: Sequence[Ranged]) -> list[Span]:
    """What lies between units, part by part."""
    gaps: list[Span] = []
    for part in parts:
        at = part.start
        for unit in sorted((u for u in units if contains(part, u)), key=lambda u: u.start):
            if at < unit.start:
                gaps.append(Span(at, unit.start))
            at = unit.end
        if at < part.end:
            gaps.append(Span(at, part.end))
    return gaps


def count_units(
    one: Sequence[Ranged], other: Sequence[Ranged], parts: Sequence[Ranged]
) -> dict[Hashable, float]:
    """Differences observed, the length, and the lengths of units and gaps of both observers."""
    gaps = find_gaps(one, parts), find_gaps(other, parts)
    numbers: dict[Hashable, float] = {
        "observed": 2.0 * _measure_differences(one, other, gaps),
        "length": float(sum(part.end - part.start for part in parts)),
    }
    for head, found in (("unit", (*one, *other)), ("gap", (*gaps[0], *gaps[1]))):
        for stretch in found:
            name = head, stretch.end - stretch.start
            numbers[name] = numbers.get(name, 0.0) + 1
    return numbers


def _measure_differences(
    one: Sequence[Ranged], other: Sequence[Ranged], gaps: tuple[list[Span], list[Span]]
) -> int:
    """Σ δ²: edges of units that meet, and the squared length of a unit that lies in a gap."""
    total = 0
    for a, b in product(one, other):
        if overlaps(a, b):
            total += (a.start - b.start) ** 2 + (a.end - b.end) ** 2
    for units, across in ((one, gaps[1]), (other, gaps[0])):
        for unit in units:
            if any(contains(gap, unit) for gap in across):
                total += (unit.end - unit.start) ** 2
    return total


def score_unitizing(sums: Sums) -> Array:
    """αu = 1 - D_o / D_e."""
    length = sums.get("length")
    observed = divide(sums.get("observed"), OBSERVERS * (OBSERVERS - 1) * length**2)
    return np.asarray(1 - divide(observed, _expect(sums, length)))


def _expect(sums: Sums, length: Array) -> Array:
    """D_e: what all ways of placing these units and gaps on the continuum give on average."""
    sizes, units = sums.keyed("unit")
    spaces, gaps = sums.keyed("gap")
    u, g = np.array(sizes, dtype=float), np.array(spaces, dtype=float)
    room = np.where(g[:, None] >= u[None, :], g[:, None] - u[None, :] + 1, 0.0)
    count = units.sum(axis=1, keepdims=True)
    meeting = (count - 1) / 3 * (2 * u**3 - 3 * u**2 + u)
    inside = u**2 * (gaps @ room)
    top = (units * (meeting + inside)).sum(axis=1)
    whole = OBSERVERS * length
    bottom = whole * (whole - 1) - (units * u * (u - 1)).sum(axis=1)
    return divide(2 * top, length * bottom)


def measure_unitizing(
    one: Sequence[Ranged], other: Sequence[Ranged], parts: Sequence[Ranged]
) -> float | None:
    """αu of two observers' units on one continuum, given by its parts."""
    numbers: Numbers = count_units(one, other, parts)
    return compute_score(score_unitizing, numbers)
