"""`python -m ml`: evaluate, train, predict, compare, score."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ml.errors import ModelError
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.errors import DomainError

_CHANGES = {
    "tuning": str,
    "epochs": int,
    "patience": int,
    "members": int,
    "batch_size": int,
    "seed": int,
    "device": str,
    "folds": int,
    "pretrain_epochs": int,
    "finetune_epochs": int,
    "silver_limit": int,
    "depth": int,
    "encoder_rate": float,
    "head_rate": float,
    "feature_rate": float,
    "rate": float,
    "dropout": float,
    "warmup": float,
    "precision": str,
    "test_folds": int,
}
_CHOICES = {
    "tuning": ("frozen", "last-layer", "full"),
    "precision": ("auto", "full", "bf16"),
}
_SWITCHES = (
    "features",
    "terms",
    "repair",
    "context",
    "train_embeddings",
    "structure",
    "decay",
    "fresh_negatives",
    "at_once",
    "name_arguments",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 with a sentence on standard error."""
    options = make_parser().parse_args(arguments)
    try:
        options.command(options)
    except DomainError as error:
        print(f"error: {error.message}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; run the same command with the same --run to go on.", file=sys.stderr)
        return 130
    return 0


def make_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = argparse.ArgumentParser(prog="python -m ml", description=__doc__)
    commands = parser.add_subparsers(required=True)
    evaluate = commands.add_parser("evaluate", help="train and score by cross-validation")
    _add_model_options(evaluate)
    evaluate.add_argument("--as-published", action="store_true")
    evaluate.add_argument("--parser", choices=("textblob", "stanza"), default="textblob")
    evaluate.add_argument("--trees", type=Path, help="folder of bracketed trees, sectionN a file")
    evaluate.add_argument("--coreference", default="improved", help="grouping in the cascade")
    evaluate.add_argument("--spans", type=Path, help="identification run to build a cascade on")
    evaluate.set_defaults(command=run_evaluate)
    train = commands.add_parser("train", help="train on a whole data set, for use")
    _add_model_options(train)
    train.set_defaults(command=run_train)
    predict = commands.add_parser("predict", help="suggestions of a trained run")
    predict.add_argument("--run", type=Path, required=True)
    predict.add_argument("--data", type=Path, required=True)
    predict.add_argument("--output", type=Path, help="JSON lines; standard output otherwise")
    predict.set_defaults(command=run_predict)
    compare = commands.add_parser("compare", help="paired bootstrap of two runs")
    compare.add_argument("runs", type=Path, nargs=2)
    compare.add_argument("--json", action="store_true")
    compare.set_defaults(command=run_compare)
    score = commands.add_parser("score", help="score a CoNLL response against a key")
    score.add_argument("--conll", type=Path, nargs=2, metavar=("KEY", "RESPONSE"), required=True)
    score.add_argument("--json", action="store_true")
    score.set_defaults(command=run_score)
    return parser


def _add_model_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--task", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--encoder", default="", help="Hugging Face name, folder or package")
    parser.add_argument("--silver", type=Path, help="silver rows, argument_instantiation form")
    parser.add_argument("--run", type=Path, help="run folder; an interrupted one goes on")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quiet", action="store_true", help="no progress bars")
    for name, kind in _CHANGES.items():
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, type=kind, choices=_CHOICES.get(name))
    for name in _SWITCHES:
        parser.add_argument(
            f"--{name.replace('_', '-')}", action=argparse.BooleanOptionalAction, default=None
        )


def load_data(path: Path) -> Corpus:
    """The data set in a folder or archive; refuses an empty one."""
    from ml.errors import TrainingDataError
    from sara_annotate.domain.formats.layout import load_corpus

    if not path.exists():
        raise TrainingDataError(f"There is no data set at {path}.")
    corpus = load_corpus(path)
    if not corpus.statutes:
        raise TrainingDataError(f"The data set at {path} holds no statute.")
    return corpus


def _collect_changes(options: argparse.Namespace, known: Sequence[str]) -> dict[str, Any]:
    """Settings given on the command line; refuses those that the model does not have."""
    names = [*_CHANGES, *_SWITCHES]
    given = {n: getattr(options, n) for n in names if getattr(options, n) is not None}
    for name in given:
        if name not in known:
            flag = name.replace("_", "-")
            raise ModelError(f"--{flag} means nothing for {options.task} {options.model}.")
    return given


def _known_settings(options: argparse.Namespace) -> list[str]:
    if options.task == "instantiation":
        from ml.instantiation.train import InstantiationConfig

        return [*InstantiationConfig.__dataclass_fields__]
    if options.task in ("identification", "cascade"):
        from ml.tagger import TaggerConfig

        return [*TaggerConfig.__dataclass_fields__]
    return ["seed", "device"]


def _make_options(options: argparse.Namespace, folder: Path) -> Any:
    from ml.evaluate import Options

    changes = _collect_changes(options, _known_settings(options))
    return Options(
        encoder=options.encoder,
        as_published=getattr(options, "as_published", False),
        parser=getattr(options, "parser", "textblob"),
        trees=getattr(options, "trees", None),
        coreference=getattr(options, "coreference", "improved"),
        spans=getattr(options, "spans", None),
        changes=tuple(changes.items()),
        folder=folder / "training",
        quiet=options.quiet,
    )


def run_evaluate(options: argparse.Namespace) -> None:
    """Evaluate, write the run folder, print the table."""
    from ml.data import hash_corpus
    from ml.report import write_report
    from ml.runs import name_run, save_run
    from ml.tables import find_paper, render_table

    corpus = load_data(options.data)
    folder = options.run or Path("runs") / name_run(options.task, options.model)
    chosen = _make_options(options, folder)
    evaluation = _dispatch(corpus, options, chosen)
    config = _describe_settings(options, chosen)
    save_run(
        folder,
        evaluation,
        config=config,
        data_hash=hash_corpus(corpus),
        seed=int(config.get("seed") or 0),
    )
    write_report(folder, evaluation)
    if evaluation.models:
        _save_models(folder, corpus, evaluation)
    paper = find_paper(options.task, options.model)
    if options.json:
        shown = {
            "task": options.task,
            "model": options.model,
            "run": str(folder),
            "metrics": evaluation.metrics,
            "ours": evaluation.shown,
            "paper": dict(paper),
        }
        print(json.dumps(shown, ensure_ascii=False, default=str))
        return
    print(render_table(f"{options.task}, {options.model}", evaluation.shown, paper))
    print(f"run folder: {folder}")


def _save_models(folder: Path, corpus: Corpus, evaluation: Any) -> None:
    """Keep what every fold has learnt."""
    if evaluation.task == "instantiation":
        from ml.data import hash_corpus
        from ml.instantiation.store import save_models

        save_models(folder, evaluation.models, hash_corpus(corpus))
        return
    from ml.identification import prepare_corpus
    from ml.saved_runs import save_folds

    save_folds(folder, prepare_corpus(corpus), evaluation.models)


def _describe_settings(options: argparse.Namespace, chosen: Any) -> dict[str, Any]:
    """All settings that the run used, defaults too."""
    settings: dict[str, Any] = {
        "data": str(options.data),
        "as_published": chosen.as_published,
        "parser": chosen.parser,
        "silver": str(options.silver or ""),
        "spans": str(chosen.spans or ""),
    }
    if options.task == "instantiation" and options.model != "majority":
        from ml.instantiation.evaluate import make_config

        return settings | asdict(make_config(options.model, chosen))
    if options.task in ("identification", "cascade") and options.model != "noun-phrases":
        from ml.evaluate import make_tagger_config

        return settings | asdict(make_tagger_config(options.model, chosen))
    return settings


def _dispatch(corpus: Corpus, options: argparse.Namespace, chosen: Any) -> Any:
    if options.task == "instantiation":
        from ml.instantiation.evaluate import evaluate_instantiation

        return evaluate_instantiation(corpus, options.model, chosen, options.silver)
    if options.task == "structure":
        from ml.structure import evaluate_structure

        return evaluate_structure(corpus, options.model, chosen)
    from ml.evaluate import EVALUATORS, TASKS

    if options.task not in EVALUATORS:
        names = ", ".join(TASKS)
        raise ModelError(f"There is no task “{options.task}”. Choose {names}.")
    return EVALUATORS[options.task](corpus, options.model, chosen)


def run_train(options: argparse.Namespace) -> None:
    """Train on everything and keep the weights."""
    from ml.runs import name_run
    from ml.store import train_and_save

    corpus = load_data(options.data)
    folder = options.run or Path("runs") / name_run(options.task, options.model)
    chosen = _make_options(options, folder)
    summary = train_and_save(
        corpus, options.task, options.model, chosen, folder, silver=options.silver
    )
    print(json.dumps({"run": str(folder), **summary}, ensure_ascii=False))


def run_predict(options: argparse.Namespace) -> None:
    """Suggestions, one JSON object a line."""
    from ml.store import predict_run

    corpus = load_data(options.data)
    lines = (json.dumps(row, ensure_ascii=False) for row in predict_run(options.run, corpus))
    if options.output:
        with options.output.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        return
    for line in lines:
        print(line)


def run_compare(options: argparse.Namespace) -> None:
    """The difference of two runs."""
    from ml.compare import compare_items
    from ml.errors import RunError
    from ml.runs import load_items

    (first_task, first), (second_task, second) = (load_items(run) for run in options.runs)
    if first_task != second_task:
        raise RunError(f"The runs are of {first_task} and of {second_task}.")
    found = compare_items(first, second)
    if options.json:
        print(json.dumps(asdict(found)))
        return
    print(f"{options.runs[0].name}: {100 * found.first:.2f}")
    print(f"{options.runs[1].name}: {100 * found.second:.2f}")
    print(
        f"difference {100 * found.difference:+.2f} (95 % interval {100 * found.low:+.2f} to "
        f"{100 * found.high:+.2f}), p = {found.p_value:.3f}, {found.items} items"
    )


def run_score(options: argparse.Namespace) -> None:
    """CoNLL scores in percent."""
    from ml.conll import score_files

    scores = score_files(*options.conll)
    rows = {
        name: {
            "p": round(100 * s.precision, 2),
            "r": round(100 * s.recall, 2),
            "f1": round(100 * s.f1, 2),
        }
        for name, s in scores.items()
    }
    if options.json:
        print(json.dumps(rows))
        return
    for name, row in rows.items():
        print(f"{name:6} {row['p']:6.2f} {row['r']:6.2f} {row['f1']:6.2f}")


if __name__ == "__main__":
    sys.exit(main())
