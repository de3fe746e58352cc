"""Pre-labelling that meets trouble, and what people do with what it says."""

from __future__ import annotations

import subprocess
import sys
import uuid
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from sara_annotate.annotations.models import Layer, Mention, ModelRun
from sara_annotate.corpus.models import Project
from sara_annotate.domain.blind import is_blind, liken
from sara_annotate.domain.spans import Span
from sara_annotate.jobs.models import Job, JobPiece
from sara_annotate.suggestions import learning
from sara_annotate.suggestions.models import LearningSettings, TrainedModel
from sara_annotate.suggestions.proposers.rules import RulesProposer
from tests.suggestions.conftest import Ask, dana_of, work

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/harbour"
Json = dict[str, Any]


def suggestions(client: APIClient, section: str = "4") -> list[Json]:
    answer = client.get(f"{PROJECT}/statutes/{section}?layer=mine").json()
    return list(answer["suggestions"])


def test_a_poisoned_statute_is_named_and_the_rest_done(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = RulesProposer.propose

    def propose(self: RulesProposer, statute: Any, others: Any) -> Any:
        if statute.section == "5":
            raise ZeroDivisionError("poison")
        return whole(self, statute, others)

    monkeypatch.setattr(RulesProposer, "propose", propose)
    job = ask("prelabel", model="rules")
    assert (job.state, job.result["subsections"]) == ("done", 12)
    [line] = job.lines.filter(is_problem=True)
    assert (line.item, "ZeroDivisionError: poison" in line.text) == ("§5", True)


def test_a_statute_that_kills_workers_is_left_out(dana: APIClient) -> None:
    answer = dana.post(f"{PROJECT}/prelabel", {"model": "rules"}, format="json").json()
    job = Job.objects.get(pk=answer["job"])
    JobPiece.objects.create(job=job, name="tried §6", data=2)
    work()
    job.refresh_from_db()
    assert (job.state, job.result["subsections"]) == ("done", 12)
    assert "the worker died 2 times over it" in job.lines.get(is_problem=True).text


def test_what_was_kept_is_not_done_again(dana: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that was lost after two statutes: the next one does the other two."""
    done: list[str] = []
    whole = RulesProposer.propose

    def propose(self: RulesProposer, statute: Any, others: Any) -> Any:
        if len(done) == 2 and "lost" not in done:
            done.append("lost")
            raise KeyboardInterrupt
        done.append(statute.section)
        return whole(self, statute, others)

    monkeypatch.setattr(RulesProposer, "propose", propose)
    dana.post(f"{PROJECT}/prelabel", {"model": "rules"}, format="json")
    with pytest.raises(KeyboardInterrupt):
        work()
    assert not ModelRun.objects.exists()
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    work()
    assert done == ["4", "5", "lost", "6", "7"]
    assert Job.objects.get().result["subsections"] == 16


def test_values_by_majority_say_that_they_are_only_that(ask: Ask, dana: APIClient) -> None:
    from sara_annotate.corpus.models import Case

    Case.objects.update(question="Is it paid under section 4(1)?")
    job = ask("prelabel", tasks=["values"], cases=["s4_1_0_pos", "s4_1_0_neg"])
    assert (job.state, job.result["cases"]) == ("done", 2), job.message
    [row] = dana.get(f"{PROJECT}/cases/s4_1_0_pos/suggestions").json()["rows"]
    assert (row["label"], row["truth"]) == ("4(1)", False)
    assert 0.3 < row["confidence"] < 0.7
    assert "Only a count" in row["why"]


def test_blind_subsections_are_the_same_for_all_and_not_sent(
    ask: Ask, dana: APIClient, ada: APIClient
) -> None:
    ask("prelabel", model="rules")
    every = {one["label"] for one in suggestions(ada)}
    before = ada.get(f"{PROJECT}/statutes/4?layer=mine")["ETag"]
    answer = dana.patch(f"{PROJECT}/models/overview", {"blind_percent": 50}, format="json")
    assert answer.json()["settings"]["blind_percent"] == 50
    assert ada.get(f"{PROJECT}/statutes/4?layer=mine")["ETag"] != before
    shown = {one["label"] for one in suggestions(ada)}
    assert shown == {label for label in every if not is_blind("harbour", label, 50)}
    dana.patch(f"{PROJECT}/models/overview", {"blind_percent": 100}, format="json")
    assert suggestions(ada) == []
    bad = dana.patch(f"{PROJECT}/models/overview", {"blind_percent": 101}, format="json")
    assert bad.status_code == 400


def test_a_share_grows_without_changing_sides() -> None:
    labels = [f"12({n})" for n in range(400)]
    tenth = {label for label in labels if is_blind("p", label, 10)}
    half = {label for label in labels if is_blind("p", label, 50)}
    assert tenth < half
    assert 20 <= len(tenth) <= 60
    assert 160 <= len(half) <= 240
    assert not any(is_blind("p", label, 0) for label in labels)
    assert all(is_blind("p", label, 100) for label in labels)


def test_likeness_counts_spans_and_edges() -> None:
    found = liken(
        [Span(0, 5), Span(10, 15), Span(20, 22)], [Span(0, 5), Span(11, 15), Span(30, 33)]
    )
    assert (found.suggested, found.same, found.met, found.edges) == (3, 1, 2, 1)
    assert (found.kept, found.edge_agreement) == (1 / 3, 1 / 2)
    assert liken([], []).kept is None


def accept(client: APIClient, one: Json, count: int, *, resize: bool = False) -> str:
    """Accept so many of a subsection's mentions as the workbench does; the layer's key."""
    statute = client.get(f"{PROJECT}/statutes/4?layer=mine").json()
    [sub] = [s for s in statute["subsections"] if s["label"] == one["label"]]
    names = {a["id"]: a["name"] for a in one["arguments"]}
    ops: list[Json] = []
    made: dict[str, str] = {}
    for mention in one["mentions"][:count]:
        if mention["argument"] not in made:
            made[mention["argument"]] = str(uuid.uuid4())
            ops.append(
                {
                    "op": "new_argument",
                    "argument": {
                        "id": made[mention["argument"]],
                        "name": names[mention["argument"]],
                        "value_type": "span",
                        "order": len(made),
                        "from_suggestion": mention["argument"],
                    },
                }
            )
        ops.append(
            {
                "op": "add_mention",
                "mention": {
                    "id": str(uuid.uuid4()),
                    "start": mention["start"],
                    "end": mention["end"] - int(resize),
                    "argument": made[mention["argument"]],
                    "from_suggestion": mention["id"],
                },
            }
        )
        decided = {"suggestion": mention["id"], "decision": "accepted"}
        ops.append({"op": "decide_suggestion", **decided})
    send(client, sub, {"op": "batch", "ops": ops}, 0)
    return str(sub["my_layer"])


def send(client: APIClient, sub: Json, operation: Json, revision: int) -> None:
    edit = {
        "id": str(uuid.uuid4()),
        "layer": sub["my_layer"],
        "time": "2026-11-18T00:00:00Z",
        "base_revision": revision,
        "operation": operation,
    }
    body = {"edits": [edit], "layers": {sub["my_layer"]: {"subsection": sub["label"]}}}
    answer = client.post(f"{PROJECT}/edits", body, format="json")
    assert answer.status_code == 200, answer.content


def test_decisions_become_figures(ask: Ask, ada: APIClient, dana: APIClient) -> None:
    ask("prelabel", model="rules")
    run = ModelRun.objects.get().name
    first, second, *_ = suggestions(ada)
    accept(ada, first, 2)
    accept(ada, second, 1, resize=True)
    statute = ada.get(f"{PROJECT}/statutes/4?layer=mine").json()
    [sub] = [s for s in statute["subsections"] if s["label"] == first["label"]]
    rejected = {"suggestion": first["mentions"][2]["id"], "decision": "rejected"}
    send(ada, sub, {"op": "decide_suggestion", **rejected}, 1)
    send(ada, sub, {"op": "submit_layer"}, 2)
    told = dana.get(f"{PROJECT}/suggestions/figures").json()
    [row] = told["by_run"]
    assert row["run"] == run
    left = len(first["mentions"]) - 3
    assert [row[act] for act in ("accepted", "changed", "rejected", "ignored")] == [2, 1, 1, left]
    assert told["by_person"][0]["person"] == "ada"
    assert (told["assisted"]["subsections"], told["blind"]["subsections"]) == (1, 0)
    assert told["assisted"]["same"] == 2
    assert told["assisted"]["edge_agreement"] == 1


def test_figures_cost_the_same_for_many(
    ask: Ask, dana: APIClient, django_assert_max_num_queries: Any
) -> None:
    ask("prelabel", model="rules")
    ask("prelabel", model="rules")
    with django_assert_max_num_queries(14):
        dana.get(f"{PROJECT}/suggestions/figures")


def test_learning_starts_by_itself_when_enough_is_new(
    project: Project, dana: APIClient, django_capture_on_commit_callbacks: Any
) -> None:
    dana.patch(f"{PROJECT}/models/overview", {"after_subsections": 16}, format="json")
    learning.learn_all_due()
    learning.learn_all_due()
    [job] = Job.objects.all()
    assert (job.kind, job.params["source"], job.owner) == ("model_train", "accepted", dana_of())
    Job.objects.all().delete()
    TrainedModel.objects.create(
        project=project, number=1, kind="features", folder="x", created_by=dana_of()
    )
    assert learning.new_subsections(project) == 0
    learning.learn_all_due()
    assert not Job.objects.exists()
    layer = Layer.objects.filter(subsection__label="4(1)", author_kind="gold").get()
    Layer.objects.filter(subsection__isnull=False).update(updated_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        learning.layer_moved(layer)
    assert Job.objects.count() == 1


def test_a_schedule_waits_its_hours_and_for_something_new(project: Project) -> None:
    row = LearningSettings.objects.create(project=project, every_hours=5, changed_by=dana_of())
    assert learning.is_due(row)
    row.asked_at = timezone.now()
    assert not learning.is_due(row)
    row.asked_at = timezone.now() - timedelta(hours=6)
    assert learning.is_due(row)
    Mention.objects.exists()
    TrainedModel.objects.create(
        project=project, number=1, kind="features", folder="x", created_by=dana_of()
    )
    assert not learning.is_due(row)


def test_effort_is_less_with_suggestions(ask: Ask, dana: APIClient) -> None:
    job = ask("prelabel", model="rules")
    out = StringIO()
    call_command("effort", project="harbour", model=job.result["run"], stdout=out)
    assert "actions per argument" in out.getvalue()
    found = dana.get(f"{PROJECT}/suggestions/effort", {"run": job.result["run"]}).json()
    assert 0 < found["ratio"] < 0.5
    assert found["subsections"] == 16
    missing = dana.get(f"{PROJECT}/suggestions/effort", {"run": "none"})
    assert missing.json()["code"] == "model_unknown"


WEB = """
import sys
import django
django.setup()
from django.urls import get_resolver
get_resolver().url_patterns
from sara_annotate.config.wsgi import application
import sara_annotate.suggestions.apis
from django.test import Client
Client(HTTP_HOST="localhost").get("/api/v1/schema")
bad = [name for name in ("torch", "transformers", "pyswip", "ml.tagger") if name in sys.modules]
assert not bad, bad
status = open("/proc/self/status").read()
print(int(status.partition("VmHWM:")[2].split()[0]) // 1024)
"""


def test_the_web_process_is_small_and_knows_no_torch() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WEB], capture_output=True, text=True, check=False, env=_environment()
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) < 200


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "DJANGO_SETTINGS_MODULE": "sara_annotate.config.settings"}
