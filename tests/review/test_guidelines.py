"""Guidelines: versions, links to real subsections, who writes."""

from __future__ import annotations

import pytest

from tests.review.desk import Desk, make_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make_desk()


def save(desk: Desk, text: str, base: int, status: int = 201, who: str = "dana") -> dict:
    body = {"text": text, "base_version": base, "note": f"after {base}"}
    return desk.post("/guidelines", body, who, status)


def test_versions_are_kept_and_read_by_all(desk: Desk) -> None:
    empty = desk.get("/guidelines", "ada")
    assert (empty["version"], empty["html"], empty["anchors"]) == (0, "", [])
    first = save(desk, "# Spans\n\nAs in §7(b)(1), not §99.", 0)
    assert first["unknown"] == ["§99"]
    assert '<a href="/p/ferry/s/7#7(b)(1)">§7(b)(1)</a>' in first["html"]
    save(desk, "# Other", 1)
    assert save(desk, "late", 1, 409)["extra"] == {"version": 2}
    assert desk.get("/guidelines", "ada")["version"] == 2
    assert desk.get("/guidelines/versions/1", "ada") == first
    versions = desk.get("/guidelines/versions", "ada")["results"]
    assert [(v["version"], v["note"]) for v in versions] == [(2, "after 1"), (1, "after 0")]
    desk.get("/guidelines/versions/3", "ada", 404)


def test_only_managers_write(desk: Desk) -> None:
    for who in ("ada", "rowan"):
        save(desk, "x", 0, 403, who)
        desk.post("/guidelines/preview", {"text": "x"}, who, 403)
    shown = desk.post("/guidelines/preview", {"text": "§7(z) <b>"}, "dana")
    assert (shown["unknown"], "<b>" in shown["html"]) == (["§7(z)"], False)
    assert desk.get("/guidelines", "ada")["version"] == 0
