"""Comments: on any item, seen by the rule of layers, named, read, resolved."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.accounts.models import User
from sara_annotate.corpus.events import EventStream
from sara_annotate.corpus.models import Membership, Role
from tests.factories import FERRY, make_project, make_user, sign_in
from tests.review.desk import API, Desk, make_desk

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def begin(desk: Desk, who: str = "rowan", status: int = 201, **fields: Any) -> Json:
    body = {"kind": "subsections", "name": "7(a)", "body": "Why?", **fields}
    return desk.post("/threads", body, who=who, status=status)


def on_layer(desk: Desk, of: str, item: str = "clause", **fields: Any) -> Json:
    return begin(desk, item=item, layer=str(desk.layer(of).pk), **fields)


def seen(desk: Desk, who: str, query: str = "") -> list[int]:
    return [row["id"] for row in desk.get(f"/threads{query}", who)["results"]]


def hand_back(desk: Desk) -> None:
    shown = desk.get("/review/subsections/7(a)")
    body = {"fingerprint": shown["fingerprint"], "reason": "See the comments."}
    desk.post("/review/subsections/7(a)/return", body)


def test_a_thread_is_begun_answered_resolved_and_opened_again(desk: Desk) -> None:
    made = on_layer(desk, "ada", body="Is @ada sure? Ask @nobody or @BOB.")
    assert (made["printed"], made["item"], made["alive"]) == ("§7(a)", "clause", True)
    assert made["layer"]["author"] == {"kind": "person", "name": "ada", "username": "ada"}
    (comment,) = made["comments"]
    assert [(m["username"], m["start"], m["end"]) for m in comment["mentioned"]] == [
        ("ada", 3, 7),
        ("bob", 29, 33),
    ]
    here = f"/threads/{made['id']}"
    answered = desk.post(f"{here}/comments", {"body": " Yes. "}, "ada", 201)
    assert [c["body"] for c in answered["comments"]] == [
        "Is @ada sure? Ask @nobody or @BOB.",
        "Yes.",
    ]
    for resolved in (True, True, False):
        answer = desk.clients["ada"].patch(f"{API}{here}", {"resolved": resolved}, "json").json()
        assert bool(answer["resolved_at"]) == bool(answer["resolved_by"]) == resolved
    assert desk.get(here, "rowan")["comments"][1]["author"]["username"] == "ada"


def test_every_kind_of_item(desk: Desk) -> None:
    ada = desk.layer("ada")
    passenger = FERRY.index("every passenger")
    made = on_layer(desk, "ada", f"mention:{desk.mention('ada', 'every passenger')}")
    assert (made["start"], made["quote"]) == (passenger, "every passenger")
    made = on_layer(desk, "ada", f"argument:{desk.argument('ada', 'Toll')}")
    assert made["quote"] == "½ crown"
    assert on_layer(desk, "ada", "")["item"] == ""
    case = desk.layer("ada", "s7_a_pos")
    row = case.instantiations.get()
    of_case = {"kind": "cases", "name": "s7_a_pos", "layer": str(case.pk)}
    made = begin(desk, **of_case, item=f"value:{row.pk}:given:Passenger")
    assert (made["kind"], made["name"]) == ("cases", "s7_a_pos")
    begin(desk, **of_case, item=f"instantiation:{row.pk}")
    assert begin(desk, start=passenger, end=passenger + 5)["quote"] == "every"
    assert begin(desk, item="dispute:clause")["item"] == "dispute:clause"
    assert len(seen(desk, "rowan")) == 7
    assert len(seen(desk, "rowan", "?kind=cases&name=s7_a_pos")) == 2
    assert len(seen(desk, "rowan", f"?layer={ada.pk}")) == 3
    assert len(seen(desk, "rowan", "?section=7")) == 5
    assert len(seen(desk, "rowan", "?item=dispute:clause")) == 1


def test_an_item_that_is_removed_says_so_and_one_that_moves_is_found(desk: Desk) -> None:
    gone, moved = desk.mention("ada", "½ crown"), desk.mention("ada", "every passenger")
    first, second = (on_layer(desk, "ada", f"mention:{key}")["id"] for key in (gone, moved))
    start = FERRY.index("every passenger")
    desk.change(
        "ada",
        {"op": "remove_mention", "id": gone},
        {"op": "resize_mention", "id": moved, "start": start + 6, "end": start + 15},
    )
    old, new = (desk.get(f"/threads/{key}", "ada") for key in (first, second))
    assert (old["alive"], old["quote"]) == (False, "½ crown")
    assert FERRY[old["start"] : old["end"]] == "½ crown", "where it was"
    assert (new["alive"], FERRY[new["start"] : new["end"]]) == (True, "passenger")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": "99"}, 404),
        ({"kind": "people"}, 400),
        ({"body": "  "}, 400),
        ({"body": "x" * 4001}, 400),
        ({"item": "clause"}, 422),
        ({"item": "mention:7"}, 400),
        ({"item": "mention:00000000-0000-0000-0000-000000000000", "layer": "ada"}, 422),
        ({"item": "dispute:x", "layer": "ada"}, 422),
        ({"layer": "00000000-0000-0000-0000-000000000000"}, 404),
        ({"name": "7(b)", "layer": "ada"}, 404),
        ({"start": 5}, 422),
        ({"start": 5, "end": 5}, 422),
        ({"start": 0, "end": 9999}, 422),
        ({"start": -1, "end": 4}, 400),
    ],
)
def test_what_cannot_be_commented_on(desk: Desk, fields: Json, status: int) -> None:
    if fields.get("layer") == "ada":
        fields = {**fields, "layer": str(desk.layer("ada").pk)}
    begin(desk, status=status, **fields)


def test_annotators_are_blind_to_each_others_words_until_they_hand_in(desk: Desk) -> None:
    own = on_layer(desk, "ada", who="ada")["id"]
    text = begin(desk, who="ada", body="@bob I take the toll as a number.")["id"]
    dispute = begin(desk, item="dispute:clause")["id"]
    told = begin(desk, body="Mind the ½.")["id"]
    desk.post(f"/threads/{told}/comments", {"body": "It is a number."}, "ada", 201)
    assert set(seen(desk, "rowan")) == {own, text, dispute, told}
    assert seen(desk, "bob") == [told]
    assert [c["body"] for c in desk.get("/threads", "bob")["results"][0]["comments"]] == [
        "Mind the ½."
    ]
    assert desk.get("/threads/counts", "bob")["mentioned"] == 0
    for key in (own, text, dispute):
        desk.get(f"/threads/{key}", "bob", 404)
        desk.post(f"/threads/{key}/comments", {"body": "?"}, "bob", 404)
    desk.post(
        "/threads",
        {"kind": "subsections", "name": "7(a)", "layer": str(desk.layer("ada").pk), "body": "?"},
        "bob",
        404,
    )
    desk.submit("ada", "bob")
    assert set(seen(desk, "bob")) == {own, text, dispute, told}
    assert desk.get("/threads/counts", "bob")["mentioned"] == 1
    hand_back(desk)
    assert set(seen(desk, "bob")) == {text, dispute, told}, "ada's layer is hers alone again"
    assert set(seen(desk, "ada")) == {own, text, dispute, told}


def test_a_returned_layer_brings_its_threads(desk: Desk) -> None:
    desk.submit("ada")
    on_layer(desk, "ada", f"mention:{desk.mention('ada', '½ crown')}", body="Too short.")
    hand_back(desk)
    (row,) = desk.get("/threads?kind=subsections&name=7(a)&state=open", "ada")["results"]
    assert (row["unread"], row["quote"], row["may_resolve"]) == (True, "½ crown", True)


def test_unread_mine_mentioned_open(desk: Desk) -> None:
    first = on_layer(desk, "ada", body="@ada?")["id"]
    second = on_layer(desk, "ada", "", body="And this.")["id"]
    mine = begin(desk, who="ada")["id"]
    assert seen(desk, "ada", "?only=unread") == [second, first]
    assert seen(desk, "ada", "?only=mine") == [mine]
    assert seen(desk, "ada", "?only=mentioned") == [first]
    counts = desk.get("/threads/counts", "ada")
    assert counts == {
        "all": 3,
        "open": 3,
        "unread": 2,
        "mentioned": 1,
        "texts": [{"kind": "subsections", "name": "7(a)", "open": 3, "unread": 2}],
    }
    desk.post(f"/threads/{first}/read", who="ada", status=204)
    assert seen(desk, "ada", "?only=unread") == [second]
    desk.post(f"/threads/{first}/comments", {"body": "More."}, status=201)
    assert seen(desk, "ada", "?only=unread") == [first, second], "the newest word first"
    assert seen(desk, "ada", "?only=unread&only=mentioned") == [first]
    desk.post(f"/threads/{second}/comments", {"body": "Done."}, "ada", 201)
    assert seen(desk, "ada", "?only=unread") == [first], "whoever answers has read"
    desk.post("/threads/read", who="ada", status=204)
    desk.post("/threads/read", who="ada", status=204)
    assert desk.get("/threads/counts", "ada")["unread"] == 0
    desk.clients["ada"].patch(f"{API}/threads/{first}", {"resolved": True}, "json")
    assert seen(desk, "ada", "?state=resolved") == [first]
    assert set(seen(desk, "ada", "?state=open")) == {second, mine}


def test_reading_to_a_comment_does_not_go_back(desk: Desk) -> None:
    thread = on_layer(desk, "ada")
    here, first = f"/threads/{thread['id']}", thread["comments"][0]["id"]
    desk.post(f"{here}/comments", {"body": "Again."}, status=201)
    desk.post(f"{here}/read", {"comment": first}, "ada", 204)
    assert desk.get(here, "ada")["unread"]
    desk.post(f"{here}/read", who="ada", status=204)
    desk.post(f"{here}/read", {"comment": first}, "ada", 204)
    assert not desk.get(here, "ada")["unread"]


def test_who_may_resolve(desk: Desk) -> None:
    desk.submit("ada", "bob")
    thread = begin(desk, item="dispute:clause")["id"]
    assert not desk.get(f"/threads/{thread}", "bob")["may_resolve"]
    answer = desk.clients["bob"].patch(f"{API}/threads/{thread}", {"resolved": True}, "json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    answer = desk.clients["dana"].patch(f"{API}/threads/{thread}", {"resolved": True}, "json")
    assert answer.json()["resolved_by"]["username"] == "dana"


def test_people_of_other_projects_see_nothing_and_are_not_named(desk: Desk) -> None:
    make_project("other", eve=Role.REVIEWER)
    made = begin(desk, body="@eve?")
    assert made["comments"][0]["mentioned"] == []
    eve = sign_in("eve")
    for path in ("threads", f"threads/{made['id']}", "threads/counts"):
        assert eve.get(f"{API}/{path}").status_code == 404
    assert eve.get(f"/api/v1/projects/other/threads/{made['id']}").status_code == 404


def test_comments_are_news(desk: Desk) -> None:
    stream = EventStream(desk.project, User.objects.get(username="ada"))
    try:
        assert list(stream.look()) == []
        thread = on_layer(desk, "ada")["id"]
        (event,) = stream.look()
        assert event.startswith(b"event: comments\n") and b'"unread": 1' in event
        assert list(stream.look()) == []
        desk.post(f"/threads/{thread}/read", who="ada", status=204)
        (event,) = stream.look()
        assert b'"unread": 0' in event
    finally:
        stream.close()


def test_queries_do_not_grow(desk: Desk) -> None:
    def ask() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen_queries:
            desk.get("/threads", "ada")
            desk.get("/threads/counts", "ada")
        return len(seen_queries)

    items = [
        "clause",
        f"mention:{desk.mention('ada', '½ crown')}",
        f"argument:{desk.argument('ada', 'Toll')}",
    ]
    for item in items:
        on_layer(desk, "ada", item, body="@ada and @bob")
    before = ask()
    people = [make_user(f"person{n}") for n in range(3)]
    Membership.objects.bulk_create(
        Membership(project=desk.project, user=user, role=Role.REVIEWER) for user in people
    )
    for user in people:
        desk.clients[user.username] = sign_in(user)
        for item in items:
            thread = on_layer(desk, "ada", item, who=user.username, body="@person1 @ada")
            desk.post(f"/threads/{thread['id']}/comments", {"body": "@dana"}, "ada", 201)
    assert ask() == before
