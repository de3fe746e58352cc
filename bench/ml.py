"""Models: what the tagger adds to its bare encoder, and how metrics and memory grow.

Weights do not matter for speed, so the encoder is a random one of MiniLM's size.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.report import Figure

DEMO = Path(__file__).parent.parent / "fixtures" / "demo"
_REPEATS = 3


def measure() -> list[Figure]:
    """Prediction and training against the encoder, metrics and memory against size."""
    with TemporaryDirectory() as folder:
        make_encoder(Path(folder))
        return [*measure_tagger(folder), *measure_metrics(), measure_memory(folder)]


def make_encoder(folder: Path) -> None:
    """A random BERT of 6 layers and 384 dimensions, with a vocabulary of the demo's words."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    text = " ".join(p.read_text("utf-8") for p in sorted((DEMO / "statutes/source").iterdir()))
    letters = sorted(set(text) - {" ", "\n"})
    words = sorted({w for w in text.split() if w.isalpha()})
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    tokens = list(dict.fromkeys([*special, *words, *letters, *(f"##{c}" for c in letters)]))
    raw = Tokenizer(models.WordPiece({t: k for k, t in enumerate(tokens)}, unk_token="[UNK]"))
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token"), special, strict=True))
    make_tokenizer: Any = PreTrainedTokenizerFast  # transformers has no types
    make_model: Any = BertModel
    make_tokenizer(tokenizer_object=raw, model_max_length=512, **names).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(tokens),
        hidden_size=384,
        num_hidden_layers=6,
        num_attention_heads=12,
        intermediate_size=1536,
    )
    make_model(config).save_pretrained(folder)


def measure_tagger(encoder: str) -> list[Figure]:
    """Both on the same batches; time of the processor, so that a busy machine matters less."""
    import torch

    from ml.decode import measure_batch
    from ml.tagger import TaggerConfig, make_optimizer

    torch.set_num_threads(1)
    config = TaggerConfig(encoder=encoder, tuning="full", device="cpu")
    tagger, batches = _prepare(config)
    model = tagger.model

    def bare(batch: Any) -> Any:
        inputs = {"input_ids": batch.encoder.input_ids}
        inputs["attention_mask"] = batch.encoder.attention_mask
        return model.encoder(**inputs).last_hidden_state

    def bare_forward() -> None:
        with torch.no_grad():
            for batch in batches:
                bare(batch)

    def predict() -> None:
        for batch in batches:
            measure_batch(model.read_chains(batch))

    def bare_backward() -> None:
        for batch in batches:
            bare(batch).sum().backward()
            model.zero_grad(set_to_none=True)

    optimizer = make_optimizer(model, config)

    def train() -> None:
        for batch in batches:
            model.loss(batch).backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)

    model.eval()
    prediction = Figure("predict: encoder, tagger", *race(bare_forward, predict), "s", 1.25)
    model.train()
    return [prediction, Figure("epoch: encoder, tagger", *race(bare_backward, train), "s", 1.3)]


def _prepare(config: Any) -> tuple[Any, list[Any]]:
    from ml.alignment import batch_by_length
    from ml.tagger import build_tagger, collate_examples, make_examples

    paragraphs = _read_paragraphs() * 2
    tagger = build_tagger(config, paragraphs, seed=0)
    examples = make_examples(tagger, paragraphs)
    order = batch_by_length([len(e.text) for e in examples], 32)
    pad = tagger.tokenizer.pad_token_id
    return tagger, [collate_examples([examples[k] for k in batch], pad) for batch in order]


def _read_paragraphs() -> list[Any]:
    from ml.identification import prepare_corpus
    from sara_annotate.domain.formats.layout import load_corpus

    data = prepare_corpus(load_corpus(DEMO))
    return data.take(list(data.paragraphs))


def race(first: Callable[[], None], second: Callable[[], None]) -> tuple[float, float]:
    """Least processor time of each, taken in turns after one round of warming up."""
    times: tuple[list[float], list[float]] = ([], [])
    for round_number in range(_REPEATS + 1):
        for run, kept in zip((first, second), times, strict=True):
            started = time.process_time()
            run()
            if round_number:
                kept.append(time.process_time() - started)
    return min(times[0]), min(times[1])


def measure_metrics() -> list[Figure]:
    """Coreference metrics of a data set of SARA's size, and of one a hundred times as large."""
    from sara_annotate.domain.metrics.coreference import score_coreference

    def clock(arguments: int) -> float:
        key = [frozenset({3 * k, 3 * k + 1}) for k in range(arguments)]
        split = [frozenset({3 * k}) for k in range(arguments)]
        response = [*split, *(frozenset({3 * k + 1, 3 * k + 2}) for k in range(arguments))]
        best = float("inf")
        for _ in range(_REPEATS):
            started = time.process_time()
            score_coreference([(key, response)])
            best = min(best, time.process_time() - started)
        return best

    clock(100)
    small, large = 1000 * clock(500), 1000 * clock(50_000) / 100
    return [
        Figure("coreference metrics, SARA: 20 ms", 20.0, small, "ms", 1.0),
        Figure("… 100 × SARA, a hundredth", small, large, "ms", 1.5),
    ]


def measure_memory(encoder: str) -> Figure:
    """Peak memory of prediction over the demo, and over twenty times as many paragraphs."""
    small, large = (_ask_child(encoder, copies) for copies in (1, 20))
    return Figure("memory: demo, 20 × demo", small, large, "MB", 1.2)


def _ask_child(encoder: str, copies: int) -> float:
    command = [sys.executable, "-m", "bench.ml", encoder, str(copies)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])["mb"])


def run_child(arguments: Sequence[str]) -> None:
    """Predict a section at a time, as `predict` does; print the peak."""
    import torch

    from ml.identification import Suggester, suggest_spans
    from ml.tagger import TaggerConfig, build_tagger

    torch.set_num_threads(1)
    paragraphs = _read_paragraphs()
    config = TaggerConfig(encoder=arguments[0], tuning="full", device="cpu")
    suggester = Suggester((build_tagger(config, paragraphs, seed=0),))
    for copy in range(int(arguments[1])):
        suggest_spans(suggester, [replace(p, section=f"{p.section}.{copy}") for p in paragraphs])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"mb": peak}))


if __name__ == "__main__":
    run_child(sys.argv[1:])
