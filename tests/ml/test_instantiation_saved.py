"""Test folds over all cases, and a run on disk that answers about cases it has not seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ml.errors import RunError, TrainingDataError
from ml.evaluate import Options
from ml.instantiation.evaluate import (
    evaluate_instantiation,
    load_silver,
    split_gold,
    split_tests,
)
from ml.instantiation.rows import build_world
from ml.instantiation.saved import ValuesRun, open_values_run, predict_values
from ml.instantiation.splits import pair_of
from ml.instantiation.store import save_models
from ml.store import predict_run
from sara_annotate.domain.corpus import Case, Corpus
from sara_annotate.domain.formats.instantiation import render
from sara_annotate.domain.labels import Label

CHANGES = (
    ("tuning", "last-layer"),
    ("rate", 1e-2),
    ("batch_size", 12),
    ("finetune_epochs", 1),
    ("folds", 2),
    ("test_folds", 3),
    ("at_once", True),
    ("name_arguments", True),
    ("device", "cpu"),
)


def test_every_case_is_tested_once_and_never_beside_its_pair(corpus: Corpus) -> None:
    splits = split_tests(corpus, 3, 0)
    tested = [c.name for split in splits for c in split.cases if c.split == "test"]
    assert sorted(tested) == sorted(c.name for c in corpus.cases)
    for split in splits:
        train, test = split_gold(split, build_world(split))
        learnt = {r.case.removesuffix("_pos").removesuffix("_neg") for r in train}
        asked = {r.case.removesuffix("_pos").removesuffix("_neg") for r in test}
        assert asked and learnt and not asked & learnt
    assert split_tests(corpus, 0, 0) == [corpus]


def test_a_fold_learns_from_no_silver_of_the_cases_it_tests_nor_of_their_pairs(
    corpus: Corpus, tmp_path: Path
) -> None:
    rows = [replace(row, origin="silver") for row in corpus.instantiations]
    file = tmp_path / "silver.tsv"
    file.write_text(render(rows), encoding="utf-8")
    for split in split_tests(corpus, 3, 0):
        world = build_world(split)
        _, test = split_gold(split, world)
        silver = load_silver(split, world, file)
        assert silver
        assert not {pair_of(r.case) for r in silver} & {pair_of(r.case) for r in test}


@pytest.fixture(scope="module")
def run_folder(corpus: Corpus, tiny_encoder: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    options = Options(encoder=tiny_encoder, changes=CHANGES, quiet=True)
    found = evaluate_instantiation(corpus, "bert", options)
    assert found.metrics["truth"]["total"] == len(corpus.instantiations)
    assert [p["case"] for p in found.predictions] == [i.case for i in corpus.instantiations]
    assert len(found.metrics["folds"]) == 3
    save_models(folder, found.models, "hash")
    answers = [{k: p[k] for k in ("case", "truth", "values")} for p in found.predictions]
    (folder / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    return folder


def test_a_saved_run_answers_as_the_evaluation_did(corpus: Corpus, run_folder: Path) -> None:
    wanted = {row["case"]: row for row in json.loads((run_folder / "answers.json").read_text())}
    found = list(predict_run(run_folder, corpus))
    assert {row["fold"] for row in found} == {"test-1", "test-2", "test-3"}
    for row in found:
        assert row["values"] == wanted[row["case"]]["values"]
        assert row["truth"] == pytest.approx(wanted[row["case"]]["truth"], abs=1e-3)


def test_a_case_is_answered_by_a_model_that_has_not_seen_it(
    corpus: Corpus, run_folder: Path
) -> None:
    run = open_values_run(run_folder)
    for case in corpus.cases:
        assert case.name not in run.pick(case.name).trained_on
    assert run.pick("a new case") in run.models


def test_a_model_that_learnt_from_the_case_is_refused(run_folder: Path) -> None:
    run = open_values_run(run_folder)
    single = ValuesRun(run.folder, run.models[:1])
    with pytest.raises(RunError, match="would be memories"):
        single.pick(min(run.models[0].trained_on))


def ask(corpus: Corpus, run: ValuesRun, cases: Sequence[str]) -> list[dict[str, object]]:
    label = Label("4", ("1",))
    asked = [(case, label, {"Season": "2021"}) for case in cases]
    results = predict_values(run.pick(cases[0]), corpus, asked)
    return [{**r.values, "truth": r.truth} for r in results]


def test_a_new_case_gets_values_of_its_text(corpus: Corpus, run_folder: Path) -> None:
    new = Case("new", "Dov has paid 250 crowns in 2022 .", "is it paid", "", "", "")
    larger = replace(corpus, cases=(*corpus.cases, new), instantiations=())
    [found] = ask(larger, open_values_run(run_folder), ["new"])
    assert found["SEASON"] == "2021"
    assert isinstance(found["FEE"], int), "what was learnt as a number stays one without rows"
    assert str(found["OWNER"]) in f"{new.text} {new.question}"
    assert 0 <= float(str(found["truth"])) <= 1


def test_an_unknown_case_is_named(corpus: Corpus, run_folder: Path) -> None:
    with pytest.raises(TrainingDataError, match="“nowhere”"):
        ask(corpus, open_values_run(run_folder), ["nowhere"])


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no trained instantiation model"):
        open_values_run(tmp_path)
    (tmp_path / "folds.json").write_text('[{"name": "x"}]')
    with pytest.raises(RunError, match="which cases its models have learnt from"):
        open_values_run(tmp_path)
    (tmp_path / "folds.json").write_text('[{"name": "x", "folder": "x", "trained_on": []}]')
    with pytest.raises(RunError, match="no trained instantiation model"):
        open_values_run(tmp_path)
