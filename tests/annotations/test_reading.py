"""Statutes and cases as the screens read them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, StaleMark
from sara_annotate.annotations.serializers import StatuteOutput
from sara_annotate.corpus.models import Role
from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Corpus,
    Mention,
    Statute,
    SubsectionMentions,
)
from sara_annotate.domain.segmentation import segment_statute
from tests.factories import FERRY, ferry_corpus, load_corpus, make_project, sign_in

pytestmark = pytest.mark.django_db
STATUTE = "/api/v1/projects/ferry/statutes/7"


@pytest.fixture
def ada():  # type: ignore[no-untyped-def]
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="dana"))
    return sign_in("ada")


def test_a_statute_comes_whole(ada) -> None:  # type: ignore[no-untyped-def]
    body = ada.get(STATUTE).json()
    assert body["text"] == FERRY
    labels = [row["label"] for row in body["subsections"]]
    assert labels == ["7", "7(a)", "7(b)", "7(b)(1)", "7(b)(2)"]
    flush = next(row for row in body["subsections"] if row["label"] == "7(b)")
    assert [FERRY[s:e][:10] for s, e in flush["parts"]] == ["Subsection", "Such a pas"]
    layer = next(row for row in body["layers"] if row["label"] == "7(b)")
    names = {a["id"]: (a["number"], a["name"]) for a in layer["arguments"]}
    shown = [(FERRY[m["start"] : m["end"]], names[m["argument"]]) for m in layer["mentions"]]
    assert shown == [
        ("a passenger", (1, "Passenger")),
        ("Such a passenger", (1, "Passenger")),
        ("a token", (2, "Token")),
    ]
    assert layer["author"] == {"kind": "gold", "name": "gold"}
    assert layer["clause"].startswith("s7_b(PASSENGER,TOKEN) :-")


def test_the_plain_rows_are_what_the_description_says(ada) -> None:  # type: ignore[no-untyped-def]
    for which in ("gold", "mine"):
        body = ada.get(f"{STATUTE}?layer={which}").json()
        # The API is described by the serializer; here it reads its own answer back.
        assert json.loads(json.dumps(StatuteOutput(body).data)) == body


def test_a_layer_says_whose_it_is(ada) -> None:  # type: ignore[no-untyped-def]
    user = User.objects.get(username="ada")
    layer = Layer.objects.get(subsection__label="7(a)")
    layer.author_kind, layer.author = AuthorKind.PERSON, user
    layer.save()
    [mine] = ada.get(f"{STATUTE}?layer=mine").json()["layers"]
    assert mine["author"] == {"kind": "person", "name": user.display_name}
    assert mine["id"] == str(layer.pk)
    rows = ada.get(f"{STATUTE}?layer=mine").json()["subsections"]
    assert next(r for r in rows if r["label"] == "7(a)")["my_layer"] == str(layer.pk)


def test_what_is_stale_and_how_the_cases_stand(ada) -> None:  # type: ignore[no-untyped-def]
    gold = Layer.objects.get(subsection__label="7(a)", author_kind=AuthorKind.GOLD)
    StaleMark.objects.create(layer=gold, item="clause", reason="7(b) lost Token")
    StaleMark.objects.create(
        layer=gold, item="argument:1", reason="looked at", removed_at=timezone.now()
    )
    body = ada.get(STATUTE).json()
    stale = {row["label"]: row["stale"] for row in body["layers"] if row["stale"]}
    assert stale == {"7(a)": {"clause": "7(b) lost Token"}}
    of_cases = {row["label"]: (row["cases"], row["case_state"]) for row in body["subsections"]}
    assert of_cases["7(a)"] == (2, "accepted")
    assert of_cases["7(b)"] == (0, "none")
    Layer.objects.filter(case__name="s7_a_neg").update(state="returned")
    body = ada.get(STATUTE).json()
    assert body["subsections"][1]["case_state"] == "returned"


def test_paragraphs_cover_the_text(ada) -> None:  # type: ignore[no-untyped-def]
    body = ada.get(STATUTE).json()
    printed = [FERRY[p["start"] : p["end"]] for p in body["paragraphs"]]
    assert printed == [line.strip() for line in FERRY.splitlines() if line.strip()]
    kinds = [(p["kind"], p["indent"], p["label"]) for p in body["paragraphs"]]
    assert kinds[0] == ("title", 0, "7")
    assert ("heading", 0, "7(a)") in kinds
    assert ("flush", 0, "7(b)") in kinds


def test_my_own_layers_are_not_the_gold(ada) -> None:  # type: ignore[no-untyped-def]
    assert ada.get(f"{STATUTE}?layer=mine").json()["layers"] == []
    assert len(ada.get(f"{STATUTE}?layer=gold").json()["layers"]) == 5
    assert ada.get(f"{STATUTE}?layer=bobs").status_code == 400


def test_an_unchanged_statute_is_not_sent_again(ada) -> None:  # type: ignore[no-untyped-def]
    first = ada.get(STATUTE)
    again = ada.get(STATUTE, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Layer.objects.filter(subsection__label="7(a)").update(revision=2)
    assert ada.get(STATUTE, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_queries_do_not_grow_with_mentions() -> None:
    few = make_project("few", ada=Role.MANAGER)
    many = make_project("many", ada=Role.MANAGER)
    by = User.objects.get(username="ada")
    text = "§7. Words\n\n(a) Many\n\n" + "word " * 400 + "\n"
    subsections = segment_statute(text, "7").subsections
    statute = AnnotatedStatute(Statute("7", text, subsections))
    part = subsections[1].parts[0]
    marks = tuple(Mention(part.start + 5 * i, part.start + 5 * i + 4, f"N{i}") for i in range(300))
    label = subsections[1].label
    for project, kept in ((few, marks[:1]), (many, marks)):
        said = replace(statute, mentions=(SubsectionMentions(label, kept),))
        load_corpus(project, Corpus((said,)), by=by)
    client = sign_in("ada")
    counts = []
    for slug in ("few", "many"):
        with CaptureQueriesContext(connection) as seen:
            body = client.get(f"/api/v1/projects/{slug}/statutes/7").json()
        counts.append((len(body["layers"][0]["mentions"]), len(seen)))
    assert [n for n, _ in counts] == [1, 300]
    assert counts[0][1] == counts[1][1] <= 22


def test_lists_take_the_same_queries_for_more_rows() -> None:
    project = make_project(ada=Role.MANAGER)
    by = User.objects.get(username="ada")
    client = sign_in("ada")
    seen = []
    for extra in (0, 40):
        cases = tuple(
            replace(case, name=f"{case.name}_{extra}_{i}")
            for i in range(extra + 1)
            for case in ferry_corpus().cases
        )
        load_corpus(project, Corpus(ferry_corpus().statutes if not extra else (), cases), by=by)
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/api/v1/projects/ferry/cases?page_size=500").status_code == 200
            assert client.get("/api/v1/projects/ferry/statutes").status_code == 200
            assert client.get("/api/v1/projects").status_code == 200
        seen.append(len(queries))
    assert seen[0] == seen[1]


def test_cases_are_found_filtered_and_paged(ada) -> None:  # type: ignore[no-untyped-def]
    cases = "/api/v1/projects/ferry/cases"
    assert ada.get(cases).json()["count"] == 2
    assert [c["name"] for c in ada.get(f"{cases}?split=test").json()["results"]] == ["s7_a_neg"]
    assert ada.get(f"{cases}?split=none").json()["count"] == 0
    assert ada.get(f"{cases}?search=🚢").json()["count"] == 2
    assert ada.get(f"{cases}?search=s7_a_p").json()["count"] == 1
    page = ada.get(f"{cases}?page_size=1&page=2").json()
    assert (len(page["results"]), page["next"]) == (1, None)
    assert ada.get(f"{cases}?label=s7_a").json()["count"] == 2
    assert ada.get(f"{cases}?label=7(b)").json()["count"] == 0
    assert ada.get(f"{cases}?label=((").status_code == 422
    assert ada.get(f"{cases}?page=99").status_code == 404
    assert ada.get(f"{cases}?split=dev").status_code == 400
    assert ada.get(f"{cases}?search=%00").status_code in (200, 400)


def test_a_case_with_its_values(ada) -> None:  # type: ignore[no-untyped-def]
    body = ada.get("/api/v1/projects/ferry/cases/s7_a_pos").json()
    assert body["text"].startswith("Ada took the ferry 🚢")
    row = body["instantiations"][0]
    assert (row["printed"], row["truth"], row["origin"]) == ("§7(a)", True, "gold")
    assert row["given"] == [{"name": "Passenger", "value": "Ada", "order": 0, "evidence": []}]
    assert row["found"] == [{"name": "Crossing", "value": ["one", 2], "order": 1, "evidence": []}]
    assert ada.get("/api/v1/projects/ferry/cases/none").status_code == 404
    assert ada.get("/api/v1/projects/ferry/statutes/99").status_code == 404


def test_cases_come_in_the_order_in_which_people_count() -> None:
    project = make_project(ada=Role.MANAGER)
    case = ferry_corpus().cases[0]
    names = [f"toll_case_{n}" for n in (1, 2, 10, 11, 100)]
    shuffled = tuple(replace(case, name=name) for name in sorted(names))
    load_corpus(project, Corpus((), shuffled), by=User.objects.get(username="ada"))
    rows = sign_in("ada").get("/api/v1/projects/ferry/cases").json()["results"]
    assert [row["name"] for row in rows] == names
