"""Clauses checked from the shell."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Role
from tests.factories import load_corpus, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ferry() -> None:
    project = make_project(dana=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="dana"))


def check(monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[list[dict[str, object]], int]:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status = 0
    try:
        call_command("check_clauses", project="ferry", stdin=True, json=True, stdout=out)
    except SystemExit as ended:
        status = int(str(ended.code))
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def test_a_line_in_is_a_line_out(monkeypatch: pytest.MonkeyPatch) -> None:
    good = "s7_b_1(CHILD)."
    bad = "s7_b(PASSENGER) :- s7_b_1(CHILD:PASSENGER) AND s7_b_2(MEMBER:PASSENGER) OR s7_a(TOLL)."
    unknown = "§7(b)(Passenger) :- §7(z)(Passenger)."
    answers, status = check(monkeypatch, good, bad, unknown, "")
    assert [answer["ok"] for answer in answers] == [True, False, False, False]
    codes = [[p["code"] for p in answer["problems"]] for answer in answers]  # type: ignore[index, attr-defined]
    assert "mixed_operators" in codes[1]
    assert "unknown_subsection" in codes[2]
    assert status == 1


def test_the_whole_project(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    call_command("check_clauses", project="ferry", json=True, stdout=out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == 5
    assert all(answer["ok"] for answer in answers)


def test_an_unknown_project() -> None:
    with pytest.raises(CommandError, match="no project"):
        call_command("check_clauses", project="none")
