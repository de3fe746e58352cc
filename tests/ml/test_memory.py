"""A device without room: batches are halved until they fit, and what comes out is the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from ml.bert_crf import BertCrf
from ml.data import make_paragraphs
from ml.identification import prepare_corpus
from ml.instantiation.model import InstantiationModel
from ml.instantiation.rows import build_world, make_rows
from ml.instantiation.run import Instantiator, solve_row_measured, solve_rows
from ml.instantiation.train import InstantiationConfig, build_instantiator
from ml.kept_folds import cross_validate_kept
from ml.tagger import TaggerConfig, build_tagger, measure_paragraphs
from sara_annotate.domain.corpus import Corpus

ROOM = 3


class SmallDevice:
    """Real networks, but a batch of more than so many rows raises what torch raises."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, network: type[torch.nn.Module]) -> None:
        self.sizes: list[int] = []
        whole = network.forward

        def forward(model: torch.nn.Module, batch: Any) -> Any:
            size = len(batch.case_mask if network is InstantiationModel else batch.encoder.mask)
            self.sizes.append(size)
            if size > ROOM:
                raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB")
            return whole(model, batch)

        monkeypatch.setattr(network, "forward", forward)


@pytest.fixture
def config(tiny_encoder: str) -> TaggerConfig:
    return TaggerConfig(
        encoder=tiny_encoder, tuning="full", epochs=2, members=1, batch_size=8, device="cpu"
    )


def test_training_goes_on_with_smaller_batches(
    corpus: Corpus, config: TaggerConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = SmallDevice(monkeypatch, BertCrf)
    said: list[str] = []
    results = cross_validate_kept(prepare_corpus(corpus), config, tmp_path, say=said.append)
    assert len(results) == len(corpus.statutes)
    assert max(device.sizes) > ROOM, "it was tried with more"
    for size in (4, 2):
        assert f"The device is out of memory: batches of {size} from here on." in said


def test_one_row_that_does_not_fit_is_an_error(
    corpus: Corpus, config: TaggerConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.ml.test_memory.ROOM", 0)
    SmallDevice(monkeypatch, BertCrf)
    with pytest.raises(torch.OutOfMemoryError):
        cross_validate_kept(prepare_corpus(corpus), replace(config, epochs=1), tmp_path)


def test_prediction_finds_the_same_in_smaller_batches(
    corpus: Corpus, config: TaggerConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraphs = [p for s in corpus.statutes for p in make_paragraphs(s)]
    tagger = build_tagger(config, paragraphs, seed=1)
    whole = measure_paragraphs([tagger], paragraphs)
    device = SmallDevice(monkeypatch, BertCrf)
    found = measure_paragraphs([tagger], paragraphs)
    assert max(device.sizes) > ROOM
    for (first, _, chances), (second, _, others) in zip(whole, found, strict=True):
        assert first == second
        for span in {**chances, **others}:  # one that is hardly likely may be left out
            assert chances.get(span, 0.0) == pytest.approx(others.get(span, 0.0), abs=1e-3)


@pytest.fixture
def solver(tiny_encoder: str, corpus: Corpus) -> Instantiator:
    torch.manual_seed(1)
    rows = make_rows(build_world(corpus), corpus.instantiations)
    return build_instantiator(InstantiationConfig(encoder=tiny_encoder, device="cpu"), rows)


def test_values_are_the_same_in_smaller_batches(
    corpus: Corpus, solver: Instantiator, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = build_world(corpus)
    rows = make_rows(world, corpus.instantiations)
    whole = list(solve_rows(solver, world, rows))
    device = SmallDevice(monkeypatch, InstantiationModel)
    found = list(solve_rows(solver, world, rows))
    assert max(device.sizes) > ROOM
    assert [r.values for r in found] == [r.values for r in whole]
    assert [r.truth for r in found] == pytest.approx([r.truth for r in whole], abs=1e-4)


def test_a_model_says_how_sure_it_is_of_words_but_not_of_numbers(
    corpus: Corpus, solver: Instantiator
) -> None:
    world = build_world(corpus)
    rows = make_rows(world, corpus.instantiations)
    whole = list(solve_rows(solver, world, rows))
    for row, plain in zip(rows[:6], whole, strict=False):
        result, sure = solve_row_measured(solver, world, row)
        assert result.values == plain.values
        given = dict(row.given)
        words = {n for n, v in result.values.items() if n not in given and isinstance(v, str)}
        assert set(sure) == words
        assert all(0 < chance <= 1 for chance in sure.values())
