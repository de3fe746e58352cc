"""A trained model for values: folds over cases, compared, put to use, asked about unseen cases."""

from __future__ import annotations

import re
import shutil
from typing import Any

import pytest
import torch
from rest_framework.test import APIClient

from ml.instantiation.model import InstantiationModel
from sara_annotate.annotations.models import Layer, ModelRun
from sara_annotate.corpus.models import Case, Project
from sara_annotate.jobs.models import Job
from sara_annotate.suggestions.models import LearningSettings, TrainedModel, models_folder
from sara_annotate.suggestions.registry import is_better
from tests.suggestions.conftest import Ask, dana_of, work

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/harbour"
WANTED = {"kind": "instantiation", "source": "gold", "changes": {"epochs": 1, "batch_size": 12}}


@pytest.fixture
def trained(ask: Ask, tiny_encoder: str, dana: APIClient) -> TrainedModel:
    """A model for values that is in use, whatever a tiny encoder learns in an epoch."""
    Case.objects.update(question="Is it paid under section 4(1)?")
    job = ask("models/train", encoder=tiny_encoder, **WANTED)
    assert job.state == "done", job.message
    assert (job.done, job.total) == (6, 6)
    row = TrainedModel.objects.get(task="values")
    used = dana.post(f"{PROJECT}/models/{row.pk}", {"action": "use"}, format="json")
    assert used.status_code == 200, used.content
    row.refresh_from_db()
    return row


def pair_of(case: str) -> str:
    return case.removesuffix("_pos").removesuffix("_neg")


def test_it_is_trained_by_folds_over_cases_and_compared(
    trained: TrainedModel, dana: APIClient, ask: Ask
) -> None:
    [shown] = dana.get(f"{PROJECT}/models").json()["results"]
    assert (shown["task"], shown["kind"], shown["subsections"]) == ("values", "instantiation", 24)
    assert shown["comparison"]["against"] == "the majority"
    assert shown["comparison"]["items"] == 24
    assert set(shown["scores"]["instantiation"]["ours"]) >= {"truth", "numbers", "unified"}
    cases = set(Case.objects.values_list("name", flat=True))
    held_out = [cases - set(fold["trained_on"]) for fold in shown["folds"]]
    assert set.union(*held_out) == cases
    assert sum(map(len, held_out)) == len(cases), "each case is held out once"
    for fold in shown["folds"]:
        learnt = {pair_of(case) for case in fold["trained_on"]}
        assert not learnt & {pair_of(case) for case in cases - set(fold["trained_on"])}
    # One for spans beside it: each task has its own model in use.
    job = ask("models/train", kind="features", source="gold", changes={"epochs": 1, "members": 1})
    spans = TrainedModel.objects.get(number=job.result["model"])
    dana.post(f"{PROJECT}/models/{spans.pk}", {"action": "use"}, format="json")
    assert TrainedModel.objects.filter(state="in_use").count() == 2
    back = dana.post(f"{PROJECT}/models/roll-back", {"task": "values"}, format="json")
    assert back.json() == {"model": None}
    assert TrainedModel.objects.get(state="in_use") == spans


def test_each_case_is_answered_by_a_fold_that_never_saw_it(
    trained: TrainedModel, ask: Ask, dana: APIClient
) -> None:
    job = ask("prelabel", tasks=["values"])
    assert (job.state, job.result["cases"]) == ("done", 24), job.message
    run = ModelRun.objects.get()
    assert run.model == f"values by {trained.name}"
    for case, fold in run.folds.items():
        assert case not in fold["trained_on"]
        assert pair_of(case) not in {pair_of(other) for other in fold["trained_on"]}
    said = dana.get(f"{PROJECT}/cases/s4_1_0_pos/suggestions").json()
    assert said["source"]["fold"].startswith(f"{trained.name}, fold test-")
    [row] = said["rows"]
    assert row["label"] == "4(1)"
    assert 0.5 <= row["confidence"] <= 1
    assert "not from this one or its counterpart" in row["why"]
    text = Case.objects.get(name="s4_1_0_pos")
    for value in row["values"]:
        assert value["role"] == "found"
        if isinstance(value["value"], int):
            assert value["confidence"] is None
            continue
        assert 0 < value["confidence"] <= 1
        assert re.search(rf"\b{re.escape(value['value'])}\b", f"{text.text} {text.question}")


def test_evaluation_scores_the_model_in_use_for_values(
    trained: TrainedModel, ask: Ask, dana: APIClient
) -> None:
    job = ask("models/evaluate")
    assert job.state == "done", job.message
    rows = {row["name"]: row for row in job.result["rows"]}
    told = rows[f"Values, {trained.name}"]
    assert told["f1"] == trained.scores["instantiation"]["f1"]
    assert told["paper"]["unified"]


def test_a_folder_that_is_gone_is_told_and_nothing_stored(trained: TrainedModel, ask: Ask) -> None:
    shutil.rmtree(models_folder() / trained.folder / "folds" / "test-2")
    job = ask("prelabel", tasks=["values"])
    assert (job.state, ModelRun.objects.exists()) == ("failed", False)
    assert "holds no trained instantiation model" in job.message


def test_an_interrupted_training_goes_on_and_ends_the_same(
    dana: APIClient, ask: Ask, tiny_encoder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ask("models/train", encoder=tiny_encoder, **WANTED)
    assert whole.state == "done", whole.message
    forward = InstantiationModel.forward
    calls = 0

    def break_off(self: InstantiationModel, batch: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 60:
            raise KeyboardInterrupt
        return forward(self, batch)

    monkeypatch.setattr(InstantiationModel, "forward", break_off)
    body = {"encoder": tiny_encoder, **WANTED}
    key = dana.post(f"{PROJECT}/models/train", body, format="json").json()["job"]
    with pytest.raises(KeyboardInterrupt):
        work()
    kept = list(models_folder().glob(f"harbour/{key.replace('-', '')[:12]}-*/folds/*"))
    assert kept, "something was kept"
    Job.objects.filter(pk=key).update(lease_until="2020-01-01T00:00:00Z")
    work()
    again = Job.objects.get(pk=key)
    assert again.state == "done", again.message
    first, second = TrainedModel.objects.order_by("number")
    assert first.scores == second.scores
    assert first.folds == second.folds


def test_a_device_without_room_gets_smaller_parts(
    ask: Ask, tiny_encoder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forward = InstantiationModel.forward

    def run_out(self: InstantiationModel, batch: Any) -> Any:
        if len(batch.case_mask) > 5:
            raise torch.OutOfMemoryError("Tried to allocate 20 GiB")
        return forward(self, batch)

    monkeypatch.setattr(InstantiationModel, "forward", run_out)
    job = ask("models/train", encoder=tiny_encoder, **WANTED)
    assert job.state == "done", job.message
    said = [line.text for line in job.lines.filter(text__contains="out of memory")]
    assert ["of 8 from" in said[0], "of 4 from" in said[1]] == [True, True]


def test_what_is_wrong_is_said(ask: Ask, dana: APIClient, project: Project) -> None:
    bad = {**WANTED, "changes": {"members": 2}}
    assert dana.post(f"{PROJECT}/models/train", bad, format="json").status_code == 400
    learning = dana.patch(f"{PROJECT}/models/overview", {"kind": "instantiation"}, format="json")
    assert learning.status_code == 400
    Layer.objects.filter(case__isnull=False).exclude(case__name__startswith="s4_1_0").update(
        author_kind="model", run="x"
    )
    job = ask("models/train", **WANTED)
    assert (job.state, "at least 6 cases" in job.message) == ("failed", True)


def test_accepted_cases_are_learnt_from_where_gold_is_none(project: Project) -> None:
    from sara_annotate.suggestions.training_data import corpus_read

    Layer.objects.filter(case__name="s4_1_0_pos").update(
        author_kind="person", author=dana_of(), state="accepted"
    )
    Layer.objects.filter(case__name="s4_1_0_neg").update(
        author_kind="person", author=dana_of(), state="submitted"
    )
    gold = {row.case for row in corpus_read(project=project, cases=True).instantiations}
    more = corpus_read(project=project, source="accepted", cases=True).instantiations
    assert len(gold) == 22
    assert {row.case for row in more} - gold == {"s4_1_0_pos"}


@pytest.mark.parametrize(
    ("low", "difference", "any_better", "clearly"),
    [(0.01, 0.02, True, True), (-0.01, 0.02, True, False), (-0.05, -0.02, False, False)],
)
def test_who_takes_over(low: float, difference: float, any_better: bool, clearly: bool) -> None:
    comparison = {"difference": difference, "low": low}
    assert is_better(comparison, clearly=False) is any_better
    assert is_better(comparison, clearly=True) is clearly
    assert is_better({}, clearly=True)


def test_a_project_may_ask_for_more_than_luck(
    ask: Ask, dana: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sara_annotate.suggestions import training

    doubtful = {"difference": 0.01, "low": -0.01, "high": 0.03, "first": 0.5, "second": 0.51}
    both = {**doubtful, "against": "the rules", "p_value": 0.3, "items": 16}
    monkeypatch.setattr(training, "compare_models", lambda *_: both)
    answer = dana.patch(f"{PROJECT}/models/overview", {"clearly_better": True}, format="json")
    assert answer.json()["settings"]["clearly_better"] is True
    short = {"kind": "features", "source": "gold", "changes": {"epochs": 1, "members": 1}}
    assert ask("models/train", **short).result["state"] == "candidate"
    LearningSettings.objects.update(clearly_better=False)
    assert ask("models/train", **short).result["state"] == "in_use"
