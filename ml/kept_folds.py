"""Cross-validation a fold at a time: what is done is found again after an interruption."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from ml.data import Fold, make_folds
from ml.errors import RunError
from ml.identification import FoldResult, Found, TaskData, run_fold, score_sections
from ml.runs import FOLDS, write_json
from ml.store import learn_extra, load_suggester, save_suggester
from ml.tagger import TaggerConfig
from ml.training import History, Watch
from sara_annotate.domain.spans import Span

RESULT = "result.json"
Say = Callable[[str], None]


def cross_validate_kept(
    data: TaskData,
    config: TaggerConfig,
    folder: Path,
    *,
    watch: Watch = lambda done, total: None,
    say: Say = lambda text: None,
) -> list[FoldResult]:
    """Every fold with its model in `folder`; those that are there already are not trained again."""
    folds = make_folds(data.corpus)
    steps = config.members * config.epochs
    results = []
    for number, fold in enumerate(folds):
        place = folder / "folds" / fold.name
        if (place / RESULT).is_file():
            results.append(_read(place, data, fold))
        else:
            results.append(_run(data, config, fold, place, _part(watch, number, folds, steps), say))
            score = results[-1].dev_f1
            say(f"Fold {number + 1} of {len(folds)} (§{fold.name} held out): dev F1 {score:.1f}.")
        watch((number + 1) * steps, len(folds) * steps)
    write_json(folder / FOLDS, [_listed(fold) for fold in folds])
    return results


def _listed(fold: Fold) -> dict[str, Any]:
    known = [*fold.train, *fold.dev]
    return {"name": fold.name, "folder": f"folds/{fold.name}", "trained_on": known}


def _part(watch: Watch, number: int, folds: list[Fold], steps: int) -> Watch:
    return lambda done, total: watch(number * steps + done * steps // total, len(folds) * steps)


def _run(
    data: TaskData, config: TaggerConfig, fold: Fold, place: Path, watch: Watch, say: Say
) -> FoldResult:
    """One fold; where the device has no room, from the last epoch on with half the batch."""
    training = place / "training"
    for smaller in _sizes(config):
        try:
            result = run_fold(data, smaller, fold, folder=training, quiet=True, watch=watch)
        except torch.OutOfMemoryError:
            if smaller.batch_size == 1:
                raise
            say(f"The device is out of memory: batches of {smaller.batch_size // 2} from here on.")
            continue
        break
    assert result.suggester is not None
    save_suggester(place, result.suggester, learn_extra(data, (*fold.train, *fold.dev)))
    write_json(
        place / RESULT,
        {
            "found": [[f.section, f.span.start, f.span.end, f.confidence] for f in result.found],
            "dev_f1": result.dev_f1,
            "histories": [asdict(h) for h in result.histories],
        },
    )
    shutil.rmtree(training, ignore_errors=True)
    return result


def _sizes(config: TaggerConfig) -> Iterator[TaggerConfig]:
    size = config.batch_size
    while size:
        yield replace(config, batch_size=size)
        size //= 2


def _read(place: Path, data: TaskData, fold: Fold) -> FoldResult:
    try:
        said = json.loads((place / RESULT).read_text(encoding="utf-8"))
        found = tuple(Found(s, Span(a, b), sure) for s, a, b, sure in said["found"])
        histories = tuple(History(**h) for h in said["histories"])
        dev = float(said["dev_f1"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{place} cannot be read: {error!r}. Delete the folder.") from error
    suggester, _ = load_suggester(place)
    counts = score_sections(data, fold.test, found)
    return FoldResult(fold, found, suggester, dev, histories, counts)
