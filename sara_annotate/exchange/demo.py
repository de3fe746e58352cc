"""The demo project: the Harbour Dues Act of Port Merrow, its gold and two annotators' layers."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from sara_annotate.accounts.demo import DemoLogin, demo_logins_publish
from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author, LayerOptions
from sara_annotate.annotations.models import AuthorKind, Clause, LayerState
from sara_annotate.annotations.suggestion_services import Fold, model_layers_store
from sara_annotate.corpus.models import Membership, Project, Role
from sara_annotate.corpus.selectors import known_labels
from sara_annotate.corpus.services import project_create
from sara_annotate.domain.clauses.notes import render_notes
from sara_annotate.domain.clauses.project import ClauseNote
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.draft_rules import learn
from sara_annotate.domain.formats.layout import open_layout
from sara_annotate.domain.proposals import ProposedLayer
from sara_annotate.exchange.demo_work import demo_work_load
from sara_annotate.exchange.importing import CorpusImport
from sara_annotate.exchange.source import DatabaseSource
from sara_annotate.review.queue import reviews_refresh

SLUG = "port-merrow"
# Public on purpose: the demo runs on one's own machine and its sign-in page says so.
PASSWORD = "port-merrow-demo"  # noqa: S105
PEOPLE = {
    "dana": ("Dana", Role.MANAGER),
    "rowan": ("Rowan", Role.REVIEWER),
    "robin": ("Robin", Role.ANNOTATOR),
    "sam": ("Sam", Role.ANNOTATOR),
}
SUGGESTED = frozenset({"14(b)", "21(c)"})
MODEL = "draft rules: phrases marked in other statutes, clauses drafted from the text"
SHARED = ("statutes", "boundaries", "cases", "splits")


def demo_folder() -> Path:
    return Path(settings.BASE_DIR) / "fixtures" / "demo"


@transaction.atomic
def demo_load() -> bool:
    """Load the demo if it is not there; True when it was loaded now."""
    if Project.objects.filter(slug=SLUG).exists():
        return False
    folder = demo_folder()
    people = _people()
    project = project_create(
        slug=SLUG,
        name="Port Merrow Harbour Dues Act",
        description="A small invented statute with cases, to look around and try things in.",
        manager=None,
    )
    for username, (_, role) in PEOPLE.items():
        Membership.objects.create(project=project, user=people[username], role=role)
    integers = _integers(folder)
    gold = Author(people["dana"], AuthorKind.GOLD)
    _import(project, gold, folder, LayerOptions(integers))
    _note_clauses(project, folder)
    for said in json.loads((folder / "layers.json").read_text(encoding="utf-8"))["annotators"]:
        author = Author(people[said["name"]], AuthorKind.PERSON)
        with _overlaid(folder, said["name"]) as layers:
            _import(project, author, layers, LayerOptions(integers, _states(said)))
    _suggest(project, people["dana"])
    reviews_refresh(project=project)
    demo_work_load(project=project, people=people, folder=folder)
    transaction.on_commit(_publish)
    return True


def _note_clauses(project: Project, folder: Path) -> None:
    """Put the demo's notes beside the gold clauses that they explain."""
    listed = json.loads((folder / "clause_notes.json").read_text(encoding="utf-8"))
    for label, notes in listed.items():
        said = render_notes(ClauseNote(n["kind"], n["subject"], n["source"]) for n in notes)
        gold = Clause.objects.filter(layer__project=project, layer__author_kind=AuthorKind.GOLD)
        gold.filter(layer__subsection__label=label).update(note=said)


def _import(project: Project, author: Author, folder: Path, options: LayerOptions) -> None:
    with open_layout(folder, known=known_labels(project)) as reader:
        CorpusImport(project, author, reader, options=options).save()


def _suggest(project: Project, by: User) -> None:
    """A run of the draft rules: for each statute, of what the gold of the others teaches."""
    statutes = list(DatabaseSource(project).statutes())
    layers: list[ProposedLayer] = []
    folds: dict[str, Fold] = {}
    for one in statutes:
        wanted = [s.label for s in one.statute.subsections if s.label.plain in SUGGESTED]
        if wanted:
            rules = learn([other for other in statutes if other is not one])
            layers += rules.draft(one.statute, wanted)
            folds[one.statute.section] = Fold(f"without §{one.statute.section}", rules.sections)
    model_layers_store(
        project=project, run="draft rules 1", model=MODEL, layers=layers, folds=folds, by=by
    )


def _people() -> dict[str, User]:
    people = {}
    for username, (name, _) in PEOPLE.items():
        user, made = User.objects.get_or_create(username=username, defaults={"name": name})
        if made:
            user.set_password(PASSWORD)
            user.save()
        people[username] = user
    return people


def _publish() -> None:
    demo_logins_publish(
        [DemoLogin(username, PASSWORD, role.value) for username, (_, role) in PEOPLE.items()]
    )


def _integers(folder: Path) -> dict[str, frozenset[str]]:
    listed = json.loads((folder / "argument_types.json").read_text(encoding="utf-8"))
    return {label: frozenset(map(fold_name, names)) for label, names in listed.items()}


def _states(said: dict[str, Any]) -> dict[str, tuple[LayerState, str]]:
    rows = [*said["subsections"], *said["cases"]]
    return {
        row.get("subsection") or row["case"]: (LayerState(row["state"]), row.get("reason", ""))
        for row in rows
    }


@contextmanager
def _overlaid(folder: Path, name: str) -> Iterator[Path]:
    """The demo's texts with one annotator's files beside them, as an ordinary data set."""
    with tempfile.TemporaryDirectory() as temporary:
        whole = Path(temporary)
        for part in SHARED:
            shutil.copytree(folder / part, whole / part)
        shutil.copytree(folder / "layers" / name, whole, dirs_exist_ok=True)
        yield whole
