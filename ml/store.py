"""Trained models on disk: safetensors and JSON, never pickle."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from safetensors.torch import load_file, save_file

from ml.calibration import Calibration
from ml.cascade import group_corpus, learn_reasons, pick_grouper
from ml.coreference import fold_freely
from ml.data import Paragraph, hash_corpus
from ml.edges import EdgeRules
from ml.encoders import pick_device
from ml.errors import ModelError, RunError
from ml.evaluate import Options, make_tagger_config
from ml.features import FeatureNames, TermBook
from ml.identification import Suggester, TaskData, prepare_corpus, train_suggester
from ml.runs import collect_versions, write_json
from ml.suggest import SuggestedArgument
from ml.tagger import Tagger, TaggerConfig, make_model, prepare_tagger_encoder
from ml.training import trainable_state
from sara_annotate.domain.corpus import Corpus

DEV_SHARE = 0.15


def train_and_save(
    corpus: Corpus,
    task: str,
    model: str,
    options: Options,
    folder: Path,
    *,
    silver: Path | None = None,
) -> dict[str, Any]:
    """Train on a whole data set and write the model; what comes back is its summary."""
    if task in ("identification", "cascade"):
        return _train_suggester(corpus, model, options, folder)
    if task == "instantiation":
        from ml.instantiation.store import train_and_save_instantiation

        return train_and_save_instantiation(corpus, model, options, folder, silver)
    raise ModelError(f"“{task}” has nothing to train. Choose identification or instantiation.")


def _train_suggester(corpus: Corpus, model: str, options: Options, folder: Path) -> dict[str, Any]:
    config = make_tagger_config(model, options)
    data = prepare_corpus(corpus)
    train, dev = split_paragraphs(data, config.seed)
    trained = train_suggester(config, train, dev, folder=options.folder, quiet=options.quiet)
    extra = learn_extra(data, list(data.paragraphs))
    summary = {"dev_f1": trained.dev_f1, "threshold": trained.suggester.threshold}
    save_suggester(folder, trained.suggester, extra)
    write_json(
        folder / "config.json",
        {
            "task": "identification",
            "model": model,
            "config": asdict(config),
            "data_hash": hash_corpus(corpus),
            "seed": config.seed,
            "versions": collect_versions(),
        },
    )
    write_json(
        folder / "metrics.json",
        {"metrics": summary, "histories": [asdict(h) for h in trained.histories], "items": {}},
    )
    return summary


def split_paragraphs(data: TaskData, seed: int) -> tuple[list[Paragraph], list[Paragraph]]:
    """(train, dev): a share of the paragraphs kept to choose on."""
    paragraphs = data.take(list(data.paragraphs))
    order = list(range(len(paragraphs)))
    random.Random(seed).shuffle(order)  # noqa: S311 - a split, not a secret
    dev = set(order[: max(1, round(DEV_SHARE * len(order)))])
    return (
        [p for k, p in enumerate(paragraphs) if k not in dev],
        [p for k, p in enumerate(paragraphs) if k in dev],
    )


def learn_extra(data: TaskData, sections: Sequence[str]) -> dict[str, Any]:
    """What a suggester needs besides weights, learnt from these statutes and no others."""
    part = TaskData(data.corpus, data.paragraphs, {s: data.subsections[s] for s in sections})
    groups = group_corpus(part, pick_grouper("improved"))
    return {
        "names": learn_names(part),
        "reasons": learn_reasons(part, groups),
        "trained_on": list(sections),
    }


def learn_names(data: TaskData) -> dict[str, str]:
    """The name that a phrase's argument most often has."""
    seen: dict[str, Counter[str]] = {}
    for subsections in data.subsections.values():
        for sub in subsections:
            for m in sub.mentions:
                key = fold_freely(sub.text[m.start : m.end])
                seen.setdefault(key, Counter())[m.argument] += 1
    return {key: min(c, key=lambda n: (-c[n], n)) for key, c in sorted(seen.items())}


def save_suggester(folder: Path, suggester: Suggester, extra: dict[str, Any]) -> None:
    """Weights of each member, its features, the tokenizer, and the choices made on dev."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, tagger in enumerate(suggester.taggers):
        save_file(
            {k: v.contiguous() for k, v in trainable_state(tagger.model).items()},
            folder / f"member-{number}.safetensors",
        )
    first = suggester.taggers[0]
    first.tokenizer.save_pretrained(folder / "tokenizer")
    write_json(
        folder / "suggester.json",
        {
            "members": len(suggester.taggers),
            "config": asdict(first.config),
            "threshold": suggester.threshold,
            "calibration": asdict(suggester.calibration),
            "edges": suggester.edges.to_json() if suggester.edges else None,
            "features": dict(first.names.numbers) if first.names else None,
            "terms": first.book.to_json() if first.book else None,
            **extra,
        },
    )


def load_suggester(folder: Path) -> tuple[Suggester, dict[str, Any]]:
    """A saved suggester and what was saved beside it (names, reasons)."""
    try:
        saved = json.loads((folder / "suggester.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"{folder} holds no trained suggester: {error}") from error
    config = TaggerConfig(**{**saved["config"], "layers": tuple(saved["config"]["layers"])})
    names = FeatureNames(saved["features"]) if saved["features"] else None
    book = TermBook.from_json(saved["terms"]) if saved["terms"] else None
    device = pick_device(config.device)
    taggers = []
    for number in range(saved["members"]):
        tokenizer, encoder = prepare_tagger_encoder(config)
        model = make_model(config, encoder, names)
        state = load_file(folder / f"member-{number}.safetensors")
        wrong = model.load_state_dict(state, strict=False).unexpected_keys
        if wrong:
            raise RunError(f"{folder}: the weights do not fit the encoder ({wrong[0]}).")
        taggers.append(Tagger(config, tokenizer, model.to(device).eval(), names, book, device))
    edges = EdgeRules.from_json(saved["edges"]) if saved["edges"] else None
    suggester = Suggester(
        tuple(taggers), saved["threshold"], Calibration(**saved["calibration"]), edges
    )
    return suggester, saved


def predict_run(folder: Path, corpus: Corpus) -> Iterator[dict[str, Any]]:
    """Suggestions of a trained run for a data set, one a subsection or row."""
    from ml.instantiation.saved import holds_values, predict_instantiation

    if holds_values(folder):
        yield from predict_instantiation(folder, corpus)
        return
    from ml.saved_runs import open_run, suggest_section

    run = open_run(folder)
    data = prepare_corpus(corpus)
    for section in data.paragraphs:
        # Asked for by hand, a model may also be shown what it has learnt from.
        model = run.models[0] if len(run.models) == 1 else run.pick(section)
        for label, arguments in suggest_section(model, data, section):
            yield {
                "subsection": label.plain,
                "fold": model.name,
                "arguments": [_show(a) for a in arguments],
            }


def _show(argument: SuggestedArgument) -> dict[str, Any]:
    return {
        "name": argument.name,
        "confidence": round(argument.confidence, 4),
        "rule": argument.rule,
        "mentions": [
            {"start": f.span.start, "end": f.span.end, "confidence": round(f.confidence, 4)}
            for f in argument.mentions
        ],
    }
