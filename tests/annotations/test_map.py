"""The map of a project: subsections, calls, cycles and calls to nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Role
from sara_annotate.domain.corpus import ClauseText, Corpus
from sara_annotate.domain.labels import parse_label
from tests.annotations.test_calls import set_clause
from tests.factories import ferry_corpus, load_corpus, make_project, make_user, sign_in

pytestmark = pytest.mark.django_db
MAP = "/api/v1/projects/ferry/map"


def with_clauses(**texts: str) -> Corpus:
    """The ferry's data set with other clauses for some subsections, by predicate."""
    corpus = ferry_corpus()
    one = corpus.statutes[0]
    changed = {parse_label(name): text for name, text in texts.items()}
    clauses = tuple(ClauseText(c.head, changed.get(c.head, c.text)) for c in one.clauses)
    return replace(corpus, statutes=(replace(one, clauses=clauses),))


def ask(corpus: Corpus | None = None) -> APIClient:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(project, corpus, by=User.objects.get(username="dana"))
    return sign_in("ada")


def named(body: dict[str, Any]) -> list[tuple[str, str]]:
    labels = [row["label"] for row in body["subsections"]]
    return [(labels[a], labels[b]) for a, b in body["calls"]]


def test_the_map_has_every_subsection_and_call() -> None:
    body = ask().get(MAP).json()
    assert [row["section"] for row in body["statutes"]] == ["7"]
    rows = body["subsections"]
    assert [row["label"] for row in rows] == ["7", "7(a)", "7(b)", "7(b)(1)", "7(b)(2)"]
    assert rows[3] == {
        "label": "7(b)(1)", "printed": "§7(b)(1)", "heading": rows[3]["heading"],
        "statute": 0, "depth": 2, "clause": True,
    }  # fmt: skip
    assert named(body) == [
        ("7", "7(a)"), ("7", "7(b)"), ("7(b)", "7(b)(1)"), ("7(b)", "7(b)(2)"),
    ]  # fmt: skip
    assert body["cycles"] == body["missing"] == []


def test_cycles_and_calls_to_nothing_are_marked() -> None:
    corpus = with_clauses(
        s7_b_1="s7_b_1(CHILD) :- s7_b(CHILD) AND s7_q(CHILD)", s7_b_2="s7_b_2(M) :- s7_b_2(M)"
    )
    body = ask(corpus).get(MAP).json()
    assert body["cycles"] == [[2, 3], [4]]
    assert body["missing"] == [{"caller": 3, "label": "7(q)"}]


def test_my_clause_stands_over_the_gold_for_me_alone() -> None:
    ada = ask()
    set_clause("s7_b(PASSENGER) :- s7_a(PASSENGER)")
    assert ("7(b)", "7(a)") in named(ada.get(MAP, {"layer": "mine"}).json())
    assert ("7(b)", "7(b)(1)") not in named(ada.get(MAP, {"layer": "mine"}).json())
    assert ("7(b)", "7(a)") not in named(ada.get(MAP).json())
    assert ("7(b)", "7(a)") not in named(sign_in("dana").get(MAP, {"layer": "mine"}).json())


def test_a_map_that_did_not_change_is_not_sent_again() -> None:
    ada = ask()
    etag = ada.get(MAP, {"layer": "mine"})["ETag"]
    same = ada.get(MAP, {"layer": "mine"}, headers={"If-None-Match": etag})
    assert (same.status_code, same.content) == (304, b"")
    set_clause("s7_b(PASSENGER) :- s7_a(PASSENGER)")
    again = ada.get(MAP, {"layer": "mine"}, headers={"If-None-Match": etag})
    assert again.status_code == 200


def test_a_map_costs_as_many_queries_whatever_it_holds() -> None:
    ada = ask()
    empty = make_project("empty", ada=Role.ANNOTATOR)
    counts = []
    for slug in (empty.slug, "ferry"):
        with CaptureQueriesContext(connection) as asked:
            assert ada.get(f"/api/v1/projects/{slug}/map").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 10


def test_strangers_see_no_map_and_a_wrong_layer_is_refused() -> None:
    ada = ask()
    make_user("stranger")
    assert sign_in("stranger").get(MAP).status_code == 404
    assert ada.get(MAP, {"layer": "theirs"}).status_code == 400
