"""A small project in which two people annotate the same and a third decides."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import AuthorKind, Layer
from sara_annotate.corpus.models import Project, Role
from tests.factories import FERRY, load_corpus, make_project, sign_in

Json = dict[str, Any]
API = "/api/v1/projects/ferry"


@dataclass
class Desk:
    """Clients of ada and bob (annotators), rowan (reviewer) and dana (manager)."""

    project: Project
    clients: dict[str, APIClient]

    def layer(self, who: str, label: str = "7(a)") -> Layer:
        rows = Layer.objects.filter(project=self.project)
        where = {"case__name": label} if label.startswith("s") else {"subsection__label": label}
        if who == "gold":
            return rows.get(author_kind=AuthorKind.GOLD, **where)
        return rows.get(author__username=who, **where)

    def send(self, who: str, layer: Layer, *ops: Json, **fields: Any) -> Any:
        layer.refresh_from_db()
        operation = ops[0] if len(ops) == 1 else {"op": "batch", "ops": list(ops)}
        edit = {
            "id": str(uuid.uuid4()),
            "layer": str(layer.pk),
            "time": "2026-01-02T03:04:05Z",
            "base_revision": layer.revision,
            "operation": operation,
            **fields,
        }
        return self.clients[who].post(f"{API}/edits", {"edits": [edit]}, "json")

    def change(self, who: str, *ops: Json, label: str = "7(a)") -> None:
        answer = self.send(who, self.layer(who, label), *ops)
        assert answer.status_code == 200, answer.json()

    def submit(self, *who: str, label: str = "7(a)") -> None:
        for name in who:
            self.change(name, {"op": "submit_layer"}, label=label)

    def get(self, path: str = "", who: str = "rowan", status: int = 200) -> Any:
        answer = self.clients[who].get(f"{API}{path}")
        assert answer.status_code == status, answer.content
        return answer.json()

    def post(
        self, path: str, data: Json | None = None, who: str = "rowan", status: int = 200
    ) -> Any:
        answer = self.clients[who].post(f"{API}{path}", data or {}, "json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    def held(self, who: str, section: str = "7") -> dict[str, str]:
        """What this person has submitted and may not reopen, and why."""
        rows = self.get(f"/statutes/{section}?layer=mine", who)["subsections"]
        return {row["label"]: row["held"] for row in rows if "held" in row}

    def mention(self, who: str, phrase: str, label: str = "7(a)") -> str:
        start = FERRY.index(phrase)
        rows = self.layer(who, label).mentions.filter(removed_at=None, start=start)
        return str(rows.get().pk)

    def argument(self, who: str, name: str, label: str = "7(a)") -> str:
        return str(self.layer(who, label).arguments.get(removed_at=None, name=name).pk)


def make_desk(*, gold: bool = True) -> Desk:
    project = make_project(
        ada=Role.ANNOTATOR, bob=Role.ANNOTATOR, rowan=Role.REVIEWER, dana=Role.MANAGER
    )
    people = {name: User.objects.get(username=name) for name in ("ada", "bob", "rowan", "dana")}
    load_corpus(project, by=people["dana"])
    for name in ("ada", "bob"):
        load_corpus(project, by=people[name], gold=False)
    return Desk(project, {name: sign_in(user) for name, user in people.items()})
