"""A layer through time: who did what, how it was, and back again as an ordinary edit."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.accounts.models import User
from sara_annotate.annotations.blind import BlindShare
from sara_annotate.annotations.models import AuthorKind, Layer, Seat
from sara_annotate.annotations.rows import layer_read
from sara_annotate.corpus.models import Subsection
from sara_annotate.domain.edits.wire import layer_to_json
from tests.factories import FERRY, make_user, sign_in
from tests.review.desk import API, Desk, Json, make_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def path_of(layer: Layer, rest: str = "history") -> str:
    return f"/layers/{layer.pk}/{rest}"


def history(desk: Desk, layer: Layer, who: str = "ada", query: str = "") -> list[Json]:
    found: list[Json] = desk.get(path_of(layer, f"history{query}"), who)["results"]
    return found


def rename(desk: Desk, name: str, to: str) -> None:
    key = desk.argument("ada", name)
    desk.change("ada", {"op": "rename_argument", "id": key, "name": to})


def restore(desk: Desk, layer: Layer, revision: int, status: int = 200, who: str = "ada") -> Any:
    layer.refresh_from_db()
    body = {"revision": revision, "base_revision": layer.revision}
    return desk.post(path_of(layer, "restore"), body, who, status)


def content(layer: Layer) -> Json:
    layer.refresh_from_db()
    return layer_to_json(layer_read(layer))


def test_every_edit_is_told_in_words_newest_first(desk: Desk) -> None:
    layer = desk.layer("ada")
    rename(desk, "Toll", "Fare")
    mention = desk.mention("ada", "every passenger")
    desk.change("ada", {"op": "remove_mention", "id": mention})
    desk.submit("ada")
    told = history(desk, layer)
    assert [one["what"] for one in told[:3]] == [
        "Submitted it",
        "Deleted the mention “every passenger”",
        "Renamed Toll to Fare",
    ]
    assert [one["revision"] for one in told] == [4, 3, 2, 1]
    first = told[-1]
    assert first["what"].startswith("Added the argument "), "the import explains itself"
    assert {one["author"] for one in told} == {"ada"}
    assert told[1]["made_at"].startswith("2026-01-02T03:04:05")
    assert told[1]["received_at"] != told[1]["made_at"]


def test_the_life_of_one_item(desk: Desk) -> None:
    layer = desk.layer("ada")
    toll, passenger = desk.argument("ada", "Toll"), desk.argument("ada", "Passenger")
    mention = str(layer.mentions.filter(argument=toll).first().pk)  # type: ignore[union-attr]
    rename(desk, "Toll", "Fare")
    desk.change("ada", {"op": "merge_arguments", "into": passenger, "source": toll})
    of_toll = history(desk, layer, query=f"?item=argument:{toll}")
    assert [one["revision"] for one in of_toll] == [3, 2, 1]
    of_mention = history(desk, layer, query=f"?item=mention:{mention}")
    assert [one["what"] for one in of_mention[:1]] == ["Merged Fare into Passenger"]
    assert [one["revision"] for one in of_mention] == [3, 1], "merging moved it"
    assert [one["revision"] for one in history(desk, layer, query="?item=clause")] == [1]
    assert history(desk, layer, query="?item=mention:nobody") == []


def test_what_came_from_a_suggestion_says_so(desk: Desk) -> None:
    model = Layer.objects.create(
        project=desk.project,
        subsection=Subsection.objects.get(label="7(a)"),
        author_kind=AuthorKind.MODEL,
        run="run 9",
    )
    gold = desk.layer("gold").mentions.first()
    assert gold is not None
    suggested = model.mentions.create(
        argument=model.arguments.create(name="Ferry"),
        part=gold.part,
        start=gold.start,
        end=gold.end,
    )
    layer, key = desk.layer("ada"), str(uuid.uuid4())
    desk.change("ada", {"op": "remove_mention", "id": _first(layer)})
    old = gold_span(desk)
    add = {
        "op": "add_mention",
        "mention": {
            "id": key,
            "start": old[0],
            "end": old[1],
            "argument": desk.argument("ada", "Passenger"),
            "from_suggestion": str(suggested.pk),
        },
    }
    decide = {"op": "decide_suggestion", "suggestion": str(suggested.pk), "decision": "accepted"}
    answer = desk.send("ada", layer, add, decide, from_suggestion=str(suggested.pk))
    assert answer.status_code == 200, answer.json()
    (newest, *_) = history(desk, layer, query=f"?item=mention:{key}")
    assert newest["from_suggestion"] == str(suggested.pk)
    assert newest["suggested_by"] == ["run 9"]
    assert newest["what"] == f"Marked “{FERRY[old[0] : old[1]]}” as Passenger"


def _first(layer: Layer) -> str:
    first = layer.mentions.order_by("start").first()
    assert first is not None
    return str(first.pk)


def gold_span(desk: Desk) -> tuple[int, int]:
    first = desk.layer("gold").mentions.order_by("start").first()
    assert first is not None
    return first.start, first.end


@pytest.mark.parametrize("label", ["7(a)", "7", "s7_a_pos"])
@pytest.mark.parametrize("who", ["ada", "gold"])
def test_the_newest_revision_is_what_the_rows_say(desk: Desk, who: str, label: str) -> None:
    layer = desk.layer(who, label)
    shown = desk.get(path_of(layer, f"at/{layer.revision}"))
    assert shown["layer"] == content(layer)
    assert shown["differences"] == []
    assert desk.get(path_of(layer, "at/0"))["layer"]["arguments"] == []


def test_restoring_brings_the_content_back_and_undo_takes_it_back(desk: Desk) -> None:
    layer = desk.layer("ada")
    first = content(layer)
    toll, passenger = desk.argument("ada", "Toll"), desk.argument("ada", "Passenger")
    rename(desk, "Toll", "Fare")
    desk.change("ada", {"op": "merge_arguments", "into": passenger, "source": toll})
    desk.change("ada", {"op": "set_clause", "clause": {"text": None, "note": "?"}})
    changed = content(layer)
    said = desk.get(path_of(layer, "at/1"), "ada")["differences"]
    assert "The argument Toll was there." in said
    assert any(one.startswith("The clause was ") for one in said)
    operation = restore(desk, layer, 1)["operation"]
    assert content(layer) == changed, "asking stores nothing"
    answer = desk.send("ada", layer, operation)
    assert answer.status_code == 200, answer.json()
    assert content(layer) == first
    edit = layer.edits.order_by("-revision").first()
    assert edit is not None
    assert desk.send("ada", layer, edit.inverse, undoes=str(edit.pk)).status_code == 200
    assert content(layer) == changed
    assert restore(desk, layer, layer.revision)["operation"] is None


def test_restoring_leaves_state_and_stale_marks(desk: Desk) -> None:
    layer = desk.layer("ada")
    rename(desk, "Toll", "Fare")
    desk.change("ada", {"op": "mark_stale", "item": "clause", "reason": "look"})
    answer = desk.send("ada", layer, restore(desk, layer, 0)["operation"])
    assert answer.status_code == 200, answer.json()
    now = content(layer)
    assert (now["arguments"], now["mentions"], now["clause"]["text"]) == ([], [], None)
    assert now["stale"] == {"clause": "look"}
    desk.submit("ada")
    assert restore(desk, layer, 1, 422)["code"] == "layer_frozen"


def test_what_cannot_be_restored(desk: Desk) -> None:
    layer = desk.layer("ada")
    restore(desk, layer, 9, 404)
    path = path_of(layer, "restore")
    assert desk.post(path, {"revision": 0, "base_revision": 0}, "ada", 409)["code"] == "conflict"
    desk.post(path, {"revision": -1, "base_revision": 1}, "ada", 400)
    desk.post(path, {"revision": "x"}, "ada", 400)
    assert restore(desk, layer, 0, 422, "rowan")["code"] == "layer_foreign"
    assert restore(desk, desk.layer("gold"), 0, 422, "rowan")["code"] == "layer_foreign"
    desk.get(path_of(layer, "at/2"), "ada", 404)
    desk.get(path_of(layer, "at/99999999999999999999"), "ada", 404)
    desk.get(path_of(layer, "at/-1"), "ada", 404)
    desk.get(f"/layers/{uuid.uuid4()}/history", "ada", 404)


def test_history_is_seen_by_who_sees_the_layer(desk: Desk) -> None:
    ada, gold = desk.layer("ada"), desk.layer("gold")
    make_user("stranger")
    for layer in (ada, gold):
        for rest in ("history", "at/1"):
            answer = sign_in("stranger").get(f"{API}{path_of(layer, rest)}")
            assert answer.status_code == 404
            desk.get(path_of(layer, rest), "rowan")
    desk.get(path_of(ada), "bob", 404)
    desk.submit("ada")
    desk.get(path_of(ada, "at/1"), "bob", 404)
    desk.submit("bob")
    desk.get(path_of(ada, "at/1"), "bob")
    desk.get(path_of(gold), "bob")
    Seat.objects.create(
        project=desk.project,
        person=User.objects.get(username="bob"),
        created_by=User.objects.get(username="dana"),
        subsection=gold.subsection,
        task="spans",
    )
    desk.get(path_of(gold), "bob", 404)
    desk.get(path_of(gold, "at/1"), "bob", 404)


def test_where_suggestions_are_held_back_the_models_layer_is_too(desk: Desk) -> None:
    of = Subsection.objects.get(label="7(a)")
    model = Layer.objects.create(
        project=desk.project, subsection=of, author_kind=AuthorKind.MODEL, run="run 9"
    )
    desk.get(path_of(model), "ada")
    BlindShare.objects.create(project=desk.project, percent=100)
    desk.get(path_of(model), "ada", 404)
    desk.get(path_of(model), "rowan")


def test_queries_do_not_grow_with_the_log(desk: Desk) -> None:
    layer = desk.layer("ada")

    def count(rest: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            desk.get(path_of(layer, rest), "ada")
        return len(asked)

    few = count("history"), count("at/1")
    for n in range(12):
        rename(desk, "Toll" if n == 0 else f"Toll{n - 1}", f"Toll{n}")
    assert (count("history"), count("at/13")) == few
    assert max(few) <= 20
    page = desk.get(path_of(layer, "history?page_size=5&page=2"), "ada")
    assert (page["count"], [one["revision"] for one in page["results"]]) == (13, [8, 7, 6, 5, 4])


def test_a_restored_name_is_followed_where_it_is_used(desk: Desk) -> None:
    """The screen asks what a restoration touches, as of any change of arguments."""
    layer, caller, case = desk.layer("ada"), desk.layer("ada", "7"), desk.layer("ada", "s7_a_pos")
    first = [content(one) for one in (layer, caller, case)]
    toll = desk.argument("ada", "Toll")
    follow(desk, layer, {"op": "rename_argument", "id": toll, "name": "Fare"})
    assert [content(one) for one in (caller, case)] != first[1:], "the name is used there"
    touched = follow(desk, layer, restore(desk, layer, 1)["operation"])
    assert touched, "and has to be followed back"
    assert content(layer) == first[0], "what was restored is not rewritten again"
    now = [content(caller)["clause"], content(case)["instantiations"]]
    assert now == [first[1]["clause"], first[2]["instantiations"]]


def follow(desk: Desk, layer: Layer, operation: Json) -> list[Json]:
    """Makes a change with all that it touches, as the screen does."""
    layer.refresh_from_db()
    asked = {"layer": str(layer.pk), "base_revision": layer.revision, "operation": operation}
    found = desk.post("/impact", asked, "ada")
    desk.post("/edits", {"edits": found["edits"], "layers": found["layers"]}, "ada")
    touched: list[Json] = found["touched"]
    return touched
