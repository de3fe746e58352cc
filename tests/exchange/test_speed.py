"""Costs that may not grow with the data, counted in queries rather than in seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus.models import Project, Role
from sara_annotate.domain.corpus import Corpus
from sara_annotate.exchange.exporting import EXPORTS, export_chunks
from sara_annotate.exchange.importing import CorpusImport
from sara_annotate.exchange.statistics import statistics_refresh
from tests.factories import MemoryReader, ferry_corpus, load_corpus, make_project

pytestmark = pytest.mark.django_db


def many_cases(count: int) -> Corpus:
    """The ferry's data set with this many cases, each with a row of its own."""
    corpus = ferry_corpus()
    case, row = corpus.cases[0], corpus.instantiations[0]
    names = [f"s7_a_{n}_pos" for n in range(count)]
    return replace(
        corpus,
        cases=tuple(replace(case, name=name) for name in names),
        instantiations=tuple(replace(row, case=name) for name in names),
    )


def loaded(slug: str, corpus: Corpus) -> Project:
    project = make_project(slug, ada=Role.MANAGER)
    load_corpus(project, corpus, by=User.objects.get(username="ada"))
    return project


def count_queries(action: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        action()
    return len(asked)


def check_again(project: Project, corpus: Corpus) -> None:
    author = Author(User.objects.get(username="ada"), AuthorKind.GOLD)
    reader = MemoryReader(corpus)
    CorpusImport(project, author, reader).check()
    assert not reader.report.has_errors, reader.report.problems


@pytest.mark.parametrize("format", EXPORTS)
def test_an_export_asks_no_more_of_many_cases_than_of_few(format: str) -> None:
    asked = [
        count_queries(lambda p=project: list(export_chunks(project=p, format=format)))  # type: ignore[misc]
        for project in (loaded("few", many_cases(2)), loaded("many", many_cases(60)))
    ]
    assert asked[0] == asked[1] > 0


def test_a_second_import_asks_no_more_of_many_cases_than_of_few() -> None:
    asked = []
    for slug, corpus in (("few", many_cases(2)), ("many", many_cases(60))):
        project = loaded(slug, corpus)
        asked.append(count_queries(lambda p=project, c=corpus: check_again(p, c)))  # type: ignore[misc]
    assert asked[0] == asked[1] > 0


def test_an_import_asks_no_more_of_many_cases_than_of_few() -> None:
    asked = []
    for slug, corpus in (("few", many_cases(2)), ("many", many_cases(12))):
        project = make_project(slug, ada=Role.MANAGER)
        by = User.objects.get(username="ada")
        asked.append(count_queries(lambda p=project, c=corpus, u=by: load_corpus(p, c, by=u)))  # type: ignore[misc]
    assert asked[0] == asked[1] > 0


def test_a_statute_among_many_is_found_without_reading_all_layers() -> None:
    project = loaded("ferry", many_cases(300))
    statistics_refresh()
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL decides by costs that a small table does not show.")
    subsections = project.statutes.get(section="7").subsections.values("pk")
    plan = project.layers.filter(author_kind="gold", subsection__in=subsections).explain()
    assert "project_id=" not in plan, plan
