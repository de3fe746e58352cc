"""Statistics of a project: counted by the database, by command, and beside the paper."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, Mention
from sara_annotate.corpus.models import Project, Role
from sara_annotate.review.statistics import count_head, project_statistics
from tests.factories import load_corpus, make_project, make_user

pytestmark = pytest.mark.django_db
QUERIES = 13


@pytest.fixture
def ferry() -> Project:
    project = make_project(dana=Role.MANAGER, ada=Role.ANNOTATOR)
    load_corpus(project, by=User.objects.get(username="dana"))
    load_corpus(project, by=User.objects.get(username="ada"), gold=False)
    return project


def run(**options: object) -> str:
    out = StringIO()
    call_command("statistics", stdout=out, **options)
    return out.getvalue()


def test_counts_of_gold_alone(ferry: Project) -> None:
    with CaptureQueriesContext(connection) as queries:
        found = {key: dict(d.counts) for key, d in project_statistics(project=ferry).items()}
    assert len(queries) <= QUERIES
    assert found["placeholders", "all"] == {0: 1, 1: 2, 3: 2}
    assert found["arguments", "all"] == {0: 1, 1: 2, 2: 1, 3: 1}
    assert found["mentions", "all"] == {1: 6, 2: 1}
    assert found["clause_arguments", "all"] == {1: 2, 2: 2, 3: 1}
    assert found["dependencies", "all"] == {0: 3, 2: 2}
    assert found["given", "gold"] == {1: 2}
    assert found["found", "train"] == {2: 1}, "a list is one value, and the truth another"
    assert found["found", "test"] == {1: 1}
    assert found["found", "silver"] == {}


def test_what_was_removed_does_not_count(ferry: Project) -> None:
    gold = Layer.objects.get(subsection__label="7(b)", author_kind=AuthorKind.GOLD)
    mention = Mention.objects.filter(layer=gold).order_by("start")[0]
    Mention.objects.filter(pk=mention.pk).update(removed_at=gold.created_at)
    found = project_statistics(project=ferry)
    assert dict(found["placeholders", "all"].counts) == {0: 1, 1: 2, 2: 1, 3: 1}
    assert dict(found["mentions", "all"].counts) == {1: 7}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("s7()", 0),
        ("s7_a(A,B) :- s8(A)", 2),
        ("s7_a( A , B ).", 2),
        ("§7(a)(Taxp, Taxy, Spouse) if s8(A)", 3),
        ("tax(TAXP,TAXY)", 2),
        ("what is this", 0),
    ],
)
def test_names_of_a_head(text: str, count: int) -> None:
    assert count_head(text) == count


def test_the_command(ferry: Project) -> None:
    told = run(project="ferry")
    assert "Placeholders per subsection (number of subsections)" in told
    body = json.loads(run(project="ferry", beside=["paper", "ferry"], json=True))
    names = [corpus["name"] for corpus in body["corpora"]]
    assert names == ["ferry", "paper", "paper, random sections", "ferry"]
    assert body["corpora"][1]["source"].startswith("Holzenberger")
    assert "dependencies,all,ferry,2,2" in run(project="ferry", csv=True).splitlines()
    with pytest.raises(CommandError, match="no project “nowhere”"):
        run(project="ferry", beside=["nowhere"])


def test_sara_beside_the_paper(sara_data: Path) -> None:
    make_user("root", admin=True)
    call_command(
        "import_sara", str(sara_data), project="sara", stdout=StringIO(), stderr=StringIO()
    )
    body = json.loads(run(project="sara", beside=["paper"], json=True))
    ours, paper = (
        {(t["key"], c["key"]): c for t in corpus["tables"] for c in t["columns"]}
        for corpus in body["corpora"][:2]
    )
    totals = {key: (ours[key]["total"], paper[key]["total"]) for key in paper}
    # The data set that is at hand was made anew: close to the paper's, not the same.
    assert totals["placeholders", "all"] == (192, 194)
    assert totals["mentions", "all"] == (504, 473)
    assert totals["dependencies", "all"] == (193, 192)
    for key in [("placeholders", "all"), ("arguments", "all"), ("mentions", "all")]:
        assert ours[key]["average"] == pytest.approx(paper[key]["average"], abs=0.25), key
        assert ours[key]["median"] == paper[key]["median"], key
    print(run(project="sara", beside=["paper"]))  # shown by pytest -s and with a failure
