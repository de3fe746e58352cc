"""Agreement of a project: figures, freshness, what is behind them, and who sees what."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Layer, LayerState
from sara_annotate.corpus.models import Role
from sara_annotate.jobs.models import Job
from sara_annotate.jobs.runner import job_run
from sara_annotate.jobs.services import job_claim
from sara_annotate.review.agreement import agreement_measure
from sara_annotate.review.models import Agreement
from tests.exchange.test_speed import many_cases
from tests.factories import FERRY, load_corpus, make_project, make_user, sign_in
from tests.review.desk import Desk, make_desk

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def desk() -> Desk:
    """Bob moves an edge and calls another subsection; both hand in 7(a) and 7(b)."""
    made = make_desk()
    start = FERRY.index("every passenger")
    made.change(
        "bob",
        {
            "op": "resize_mention",
            "id": made.mention("bob", "every passenger"),
            "start": start + 6,
            "end": start + 15,
        },
        {
            "op": "set_clause",
            "clause": {"text": "s7_a(PASSENGER,CROSSING,TOLL) :- s7_b(PASSENGER)", "note": ""},
        },
    )
    made.submit("ada", "bob")
    made.submit("ada", "bob", label="7(b)")
    return made


def work() -> Job:
    """What a worker does with the next job."""
    job = job_claim(worker="test")
    assert job is not None
    job_run(job=job)
    job.refresh_from_db()
    return job


def measure(desk: Desk, who: str = "rowan") -> Json:
    desk.post("/agreement", who=who, status=202)
    assert work().state == "done"
    shown: Json = desk.get("/agreement", who=who)
    return shown


def figures(shown: Json) -> dict[str, Json]:
    return {figure["key"]: figure for figure in shown["figures"]}


def test_figures_come_from_a_job_and_hold_until_somebody_changes_something(desk: Desk) -> None:
    before = desk.get("/agreement")
    assert (before["is_fresh"], before["figures"], before["job"]) == (False, [], None)
    asked = desk.post("/agreement", status=202)
    assert asked["job"]["state"] == "queued"
    again = desk.post("/agreement", status=202)
    assert again["job"]["id"] == asked["job"]["id"], "one job is enough"
    assert work().state == "done"
    shown = desk.get("/agreement")
    assert shown["is_fresh"]
    found = figures(shown)
    # Six mentions each in 7(a) and 7(b); one differs.
    assert found["span_f1"]["value"] == pytest.approx(10 / 12)
    assert (found["span_f1"]["items"], found["span_f1"]["texts"]) == (1, 2)
    assert found["span_f1"]["low"] <= 10 / 12 <= found["span_f1"]["high"]
    assert found["clause_equal"]["value"] == 0.5
    assert "values" not in found, "no case was handed in"
    assert shown["counts"] == {"pair": 1, "statute": 1, "gold": 2}
    # Nothing changed: nothing to do.
    assert desk.post("/agreement", status=202)["is_fresh"]
    assert Job.objects.count() == 1
    # Work in progress does not count; what is handed in does, at once.
    desk.change("ada", {"op": "set_clause", "clause": {"text": None, "note": "x"}}, label="7(b)(1)")
    assert desk.get("/agreement")["is_fresh"]
    desk.submit("ada", label="7(b)(1)")
    stale = desk.get("/agreement")
    assert (stale["is_fresh"], figures(stale)["span_f1"]["texts"]) == (False, 2)
    desk.submit("bob", label="7(b)(1)")
    assert figures(measure(desk))["span_f1"]["texts"] == 3
    assert Agreement.objects.count() == 1, "old figures are thrown away"


def test_what_is_behind_a_figure(desk: Desk) -> None:
    measure(desk)
    page = desk.get("/agreement/items?figure=span_f1")
    (item,) = page["results"]
    assert item["words"] == "ada marks “every passenger”, bob “passenger”"
    assert (item["text_name"], item["text_printed"], item["section"]) == ("7(a)", "§7(a)", "7")
    start, end = item["at"]
    assert FERRY[start:end] == "every passenger"
    assert FERRY[item["excerpt_start"] :].startswith(item["excerpt"])
    assert "🚢" in item["excerpt"]
    assert item["right"]["says"]["spans"] == [[start + 6, end]]
    words = {
        key: [i["words"] for i in desk.get(f"/agreement/items?figure={key}")["results"]]
        for key in ("edge_f1", "mapping_f1", "clause_equal", "operators")
    }
    assert words == {
        "edge_f1": ["Only bob calls §7(b)"],
        "mapping_f1": ["Only bob passes PASSENGER to §7(b) as PASSENGER"],
        "clause_equal": ["ada writes another clause, bob another clause"],
        "operators": [],
    }
    assert desk.get("/agreement/items?figure=span_f1&by=pair&name=ada|bob")["count"] == 1
    assert desk.get("/agreement/items?figure=span_f1&by=pair&name=ada|eve")["count"] == 0
    assert desk.get("/agreement/items?figure=span_f1&by=statute&name=8")["count"] == 0
    gold = desk.get("/agreement/items?figure=span_f1&by=gold&name=bob")["results"]
    assert [i["words"] for i in gold] == ["bob marks “passenger”, gold “every passenger”"]
    assert desk.get("/agreement/items?figure=span_f1&by=gold&name=ada")["count"] == 0


def test_scopes(desk: Desk) -> None:
    measure(desk)
    (pair,) = desk.get("/agreement/scopes?by=pair")["results"]
    assert (pair["name"], pair["words"]) == ("ada|bob", "ada and bob")
    people = desk.get("/agreement/scopes?by=gold")["results"]
    assert [(p["name"], figures(p)["span_f1"]["value"]) for p in people] == [
        ("ada", 1),
        ("bob", pytest.approx(10 / 12)),
    ]
    (statute,) = desk.get("/agreement/scopes?by=statute")["results"]
    assert statute["words"] == "§7"
    lines = desk.clients["rowan"].get("/api/v1/projects/ferry/agreement.csv").content.decode()
    assert lines.startswith("by,name,key,task,words,value,low,high,texts,items\n")
    assert "\npair,ada|bob,span_f1,spans," in lines


def test_cases_count_too(desk: Desk) -> None:
    row = desk.layer("bob", "s7_a_pos").instantiations.get()
    desk.change(
        "bob",
        {"op": "set_truth", "instantiation": str(row.pk), "truth": False},
        {
            "op": "set_value",
            "instantiation": str(row.pk),
            "value": {"name": "Toll", "role": "found", "value": "7", "order": 3},
        },
        label="s7_a_pos",
    )
    desk.submit("ada", "bob", label="s7_a_pos")
    desk.submit("ada", "bob", label="s7_a_neg")
    found = figures(measure(desk))
    # true/false and false/false: as good as chance. Of Crossing and Toll, the first agrees.
    assert (found["truth_kappa"]["value"], found["values"]["value"]) == (0, 0.5)
    assert found["given"]["value"] == 1
    (truth,) = desk.get("/agreement/items?figure=truth_kappa")["results"]
    assert truth["words"] == "§7(a): ada says true, bob false"
    assert (truth["text_kind"], truth["text_name"]) == ("cases", "s7_a_pos")
    (value,) = desk.get("/agreement/items?figure=values")["results"]
    assert value["words"] == "§7(a), Toll: Only bob says 7"
    assert value["excerpt"] == "Ada took the ferry 🚢 twice on 1 May 2021."


def test_unfinished_work_counts_when_a_reviewer_asks(desk: Desk) -> None:
    desk.post("/agreement", {"unfinished": True}, status=202)
    assert work().params == {"unfinished": True}
    shown = desk.get("/agreement?unfinished=true")
    assert shown["is_fresh"]
    assert figures(shown)["span_f1"]["texts"] == 5
    assert desk.get("/agreement")["figures"] == [], "the two do not mix"
    assert desk.get("/agreement?unfinished=true", who="ada")["figures"] == []


def accept(desk: Desk, label: str) -> None:
    here = f"/review/subsections/{label}"
    shown = desk.get(here)
    decisions = [{"key": i["key"], "take": 1} for i in shown["items"] if i["disputed"]]
    if decisions:
        body = {"fingerprint": shown["fingerprint"], "decisions": decisions}
        shown = desk.post(f"{here}/decisions", body)
    desk.post(f"{here}/accept", {"fingerprint": shown["fingerprint"]})


def test_an_annotator_sees_their_own_accepted_work_against_gold_and_nothing_else(
    desk: Desk,
) -> None:
    shown = measure(desk, "bob")
    assert (shown["by"], shown["name"], shown["figures"], shown["counts"]) == ("own", "bob", [], {})
    assert desk.get("/agreement/items?figure=span_f1&by=own", who="bob")["count"] == 0
    accept(desk, "7(a)")
    shown = measure(desk, "bob")
    assert figures(shown)["span_f1"]["value"] == pytest.approx(2 / 3)
    (item,) = desk.get("/agreement/items?figure=span_f1&by=own", who="bob")["results"]
    assert item["words"] == "bob marks “passenger”, gold “every passenger”"
    for scope in ("by=all", "by=pair&name=ada|bob", "by=gold&name=bob", "by=own&name=ada", ""):
        desk.get(f"/agreement/items?figure=span_f1&{scope}", who="bob", status=403)
    desk.get("/agreement/scopes?by=pair", who="bob", status=403)
    assert desk.clients["bob"].get("/api/v1/projects/ferry/agreement.csv").status_code == 403
    # Taken back, it is hidden at once, measured or not.
    desk.post("/review/subsections/7(a)/undo")
    assert desk.get("/agreement/items?figure=span_f1&by=own", who="bob")["count"] == 0


def test_strangers_and_bad_input(desk: Desk) -> None:
    make_user("eve")
    desk.clients["eve"] = sign_in("eve")
    for path in ("/agreement", "/agreement/scopes?by=pair", "/agreement/items?figure=span_f1"):
        desk.get(path, who="eve", status=404)
    desk.post("/agreement", who="eve", status=404)
    desk.get("/agreement/scopes?by=odd", status=400)
    desk.get("/agreement/items", status=400)
    desk.get("/agreement/items?figure=span_f1&by=pair&name=odd&page=99", status=404)
    desk.get("/agreement?unfinished=perhaps", status=400)


def test_the_command(desk: Desk) -> None:
    out = StringIO()
    call_command("agreement", project="ferry", stdout=out)
    told = out.getvalue()
    assert "ada and bob\n  Spans, F1" in told
    assert "0.83" in told
    assert "bob and gold" in told
    out = StringIO()
    call_command("agreement", project="ferry", json=True, by=["statute"], stdout=out)
    body = json.loads(out.getvalue())
    assert [scope["name"] for scope in body["scopes"]] == ["7"]
    with pytest.raises(CommandError, match="no project “nowhere”"):
        call_command("agreement", project="nowhere")
    make_project("empty", dana=Role.MANAGER)
    out = StringIO()
    call_command("agreement", project="empty", stdout=out)
    assert "nothing is handed in twice" in out.getvalue()


def test_as_many_queries_for_many_texts_as_for_few() -> None:
    asked: list[list[int]] = []
    for slug, count in (("few", 2), ("many", 40)):
        project = make_project(slug, ada=Role.ANNOTATOR, bob=Role.ANNOTATOR, dana=Role.MANAGER)
        corpus = many_cases(count)
        for name, gold in (("dana", True), ("ada", False), ("bob", False)):
            load_corpus(project, corpus, by=User.objects.get(username=name), gold=gold)
        Layer.objects.filter(project=project, author__isnull=False).update(
            state=LayerState.SUBMITTED
        )
        Layer.objects.get(
            project=project, subsection__label="7(a)", author__username="bob"
        ).mentions.all().delete()
        client = sign_in("dana")
        counts = []
        with CaptureQueriesContext(connection) as queries:
            agreement_measure(project=project)
        counts.append(len(queries))
        for path in ("", "/scopes?by=statute", "/items?figure=span_f1"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/api/v1/projects/{slug}/agreement{path}").status_code == 200
            counts.append(len(queries))
        asked.append(counts)
    assert asked[0] == asked[1]
    assert max(asked[0]) < 25
