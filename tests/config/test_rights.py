"""Every endpoint for every role; and no way around blindness for who is to annotate a text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer, Seat
from sara_annotate.corpus.models import Case, Membership, Project, Role, Subsection
from sara_annotate.exchange.models import Import
from sara_annotate.jobs.models import Job
from sara_annotate.review.models import Comment, Guideline, Thread
from sara_annotate.suggestions.models import TrainedModel
from tests.config.endpoints import ENDPOINTS, LAYER, Endpoint
from tests.factories import load_corpus, make_project, make_user, shut, sign_in
from tests.review.desk import API, make_desk

pytestmark = pytest.mark.django_db
ROLES = ("anonymous", "stranger", "elsewhere", "annotator", "reviewer", "manager", "admin")
RANK = {**{role: n for n, role in enumerate(ROLES)}, "elsewhere": ROLES.index("stranger")}
REFUSED = (401, 403, 404)


def described() -> set[str]:
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    methods = ("get", "post", "patch", "put", "delete")
    return {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, found in paths.items()
        for method in found
        if method in methods
    }


def test_every_endpoint_is_in_the_table() -> None:
    missing, gone = described() - ENDPOINTS.keys(), ENDPOINTS.keys() - described()
    assert not missing, f"add to tests/config/endpoints.py: {sorted(missing)}"
    assert not gone, f"no longer there: {sorted(gone)}"


def make_model(project: Project) -> object:
    by = User.objects.get(username="manager")
    return TrainedModel.objects.create(project=project, kind="features", number=1, created_by=by).pk


class World:
    """A project with one of everything that an address can name."""

    def __init__(self) -> None:
        self.project = make_project(
            annotator=Role.ANNOTATOR,
            bob=Role.ANNOTATOR,
            reviewer=Role.REVIEWER,
            manager=Role.MANAGER,
        )
        make_project("elsewhere", elsewhere=Role.REVIEWER)
        make_user("stranger")
        make_user("admin", admin=True)
        boss = User.objects.get(username="manager")
        load_corpus(self.project, by=boss)
        load_corpus(self.project, by=User.objects.get(username="annotator"), gold=False)
        thread = Thread.objects.create(
            project=self.project, subsection=Subsection.objects.get(label="7(a)"), created_by=boss
        )
        Comment.objects.create(thread=thread, author=boss, body="?")
        Guideline.objects.create(project=self.project, version=1, text="x", author=boss)
        self.names = {
            "slug": "ferry",
            "section": "7",
            "name": "s7_a_pos",
            "kind": "cases",
            "username": "bob",
            "token_id": "1",
            "seat_id": "1",
            "version": "1",
            "thread_id": str(thread.pk),
            "model_id": str(make_model(self.project)),
            "job_id": str(Job.objects.create(kind="count", owner=boss, project_slug="ferry").pk),
            "export_id": str(
                Job.objects.create(
                    kind="export", owner=boss, project_slug="ferry", params={"format": "json"}
                ).pk
            ),
            "import_id": str(
                Import.objects.create(
                    project=self.project, created_by=boss, file_name="x", into="gold"
                ).pk
            ),
        }
        layer = Layer.objects.get(author__username="annotator", subsection__label="7(a)")
        self.layer = str(layer.pk)
        self.names |= {"layer_id": self.layer, "revision": "1"}

    def ask(self, who: str, name: str, said: Endpoint) -> Any:
        client = APIClient() if who == "anonymous" else sign_in(who)
        method, path = name.split(" ")
        body = json.loads(json.dumps(said.body).replace(LAYER, self.layer))
        query = said.query.replace(LAYER, self.layer)
        address = f"/api/v1{path.format_map(self.names)}{query}"
        kind = "multipart" if path.endswith("/imports") else "json"
        if method == "GET":
            return client.get(address)
        return getattr(client, method.lower())(address, body, kind)


@pytest.fixture
def world(settings: Any) -> World:
    settings.EVENT_SECONDS, settings.EVENT_STREAMS = 0.0, 1000
    cache.clear()
    return World()


@pytest.mark.parametrize("name", ENDPOINTS)
def test_who_may(world: World, name: str) -> None:
    said = ENDPOINTS[name]
    for who in ROLES:
        answer = world.ask(who, name, said)
        status = answer.status_code
        shut(answer)
        about = f"{who}: {name} answered {status}"
        assert status < 500, about
        if RANK[who] >= RANK[said.who]:
            fine = status not in REFUSED or (said.own and status == 404)
            assert fine, about
            if "{username}" in name:
                Membership.objects.update_or_create(
                    project=world.project,
                    user=User.objects.get(username="bob"),
                    defaults={"role": Role.ANNOTATOR},
                )
        elif who == "anonymous":
            assert status == 401, about
        else:
            inside = who in ("annotator", "reviewer", "manager")
            hidden = "{slug}" in name and not inside
            assert status == (404 if hidden else 403), about


SECRET = "Xylograph"
WAYS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "post",
        "/clauses/check",
        {"label": "7", "text": "s7(A) :- s7_a(A)", "note": "", "layer": "mine"},
    ),
    (
        "post",
        "/clauses/check",
        {"label": "7", "text": "s7(A) :- s7_a(A)", "note": "", "layer": "gold"},
    ),
    ("post", "/cases/s7_a_pos/solve", {"label": "7(a)", "engine": "structure", "layer": "gold"}),
    ("post", "/cases/s7_a_pos/solve", {"label": "7", "engine": "structure", "layer": "mine"}),
    *(
        ("get", path, {})
        for which in ("gold", "mine", "GOLD_LAYER")
        for path in (
            f"/clauses/card?label=7(a)&layer={which}",
            f"/clauses/card?label=7&layer={which}",
            f"/clauses/completions?typed=7&layer={which}",
            f"/clauses/draft?label=7(a)&layer={which}",
            f"/clauses/draft?label=7&layer={which}",
            f"/clauses/references?label=7(a)&layer={which}",
            f"/clauses/problems?layer={which}",
            f"/edits?layer={which}",
            f"/statutes/7?layer={which}",
            f"/map?layer={which}",
            f"/cases/s7_a_pos?layer={which}",
            f"/cases?layer={which}",
            f"/subsections?layer={which}",
            f"/stale?layer={which}",
            f"/threads?layer={which}",
        )
    ),
    *(
        ("get", name.split(" ")[1].replace("/projects/{slug}", ""), {})
        for name in ENDPOINTS
        if name.startswith("GET /projects/{slug}") and "{" not in name.replace("{slug}", "")
    ),
    ("get", "/layers/GOLD_LAYER/history", {}),
    ("get", "/layers/GOLD_LAYER/at/1", {}),
    ("post", "/layers/GOLD_LAYER/restore", {"revision": 0, "base_revision": 1}),
    *(("get", f"/review/{at}", {}) for at in ("subsections/7(a)", "cases/s7_a_pos")),
]


def hide_in_gold(project: Project) -> Layer:
    """Gold of 7(a) and of a case that nobody could guess."""
    gold = Layer.objects.get(author_kind=AuthorKind.GOLD, subsection__label="7(a)")
    gold.arguments.filter(name="Toll").update(name=SECRET)
    clause = gold.clauses.get()
    clause.text, clause.note = f"s7_a({SECRET.upper()}) :- s7_b({SECRET.upper()})", SECRET
    clause.save()
    of_case = Layer.objects.get(author_kind=AuthorKind.GOLD, case__name="s7_a_pos")
    of_case.instantiations.get().values.filter(role="given").update(value=SECRET)
    assert project == gold.project
    return gold


def found(client: APIClient, gold: Layer) -> list[str]:
    """The ways on which the secret comes out."""
    leaks = []
    for method, path, body in WAYS:
        address = f"{API}{path.replace('GOLD_LAYER', str(gold.pk))}"
        cache.clear()
        answer = client.get(address) if method == "get" else client.post(address, body, "json")
        content = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code < 500, (path, content)
        if SECRET.upper() in content.decode().upper():
            leaks.append(path)
        shut(answer)
    return leaks


@pytest.mark.parametrize("person", ["ada", None])
def test_gold_of_what_one_is_to_annotate_does_not_come_out(
    settings: Any, person: str | None
) -> None:
    settings.EVENT_SECONDS, settings.EVENT_STREAMS = 0.0, 1000
    desk = make_desk()
    gold = hide_in_gold(desk.project)
    before = found(desk.clients["ada"], gold)
    assert len(before) > 8, "there is something to find"
    ada = User.objects.get(username="ada") if person else None
    of = [
        {"subsection": Subsection.objects.get(label="7(a)"), "task": "clauses"},
        {"case": Case.objects.get(name="s7_a_pos"), "task": "values"},
    ]
    for text in of:
        Seat.objects.create(project=desk.project, person=ada, created_by=gold_maker(), **text)
    assert found(desk.clients["ada"], gold) == []
    assert len(found(desk.clients["rowan"], gold)) >= len(before), "a reviewer sees it"
    if person:
        assert found(desk.clients["bob"], gold) == before, "bob has nothing to do with it"
    Layer.objects.filter(author__username="ada").update(state="accepted")
    assert found(desk.clients["ada"], gold) == before, "once hers is accepted she may"


def gold_maker() -> User:
    return User.objects.get(username="dana")


def test_an_unknown_value_does_not_tell_the_names_of_gold() -> None:
    desk = make_desk()
    hide_in_gold(desk.project)
    Layer.objects.filter(author__username="ada", subsection__isnull=False).update(
        author=gold_maker()
    )
    Seat.objects.create(
        project=desk.project,
        person=User.objects.get(username="ada"),
        created_by=gold_maker(),
        subsection=Subsection.objects.get(label="7(a)"),
        task="spans",
    )
    layer = desk.layer("ada", "s7_a_pos")
    value = {"name": "Nothing", "role": "found", "value": "x", "order": 9}
    row = str(layer.instantiations.get().pk)
    answer = desk.send("ada", layer, {"op": "set_value", "instantiation": row, "value": value})
    assert SECRET.upper() not in answer.content.decode().upper()
