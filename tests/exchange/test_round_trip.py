"""Into the database and out again: bytes, and the database itself."""

from __future__ import annotations

import re
import shutil
import tarfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from sara_annotate.accounts.models import User
from sara_annotate.annotations.models import Argument, Clause, Instantiation, Mention, StaleMark
from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.corpus.models import Project, Role, StatuteKind, Subsection, SubsectionPart
from sara_annotate.domain.formats import full
from sara_annotate.exchange.full_out import project_header, project_records
from sara_annotate.suggestions.value_sources import CaseProposal, ProposedRow
from sara_annotate.suggestions.values import values_store
from tests.exchange.forgetting import forget
from tests.factories import load_corpus, make_project, make_user

pytestmark = pytest.mark.django_db

SAME = (
    "boundaries",
    "argument_placeholders",
    "structure",
    "argument_instantiation",
    "cases",
    "splits",
    "statutes/source",
)


def files_below(folder: Path, names: tuple[str, ...] = SAME) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name in names:
        start = folder / name
        paths = [start] if start.is_file() else sorted(p for p in start.rglob("*") if p.is_file())
        found |= {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    return found


def run_import(path: Path, slug: str, **options: object) -> str:
    out = StringIO()
    call_command("import_sara", str(path), project=slug, stdout=out, stderr=out, **options)
    return out.getvalue()


def run_export(slug: str, format: str, out: Path) -> None:
    call_command("export_sara", project=slug, format=format, out=out, stdout=StringIO())


def everything(project: Project) -> list[full.Record]:
    return list(project_records(project))


def without_times_and_ids(project: Project) -> list[bytes]:
    """The project's records as lines, ids and times replaced by their order of appearance."""
    seen: dict[bytes, bytes] = {}
    pattern = re.compile(rb'"(?:[0-9a-f]{8}-[0-9a-f-]{27}|20\d\d-\d\d-\d\dT[^"]*)"')
    lines = full.render(project_header(project), project_records(project))

    def name(found: re.Match[bytes]) -> bytes:
        if b"T" in found[0]:
            return b'"time"'
        return seen.setdefault(found[0], b'"id%d"' % len(seen))

    return [pattern.sub(name, line) for line in list(lines)[1:]]


def test_sara_comes_out_as_it_went_in(sara_data: Path, tmp_path: Path) -> None:
    make_user("root", admin=True)
    said = run_import(sara_data, "sara")
    assert "192 subsections, 201 parts" in said
    project = Project.objects.get(slug="sara")
    own = {"statute__kind": StatuteKind.STATUTE}
    assert Subsection.objects.filter(project=project, **own).count() == 192
    assert SubsectionPart.objects.filter(subsection__statute__kind="statute").count() == 201
    statute = {"layer__subsection__statute__kind": "statute"}
    assert Mention.objects.filter(**statute).count() == 599
    assert Argument.objects.filter(**statute).count() == 504
    assert Clause.objects.count() == 193
    assert Instantiation.objects.count() == 256

    run_export("sara", "layout", tmp_path / "out")
    before, after = files_below(sara_data), files_below(tmp_path / "out")
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == []

    run_import(tmp_path / "out", "again")
    again = Project.objects.get(slug="again")
    assert without_times_and_ids(project) == without_times_and_ids(again)


@pytest.fixture
def ferry() -> Project:
    """A project with an emoji in statute and case, and a person's layer beside the gold."""
    project = make_project(dana=Role.MANAGER, ada=Role.ANNOTATOR)
    load_corpus(project, by=User.objects.get(username="dana"))
    load_corpus(project, by=User.objects.get(username="ada"), gold=False)
    return project


def test_layout_round_trip_with_characters_outside_the_bmp(ferry: Project, tmp_path: Path) -> None:
    make_user("root", admin=True)
    run_export("ferry", "layout", tmp_path / "first")
    assert "🚢" in (tmp_path / "first/statutes/source/section7").read_text(encoding="utf-8")
    run_import(tmp_path / "first", "copy")
    run_export("copy", "layout", tmp_path / "second")
    assert files_below(tmp_path / "first") == files_below(tmp_path / "second")


def test_the_archive_holds_the_same_files_and_is_always_the_same(
    ferry: Project, tmp_path: Path
) -> None:
    run_export("ferry", "layout", tmp_path / "folder")
    run_export("ferry", "layout", tmp_path / "one.tar.gz")
    run_export("ferry", "layout", tmp_path / "two.tar.gz")
    assert (tmp_path / "one.tar.gz").read_bytes() == (tmp_path / "two.tar.gz").read_bytes()
    with tarfile.open(tmp_path / "one.tar.gz") as tar:
        tar.extractall(tmp_path / "unpacked", filter="data")
    unpacked = tmp_path / "unpacked"
    inner = unpacked if (unpacked / "cases").exists() else next(unpacked.iterdir())
    assert files_below(inner) == files_below(tmp_path / "folder")


def test_full_round_trip_into_another_instance(ferry: Project, tmp_path: Path) -> None:
    """Everything comes back as it was: ids, times, people, edits."""
    path = tmp_path / "ferry.full.json"
    run_export("ferry", "full", path)
    before = everything(ferry)
    forget(ferry)
    run_import(path, "elsewhere", author="dana")
    assert everything(Project.objects.get(slug="elsewhere")) == before


def test_full_round_trip_beside_the_original(ferry: Project, tmp_path: Path) -> None:
    path = tmp_path / "ferry.full.json"
    run_export("ferry", "full", path)
    run_import(path, "copy", author="dana")
    copy = Project.objects.get(slug="copy")
    assert without_times_and_ids(copy) == without_times_and_ids(ferry)
    ids = [{layer.id for layer in p.layers.all()} for p in (ferry, copy)]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("beside", [False, True])
def test_full_round_trip_keeps_stale_marks(ferry: Project, tmp_path: Path, *, beside: bool) -> None:
    """A mark names the item by the id that it has after the import."""
    item = Instantiation.objects.filter(layer__author__username="ada").first()
    assert item is not None
    StaleMark.objects.create(layer=item.layer, item=f"instantiation:{item.id}", reason="Look.")
    path = tmp_path / "ferry.full.json"
    run_export("ferry", "full", path)
    if not beside:
        forget(ferry)
    run_import(path, "copy", author="dana")
    mark = StaleMark.objects.get(layer__project__slug="copy")
    (found,) = mark.layer.instantiations.all()
    assert (mark.item, mark.reason) == (f"instantiation:{found.id}", "Look.")
    assert (found.id != item.id) is beside


def test_full_round_trip_keeps_how_sure_a_model_is_of_values(
    ferry: Project, tmp_path: Path
) -> None:
    row = ProposedRow(
        "7(a)", [], [("Crossing", "twice"), ("Toll", 4)], True, 0.8, "as asked", {"Toll": 0.25}
    )
    dana = User.objects.get(username="dana")
    values_store(project=ferry, run="r", proposals=[CaseProposal("s7_a_pos", row, Fold())], by=dana)
    path = tmp_path / "ferry.full.json"
    run_export("ferry", "full", path)
    forget(ferry)
    run_import(path, "copy", author="dana")
    found = Instantiation.objects.get(layer__project__slug="copy", layer__run="r")
    assert (found.confidence, found.why) == (0.8, "as asked")
    sure = dict(found.values.values_list("name", "confidence"))
    assert sure == {"Crossing": 0.8, "Toll": 0.25}


def test_importing_again_changes_nothing(ferry: Project, tmp_path: Path) -> None:
    make_user("root", admin=True)
    run_export("ferry", "layout", tmp_path / "out")
    before = everything(ferry)
    run_import(tmp_path / "out", "ferry")
    run_import(tmp_path / "out", "ferry", author="ada")
    assert everything(ferry) == before


def test_what_differs_from_the_project_is_refused(ferry: Project, tmp_path: Path) -> None:
    make_user("root", admin=True)
    run_export("ferry", "layout", tmp_path / "out")
    before = everything(ferry)
    changes = {
        "statute_differs": ("statutes/source/section7", "every", "EVERY"),
        "case_differs": ("cases/s7_a_pos.pl", "twice", "Twice"),
        "layer_differs": ("structure/section7", "s7_b_1(CHILD).", "s7_b_1(CHILD,OTHER)."),
    }
    for file, old, new in changes.values():
        path = tmp_path / "out" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(CommandError, match="nothing was saved"):
            run_import(tmp_path / "out", "ferry")
        path.write_text(text, encoding="utf-8")
    assert everything(ferry) == before


def test_dry_run_saves_nothing(ferry: Project, tmp_path: Path) -> None:
    make_user("root", admin=True)
    run_export("ferry", "layout", tmp_path / "out")
    said = run_import(tmp_path / "out", "new", dry_run=True)
    assert "nothing was saved" in said
    assert not Project.objects.filter(slug="new").exists()


def test_export_says_what_readers_of_the_published_code_will_miss(
    ferry: Project, tmp_path: Path
) -> None:
    Argument.objects.filter(name="Toll").update(value_type="integer")
    out = StringIO()
    call_command(
        "export_sara",
        project="ferry",
        format="json",
        out=tmp_path / "x.json",
        stdout=out,
        stderr=out,
    )
    assert "Toll of §7(a) is an integer here" in out.getvalue()
    assert (tmp_path / "x.json").exists()


def test_text_without_boundaries_is_cut_and_said_to_be(ferry: Project, tmp_path: Path) -> None:
    make_user("root", admin=True)
    run_export("ferry", "layout", tmp_path / "out")
    for name in ("boundaries", "argument_placeholders", "structure"):
        shutil.rmtree(tmp_path / "out" / name)
    (tmp_path / "out" / "argument_instantiation").unlink()
    said = run_import(tmp_path / "out", "plain")
    assert "cut into 5 subsections" in said
    labels = Subsection.objects.filter(project__slug="plain").values_list("label", flat=True)
    assert list(labels) == ["7", "7(a)", "7(b)", "7(b)(1)", "7(b)(2)"]


def test_the_shell_alone_is_enough(sara_data: Path) -> None:
    """On a new database, without any account: the project and an author are made."""
    assert "192 subsections" in run_import(sara_data, "sara", gold=True)
    with pytest.raises(CommandError, match="no name for a project"):
        run_import(sara_data, "no slug")
    with pytest.raises(CommandError, match="does not exist"):
        run_import(sara_data / "nowhere", "sara")
    with pytest.raises(CommandError, match="no person"):
        run_import(sara_data, "sara", author="nobody")
    assert not User.objects.get().is_active
