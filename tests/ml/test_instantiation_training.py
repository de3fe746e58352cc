from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from ml.errors import TrainingDataError
from ml.evaluate import Options
from ml.instantiation import run
from ml.instantiation.evaluate import evaluate_instantiation, load_silver, split_gold
from ml.instantiation.model import Question, decode_value, encode_questions, find_value_spans
from ml.instantiation.rows import Row, build_world
from ml.instantiation.run import STAGES, ask_model, rows_loss, solve_rows
from ml.instantiation.splits import balance_rows, draw_silver, fold_rows, split_rows
from ml.instantiation.train import (
    InstantiationConfig,
    build_instantiator,
    make_optimizer,
    pick_median,
    train_instantiation,
    train_stage,
)
from sara_annotate.domain.corpus import Corpus, Instantiation
from sara_annotate.domain.formats.instantiation import render
from sara_annotate.domain.labels import Label


@pytest.fixture
def config(tiny_encoder: str) -> InstantiationConfig:
    return InstantiationConfig(
        encoder=tiny_encoder,
        tuning="full",
        rate=1e-2,
        batch_size=12,
        pretrain_epochs=2,
        finetune_epochs=2,
        folds=3,
        device="cpu",
    )


@pytest.fixture
def silver_file(corpus: Corpus, tmp_path: Path) -> Path:
    """A synthetic silver set: every training case asked about every subsection of §4."""
    rows = []
    for case in corpus.cases:
        for number in ("1", "3"):
            truth = case.name.endswith("_pos")
            person = case.text.split(" ")[0]
            found = (("Owner", person), ("Fee", 100)) if truth else ()
            label = Label("4", (number,))
            rows.append(
                Instantiation(case.name, label, (("Season", "2021"),), found, truth, "silver")
            )
    file = tmp_path / "silver.tsv"
    file.write_text(render(rows), encoding="utf-8")
    return file


def test_silver_of_test_cases_is_left_out(corpus: Corpus, silver_file: Path) -> None:
    world = build_world(corpus)
    tested = {c.name for c in corpus.cases if c.split == "test"}
    rows = load_silver(corpus, world, silver_file)
    assert rows and not {r.case for r in rows} & tested
    train, test = split_gold(corpus, world)
    assert {r.case for r in test} == tested
    assert not {r.case for r in train} & tested


def test_a_silver_file_that_is_not_there_is_named(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingDataError, match=r"silver file .* cannot be read"):
        load_silver(corpus, build_world(corpus), tmp_path / "none.tsv")


def test_three_stages_and_folds_run_end_to_end(
    corpus: Corpus, config: InstantiationConfig, silver_file: Path, tmp_path: Path
) -> None:
    changes = tuple(
        (name, getattr(config, name))
        for name in ("tuning", "rate", "batch_size", "folds", "device")
    )
    changes += (("pretrain_epochs", 2), ("finetune_epochs", 1))
    options = Options(encoder=config.encoder, changes=changes, folder=tmp_path / "run", quiet=True)
    found = evaluate_instantiation(corpus, "bert", options, silver_file)
    assert list(found.histories) == [
        *(f"silver, {stage.name}" for stage in STAGES),
        *(f"gold, fold {k}" for k in (1, 2, 3)),
    ]
    assert found.metrics["silver_rows"] == 36
    assert found.metrics["truth"]["total"] == 6
    assert found.metrics["unified"]["total"] == 12
    base = evaluate_instantiation(corpus, "majority", options, silver_file)
    assert base.metrics["unified"]["correct"] >= 6
    assert not list(tmp_path.rglob("*.pkl"))


def test_it_learns_truth_from_the_case(corpus: Corpus, config: InstantiationConfig) -> None:
    world = build_world(corpus)
    train, test = split_gold(corpus, world)
    config = replace(config, batch_size=6, patience=30)
    solver = build_instantiator(config, train)
    train_stage(config, solver, world, train, train, STAGES[1], 25, None, True)
    results = list(solve_rows(solver, world, test))
    assert sum((r.truth >= 0.5) == row.truth for r, row in zip(results, test, strict=True)) >= 5


def test_the_loss_does_not_depend_on_the_chunk(corpus: Corpus, config: InstantiationConfig) -> None:
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    solver = build_instantiator(config, train)
    solver.model.eval()
    whole = rows_loss(solver, world, train[:6], STAGES[0])
    chunked = rows_loss(replace(solver, batch_size=2), world, train[:6], STAGES[0])
    assert float(whole) == pytest.approx(float(chunked), rel=1e-3)


def test_the_rule_is_cut_and_the_case_kept(corpus: Corpus, config: InstantiationConfig) -> None:
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    solver = build_instantiator(config, train)
    rule = replace(world.rules[Label("4", ("1",))], text="the owner shall pay " * 60, mentions=())
    question = Question("Ann has paid 100 crowns", rule, {}, "OWNER")
    batch = encode_questions(solver.tokenizer, [question], 64)
    assert batch.inputs["input_ids"].shape[1] == 64
    assert find_value_spans(question.case, "Ann", batch, 0)
    assert not find_value_spans(question.case, "An", batch, 0)
    with torch.no_grad():
        answer = decode_value(question, solver.model(batch), batch, 0)
    assert isinstance(answer, str) and answer in question.case


def row(case: str, truth: bool = True) -> Row:
    return Row(case, Label("1"), (), (), truth)


def test_folds_keep_pairs_together_and_spread_amounts() -> None:
    rows = [row(f"s{k}_{kind}") for k in range(20) for kind in ("pos", "neg")]
    rows += [row(f"tax_case_{k}") for k in range(10)]
    folds = fold_rows(rows, 5, 0)
    assert sorted(r.case for f in folds for r in f) == sorted(r.case for r in rows)
    for fold in folds:
        cases = {r.case for r in fold}
        assert sum(c.startswith("tax") for c in cases) == 2
        assert all(c.replace("_pos", "_neg") in cases for c in cases if c.endswith("_pos"))
    assert fold_rows(rows, 5, 0) == folds


def test_silver_is_balanced_and_split_by_case() -> None:
    rows = [row(f"c{k}", k % 4 == 0) for k in range(40)]
    chosen = balance_rows(rows, 0)
    assert sum(r.truth for r in chosen) == len(chosen) / 2 == 10
    train, dev = split_rows(rows, 0.1, 0)
    assert len(dev) == 4
    assert not {r.case for r in train} & {r.case for r in dev}


def test_an_epoch_may_draw_other_negatives() -> None:
    rows = [row(f"c{k}", k % 4 == 0) for k in range(40)]

    def draw(epoch: int, *, fresh: bool, limit: int = 0) -> set[str]:
        chosen = draw_silver(rows, epoch, 0, limit=limit, fresh=fresh)
        assert limit or sum(r.truth for r in chosen) == len(chosen) / 2 == 10
        return {r.case for r in chosen}

    assert draw(0, fresh=False) == draw(1, fresh=False)
    assert draw(0, fresh=True) != draw(1, fresh=True)
    assert draw(1, fresh=True) == draw(1, fresh=True)
    assert len(draw(0, fresh=True, limit=7)) == 7


def test_encoder_and_decoders_have_their_rates(config: InstantiationConfig) -> None:
    model = build_instantiator(config, []).model
    learning = [p for p in model.parameters() if p.requires_grad]
    for encoder_rate, wanted in ((0.0, [1e-2, 1e-2]), (1e-4, [1e-2, 1e-4])):
        groups = make_optimizer(replace(config, encoder_rate=encoder_rate), model).param_groups
        assert [g["lr"] for g in groups] == wanted
        assert sum(len(g["params"]) for g in groups) == len(learning)


def test_a_question_met_twice_is_put_once(
    corpus: Corpus, config: InstantiationConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    solver = build_instantiator(config, train)
    once = list(solve_rows(solver, world, train[:3]))
    put: list[int] = []

    def count(tokenizer: Any, questions: Sequence[Question], longest: int) -> Any:
        put.append(len(questions))
        return encode_questions(tokenizer, questions, longest)

    monkeypatch.setattr(run, "encode_questions", count)
    list(solve_rows(solver, world, train[:3]))
    alone = sum(put)
    twice = list(solve_rows(solver, world, [*train[:3], *train[:3]]))
    assert sum(put) == 2 * alone
    assert twice == [*once, *once]


def test_arguments_asked_at_once_share_a_reading_and_get_the_same_answers(
    corpus: Corpus, config: InstantiationConfig
) -> None:
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    solver = build_instantiator(config, train)
    row = next(r for r in train if len(world.rules[r.label].arguments) > 1)
    here = world.rules[row.label]
    questions = [Question(world.cases[row.case], here, {}, name) for name in here.arguments]
    batch = encode_questions(solver.tokenizer, questions, 64)
    assert len(batch.inputs["input_ids"]) == 1
    assert len(batch.case_mask) == len(batch.offsets) == len(questions)
    together = ask_model(solver, questions)
    assert together == [ask_model(solver, [question])[0] for question in questions]


def test_what_is_asked_at_once_can_be_learnt(corpus: Corpus, config: InstantiationConfig) -> None:
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    config = replace(config, at_once=True, name_arguments=True)
    solver = build_instantiator(config, train)
    before = float(rows_loss(solver, world, train, STAGES[0]))
    train_stage(config, solver, world, train, train, STAGES[0], 5, None, quiet=True)
    assert float(rows_loss(solver, world, train, STAGES[0])) < before


def test_short_numbers_answer_nearly_as_long_ones(
    corpus: Corpus, config: InstantiationConfig
) -> None:
    world = build_world(corpus)
    train, _ = split_gold(corpus, world)
    solver = build_instantiator(config, train)
    exact = float(rows_loss(solver, world, train[:6], STAGES[0]))
    short = replace(solver, precision="bf16")
    assert float(rows_loss(short, world, train[:6], STAGES[0])) == pytest.approx(exact, rel=0.1)
    assert all(isinstance(r.truth, float) for r in solve_rows(short, world, train[:6]))


def test_the_median_model_is_reported() -> None:
    assert pick_median([50.0, 90.0, 10.0]) == 0
    assert pick_median([50.0, 90.0, 10.0, 60.0]) == 0


def test_no_gold_is_refused(corpus: Corpus, config: InstantiationConfig) -> None:
    with pytest.raises(TrainingDataError, match="no gold rows"):
        train_instantiation(config, build_world(corpus), [])
