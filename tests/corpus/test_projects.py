"""Projects, people and who sees what."""

from __future__ import annotations

import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Membership, Project, Role
from tests.factories import load_corpus, make_project, make_user, sign_in

pytestmark = pytest.mark.django_db


def project_routes() -> list[str]:
    """Every API address that lives inside a project."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> list[str]:
        found = []
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                found += walk(pattern.url_patterns, path)
            elif "<slug:slug>" in path:
                found.append(path)
        return found

    return walk(get_resolver().url_patterns, "/")


PLACES = {"section": "7", "name": "s7_a_pos", "username": "ada", "kind": "case"}
ANY = {"uuid": "7d4c1c52-0d3b-4b0a-9d8e-1f2a3b4c5d6e", "int": "1", "slug": "any", "str": "any"}


def fill(route: str, slug: str) -> str:
    """The route with something in place of each of its parameters."""

    def choose(found: re.Match[str]) -> str:
        return slug if found[2] == "slug" else PLACES.get(found[2], ANY[found[1]])

    return re.sub(r"<([a-z]+):([a-z_]+)>", choose, route)


def test_there_are_routes_to_test() -> None:
    assert len(project_routes()) >= 10


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
@pytest.mark.parametrize("route", project_routes())
def test_a_project_does_not_exist_for_others(route: str, method: str) -> None:
    project = make_project(ada=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="ada"))
    make_project("other", bob=Role.MANAGER)
    answer = getattr(sign_in("bob"), method)(fill(route, "ferry"))
    assert answer.status_code in (404, 405)
    if answer.status_code == 404:
        assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("route", project_routes())
def test_a_stranger_is_asked_to_sign_in(client, route: str) -> None:  # type: ignore[no-untyped-def]
    make_project(ada=Role.MANAGER)
    assert client.get(fill(route, "ferry")).status_code == 401


def test_list_shows_my_projects_with_role_and_counts() -> None:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    make_project("other", bob=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="dana"))
    rows = sign_in("ada").get("/api/v1/projects").json()["results"]
    assert [(row["slug"], row["role"]) for row in rows] == [("ferry", "annotator")]
    assert rows[0]["counts"] == {"statutes": 1, "subsections": 5, "cases": 2, "people": 2}


def test_project_page_counts_what_gold_holds() -> None:
    project = make_project(ada=Role.ANNOTATOR, dana=Role.MANAGER)
    load_corpus(project, by=User.objects.get(username="dana"))
    body = sign_in("dana").get("/api/v1/projects/ferry").json()
    expected = {"parts": 6, "mentions": 8, "arguments": 7, "clauses": 5, "instantiations": 2}
    assert {key: body["counts"][key] for key in expected} == expected
    assert body["can"] == {"import": True, "export": True, "manage": True}
    assert not sign_in("ada").get("/api/v1/projects/ferry").json()["can"]["import"]


def test_only_an_administrator_makes_projects() -> None:
    make_user("ada")
    make_user("root", admin=True)
    data = {"slug": "new", "name": "New"}
    assert sign_in("ada").post("/api/v1/projects", data, "json").json()["code"] == "not_allowed"
    assert sign_in("root").post("/api/v1/projects", data, "json").status_code == 201
    twice = sign_in("root").post("/api/v1/projects", data, "json")
    assert (twice.status_code, twice.json()["code"]) == (400, "validation_error")
    assert Project.objects.count() == 1


@pytest.mark.parametrize("slug", ["", "with space", "ü", "a/b", "x" * 81, None, 3.5])
def test_a_bad_slug_is_refused(slug: object) -> None:
    make_user("root", admin=True)
    answer = sign_in("root").post("/api/v1/projects", {"slug": slug, "name": "N"}, "json")
    if slug == 3.5:  # "3.5" is no slug either
        assert answer.status_code == 400
    assert answer.status_code == 400
    assert not Project.objects.exists()


def test_a_manager_manages_people() -> None:
    make_project(dana=Role.MANAGER)
    make_user("bob")
    dana = sign_in("dana")
    people = "/api/v1/projects/ferry/people"
    added = dana.post(people, {"username": "bob", "role": "annotator"}, "json")
    assert added.status_code == 201
    again = dana.post(people, {"username": "bob", "role": "annotator"}, "json")
    assert again.status_code == 409
    assert dana.patch(f"{people}/bob", {"role": "reviewer"}, "json").json()["role"] == "reviewer"
    assert dana.patch(f"{people}/bob", {"role": "king"}, "json").status_code == 400
    assert dana.delete(f"{people}/bob").status_code == 204
    assert dana.delete(f"{people}/bob").status_code == 404
    assert dana.post(people, {"username": "no one", "role": "annotator"}, "json").status_code == 404


def test_the_last_manager_stays() -> None:
    make_project(dana=Role.MANAGER)
    dana = sign_in("dana")
    for answer in (
        dana.delete("/api/v1/projects/ferry/people/dana"),
        dana.patch("/api/v1/projects/ferry/people/dana", {"role": "annotator"}, "json"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert Membership.objects.get().role == Role.MANAGER


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER])
def test_others_do_not_manage(role: Role) -> None:
    make_project(dana=Role.MANAGER, ada=role)
    make_user("bob")
    ada = sign_in("ada")
    data = {"username": "bob", "role": "manager"}
    assert ada.post("/api/v1/projects/ferry/people", data, "json").status_code == 403
    assert ada.get("/api/v1/projects/ferry/export?format=full").status_code == 403
    assert ada.get("/api/v1/projects/ferry/imports").status_code == 403
    assert ada.get("/api/v1/projects/ferry/people").status_code == 200


def test_an_unknown_api_address_answers_in_the_error_shape(client) -> None:  # type: ignore[no-untyped-def]
    answer = client.get("/api/v1/nothing/here")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
