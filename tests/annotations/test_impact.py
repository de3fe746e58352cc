"""What a change touches, over HTTP: seen first, made as one, taken back as one."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, LayerState
from sara_annotate.annotations.rows import layer_read
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.edits.state import Layer as LayerValue
from tests.factories import ferry_cases, ferry_corpus, load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/ferry"
Json = dict[str, Any]


@pytest.fixture
def ada() -> APIClient:
    """Ada's own layers of everything, beside the gold."""
    project = make_project(ada=Role.ANNOTATOR, bob=Role.ANNOTATOR, rowan=Role.REVIEWER)
    load_corpus(project, by=User.objects.get(username="rowan"))
    load_corpus(project, by=User.objects.get(username="ada"), gold=False)
    return sign_in("ada")


def layer_of(label: str, author: str | None = "ada") -> Layer:
    kind = AuthorKind.PERSON if author else AuthorKind.GOLD
    who = User.objects.get(username=author) if author else None
    return Layer.objects.get(subsection__label=label, author_kind=kind, author=who)


def argument_of(layer: Layer, name: str) -> str:
    return str(layer.arguments.get(name__iexact=name, removed_at=None).pk)


def ask(client: APIClient, layer: Layer, operation: Json, **more: Any) -> Any:
    layer.refresh_from_db()
    body = {"layer": str(layer.pk), "base_revision": layer.revision, "operation": operation}
    return client.post(f"{PROJECT}/impact", {**body, **more}, "json")


def rename(layer: Layer, old: str, new: str) -> Json:
    return {"op": "rename_argument", "id": argument_of(layer, old), "name": new}


def remove(layer: Layer, name: str) -> Json:
    key = argument_of(layer, name)
    mentions = layer.mentions.filter(argument=key, removed_at=None)
    gone = [{"op": "remove_mention", "id": str(mention.pk)} for mention in mentions]
    return {"op": "batch", "ops": [*gone, {"op": "remove_argument", "id": key}]}


def send(client: APIClient, impact: Json) -> Any:
    return client.post(
        f"{PROJECT}/edits", {"edits": impact["edits"], "layers": impact["layers"]}, "json"
    )


def take_back(client: APIClient, impact: Json) -> Any:
    """What a client sends to undo the group: newest first, each with its inverse."""
    rows = {e["id"]: e for e in client.get(f"{PROJECT}/edits?page_size=200").json()["results"]}
    group, edits = str(uuid.uuid4()), []
    for edit in reversed(impact["edits"]):
        stored = rows[edit["id"]]
        edits.append(
            {
                "id": str(uuid.uuid4()),
                "layer": stored["layer"],
                "time": "2026-01-02T03:04:05Z",
                "base_revision": stored["revision"],
                "operation": stored["inverse"],
                "undoes": stored["id"],
                "group": group,
            }
        )
    return client.post(f"{PROJECT}/edits", {"edits": edits}, "json")


def states(project: Project | None = None) -> dict[str, LayerValue]:
    rows = Layer.objects.select_related("case", "subsection").order_by("pk")
    return {str(row.pk): layer_read(row) for row in rows}


def places(impact: Json) -> list[tuple[str, str, str | None]]:
    return [
        (one["case"] or one["label"], one["becomes"], one["after"]) for one in impact["touched"]
    ]


def test_a_renaming_follows_into_clauses_and_cases_as_one_step(ada: APIClient) -> None:
    layer, before = layer_of("7(a)"), states()
    answer = ask(ada, layer, rename(layer, "Passenger", "Traveller"))
    assert answer.status_code == 200, answer.json()
    impact = answer.json()
    assert impact["words"] == "Passenger of §7(a) is now called Traveller."
    assert places(impact) == [
        ("7(a)", "rewritten", "s7_a(TRAVELLER,CROSSING,TOLL)"),
        (
            "7",
            "rewritten",
            "s7(PASSENGER,TOLL) :- s7_a(TRAVELLER:PASSENGER,TOLL) AND NOT s7_b(PASSENGER)",
        ),
        ("s7_a_neg", "rewritten", "Traveller: Ada"),
        ("s7_a_pos", "rewritten", "Traveller: Ada"),
    ]
    assert [one["own"] for one in impact["touched"]] == [True, False, False, False]
    assert states() == before, "asking changes nothing"
    assert len({edit["group"] for edit in impact["edits"]}) == 1
    done = send(ada, impact)
    assert done.status_code == 200, done.json()
    after = states()
    own = {str(row.pk) for row in Layer.objects.filter(author__username="ada")}
    assert {key for key in after if after[key] != before[key]} == {
        edit["layer"] for edit in impact["edits"]
    }
    assert {edit["layer"] for edit in impact["edits"]} <= own
    assert after[str(layer.pk)].clause.text == "s7_a(TRAVELLER,CROSSING,TOLL)"
    inverses = {e["id"]: e["inverse"] for e in ada.get(f"{PROJECT}/edits").json()["results"]}
    assert all(inverses[edit["id"]] == edit["inverse"] for edit in impact["edits"])
    assert take_back(ada, impact).status_code == 200
    assert states() == before


def test_a_removal_leaves_marks_until_somebody_looks(ada: APIClient) -> None:
    layer, before = layer_of("7(a)"), states()
    impact = ask(ada, layer, remove(layer, "Toll")).json()
    assert places(impact) == [("7(a)", "stale", None), ("7", "stale", None)]
    assert {one["reason"] for one in impact["touched"]} == {"Toll of §7(a) was removed."}
    assert send(ada, impact).status_code == 200
    marks = ada.get(f"{PROJECT}/stale").json()
    assert [(m["kind"], m["printed"], m["reason"]) for m in marks["results"]] == [
        ("clause", "§7(a)", "Toll of §7(a) was removed."),
        ("clause", "§7", "Toll of §7(a) was removed."),
    ]
    assert ada.get(f"{PROJECT}/stale?layer=gold").json()["count"] == 0
    assert sign_in("bob").get(f"{PROJECT}/stale").json()["count"] == 0
    [_, mark] = marks["results"]
    looked = {
        "id": str(uuid.uuid4()),
        "layer": mark["layer"],
        "time": "2026-01-02T03:04:05Z",
        "base_revision": mark["revision"],
        "operation": {"op": "clear_stale", "item": mark["item"]},
    }
    assert ada.post(f"{PROJECT}/edits", {"edits": [looked]}, "json").status_code == 200
    assert ada.get(f"{PROJECT}/stale").json()["count"] == 1
    assert ada.get(f"{PROJECT}/stale?section=8").json()["count"] == 0
    assert before != states()


def test_values_of_a_removed_argument_are_listed_with_their_case(ada: APIClient) -> None:
    layer = layer_of("7(a)")
    send(ada, ask(ada, layer, remove(layer, "Crossing")).json())
    rows = ada.get(f"{PROJECT}/stale?section=7").json()["results"]
    assert [(r["kind"], r["case"], r["printed"]) for r in rows] == [
        ("clause", None, "§7(a)"),
        ("values", "s7_a_pos", "§7(a)"),
    ]


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("s7_a(PASSENGER,CROSSING,TOLL) :- s7_b(PASSENGER)", []),
        ("s7_a(TOLL,CROSSING,PASSENGER)", []),
        ("s7_a(PASSENGER,CROSSING)", ["7"]),
        ("s7_a(PASSENGER,CROSSING,TOLL,SHIP)", ["7", "s7_a_neg", "s7_a_pos"]),
        ("s7_a(PASSENGER,CROSSING,TOLL) :- s7_b(", []),
    ],
)
def test_another_head_marks_callers_and_cases(
    ada: APIClient, text: str, touched: list[str]
) -> None:
    layer = layer_of("7(a)")
    operation = {"op": "set_clause", "clause": {"text": text, "note": ""}}
    impact = ask(ada, layer, operation).json()
    assert [one["case"] or one["label"] for one in impact["touched"]] == touched
    assert {one["becomes"] for one in impact["touched"]} <= {"stale"}
    assert impact["edits"][0]["layer"] == str(layer.pk)


def test_what_is_left_alone_is_marked_instead(ada: APIClient) -> None:
    layer = layer_of("7(b)(1)")
    operation = rename(layer, "Child", "Kid")
    impact = ask(ada, layer, operation, follow="mark").json()
    assert places(impact) == [("7(b)(1)", "stale", None), ("7(b)", "stale", None)]
    assert send(ada, impact).status_code == 200
    assert layer_read(layer_of("7(b)")).clause.text == ferry_corpus().statutes[0].clauses[2].text
    assert layer_read(layer_of("7(b)")).stale == {"clause": "Child of §7(b)(1) is now called Kid."}


def test_what_a_stored_edit_left_behind_is_found_later(ada: APIClient) -> None:
    layer = layer_of("7(b)(2)")
    edit = {
        "id": str(uuid.uuid4()),
        "layer": str(layer.pk),
        "time": "2026-01-02T03:04:05Z",
        "base_revision": layer.revision,
        "operation": rename(layer, "Member", "Sailor"),
        "group": str(uuid.uuid4()),
    }
    ada.post(f"{PROJECT}/edits", {"edits": [edit]}, "json")
    body = {"layer": str(layer.pk), "edit": edit["id"]}
    impact = ada.post(f"{PROJECT}/impact", body, "json").json()
    assert [one["label"] for one in impact["touched"]] == ["7(b)(2)", "7(b)"]
    assert {one["group"] for one in impact["edits"]} == {edit["group"]}
    assert send(ada, impact).status_code == 200
    again = ada.post(f"{PROJECT}/impact", body, "json").json()
    assert (again["touched"], again["edits"]) == ([], [])
    body["edit"] = str(uuid.uuid4())
    assert ada.post(f"{PROJECT}/impact", body, "json").json()["code"] == "edit_unknown"


def test_a_submitted_caller_is_marked_and_stays_as_it_is(ada: APIClient) -> None:
    Layer.objects.filter(pk=layer_of("7").pk).update(state=LayerState.SUBMITTED)
    layer = layer_of("7(b)")
    impact = ask(ada, layer, rename(layer, "Passenger", "Traveller")).json()
    assert places(impact)[1] == ("7", "stale", None)
    assert "submitted" in impact["touched"][1]["reason"]
    assert send(ada, impact).status_code == 200


def test_gold_changes_for_reviewers_alone_and_is_accepted_again(ada: APIClient) -> None:
    gold = layer_of("7(a)", None)
    operation = rename(gold, "Passenger", "Traveller")
    assert ask(ada, gold, operation).json()["code"] == "layer_foreign"
    Layer.objects.filter(author_kind=AuthorKind.GOLD).update(state=LayerState.ACCEPTED)
    before, rowan = states(), sign_in("rowan")
    impact = ask(rowan, gold, operation).json()
    assert [one["becomes"] for one in impact["touched"]] == ["rewritten"] * 4
    done = send(rowan, impact)
    assert done.status_code == 200, done.json()
    changed = {key: value for key, value in states().items() if value != before[key]}
    assert {value.state for value in changed.values()} == {"accepted"}
    kinds = Layer.objects.filter(pk__in=changed).values_list("author_kind", flat=True)
    assert set(kinds) == {"gold"}
    assert take_back(rowan, impact).status_code == 200
    assert states() == before


def test_a_base_that_moved_is_a_conflict_with_both_versions(ada: APIClient) -> None:
    layer = layer_of("7(a)")
    base = layer.revision
    operation = rename(layer, "Toll", "Fee")
    other = ask(ada, layer, rename(layer, "Toll", "Due")).json()
    assert send(ada, other).status_code == 200
    answer = ask(ada, layer, operation, base_revision=base)
    assert (answer.status_code, answer.json()["code"]) == (409, "edit_conflict")
    extra = answer.json()["extra"]
    [conflict] = extra["conflicts"].values()
    assert conflict["mine"] == operation
    assert conflict["theirs"] and extra["layer"]["id"] == str(layer.pk)
    # What moved elsewhere in the layer is no hindrance.
    crossing = rename(layer, "Crossing", "Trip")
    assert ask(ada, layer, crossing, base_revision=base).status_code == 200


def test_a_caller_changed_meanwhile_stops_all_of_it(ada: APIClient) -> None:
    layer = layer_of("7(a)")
    impact = ask(ada, layer, rename(layer, "Toll", "Fee")).json()
    caller = layer_of("7")
    edit = {
        "id": str(uuid.uuid4()),
        "layer": str(caller.pk),
        "time": "2026-01-02T03:04:05Z",
        "base_revision": caller.revision,
        "operation": {"op": "set_clause", "clause": {"text": "s7(PASSENGER)", "note": ""}},
    }
    assert ada.post(f"{PROJECT}/edits", {"edits": [edit]}, "json").status_code == 200
    before = states()
    answer = send(ada, impact)
    assert (answer.status_code, answer.json()["code"]) == (409, "edit_conflict")
    assert states() == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "validation_error"),
        ({"layer": "x"}, 400, "validation_error"),
        ({"operation": {"op": "submit_layer"}, "edit": str(uuid.uuid4())}, 400, "validation_error"),
        ({"operation": {"op": "what"}}, 422, "op_unknown"),
        ({"operation": {"op": "rename_argument", "id": "x", "name": "Y"}}, 422, "id_invalid"),
        (
            {"operation": {"op": "rename_argument", "id": str(uuid.uuid4()), "name": "Y"}},
            422,
            "argument_unknown",
        ),
        ({"operation": {"op": "submit_layer"}, "base_revision": -1}, 400, "validation_error"),
        ({"operation": {"op": "submit_layer"}, "follow": "x"}, 400, "validation_error"),
        ({"operation": {"op": "submit_layer"}, "layer": str(uuid.uuid4())}, 422, "layer_foreign"),
        ({"operation": {"op": "batch", "ops": []}}, 422, "batch_empty"),
        ({"operation": []}, 400, "validation_error"),
    ],
)
def test_bad_input_is_named(ada: APIClient, body: Json, status: int, code: str) -> None:
    whole = {"layer": str(layer_of("7(a)").pk), **body}
    answer = ada.post(f"{PROJECT}/impact", whole, "json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_strangers_see_nothing(ada: APIClient) -> None:
    layer = layer_of("7(a)")
    operation = rename(layer, "Toll", "Fee")
    assert ask(sign_in("bob"), layer, operation).json()["code"] == "layer_foreign"
    make_project("other", eve=Role.MANAGER)
    assert ask(sign_in("eve"), layer, operation).status_code == 404
    assert sign_in("eve").get(f"{PROJECT}/stale").status_code == 404
    assert ask(APIClient(), layer, operation).status_code in (401, 403)


def test_a_mark_of_nothing_is_listed_all_the_same(ada: APIClient) -> None:
    layer = Layer.objects.get(case__name="s7_a_pos", author__username="ada")
    edit = {
        "id": str(uuid.uuid4()),
        "layer": str(layer.pk),
        "time": "2026-01-02T03:04:05Z",
        "base_revision": layer.revision,
        "operation": {
            "op": "mark_stale",
            "item": f"instantiation:{uuid.uuid4()}",
            "reason": "Look.",
        },
    }
    assert ada.post(f"{PROJECT}/edits", {"edits": [edit]}, "json").status_code == 200
    [row] = ada.get(f"{PROJECT}/stale").json()["results"]
    assert (row["case"], row["label"], row["reason"]) == ("s7_a_pos", None, "Look.")


def test_as_many_queries_for_many_cases_as_for_one() -> None:
    counted = []
    for slug, n in (("ferry", 1), ("fleet", 12)):
        project = make_project(slug, **{f"ada{n}": Role.ANNOTATOR})
        [case, _], [row, _] = ferry_cases(), ferry_corpus().instantiations
        corpus = ferry_corpus()
        cases = tuple(replace(case, name=f"case_{i}") for i in range(n))
        rows = tuple(replace(row, case=f"case_{i}") for i in range(n))
        load_corpus(
            project,
            Corpus(corpus.statutes, cases, rows),
            by=User.objects.get(username=f"ada{n}"),
            gold=False,
        )
        client = sign_in(f"ada{n}")
        layer = Layer.objects.get(project=project, subsection__label="7(a)")
        body = {
            "layer": str(layer.pk),
            "base_revision": layer.revision,
            "operation": rename(layer, "Passenger", "Traveller"),
        }
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(f"/api/v1/projects/{slug}/impact", body, "json")
        asked = len(queries)
        assert len(answer.json()["edits"]) == n + 2
        sent = {"edits": answer.json()["edits"], "layers": answer.json()["layers"]}
        assert client.post(f"/api/v1/projects/{slug}/edits", sent, "json").status_code == 200
        with CaptureQueriesContext(connection) as listing:
            client.get(f"/api/v1/projects/{slug}/stale")
        counted.append((asked, len(listing)))
    assert counted[0] == counted[1]
    assert counted[0][0] <= 32


def test_the_log_of_a_statute_has_what_went_with_it_elsewhere(ada: APIClient) -> None:
    layer = layer_of("7(a)")
    impact = ask(ada, layer, rename(layer, "Passenger", "Traveller")).json()
    send(ada, impact)
    query = "mine=true&newest_first=true&page_size=200"
    log = ada.get(f"{PROJECT}/edits?section=7&{query}").json()["results"]
    sent = [edit["id"] for edit in impact["edits"]]
    assert [one["id"] for one in log[: len(sent)]] == sent[::-1]
    of_case = ada.get(f"{PROJECT}/edits?case=s7_a_pos&{query}").json()["results"]
    assert {one["id"] for one in of_case} >= set(sent)


def test_a_statute_says_which_names_are_used_elsewhere(ada: APIClient) -> None:
    rows = ada.get(f"{PROJECT}/statutes/7?layer=mine").json()["subsections"]
    uses = {row["label"]: row.get("uses") for row in rows}
    assert uses["7(a)"] == {"names": ["CROSSING", "PASSENGER", "TOLL"], "callers": 1}
    assert uses["7(b)(1)"] == {"names": ["CHILD"], "callers": 1}
    assert uses["7"] is None
    gold = ada.get(f"{PROJECT}/statutes/7").json()["subsections"]
    assert not any("uses" in row for row in gold)


def test_a_value_of_another_type_follows_its_argument_s_new_name(ada: APIClient) -> None:
    layer = layer_of("7(a)")
    crossing = layer.arguments.get(name="Crossing", removed_at=None)
    operation = {"op": "rename_argument", "id": str(crossing.pk), "name": "Ship"}
    done = send(ada, ask(ada, layer, operation, follow="rewrite").json())
    assert done.status_code == 200, done.json()
    [row] = ada.get(f"{PROJECT}/cases/s7_a_pos?layer=mine").json()["instantiations"]
    assert [(one["name"], one["value"]) for one in row["found"]] == [("Ship", ["one", 2])]


NAMES = ["Passenger", "Crossing", "Toll", "Child", "Member", "Token", "Ship"]


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.sampled_from(["7(a)", "7(b)", "7(b)(1)", "7(b)(2)"]),
    st.sampled_from(["rename", "remove", "retype", "merge", "head"]),
    st.sampled_from(NAMES),
    st.sampled_from(["rewrite", "mark"]),
    st.randoms(use_true_random=False),
)
def test_undo_of_any_change_restores_every_layer(
    ada: APIClient, label: str, kind: str, name: str, follow: str, random: Any
) -> None:
    layer, before = layer_of(label), states()
    arguments = list(layer.arguments.filter(removed_at=None).order_by("position"))
    one = random.choice(arguments)
    key = str(one.pk)
    operations: dict[str, Json] = {
        "rename": {"op": "rename_argument", "id": key, "name": name},
        "remove": remove(layer, one.name),
        "retype": {"op": "retype_argument", "id": key, "value_type": "integer"},
        "merge": {"op": "merge_arguments", "into": str(arguments[-1].pk), "source": key},
        "head": {"op": "set_clause", "clause": {"text": f"s7_a({name.upper()})", "note": ""}},
    }
    answer = ask(ada, layer, operations[kind], follow=follow)
    if answer.status_code == 422:
        assert answer.json()["code"] in ("name_taken", "merge_self")
        return
    impact = answer.json()
    done = send(ada, impact)
    assert done.status_code == 200, done.json()
    back = take_back(ada, impact)
    assert back.status_code == 200, back.json()
    assert states() == before
