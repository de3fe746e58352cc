from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ml.alignment import read_tags
from ml.decode import (
    Chain,
    average_spans,
    choose_spans,
    find_best_path,
    measure_batch,
    measure_spans,
)


def make_chain(seed: int, size: int) -> Chain:
    rng = np.random.default_rng(seed)
    start, moves = rng.normal(size=3), rng.normal(size=(3, 3))
    start[2] = moves[0, 2] = -1e4
    return Chain(rng.normal(size=(size, 3)), start, rng.normal(size=3), moves)


def score_path(chain: Chain, path: tuple[int, ...]) -> float:
    total = chain.start[path[0]] + chain.end[path[-1]]
    total += sum(chain.emissions[k, tag] for k, tag in enumerate(path))
    return float(total + sum(chain.transitions[a, b] for a, b in pairwise(path)))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_best_path_and_span_chances_against_all_paths(seed: int, size: int) -> None:
    chain = make_chain(seed, size)
    paths = list(product(range(3), repeat=size))
    scores = np.array([score_path(chain, p) for p in paths])
    weights = np.exp(scores - np.logaddexp.reduce(scores))
    assert tuple(find_best_path(chain)) == paths[int(scores.argmax())]
    expected: dict[tuple[int, int], float] = {}
    for path, weight in zip(paths, weights, strict=True):
        for run in read_tags(path):
            expected[run] = expected.get(run, 0.0) + weight
    found = measure_spans(chain, least=1e-9)
    for run, chance in expected.items():
        assert found.get(run, 0.0) == pytest.approx(chance, abs=1e-6)


def test_forbidden_steps_are_never_taken() -> None:
    for seed in range(20):
        path = find_best_path(make_chain(seed, 8))
        assert path[0] != 2
        assert all((a, b) != (0, 2) for a, b in pairwise(path))


def test_chosen_spans_do_not_overlap() -> None:
    chances = {(0, 2): 0.45, (1, 2): 0.5, (4, 4): 0.41, (5, 6): 0.2}
    assert choose_spans(chances, 0.4) == [((1, 2), 0.5), ((4, 4), 0.41)]


def test_members_are_averaged_and_absence_is_zero() -> None:
    assert average_spans([{(0, 1): 0.8}, {(2, 2): 0.4}]) == {(0, 1): 0.4, (2, 2): 0.2}


def test_chains_measured_together_are_as_if_alone() -> None:
    first = make_chain(1, 9)
    others = [Chain(make_chain(k, n).emissions, first.start, first.end, first.transitions)
              for k, n in ((2, 3), (3, 1), (4, 14))]  # fmt: skip
    together = measure_batch([first, *others], 1e-6)
    for chain, found in zip([first, *others], together, strict=True):
        alone = measure_spans(chain, 1e-6)
        assert found.keys() == alone.keys()
        assert all(found[run] == pytest.approx(alone[run]) for run in found)
