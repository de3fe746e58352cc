"""Progress of a project, and statistics, over HTTP."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.corpus.models import Role
from sara_annotate.domain.progress import Act, burn_up, measure_pace, measure_wait
from tests.factories import make_project, make_user, sign_in
from tests.review.desk import Desk, make_desk
from tests.review.test_agreement import accept

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def test_pace_leaves_pauses_out() -> None:
    acts = [
        Act("ada", at(0), "add_mention", 1),
        Act("ada", at(3), "add_mention", 2),
        Act("bob", at(4), "set_clause", 1),
        Act("ada", at(60), "add_mention", 3),
        Act("ada", at(63), "submit_layer", 3),
    ]
    by_task, by_author = measure_pace(reversed(acts))
    # Three minutes at work, three texts: sixty an hour. The pause is no work.
    assert by_task["spans"].an_hour == 60
    assert by_author["ada"].an_hour == 60
    assert by_task["clauses"].an_hour is None, "one edit has no length"


def test_waiting_is_from_the_last_submission() -> None:
    moves = [
        ("x", at(0), "submit_layer"), ("x", at(60), "return_layer"),
        ("x", at(120), "submit_layer"), ("x", at(300), "accept_layer"),
        ("y", at(0), "accept_layer"),
    ]  # fmt: skip
    assert measure_wait(moves) == 2
    assert measure_wait([]) is None


def test_burn_up_by_week() -> None:
    days = [date(2026, 3, 1), date(2026, 3, 10), date(2026, 3, 20)]
    weeks = burn_up(days, days[:1], date(2026, 3, 20))
    assert [(w.day.day, w.submitted, w.accepted) for w in weeks] == [
        (27, 0, 0), (6, 1, 1), (13, 2, 1), (20, 3, 1),
    ]  # fmt: skip
    assert burn_up([], [], date(2026, 3, 20)) == []


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def test_tasks_people_and_decisions(desk: Desk) -> None:
    desk.submit("ada", "bob")
    desk.submit("ada", label="7(b)")
    accept(desk, "7(a)")
    shown = desk.get("/progress")
    tasks = {row["task"]: row for row in shown["tasks"]}
    spans = tasks["spans"]
    assert [spans[k] for k in ("planned", "accepted", "submitted", "in_progress")] == [5, 1, 1, 3]
    assert tasks["values"]["planned"] == 2
    people = {row["username"]: row for row in shown["people"]}
    assert [people["ada"][k] for k in ("accepted", "submitted", "in_progress")] == [1, 1, 5]
    assert shown["waiting"] == 1
    assert shown["hours_to_decision"] is not None
    assert shown["burn_up"][-1]["accepted"] == 1
    mine = desk.get("/progress", who="bob")["people"]
    assert [row["username"] for row in mine] == ["bob"], "others' work is theirs"
    lines = desk.clients["dana"].get("/api/v1/projects/ferry/progress.csv").content.decode()
    assert lines.splitlines()[1].startswith("task,spans,5,1,1,3,")


def test_statistics_over_http(desk: Desk) -> None:
    body = desk.get("/statistics", who="ada")
    assert [c["name"] for c in body["corpora"]] == ["ferry"]
    both = desk.get("/statistics?beside=paper")["corpora"]
    assert [c["name"] for c in both] == ["ferry", "paper", "paper, random sections"]
    make_project("other", eve=Role.ANNOTATOR)
    desk.get("/statistics?beside=other", status=404)
    desk.get("/statistics?beside=no%20slug", status=400)
    csv = desk.clients["ada"].get("/api/v1/projects/ferry/statistics.csv")
    assert csv.content.decode().startswith("table,column,corpus,what,number\n")
    assert "attachment" in csv["Content-Disposition"]


def test_strangers_see_nothing(desk: Desk) -> None:
    make_user("mallory")
    desk.clients["mallory"] = sign_in("mallory")
    for path in ("/progress", "/statistics", "/progress.csv", "/statistics.csv"):
        desk.get(path, who="mallory", status=404)


def test_progress_asks_a_fixed_number_of_queries(desk: Desk) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            desk.get("/progress")
        return len(queries)

    before = count()
    for label in ("7(a)", "7(b)", "7(b)(1)", "7(b)(2)"):
        desk.submit("ada", "bob", label=label)
    accept(desk, "7(a)")
    assert count() == before <= 20
