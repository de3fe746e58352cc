"""From two submitted layers to gold: queue, differences, decisions, acceptance, return, undo."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.annotations.models import Edit, Layer
from sara_annotate.annotations.rows import layer_read
from sara_annotate.annotations.services import edit_value
from sara_annotate.domain.edits.log import apply_log
from sara_annotate.domain.edits.state import Layer as LayerValue
from sara_annotate.review.models import ItemOrigin, Review
from sara_annotate.review.queue import reviews_refresh
from tests.factories import FERRY
from tests.review.desk import Desk, make_desk

pytestmark = pytest.mark.django_db
HERE = "/review/subsections/7(a)"


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def disagree(desk: Desk) -> None:
    """Bob splits nothing yet: he renames, moves an edge, changes the clause; both submit."""
    start = FERRY.index("every passenger")
    desk.change(
        "bob",
        {"op": "rename_argument", "id": desk.argument("bob", "Toll"), "name": "Fare"},
        {
            "op": "resize_mention",
            "id": desk.mention("bob", "every passenger"),
            "start": start + 6,
            "end": start + 15,
        },
        {
            "op": "set_clause",
            "clause": {"text": "s7_a(PASSENGER,CROSSING,FARE) :- s7_b(PASSENGER)", "note": ""},
        },
    )
    desk.submit("ada", "bob")


def decide(desk: Desk, take: int, *kinds: str) -> dict:
    shown = desk.get(HERE)
    decisions = [
        {"key": i["key"], "take": take}
        for i in shown["items"]
        if i["disputed"] and (not kinds or i["kind"] in kinds)
    ]
    body = {"fingerprint": shown["fingerprint"], "decisions": decisions}
    return desk.post(f"{HERE}/decisions", body)


def accept(desk: Desk, status: int = 200) -> dict:
    shown = desk.get(HERE)
    return desk.post(f"{HERE}/accept", {"fingerprint": shown["fingerprint"]}, status=status)


def spans(layer: Layer) -> list[tuple[str, str]]:
    found = layer.mentions.filter(removed_at=None).order_by("start").select_related("argument")
    return [(FERRY[m.start : m.end], m.argument.name) for m in found]


def test_nothing_waits_before_a_submission_and_then_the_most_disputed_first(desk: Desk) -> None:
    assert desk.get("/review")["results"] == []
    desk.submit("ada", "bob", label="7(b)")
    disagree(desk)
    rows = desk.get("/review")["results"]
    assert [(r["name"], r["disputes"], len(r["layers"])) for r in rows] == [
        ("7(a)", 3, 2),
        ("7(b)", 0, 2),
    ]
    assert [r["name"] for r in desk.get("/review?dispute=false")["results"]] == ["7(b)"]
    assert desk.get("/review?task=values")["results"] == []
    assert len(desk.get("/review?section=7")["results"]) == 2


def test_differences_show_versions_by_author(desk: Desk) -> None:
    disagree(desk)
    shown = desk.get(HERE)
    assert [row["author"]["name"] for row in shown["layers"]] == ["ada", "bob"]
    found = {i["kind"]: i for i in shown["items"] if i["disputed"]}
    assert set(found) == {"span", "name", "clause"}
    assert [v["content"]["name"] for v in found["name"]["versions"]] == ["Toll", "Fare"]
    assert found["clause"]["versions"][1]["words"] == ["The body is new"]
    assert shown["open"] == 3
    with_gold = desk.get(f"{HERE}?include=gold")
    assert [row["author"]["kind"] for row in with_gold["layers"]] == ["person", "person", "gold"]
    assert Review.objects.get(subsection__label="7(a)").decisions.count() == 0, "reading writes not"


def test_accepting_is_one_group_and_one_undo(desk: Desk) -> None:
    disagree(desk)
    gold = desk.layer("gold")
    before, revision = layer_read(gold), gold.revision
    decide(desk, 2)
    preview = desk.get(f"{HERE}/preview")
    assert (preview["open"], preview["problems"]) == ([], [])
    accept(desk)
    gold.refresh_from_db()
    assert spans(gold) == [
        ("passenger", "Passenger"),
        ("each crossing", "Crossing"),
        ("½ crown", "Fare"),
    ]
    assert gold.revision == revision + 1
    assert (desk.layer("ada").state, desk.layer("bob").state) == ("accepted", "accepted")
    assert len(set(Edit.objects.exclude(group=None).values_list("group", flat=True))) == 1
    assert replayed(gold) == layer_read(gold)
    assert desk.get("/review")["results"] == []
    origin = ItemOrigin.objects.get(layer=gold, item="clause")
    assert (origin.authors, origin.accepted_by.username) == (["bob"], "rowan")
    assert origin.decision is not None
    agreed = ItemOrigin.objects.get(layer=gold, item=f"mention:{desk.mention('gold', 'each')}")
    assert (agreed.authors, agreed.decision) == (["ada", "bob"], None)
    shown = desk.post(f"{HERE}/undo")
    gold.refresh_from_db()
    assert layer_read(gold) == before
    assert (desk.layer("ada").state, desk.layer("bob").state) == ("submitted", "submitted")
    assert (shown["can_undo"], shown["open"]) == (False, 0), "the decisions are still there"
    desk.post(f"{HERE}/undo", status=409)


def replayed(layer: Layer) -> LayerValue:
    now = layer_read(layer)
    empty = LayerValue(id=now.id, kind=now.kind, parts=now.parts)
    return apply_log(empty, [edit_value(e) for e in layer.edits.order_by("revision")]).layer


def test_open_disputes_keep_it_from_gold(desk: Desk) -> None:
    disagree(desk)
    decide(desk, 1, "name", "span")
    answer = accept(desk, 409)
    assert answer["code"] == "review_open"
    assert answer["extra"]["open"] == ["clause"]


def test_an_edit_a_comment_and_a_guideline(desk: Desk) -> None:
    disagree(desk)
    decide(desk, 1)
    shown = desk.get(HERE)
    said = {"key": "clause", "edit": {"text": "s7_a(PASSENGER,CROSSING,TOLL)", "note": "n"}}
    body = {
        "fingerprint": shown["fingerprint"],
        "decisions": [{**said, "comment": "As in (b).", "guideline": "1#clauses"}],
    }
    shown = desk.post(f"{HERE}/decisions", body)
    kept = next(d for d in shown["decisions"] if d["key"] == "clause")
    assert (kept["comment"], kept["guideline"], kept["take"]) == ("As in (b).", "1#clauses", None)
    accept(desk)
    assert desk.layer("gold").clauses.get(removed_at=None).note == "n"
    assert ItemOrigin.objects.get(item="clause").edited


def test_a_decision_can_be_taken_back(desk: Desk) -> None:
    disagree(desk)
    assert decide(desk, 1)["open"] == 0
    shown = desk.get(HERE)
    body = {"fingerprint": shown["fingerprint"], "decisions": [{"key": "clause"}]}
    assert desk.post(f"{HERE}/decisions", body)["open"] == 1


def test_a_stale_decision_is_refused(desk: Desk) -> None:
    disagree(desk)
    seen = desk.get(HERE)["fingerprint"]
    desk.post(f"{HERE}/return", {"fingerprint": seen, "reason": "Edges.", "authors": ["bob"]})
    body = {"fingerprint": seen, "decisions": [{"key": "clause", "take": 1}]}
    answer = desk.post(f"{HERE}/decisions", body, status=409)
    assert answer["code"] == "review_stale"
    assert desk.post(f"{HERE}/accept", {"fingerprint": seen}, status=409)["code"] == "review_stale"
    layer = desk.layer("bob")
    assert (layer.state, layer.state_reason) == ("returned", "Edges.")
    desk.change("bob", {"op": "submit_layer"})
    assert desk.get(HERE)["fingerprint"] == seen


def test_old_decisions_do_not_count_for_new_versions(desk: Desk) -> None:
    disagree(desk)
    decide(desk, 2)
    seen = desk.get(HERE)["fingerprint"]
    desk.post(f"{HERE}/return", {"fingerprint": seen, "reason": "No."})
    desk.change("bob", {"op": "set_clause", "clause": {"text": "s7_a(FARE)", "note": ""}})
    desk.submit("ada", "bob")
    shown = desk.get(HERE)
    assert shown["open"] == 1
    assert "clause" not in {d["key"] for d in shown["decisions"]}


def test_a_submitted_layer_stays_as_it_is_until_returned(desk: Desk) -> None:
    disagree(desk)
    layer = desk.layer("ada")
    reopen = {"op": "reopen_layer", "to": "in_progress", "reason": ""}
    answer = desk.send("ada", layer, reopen)
    assert (answer.status_code, answer.json()["code"]) == (422, "layer_frozen")
    assert "Another annotator has submitted" in answer.json()["message"]
    assert desk.held("ada") == {"7(a)": "others"}
    answer = desk.send("ada", layer, {"op": "set_clause", "clause": {"text": "x", "note": ""}})
    assert answer.json()["code"] == "layer_frozen"


def test_what_nobody_else_has_submitted_is_reopened_by_its_author(desk: Desk) -> None:
    desk.submit("ada")
    assert desk.held("ada") == desk.held("bob") == {}
    desk.change("ada", {"op": "reopen_layer", "to": "in_progress", "reason": ""})
    desk.submit("bob")
    assert desk.held("ada") == {}, "nor is it told of what is not submitted"


def test_gold_that_is_not_there_yet_is_made(desk: Desk) -> None:
    disagree(desk)
    decide(desk, 1)
    # As in a project that was annotated from nothing.
    gold = desk.layer("gold")
    Layer.objects.filter(pk=gold.pk).update(author_kind="model", run="old gold")
    accept(desk)
    made = desk.layer("gold")
    assert (made.pk != gold.pk, made.state, made.revision) == (True, "accepted", 1)
    assert spans(made)[0] == ("every passenger", "Passenger")


def test_a_case_is_reviewed_too(desk: Desk) -> None:
    for name in ("ada", "bob"):
        row = desk.layer(name, "s7_a_pos").instantiations.get()
        if name == "bob":
            desk.change(
                name,
                {"op": "set_truth", "instantiation": str(row.pk), "truth": False},
                label="s7_a_pos",
            )
        desk.submit(name, label="s7_a_pos")
    here = "/review/cases/s7_a_pos"
    shown = desk.get(here)
    (dispute,) = [i for i in shown["items"] if i["disputed"]]
    assert dispute["kind"] == "truth"
    seen = {"fingerprint": shown["fingerprint"]}
    desk.post(f"{here}/decisions", {**seen, "decisions": [{"key": dispute["key"], "take": 2}]})
    desk.post(f"{here}/accept", seen)
    assert desk.layer("gold", "s7_a_pos").instantiations.get(removed_at=None).truth is False


@pytest.mark.parametrize(
    "decision",
    [
        {"key": "nothing", "take": 1},
        {"key": "clause", "take": 9},
        {"key": "clause", "edit": {"x": 1}},
        {"key": "clause", "take": 1, "edit": {"text": "a", "note": ""}},
    ],
)
def test_nonsense_is_refused(desk: Desk, decision: dict) -> None:
    disagree(desk)
    body = {"fingerprint": desk.get(HERE)["fingerprint"], "decisions": [decision]}
    assert desk.post(f"{HERE}/decisions", body, status=422)["extra"]["item"] == decision["key"]


def test_what_is_not_there(desk: Desk) -> None:
    for path in ("/review/subsections/99", "/review/cases/nobody", "/review/people/ada"):
        desk.get(path, status=404)
    shown = desk.get("/review/subsections/7(b)")
    assert (shown["layers"], shown["items"]) == ([], [])
    desk.post("/review/subsections/7(b)/accept", {"fingerprint": "x"}, status=409)
    desk.post("/review/subsections/7(b)/undo", status=409)


def test_queries_do_not_grow(desk: Desk) -> None:
    desk.submit("ada", label="7")
    with CaptureQueriesContext(connection) as few:
        desk.get("/review")
    for label in ("7(a)", "7(b)", "7(b)(1)", "7(b)(2)"):
        desk.submit("ada", "bob", label=label)
    with CaptureQueriesContext(connection) as many:
        desk.get("/review")
    assert len(many) == len(few)
    counts = list(Review.objects.order_by("pk").values("waiting", "disputes", "agreed"))
    Review.objects.update(waiting=0, disputes=9)
    assert reviews_refresh(project=desk.project) == 5
    assert list(Review.objects.order_by("pk").values("waiting", "disputes", "agreed")) == counts


def test_gold_says_whom_its_items_came_from(desk: Desk) -> None:
    disagree(desk)
    shown = desk.get(HERE)
    why = {"comment": "Shorter.", "guideline": "1#spans"}
    keys = [i["key"] for i in shown["items"] if i["disputed"]]
    decisions = [{"key": key, "take": 2, **why} for key in keys]
    body = {"fingerprint": shown["fingerprint"], "decisions": decisions}
    desk.post(f"{HERE}/decisions", body)
    assert desk.get(f"{HERE}/origins") == []
    accept(desk)
    found = {row["item"]: row for row in desk.get(f"{HERE}/origins")}
    clause = found["clause"]
    assert (clause["authors"], clause["decided_by"]) == (["bob"], "rowan")
    assert (clause["comment"], clause["guideline"]) == ("Shorter.", "1#spans")
    agreed = found[f"mention:{desk.mention('gold', 'each')}"]
    assert (agreed["authors"], agreed["decided"]) == (["ada", "bob"], False)
    assert desk.get(f"{HERE}/origins", who="ada"), "who sees the gold sees whence it came"


def test_the_queue_lists_what_was_accepted_with_fixed_queries(desk: Desk) -> None:
    disagree(desk)
    decide(desk, 1)
    accept(desk)
    row = desk.get("/review?state=accepted")["results"][0]
    assert (row["name"], row["accepted_by"], len(row["layers"])) == ("7(a)", "rowan", 2)
    with CaptureQueriesContext(connection) as one:
        desk.get("/review?state=accepted")
    desk.submit("ada", "bob", label="7(b)")
    shown = desk.get("/review/subsections/7(b)")
    desk.post("/review/subsections/7(b)/accept", {"fingerprint": shown["fingerprint"]})
    with CaptureQueriesContext(connection) as two:
        assert len(desk.get("/review?state=accepted")["results"]) == 2
    assert len(two) == len(one)
