"""Whatever is wrong with an upload: said with file, line and what to do; nothing saved."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind, Edit, Layer
from sara_annotate.corpus.models import Case, Project, Role, Statute
from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.formats.archive import FolderWriter
from sara_annotate.domain.formats.layout import write_layout
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.exchange.exporting import export_chunks
from sara_annotate.exchange.reading import Preview, import_check, import_save
from tests.exchange.forgetting import forget
from tests.factories import ferry_corpus, load_corpus, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(dana=Role.MANAGER)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sound data set, for tests to spoil."""
    with FolderWriter(tmp_path / "data") as sink:
        write_layout(CorpusSource(ferry_corpus()), sink)
    return tmp_path / "data"


def author() -> Author:
    return Author(User.objects.get(username="dana"), AuthorKind.GOLD)


def nothing_saved() -> bool:
    return not any(kind.objects.exists() for kind in (Statute, Case, Layer, Edit))


def refuse(path: Path, project: Project) -> Preview:
    """The preview of a data set that must not come in, by check or by save."""
    preview = import_check(path=path, project=project, author=author())
    assert preview.error_count > 0, "the check must find it"
    with pytest.raises(DomainError):
        import_save(path=path, project=project, author=author())
    assert nothing_saved()
    return preview


def edit(file: str, old: str, new: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def append(file: str, text: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        with (folder / file).open("a", encoding="utf-8") as out:
            out.write(text)

    return spoil


def remove(file: str) -> Callable[[Path], None]:
    return lambda folder: (folder / file).unlink()


def raw(file: str, data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / file).write_bytes(data) and None


BAD = {
    "missing text": (remove("statutes/source/section7"), "section7"),
    "missing split": (remove("cases/s7_a_pos.pl"), "splits/train"),
    "wrong encoding": (raw("cases/s7_a_pos.pl", b"% Text\n% caf\xe9\n"), "cases/s7_a_pos.pl"),
    "offset outside": (append("boundaries/section7", "5000,5010,7(z)\n"), "boundaries/section7"),
    "span outside": (append("argument_placeholders/section7", "0,3,X\n"), "argument_placeholders"),
    "overlap": (append("argument_placeholders/section7", "2,1,X\n"), "argument_placeholders"),
    "comma in a name": (
        append("argument_placeholders/section7", "238,239,a,b\n"),
        "argument_placeholders",
    ),
    "unknown predicate": (
        append("argument_instantiation", 's7_a_pos\ts99\t{}\t{"A": 1}\n'),
        "argument_instantiation",
    ),
    "unknown case": (
        append("argument_instantiation", "nobody\ts7_a\t{}\tfalse\n"),
        "argument_instantiation",
    ),
    "no object": (
        append("argument_instantiation", "s7_a_pos\ts7_a\t[]\tfalse\n"),
        "argument_instantiation",
    ),
    "float value": (
        append("argument_instantiation", 's7_a_pos\ts7_a\t{"A": 1.5}\tfalse\n'),
        "argument_instantiation",
    ),
    "mixed operators": (
        edit("structure/section7", " OR s7_b_2", " AND s7_a(X) OR s7_b_2"),
        "structure/section7",
    ),
    "open bracket": (edit("structure/section7", ":- s7_b_1", ":- [ s7_b_1"), "structure/section7"),
    "two clauses": (append("structure/section7", "s7_a(A).\n"), "structure/section7"),
    "call of nothing": (edit("structure/section7", "s7_b_2(M", "s7_q(M"), "structure/section7"),
    "marker missing": (edit("cases/s7_a_pos.pl", "% Facts", "% Fact"), "cases/s7_a_pos.pl"),
    "split of nothing": (append("splits/train", "nobody\n"), "splits/train"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_spoilt_data_set_is_refused_with_its_place(
    name: str, folder: Path, project: Project
) -> None:
    spoil, file = BAD[name]
    spoil(folder)
    preview = refuse(folder, project)
    errors = [p for p in preview.problems if p.is_error]
    assert any(file in p.file for p in errors), [str(p) for p in errors]
    assert all(p.message for p in errors)
    assert any(p.line or name.startswith(("missing", "marker", "wrong")) for p in errors)


def test_the_sound_data_set_comes_in(folder: Path, project: Project) -> None:
    preview = import_check(path=folder, project=project, author=author())
    assert preview.error_count == 0, [str(p) for p in preview.problems]
    assert nothing_saved()
    import_save(path=folder, project=project, author=author())
    assert Statute.objects.count() == 1


def test_good_rows_are_counted_beside_bad_ones(folder: Path, project: Project) -> None:
    append("argument_instantiation", "nobody\ts7_a\t{}\tfalse\n")(folder)
    preview = refuse(folder, project)
    assert preview.counts["instantiations"] == 2
    assert preview.counts["cases"] == 2


def bomb(path: Path) -> None:
    data = b"0" * (64 * 1024 * 1024)
    with tarfile.open(path, "w:gz", compresslevel=9) as tar:
        for i in range(4):
            info = tarfile.TarInfo(f"statutes/source/section{i}")
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def escape(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../etc/passwd", "root")


def link(path: Path) -> None:
    with tarfile.open(path, "w:gz") as tar:
        info = tarfile.TarInfo("cases/a.pl")
        info.type = tarfile.SYMTYPE
        info.linkname = "/etc/passwd"
        tar.addfile(info)


ARCHIVES: dict[str, Callable[[Path], object]] = {
    "bomb.tar.gz": bomb,
    "escape.zip": escape,
    "link.tar.gz": link,
    "cut.tar.gz": lambda path: path.write_bytes(gzip.compress(b"x" * 999)[:40]),
    "noise.bin": lambda path: path.write_bytes(bytes(range(256)) * 10),
    "empty.zip": lambda path: path.write_bytes(b""),
    "text.txt": lambda path: path.write_text("just words"),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_hostile_archive_is_refused(name: str, tmp_path: Path, project: Project) -> None:
    ARCHIVES[name](tmp_path / name)
    preview = refuse(tmp_path / name, project)
    assert preview.problems[0].message


def spoil_full(kind: str, lines: list[bytes]) -> list[bytes]:
    index = next(i for i, line in enumerate(lines) if line.startswith(b'{"type":"' + kind.encode()))
    record = json.loads(lines[index].rstrip(b",\n"))
    if kind == "layer":
        index = next(i for i, line in enumerate(lines) if b'"mentions":[' in line)
        record = json.loads(lines[index].rstrip(b",\n"))
        record["mentions"][0]["end"] = 10_000
    elif kind == "statute":
        record["text"] = 7
    elif kind == "edit":
        record["layer"] = "00000000-0000-0000-0000-000000000000"
    else:
        record.pop("name")
    return [*lines[:index], json.dumps(record).encode() + b",\n", *lines[index + 1 :]]


@pytest.fixture
def full_file(tmp_path: Path) -> Path:
    """A whole project in our own format, its project gone."""
    source = make_project("source", bob=Role.MANAGER)
    load_corpus(source, by=User.objects.get(username="bob"))
    path = tmp_path / "project.full.json"
    path.write_bytes(b"".join(export_chunks(project=source, format="full")))
    forget(source)
    return path


@pytest.mark.parametrize("kind", ["layer", "statute", "edit", "case", "member"])
def test_a_spoilt_project_file_is_refused(kind: str, full_file: Path, project: Project) -> None:
    lines = full_file.read_bytes().splitlines(keepends=True)
    if kind == "member":
        lines = [line.replace(b'"role":"manager"', b'"role":"king"') for line in lines]
    else:
        lines = spoil_full(kind, lines)
    full_file.write_bytes(b"".join(lines))
    preview = refuse(full_file, project)
    assert preview.problems[0].line


def test_a_project_file_cut_short_is_refused(full_file: Path, project: Project) -> None:
    lines = full_file.read_bytes().splitlines(keepends=True)
    full_file.write_bytes(b"".join(lines[:-2]))
    preview = refuse(full_file, project)
    assert "cut short" in preview.problems[0].message


def test_a_project_file_of_the_future_is_refused(full_file: Path, project: Project) -> None:
    data = full_file.read_bytes().replace(b'"version":1', b'"version":99', 1)
    full_file.write_bytes(data)
    assert "version 99" in refuse(full_file, project).problems[0].message
