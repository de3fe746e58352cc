"""Models: trained, compared, put to use and rolled back, over HTTP and with a worker's hands."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from ml import saved_runs
from sara_annotate.annotations.models import Argument, Layer, Mention, ModelRun
from sara_annotate.corpus.models import Project
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.suggestions.models import TrainedModel, models_folder
from tests.suggestions.conftest import SECTIONS, Ask, dana_of, work

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/harbour"
SHORT = {"epochs": 3, "members": 1}


def models(client: APIClient) -> list[dict[str, Any]]:
    return list(client.get(f"{PROJECT}/models").json()["results"])


def train(ask: Ask, dana: APIClient, **wanted: Any) -> dict[str, Any]:
    """A model in use, whatever the rules score on statutes that are all alike."""
    job = ask("models/train", **{"kind": "features", "source": "gold", "changes": SHORT} | wanted)
    assert job.state == "done", job.message
    newest = models(dana)[0]
    used = dana.post(f"{PROJECT}/models/{newest['id']}", {"action": "use"}, format="json")
    assert used.status_code == 200, used.content
    return dict(used.json())


def test_a_model_is_trained_and_serves_each_statute_unseen(dana: APIClient, ask: Ask) -> None:
    job = ask("models/train", kind="features", source="gold", changes=SHORT)
    assert job.state == "done", job.message
    [row] = models(dana)
    assert (row["kind"], row["number"]) == ("features", 1)
    assert sorted(fold["name"] for fold in row["folds"]) == list(SECTIONS)
    assert all(fold["name"] not in fold["trained_on"] for fold in row["folds"])
    assert row["scores"]["identification"]["f1"] > 0
    assert row["scores"]["identification"]["paper"]["f1"] == "66.2 ± 20.5 | 62.4"
    assert row["comparison"]["against"] == "the rules"
    assert (job.done, job.total) == (12, 12)
    # These statutes are all alike: the rules know every word, and nothing is better than that.
    better = row["comparison"]["difference"] > 0
    assert row["state"] == ("in_use" if better else "candidate")
    dana.post(f"{PROJECT}/models/{row['id']}", {"action": "use"}, format="json")

    job = ask("prelabel")
    assert job.state == "done", job.message
    run = ModelRun.objects.get()
    assert run.name == job.result["run"]
    assert set(run.folds) == set(SECTIONS)
    for section, fold in run.folds.items():
        assert section not in fold["trained_on"]
    read = dana.get(f"{PROJECT}/statutes/4?layer=mine").json()["suggestions"]
    assert len(read) == 4
    mentions = [m for one in read for m in one["mentions"]]
    assert mentions
    assert all(0 <= m["confidence"] <= 1 and m["why"] for m in mentions)
    assert all(one["clause"]["text"] for one in read)
    assert read[0]["fold"] == "§4 held out"


def test_weights_are_loaded_once_and_kept(
    dana: APIClient, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker does job after job in one process: the second finds the weights in memory."""
    train(ask, dana)
    loaded: list[str] = []
    load = saved_runs.load_suggester

    def count(folder: Path) -> Any:
        loaded.append(folder.name)
        return load(folder)

    monkeypatch.setattr(saved_runs, "load_suggester", count)
    for _ in range(2):
        assert ask("prelabel").state == "done"
    assert sorted(loaded) == list(SECTIONS)


def test_a_tiny_encoder_can_be_named(ask: Ask, tiny_encoder: str, dana: APIClient) -> None:
    job = ask("models/train", kind="improved", encoder=tiny_encoder, source="gold", changes=SHORT)
    assert job.state == "done", job.message
    assert models(dana)[0]["encoder"] == tiny_encoder
    assert ask("prelabel", sections=["5"]).result["subsections"] == 4


def test_an_encoder_that_is_not_there_is_told_on_the_job(ask: Ask) -> None:
    job = ask("models/train", kind="improved", encoder="/nowhere/at/all", source="gold")
    assert job.state == "failed"
    assert "is not a folder" in job.message
    assert not TrainedModel.objects.exists()


def test_too_little_to_train_on_is_said_and_the_rules_do_it(
    ask: Ask, project: Project, dana: APIClient
) -> None:
    few = Layer.objects.filter(subsection__statute__section__in=["6", "7"])
    Mention.objects.filter(layer__in=few).update(removed_at="2026-01-01T00:00:00Z")
    Argument.objects.filter(layer__in=few).update(removed_at="2026-01-01T00:00:00Z")
    job = ask("models/train", source="gold")
    assert (job.state, "at least 3 statutes" in job.message) == ("failed", True)
    job = ask("prelabel")
    assert job.state == "done", job.message
    assert job.result["run"].startswith("rules · ")
    assert job.result["mentions"] > 0


def test_the_better_one_takes_over_and_one_click_goes_back(
    ask: Ask, dana: APIClient, tiny_encoder: str
) -> None:
    # An encoder of random weights, without features, learns next to nothing in an epoch.
    poor = {"kind": "bert-crf", "encoder": tiny_encoder, "changes": {"epochs": 1}}
    train(ask, dana, **poor)
    second = ask("models/train", kind="features", source="gold", changes=SHORT)
    newest, oldest = models(dana)
    assert newest["comparison"]["against"] == "model 1"
    assert newest["comparison"]["difference"] > 0
    assert {"first", "second", "low", "high", "p_value"} <= set(newest["comparison"])
    assert (second.result["model"], oldest["number"]) == (2, 1)
    worse = ask("models/train", source="gold", **poor)
    assert worse.result["state"] == "candidate"
    assert worse.result["comparison"]["difference"] <= 0
    worst, *_ = models(dana)
    assert "does not take over" in worse.lines.last().text
    assert [m["state"] for m in models(dana)] == ["candidate", "in_use", "retired"]
    assert worst["number"] == 3
    back = dana.post(f"{PROJECT}/models/roll-back")
    assert back.json()["model"]["number"] == 1
    assert [m["state"] for m in models(dana)] == ["candidate", "retired", "in_use"]


def test_the_same_job_run_twice_makes_one_model(ask: Ask, dana: APIClient) -> None:
    job = ask("models/train", source="gold", changes=SHORT)
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, lease=None, attempts=0)
    work()
    assert TrainedModel.objects.count() == 1
    job = ask("prelabel")
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, lease=None, attempts=0)
    work()
    assert ModelRun.objects.count() == 1


def test_one_training_at_a_time(dana: APIClient) -> None:
    assert dana.post(f"{PROJECT}/models/train", {}, format="json").status_code == 202
    answer = dana.post(f"{PROJECT}/models/train", {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "model_busy")


def test_a_folder_that_is_gone_or_wrong_is_told_and_nothing_stored(
    ask: Ask, dana: APIClient
) -> None:
    train(ask, dana)
    row = TrainedModel.objects.get()
    broken = row.path / "folds" / "4" / "suggester.json"
    broken.write_text("{")
    job = ask("prelabel")
    assert (job.state, ModelRun.objects.exists()) == ("failed", False)
    assert "holds no trained suggester" in job.message
    shutil.rmtree(models_folder())
    job = ask("prelabel")
    assert (job.state, ModelRun.objects.exists()) == ("failed", False)
    assert "holds no trained suggester" in job.message


def test_evaluation_sets_every_task_beside_the_paper(ask: Ask, dana: APIClient) -> None:
    train(ask, dana)
    job = ask("models/evaluate")
    assert job.state == "done", job.message
    told = dana.get(f"{PROJECT}/models/overview").json()
    rows = {row["name"]: row for row in told["evaluation"]}
    assert {row["task"] for row in rows.values()} >= {
        "identification",
        "coreference",
        "structure",
        "instantiation",
    }
    assert rows["Spans, model 1"]["paper"]["f1"]
    assert rows["Coreference, string matching"]["paper"]["perfect"] == "80.8"
    assert rows["Values, majority"]["ours"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("models/train", {"kind": "magic"}, 400),
        ("models/train", {"changes": {"epochs": 0}}, 400),
        ("models/train", {"changes": {"device": 1}}, 400),
        ("models/evaluate", {"source": "hearsay"}, 400),
        ("prelabel", {"model": "model 9"}, 400),
        ("prelabel", {"model": "../../etc"}, 400),
        ("prelabel", {"sections": ["99"]}, 400),
        ("prelabel", {"tasks": []}, 400),
        ("prelabel", {"tasks": ["clauses"]}, 400),
        ("prelabel", {"sections": "4"}, 400),
        ("models/roll-back", {}, 409),
    ],
)
def test_what_makes_no_sense_is_refused(
    dana: APIClient, path: str, body: dict[str, object], status: int
) -> None:
    answer = dana.post(f"{PROJECT}/{path}", body, format="json")
    assert answer.status_code == status, answer.content
    assert {"code", "message", "extra"} == set(answer.json())
    assert not Job.objects.exists()


def test_only_managers(ada: APIClient, dana: APIClient) -> None:
    for path in ("models", "models/overview", "suggestions/figures", f"models/{uuid.uuid4()}"):
        assert ada.get(f"{PROJECT}/{path}").status_code == 403
    for path in ("models/train", "models/evaluate", "prelabel", "models/roll-back"):
        assert ada.post(f"{PROJECT}/{path}", {}, format="json").status_code == 403
    assert dana.get(f"{PROJECT}/models/{uuid.uuid4()}").status_code == 404
    assert dana_of().username == "dana"


def test_the_list_costs_the_same_for_many(
    dana: APIClient, project: Project, django_assert_max_num_queries: Any
) -> None:
    for number in range(1, 12):
        TrainedModel.objects.create(
            project=project, number=number, kind="features", folder="x", created_by=dana_of()
        )
    with django_assert_max_num_queries(6):
        assert len(models(dana)) == 11
