"""Clauses over HTTP: checks, completions, cards, references, drafts, and who may see what."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Layer
from sara_annotate.corpus.models import Project, Role
from tests.factories import load_corpus, make_project, make_user, sign_in

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/projects/ferry/clauses"
GOOD = "§7(b)(Passenger, Token) :- §7(b)(1)(Child=Passenger) OR §7(b)(2)(Member=Passenger)."


@pytest.fixture
def ferry() -> Project:
    project = make_project(ada=Role.ANNOTATOR, bo=Role.ANNOTATOR, rae=Role.REVIEWER)
    load_corpus(project, by=make_user("loader", admin=True))
    return project


@pytest.fixture
def ada(ferry: Project) -> APIClient:
    return sign_in("ada")


def check(client: APIClient, text: str, label: str = "7(b)", **more: object) -> dict[str, Any]:
    body = {"label": label, "text": text, **more}
    answer = client.post(f"{ROOT}/check", body, format="json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def ask(client: APIClient, what: str, **query: object) -> Any:
    answer = client.get(f"{ROOT}/{what}", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def codes(answer: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in answer["problems"]]


def set_clause(client: APIClient, text: str, label: str = "7(b)", note: str = "") -> str:
    rows = client.get("/api/v1/projects/ferry/statutes/7").json()["subsections"]
    layer = next(row["my_layer"] for row in rows if row["label"] == label)
    edit = {
        "id": str(uuid.uuid4()), "layer": layer, "time": "2026-01-31T12:00:00Z",
        "base_revision": 0,
        "operation": {"op": "set_clause", "clause": {"text": text, "note": note}},
    }  # fmt: skip
    body = {"edits": [edit], "layers": {layer: {"subsection": label}}}
    answer = client.post("/api/v1/projects/ferry/edits", body, format="json")
    assert answer.status_code == 200, answer.json()
    return str(layer)


def test_a_good_clause_is_formatted_read_out_and_given_as_a_term(ada: APIClient) -> None:
    answer = check(ada, GOOD.replace(", ", ","))
    assert answer["ok"] and answer["formatted"] == GOOD
    assert answer["stored"].startswith("s7_b(PASSENGER,TOKEN) :- s7_b_1(CHILD:PASSENGER) OR")
    assert "a child being a passenger" in answer["english"]
    assert answer["term"]["body"]["op"] == "or"
    assert [item["label"] for item in answer["term"]["body"]["items"]] == ["7(b)(1)", "7(b)(2)"]


def test_a_problem_has_a_place_and_a_fix_that_puts_it_right(ada: APIClient) -> None:
    text = GOOD.replace("Child=", "Chld=")
    answer = check(ada, text)
    assert not answer["ok"]
    (wrong,) = [p for p in answer["problems"] if p["code"] == "unknown_argument"]
    assert text[wrong["start"] : wrong["end"]] == "Chld"
    assert (wrong["line"], wrong["severity"]) == (1, "error")
    (edit,) = wrong["fix"]["edits"]
    fixed = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert fixed == GOOD
    assert check(ada, fixed)["ok"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("§7(b)(Passenger) :- §7(b)(1)(Child=Passenger) AND", "operand_missing"),
        ("§7(b)(Passenger) :- §9(z)(Passenger).", "unknown_subsection"),
        ("§7(a)(Passenger).", "wrong_head"),
        ("§7(b)(Pаssenger).", "look_alike"),
        ("§7(b)(Passenger)\u0000.", "hidden_character"),
        ("foo(X) :- bar(X), \\+ baz(X), !.", "operator_form"),
        (":- shell('rm -rf /').", "head_missing"),
        ("§7(b)(Passenger) :- " + "[ " * 250 + "§7(a)()" + " ]" * 250 + ".", "too_deep"),
        ("§7(b)(Passenger) :- §7(b)(1)(Child=Passenger) OR NOT 😀.", "stray_character"),
    ],
)
def test_bad_input_is_named(ada: APIClient, text: str, code: str) -> None:
    answer = check(ada, text)
    assert not answer["ok"]
    assert code in codes(answer)
    assert all(0 <= p["start"] <= p["end"] <= len(text) for p in answer["problems"])


def test_text_too_long_and_halves_of_characters_are_refused(ada: APIClient) -> None:
    for text in ("x" * 100_001, "\ud800"):
        body = json.dumps({"label": "7(b)", "text": text})
        answer = ada.post(f"{ROOT}/check", body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["code"] == "validation_error"


def test_two_hundred_levels_come_back_as_a_term(ada: APIClient) -> None:
    deep = "§7(b)(X) :- " + "NOT [ " * 200 + "§7(a)() AND §7(b)(1)()" + " ]" * 200 + "."
    node = check(ada, deep)["term"]["body"]
    depth = 0
    while node["op"] != "call":
        node, depth = node["items"][0], depth + 1
    assert depth == 201


NESTED: list[Callable[[int], str]] = [
    lambda n: "§7(b)(X) :- " + "[ " * n,
    lambda n: "§7(b)(X) :- " + "§7(a)(X) OR §7(a)(X) AND " * n,
    lambda n: "(" * n,
    lambda n: "§7(b)(" + "X, " * n,
    lambda n: "§7(b)(X) :- " + "NOT " * n,
    lambda n: "§7(b)(X) :- " + " AND ".join(f"§{i}(X)" for i in range(n)),
    lambda n: "/*" * n,
    lambda n: "§ " + "(a) " * n,
]


@pytest.mark.parametrize("make", NESTED)
def test_work_grows_with_the_length_and_no_faster(
    ada: APIClient, make: Callable[[int], str]
) -> None:
    size = 24_000 // max(1, len(make(101)) - len(make(100)))

    def cost(n: int) -> float:
        texts = make(n)
        best = float("inf")
        for _ in range(3):
            before = time.process_time()
            check(ada, texts)
            best = min(best, time.process_time() - before)
        return best

    cost(10)
    # Linear is 16 and quadratic 256; what lies between is for a busy machine.
    assert cost(2 * size) <= 64 * cost(size // 8) + 0.05


def test_one_check_asks_the_database_a_fixed_number_of_times(
    ada: APIClient, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(14):
        check(ada, GOOD)
    with django_assert_max_num_queries(14):
        calls = " AND ".join(f"§7(b)({i})(Child=Passenger)" for i in range(200))
        check(ada, f"§7(b)(Passenger) :- {calls}.", layer="mine")


def test_ones_own_clauses_stand_before_the_gold(ada: APIClient) -> None:
    set_clause(ada, "s7_b_1(YOUNGSTER)", "7(b)(1)")
    own = GOOD.replace("Child=", "Youngster=")
    assert "unknown_argument" not in codes(check(ada, own, layer="mine"))
    assert "unknown_argument" in codes(check(ada, own, layer="gold"))
    assert "unknown_argument" in codes(check(sign_in("bo"), own, layer="mine"))


def test_a_cycle_through_ones_own_clause_is_found(ada: APIClient) -> None:
    set_clause(ada, "s7_b_1(CHILD) :- s7_b(PASSENGER:CHILD)", "7(b)(1)")
    assert "cycle" in codes(check(ada, GOOD, layer="mine"))
    assert "cycle" not in codes(check(ada, GOOD, layer="gold"))
    noted = check(ada, GOOD, layer="mine", note="cycle §7(b)(1): the law says so")
    assert "cycle" not in codes(noted)


def test_a_note_answers_a_doubt_and_only_with_a_source(ada: APIClient) -> None:
    text = "§7(b)(1)(Child) :- §7(a)(Passenger=Child)."
    plain = check(ada, text, "7(b)(1)")
    assert codes(check(ada, text, "7(b)(1)", note="call 7(a):")) == codes(plain)
    if "call_unexplained" in codes(plain):
        told = check(ada, text, "7(b)(1)", note="A remark.\ncall §7(a): Ferry Rules, rule 3")
        assert "call_unexplained" not in codes(told)


def test_a_doubt_says_which_note_answers_it(ada: APIClient) -> None:
    set_clause(ada, "s7_b_1(CHILD) :- s7_b(PASSENGER:CHILD)", "7(b)(1)")
    (doubt,) = [p for p in check(ada, GOOD, layer="mine")["problems"] if p["code"] == "cycle"]
    assert doubt["note"] == {"kind": "cycle", "subject": "§7(b)(1)"}
    line = f"{doubt['note']['kind']} {doubt['note']['subject']}: so it is written"
    assert "cycle" not in codes(check(ada, GOOD, layer="mine", note=line))


def test_another_persons_layer_is_for_reviewers(ada: APIClient) -> None:
    layer = set_clause(ada, "s7_b_1(YOUNGSTER)", "7(b)(1)")
    assert Layer.objects.filter(pk=layer).exists()
    body = {"label": "7(b)", "text": GOOD.replace("Child=", "Youngster="), "layer": layer}
    assert sign_in("bo").post(f"{ROOT}/check", body, format="json").status_code == 404
    seen = check(sign_in("rae"), body["text"], layer=layer)
    assert "unknown_argument" not in codes(seen)
    body["layer"] = "theirs"
    assert ada.post(f"{ROOT}/check", body, format="json").status_code == 400


@pytest.mark.parametrize("what", ["completions", "card", "references", "draft", "problems"])
def test_strangers_see_nothing(ferry: Project, what: str) -> None:
    make_user("eve")
    answer = sign_in("eve").get(f"{ROOT}/{what}", {"label": "7(b)"})
    assert answer.status_code == 404
    assert APIClient().get(f"{ROOT}/{what}", {"label": "7(b)"}).status_code in (401, 403)


@pytest.mark.parametrize("typed", ["§7(b", "7(b", "s7_b", "§7(b)("])
def test_completions_in_any_spelling(ada: APIClient, typed: str) -> None:
    found = ask(ada, "completions", typed=typed)
    assert [row["label"] for row in found][-2:] == ["7(b)(1)", "7(b)(2)"]
    child = found[-2]
    assert child["names"] == ["Child"]
    assert "a child under the age" in child["text"]


def test_completions_of_nothing_start_with_the_law(ada: APIClient) -> None:
    assert ask(ada, "completions")[0]["label"] == "7"
    assert ask(ada, "completions", typed="§8") == []


def test_a_card_has_text_arguments_and_clause(ada: APIClient) -> None:
    card = ask(ada, "card", label="s7_b")
    assert "Subsection (a) shall not apply" in card["text"]
    passenger = card["arguments"][0]
    assert passenger["name"] == "Passenger" and passenger["in_head"]
    assert "a passenger" in passenger["mentions"]
    assert card["clause"] == GOOD
    assert ada.get(f"{ROOT}/card", {"label": "7(z)"}).status_code == 404
    assert ada.get(f"{ROOT}/card", {"label": "??"}).status_code == 422


def test_references_of_a_subsection(ada: APIClient) -> None:
    (found,) = ask(ada, "references", label="7(b)")
    assert (found["text"], found["labels"], found["kind"]) == ("Subsection (a)", ["7(a)"], "known")


def test_a_draft_is_offered_and_not_stored(ada: APIClient) -> None:
    draft = ask(ada, "draft", label="7(b)", layer="mine")
    assert "§7(b)(1)" in draft["text"] and " OR " in draft["text"]
    assert {r["label"] for r in draft["reasons"]} >= {"7(b)(1)", "7(b)(2)"}
    assert not Layer.objects.filter(author=User.objects.get(username="ada")).exists()


def test_problems_of_the_project_by_severity_code_and_statute(ada: APIClient) -> None:
    set_clause(ada, "s7_b(PASSENGER) :- s7_c(PASSENGER)")
    page = ask(ada, "problems", layer="mine")
    assert page["clauses"] == 1
    assert page["codes"]["unknown_subsection"] == 1
    errors = ask(ada, "problems", layer="mine", severity="error")
    assert {row["severity"] for row in errors["results"]} == {"error"}
    assert errors["results"][0]["label"] == "7(b)"
    assert ask(ada, "problems", layer="mine", code="cycle")["count"] == 0
    assert ask(ada, "problems", layer="mine", section="8")["clauses"] == 0
    second = ask(ada, "problems", layer="mine", page=2, page_size=1)
    assert second["count"] == page["count"] and len(second["results"]) <= 1


def test_problems_are_never_out_of_date(ada: APIClient) -> None:
    before = ask(ada, "problems", layer="mine")
    set_clause(ada, "s7_b(PASSENGER) :- s7_c(PASSENGER)")
    after = ask(ada, "problems", layer="mine")
    assert (before["clauses"], after["clauses"]) == (0, 1)
