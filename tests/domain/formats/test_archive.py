"""Archives that attack, archives that are broken, and archives that are the same each time."""

from __future__ import annotations

import gzip
import io
import os
import random
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sara_annotate.domain.formats.archive import (
    ArchiveError,
    FolderWriter,
    Limits,
    TarWriter,
    open_archive,
)
from sara_annotate.domain.formats.archive.gunzip import GunzipFile
from tests.domain.formats.format_samples import pack_tar, pack_zip

SMALL = Limits(total=4_000_000, file=1_000_000, count=50, ratio=100, ratio_from=100_000)


def tar_of(kind: bytes, name: str = "a", link: str = "b") -> io.BytesIO:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz") as tar:
        header = tarfile.TarInfo(name)
        header.type, header.linkname = kind, link
        tar.addfile(header)
    return target


def zip_of(mode: int, name: str = "a") -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        archive.writestr(info, b"/etc/passwd")
    return target


def lying_zip() -> io.BytesIO:
    """A zip whose directory says 10 bytes where a million come out."""
    data = bytearray(pack_zip({"a": b"0" * 1_000_000}).getvalue())
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    return io.BytesIO(bytes(data))


def encrypted_zip() -> io.BytesIO:
    data = bytearray(pack_zip({"a": b"secret"}).getvalue())
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    return io.BytesIO(bytes(data))


def long_header() -> io.BytesIO:
    """A tar whose extended header says it is 3 MB long."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:gz", format=tarfile.PAX_FORMAT) as tar:
        header = tarfile.TarInfo("a")
        header.pax_headers = {"comment": os.urandom(1_500_000).hex()}
        tar.addfile(header)
    return target


def truncated(data: bytes, share: float = 0.6) -> io.BytesIO:
    return io.BytesIO(data[: int(len(data) * share)])


def damaged_tar() -> io.BytesIO:
    """A tar with a bad checksum in the middle, which tarfile takes for the end."""
    data = bytearray(gzip.decompress(pack_tar({"a": "x", "b": "y", "c": "z"}).getvalue()))
    data[1024 + 150] ^= 1
    return io.BytesIO(bytes(data))


NOISE = random.Random(5).randbytes(50_000)
ATTACKS = {
    "climbs": (lambda: pack_tar({"../evil": "x"}), "archive_path"),
    "climbs inside": (lambda: pack_tar({"a/../../evil": "x"}), "archive_path"),
    "absolute": (lambda: pack_tar({"/etc/evil": "x"}), "archive_path"),
    "zip climbs": (lambda: pack_zip({"../evil": "x"}), "archive_path"),
    "zip absolute": (lambda: pack_zip({"/etc/evil": "x"}), "archive_path"),
    "zip backslash": (lambda: pack_zip({"..\\evil": "x"}), "archive_path"),
    "drive": (lambda: pack_zip({"C:/evil": "x"}), "archive_path"),
    "control characters": (lambda: pack_tar({"a\nb": "x"}), "archive_path"),
    "endless name": (lambda: pack_tar({"a" * 2000: "x"}), "archive_path"),
    "symbolic link": (lambda: tar_of(tarfile.SYMTYPE), "archive_link"),
    "hard link": (lambda: tar_of(tarfile.LNKTYPE), "archive_link"),
    "link out": (lambda: tar_of(tarfile.SYMTYPE, link="/etc/passwd"), "archive_link"),
    "zip link": (lambda: zip_of(stat.S_IFLNK | 0o777), "archive_link"),
    "device": (lambda: tar_of(tarfile.CHRTYPE), "archive_device"),
    "block device": (lambda: tar_of(tarfile.BLKTYPE), "archive_device"),
    "pipe": (lambda: tar_of(tarfile.FIFOTYPE), "archive_device"),
    "zip pipe": (lambda: zip_of(stat.S_IFIFO | 0o666), "archive_device"),
    "one file twice": (lambda: zip_twice(), "archive_duplicate"),
    "large file": (lambda: pack_tar({"a": b"x" * 1_000_001}), "archive_file_too_large"),
    "large zip file": (lambda: pack_zip({"a": b"x" * 1_000_001}), "archive_file_too_large"),
    "many files": (lambda: pack_tar({str(i): "" for i in range(51)}), "archive_too_many_files"),
    "many zip files": (lambda: pack_zip({str(i): "" for i in range(51)}), "archive_too_many_files"),
    "large in all": (
        lambda: pack_tar({str(i): NOISE * 18 for i in range(5)}),
        "archive_too_large",
    ),
    "large zip in all": (
        lambda: pack_zip({str(i): NOISE * 18 for i in range(5)}),
        "archive_too_large",
    ),
    "bomb": (lambda: pack_tar({"a": b"0" * 900_000}), "archive_bomb"),
    "zip bomb": (lambda: pack_zip({"a": b"0" * 900_000}), "archive_bomb"),
    "bomb after the files": (
        lambda: io.BytesIO(gzip.compress(gzip.decompress(pack_tar({"a": "x"}).getvalue())[:1024]
                                         + b"\0" * 3_000_000 + b"x")),
        None,
    ),
    "password": (lambda: encrypted_zip(), "archive_encrypted"),
    "header of megabytes": (lambda: long_header(), "archive_broken"),
    "cut gzip": (lambda: truncated(pack_tar({"a": NOISE}).getvalue()), "archive_broken"),
    "cut zip": (lambda: truncated(pack_zip({"a": NOISE}).getvalue()), "archive_broken"),
    "damaged in the middle": (lambda: damaged_tar(), "archive_broken"),
    "text": (lambda: io.BytesIO(b"just text"), "archive_unknown"),
    "nothing": (lambda: io.BytesIO(b""), "archive_unknown"),
    "gzip of text": (lambda: io.BytesIO(gzip.compress(b"hello" * 200)), "archive_broken"),
}  # fmt: skip


def zip_twice() -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("a", b"1")
        archive.writestr("a", b"2")
    return target


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_refused_with_a_code(name):
    make, code = ATTACKS[name]
    if code is None:
        # What stands after the end of a tar is never unpacked.
        with open_archive(make(), limits=SMALL) as archive:
            assert archive.names == ("a",)
        return
    with pytest.raises(ArchiveError) as refused:
        open_archive(make(), limits=SMALL)
    assert refused.value.code == code
    assert refused.value.message


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lying_zip, "archive_broken"),
        (lambda: flip_zip(), "archive_broken"),
    ],
)
def test_zips_that_lie_are_caught_while_reading(make, code):
    with open_archive(make()) as archive, pytest.raises(ArchiveError) as refused:
        list(archive)
    assert refused.value.code == code


def flip_zip() -> io.BytesIO:
    data = bytearray(pack_zip({"a": NOISE}).getvalue())
    data[20_000] ^= 255
    return io.BytesIO(bytes(data))


def test_a_folder_with_a_link_is_refused(tmp_path: Path):
    (tmp_path / "secret").write_text("x")
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(ArchiveError) as refused:
        open_archive(folder)
    assert refused.value.code == "archive_link"


def test_a_folder_with_a_pipe_is_refused(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ArchiveError) as refused:
        open_archive(tmp_path)
    assert refused.value.code == "archive_device"


def test_a_missing_path_says_so(tmp_path: Path):
    with pytest.raises(ArchiveError) as refused:
        open_archive(tmp_path / "nowhere.tar.gz")
    assert refused.value.code == "archive_missing"


FILES = {f"folder/{i}": NOISE[i * 100 : i * 300] + str(i).encode() for i in range(40)}


@pytest.mark.parametrize("kind", ["folder", "tar", "tar.gz", "zip"])
def test_every_kind_gives_the_same_files_in_any_order(kind, tmp_path: Path):
    if kind == "folder":
        (tmp_path / "folder").mkdir()
        for name, data in FILES.items():
            (tmp_path / name).write_bytes(data)
        source: object = tmp_path
    elif kind == "tar":
        source = io.BytesIO(gzip.decompress(pack_tar(FILES).getvalue()))
    else:
        source = pack_tar(FILES) if kind == "tar.gz" else pack_zip(FILES)
    with open_archive(source, limits=SMALL) as archive:
        assert dict(archive) == FILES
        for name in random.Random(1).sample(sorted(FILES), 30):
            assert archive.read(name) == FILES[name]
            assert archive.size(name) == len(FILES[name])


def test_a_path_is_closed_and_a_file_of_the_caller_is_not(tmp_path: Path):
    (tmp_path / "a.tgz").write_bytes(pack_tar(FILES).getvalue())
    with open_archive(tmp_path / "a.tgz") as archive:
        assert len(archive.names) == 40
    mine = pack_tar(FILES)
    open_archive(mine).close()
    assert not mine.closed


@given(
    st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, 5_000)), max_size=20),
    st.integers(500, 20_000),
    st.booleans(),
)
def test_gunzip_seeks_like_a_plain_file(moves, step, in_two_members):
    parts = [NOISE[:20_000], NOISE[20_000:]] if in_two_members else [NOISE]
    packed = io.BytesIO(b"".join(gzip.compress(part) for part in parts))
    ours, plain = GunzipFile(packed, Limits(), step=step), io.BytesIO(NOISE)
    for offset, size in moves:
        ours.seek(offset)
        plain.seek(min(offset, len(NOISE)))
        assert ours.read(size) == plain.read(size)
        assert ours.tell() == plain.tell()


def test_equal_content_is_equal_bytes_in_any_order():
    def write(names: list[str]) -> bytes:
        target = io.BytesIO()
        with TarWriter(target, root="sara_v2") as sink:
            for name in names:
                sink.add(name, ["ü", name])
        return target.getvalue()

    names = ["b/😀", "a", "c/" + "x" * 200]
    first = write(names)
    assert first == write(names[::-1])
    assert first[4:8] == b"\0\0\0\0"
    with tarfile.open(fileobj=io.BytesIO(first)) as tar:
        members = tar.getmembers()
        assert [m.name for m in members] == sorted(f"sara_v2/{n}" for n in names)
        assert {(m.mtime, m.uid, m.gid, m.uname, m.mode) for m in members} == {(0, 0, 0, "", 0o644)}


@pytest.mark.parametrize("name", ["../a", "/a", "a/../b", ""])
def test_writers_leave_their_place_as_little_as_readers(name, tmp_path: Path):
    for sink in (TarWriter(io.BytesIO()), FolderWriter(tmp_path)):
        with pytest.raises(ArchiveError):
            sink.add(name, ["x"])


def test_a_name_is_written_once(tmp_path: Path):
    sink = TarWriter(io.BytesIO())
    sink.add("a", ["x"])
    with pytest.raises(ValueError, match="before"):
        sink.add("a", ["y"])
    folder = FolderWriter(tmp_path)
    folder.add("b/a", ["x"])
    with pytest.raises(FileExistsError):
        folder.add("b/a", ["y"])
