"""Assignments and what is next: dealt, shown before, handed out once, given back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sara_annotate.annotations.models import AuthorKind, Layer, Mention, Seat
from sara_annotate.corpus.models import Role, Subsection
from sara_annotate.domain.assigning import Text, choose_double
from sara_annotate.review.work_services import abandoned_return
from tests.factories import make_project
from tests.review.desk import API, Desk, make_desk

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
LABELS = ["7", "7(a)", "7(b)", "7(b)(1)", "7(b)(2)"]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def assign(desk: Desk, status: int = 201, path: str = "/assignments", **fields: Any) -> Json:
    return desk.post(path, {"task": "spans", **fields}, "dana", status)


def next_item(desk: Desk, who: str = "ada", **fields: Any) -> Json | None:
    return desk.post("/work/next", fields, who)["item"]


def texts(desk: Desk, who: str, query: str = "") -> list[tuple[str, str]]:
    return [(row["name"], row["state"]) for row in desk.get(f"/work{query}", who)["results"]]


def test_a_preview_writes_nothing_and_says_what_the_assignment_does(desk: Desk) -> None:
    order = {"people": ["ada", "bob"], "double": 20, "due": "2030-01-31"}
    shown = assign(desk, 200, "/assignments/preview", **order)
    assert not Seat.objects.exists()
    assert (shown["texts"], shown["double"], shown["new"]) == (5, 1, 6)
    assert [(p["username"], p["new"]) for p in shown["people"]] == [("ada", 3), ("bob", 3)]
    made = assign(desk, **order)
    assert made == shown
    assert Seat.objects.count() == 6
    (chosen,) = choose_double([Text(label, "7") for label in LABELS], 20)
    assert set(Seat.objects.filter(number=2).values_list("subsection__label", flat=True)) == {
        chosen
    }
    again = assign(desk, **order)
    assert (again["new"], again["unchanged"], Seat.objects.count()) == (0, 5, 6)
    assert desk.get("/work", "ada")["results"][0]["due"] == "2030-01-31"


@pytest.mark.parametrize(
    ("order", "labels"),
    [
        ({"subsections": ["7(b)"]}, ["7(b)", "7(b)(1)", "7(b)(2)"]),
        ({"sections": ["7"]}, LABELS),
        ({"subsections": ["7(a)", "7(b)(2)"], "task": "clauses"}, ["7(a)", "7(b)(2)"]),
        ({"task": "values"}, ["s7_a_neg", "s7_a_pos"]),
        ({"task": "values", "split": "train"}, ["s7_a_pos"]),
        ({"task": "values", "cases": ["s7_a_neg"]}, ["s7_a_neg"]),
    ],
)
def test_what_can_be_assigned(desk: Desk, order: Json, labels: list[str]) -> None:
    assign(desk, people=["ada"], **order)
    assert [name for name, _ in texts(desk, "ada")] == labels


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"people": ["eve"]}, 422),
        ({"people": ["nobody"]}, 422),
        ({"sections": ["99"]}, 422),
        ({"subsections": ["7(z)"]}, 422),
        ({"cases": ["s7_a_pos"]}, 422),
        ({"task": "values", "sections": ["7"]}, 422),
        ({"task": "values", "cases": ["x"]}, 422),
        ({"task": "sleep"}, 400),
        ({"double": 101}, 400),
        ({"double": -1}, 400),
        ({"due": "soon"}, 400),
    ],
)
def test_what_cannot_be_assigned(desk: Desk, order: Json, status: int) -> None:
    make_project("other", eve=Role.ANNOTATOR)
    assign(desk, status, **{"people": ["ada"], **order})
    assign(desk, status, "/assignments/preview", **{"people": ["ada"], **order})
    assert not Seat.objects.exists()


def test_my_work_goes_from_not_begun_to_accepted(desk: Desk) -> None:
    assign(desk, people=["ada"], subsections=["7(a)"])
    Layer.objects.filter(author__username="ada", subsection__label="7(a)").update(state="returned")
    assert texts(desk, "ada") == [("7(a)", "returned")]
    desk.submit("ada")
    assert texts(desk, "ada", "?state=open") == []
    assert texts(desk, "ada", "?state=done") == [("7(a)", "submitted")]
    reopen = {"op": "reopen_layer", "to": "in_progress", "reason": ""}
    answer = desk.send("ada", desk.layer("ada"), reopen)
    assert (answer.status_code, answer.json()["code"]) == (422, "layer_frozen"), "until returned"
    assert "assigned to you" in answer.json()["message"]
    assert desk.held("ada") == {"7(a)": "assigned"}
    counts = desk.get("/work/counts", "ada")
    assert (counts["submitted"], counts["done"], counts["open"]) == (1, 1, 0)
    assert next_item(desk) is None


def test_next_is_returned_work_then_the_order_of_the_law_and_can_be_passed_over(desk: Desk) -> None:
    assign(desk, people=["ada"])
    Layer.objects.filter(author__username="ada", subsection__label="7(b)").update(state="returned")
    assert next_item(desk)["name"] == "7(b)"
    seen, after = [], None
    for _ in range(6):
        item = next_item(desk, after=after)
        assert item is not None
        seen.append(item["name"])
        after = item["id"]
    assert seen == ["7(b)", "7", "7(a)", "7(b)(1)", "7(b)(2)", "7(b)"]


def test_uncertain_first(desk: Desk) -> None:
    for label, sure in (("7(a)", 0.9), ("7(b)(2)", 0.2), ("7(b)", 0.5)):
        subsection = Subsection.objects.get(label=label)
        layer = Layer.objects.create(
            project=desk.project, subsection=subsection, author_kind=AuthorKind.MODEL, run="r"
        )
        part = subsection.parts.first()
        argument = layer.arguments.create(name="X")
        Mention.objects.create(
            layer=layer,
            argument=argument,
            part=part,
            start=part.start,
            end=part.start + 1,
            confidence=sure,
        )
    assign(desk, people=["ada"])
    seen, after = [], None
    for _ in range(5):
        item = next_item(desk, order="uncertain", after=after)
        assert item is not None
        seen.append(item["name"])
        after = item["id"]
    assert seen == ["7(b)(2)", "7(b)", "7(a)", "7", "7(b)(1)"]


def test_the_pool_gives_each_seat_once_and_a_text_twice_to_nobody(desk: Desk) -> None:
    assign(desk, double=100, subsections=["7(b)"])
    assert desk.get("/work/counts", "ada")["free"] == 6
    seen: dict[str, list[str]] = {"ada": [], "bob": [], "rowan": []}
    after: dict[str, int | None] = dict.fromkeys(seen)
    for _ in range(3):
        for who in seen:
            item = next_item(desk, who, after=after[who])
            if item is not None and item["name"] not in seen[who]:
                seen[who].append(item["name"])
                after[who] = item["id"]
    assert sorted(name for names in seen.values() for name in names) == sorted(
        ["7(b)", "7(b)(1)", "7(b)(2)"] * 2
    )
    assert all(len(set(names)) == len(names) for names in seen.values())
    assert desk.get("/work/counts", "ada")["free"] == 0


def test_abandoned_work_is_free_again_but_not_for_whoever_left_it(desk: Desk) -> None:
    assign(desk, subsections=["7(a)"])
    item = next_item(desk)
    assert item is not None and next_item(desk, "bob") is None
    now = timezone.now()
    Layer.objects.update(updated_at=now - timedelta(days=9))
    assert abandoned_return(project=desk.project, now=now + timedelta(hours=47)) == 0
    late = now + timedelta(hours=49)
    layer = desk.layer("ada")
    Layer.objects.filter(pk=layer.pk).update(updated_at=late - timedelta(hours=1))
    assert abandoned_return(project=desk.project, now=late) == 0, "she is at it"
    Layer.objects.filter(pk=layer.pk).update(updated_at=now - timedelta(days=9))
    assert abandoned_return(project=desk.project, now=late) == 1
    assert abandoned_return(project=desk.project, now=late) == 0
    assert next_item(desk) is None
    other = next_item(desk, "bob")
    assert other is not None and other["id"] != item["id"]
    assert Seat.objects.filter(removed_at=None).count() == 1


def test_handed_in_work_is_never_abandoned_and_late_work_finds_its_seat(desk: Desk) -> None:
    assign(desk, subsections=["7(a)"])
    next_item(desk)
    Layer.objects.update(updated_at=timezone.now() - timedelta(days=9))
    late = timezone.now() + timedelta(hours=49)
    abandoned_return(project=desk.project, now=late)
    assert desk.get("/work", "ada")["count"] == 0
    desk.submit("ada")
    assert texts(desk, "ada") == [("7(a)", "submitted")]
    Layer.objects.update(updated_at=timezone.now() - timedelta(days=9))
    assert abandoned_return(project=desk.project, now=late) == 0
    assert next_item(desk, "bob") is None


def test_giving_back(desk: Desk) -> None:
    assign(desk, subsections=["7(a)"])
    assign(desk, people=["ada"], subsections=["7(b)(1)"])
    given = desk.get("/work", "ada")["results"][0]
    own = f"{API}/work/{given['id']}"
    assert desk.clients["ada"].delete(own).status_code == 409, "a manager gave it"
    desk.submit("ada", label="7(b)(1)")
    taken = next_item(desk)
    assert taken is not None
    mine = f"{API}/work/{taken['id']}"
    assert desk.clients["bob"].delete(mine).status_code == 404
    assert desk.clients["ada"].delete(mine).status_code == 204
    assert desk.clients["ada"].delete(mine).status_code == 404
    assert next_item(desk, "bob")["name"] == "7(a)"


def test_taking_back(desk: Desk) -> None:
    assign(desk, people=["ada", "bob"])
    assign(desk, task="clauses")
    first = desk.get("/assignments", "dana")["results"][0]
    assert desk.post("/assignments/remove", {"ids": [first["id"]]}, "dana") == {"removed": 1}
    desk.submit("bob", label="7(b)(2)")
    assert desk.post("/assignments/remove", {"person": "bob"}, "dana") == {"removed": 1}
    assert texts(desk, "bob") == [("7(b)(2)", "submitted")], "what is done stays"
    assert desk.post("/assignments/remove", {"pool": True}, "dana")["removed"] == 5
    assert desk.post("/assignments/remove", {}, "dana") == {"removed": 0}


def test_who_has_what(desk: Desk) -> None:
    assign(desk, people=["ada"], subsections=["7(b)"])
    assign(desk, task="values")
    desk.submit("ada", label="7(b)(1)")
    rows = {
        (r["person"] and r["person"]["username"], r["task"]): (r["open"], r["done"])
        for r in desk.get("/assignments/summary", "rowan")
    }
    assert rows == {
        ("ada", "spans"): (2, 1),
        ("bob", None): (0, 0),
        ("dana", None): (0, 0),
        ("rowan", None): (0, 0),
        (None, "values"): (0, 0),
    }
    listed = desk.get("/assignments?person=ada&state=open", "rowan")
    assert [row["name"] for row in listed["results"]] == ["7(b)", "7(b)(2)"]
    assert desk.get("/assignments?state=free&task=values", "rowan")["count"] == 2
    assert desk.get("/assignments?section=7", "rowan")["count"] == 3


def test_rights(desk: Desk) -> None:
    for path in ("/assignments", "/assignments/summary"):
        desk.get(path, "ada", 403)
    for path in ("/assignments", "/assignments/preview", "/assignments/remove"):
        for who in ("ada", "rowan"):
            desk.post(path, {"task": "spans"}, who, 403)


def test_queries_do_not_grow(desk: Desk) -> None:
    def ask() -> list[int]:
        taken = []
        for who, path in (
            ("ada", "/work"),
            ("dana", "/assignments"),
            ("dana", "/assignments/summary"),
        ):
            with CaptureQueriesContext(connection) as queries:
                desk.get(path, who)
            taken.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            next_item(desk)
        return [*taken, len(queries)]

    assign(desk, people=["ada", "bob"], subsections=["7(a)"], double=100)
    before = ask()
    assign(desk, people=["ada", "bob"], double=100)
    assign(desk, people=["ada", "bob"], double=100, task="values")
    assign(desk, people=["ada", "bob"], double=100, task="clauses")
    assert ask() == before
