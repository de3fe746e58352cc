"""The shared table of clauses, through Python. TypeScript runs the same file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.render import render_file, render_paper
from sara_annotate.domain.clauses.terms import Clause
from sara_annotate.domain.clauses.wire import clause_to_json
from tests.domain.clauses.clause_strategies import clauses

TABLE = json.loads(Path(__file__).parents[2].joinpath("clauses/table.json").read_text())


def _named(rows: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(row, id=row["name"]) for row in rows]


@pytest.mark.parametrize("row", _named(TABLE["good"]))
def test_good_is_read_and_printed(row: dict[str, Any]) -> None:
    clause = parse_clause(row["text"]).clause
    assert clause is not None
    assert clause_to_json(clause) == row["term"]
    assert render_paper(clause) == row["paper"]
    assert render_file(clause) == row["file"] + "."


@pytest.mark.parametrize("row", _named(TABLE["bad"]))
def test_bad_is_refused(row: dict[str, Any]) -> None:
    parsed = parse_clause(row["text"])
    assert parsed.clause is None
    assert parsed.problems


@given(clauses)
def test_json_has_every_call_in_reading_order(clause: Clause) -> None:
    text = render_paper(clause)
    read = parse_clause(text).clause
    assert read is not None
    json.dumps(clause_to_json(clause))
    places = _call_starts(clause_to_json(read)["body"])
    assert places == sorted(places)


def _call_starts(node: dict[str, Any] | None) -> list[int]:
    if node is None:
        return []
    if node["op"] == "call":
        return [node["start"]]
    return [at for item in node["items"] for at in _call_starts(item)]
