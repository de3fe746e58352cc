"""Finding programs, and saying what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import machine
from scripts.console import SetupError
from scripts.machine import Tool


def make_command(folder: Path, name: str, text: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH: no apt-get, no sudo, no node."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_newest_version_wins_and_own_folders_come_before_path(
    tmp_path: Path, empty_path: Path
) -> None:
    make_command(empty_path, "initdb")
    for version in ("9", "15", "16.2"):
        make_command(tmp_path / "pg" / version / "bin", "initdb")
    pattern = str(tmp_path / "pg" / "*" / "bin").lstrip("/")
    found = machine.find_command(Tool(("initdb",), "postgresql", "x", folders=(pattern,)))
    assert found == str(tmp_path / "pg" / "16.2" / "bin" / "initdb")


def test_any_of_several_commands_will_do(empty_path: Path) -> None:
    found = make_command(empty_path, "google-chrome")
    assert machine.find_command(machine.CHROMIUM) == str(found)


def test_missing_test_tools_are_refused_with_the_line_to_type(empty_path: Path) -> None:
    tools = [Tool(("aa",), "pack-a", "the a tests"), Tool(("bb",), "pack-b", "the b tests")]
    with pytest.raises(SetupError) as caught:
        machine.ensure_tools(tools)
    assert "sudo apt-get install --no-install-recommends pack-a pack-b" in str(caught.value)
    assert "aa, needed for the a tests" in str(caught.value)


def test_what_can_wait_is_named_and_does_not_stop(
    empty_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.ensure_tools([Tool(("aa",), "pack-a", "solving", needed=False)])
    said = capsys.readouterr().out
    assert "pack-a" in said
    assert "Going on without." in said


def test_nothing_is_said_when_all_is_there(
    empty_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_command(empty_path, "aa")
    machine.ensure_tools([Tool(("aa",), "pack-a", "solving")])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("echo v18.20.4", "v18.20.4 is too old"),
        ("echo v20.18.9", "v20.18.9 is too old"),
        ("echo nonsense", "answered 'nonsense"),
        ("exit 1", "answered ''"),
    ],
)
def test_unfit_node_is_refused(empty_path: Path, answer: str, complaint: str) -> None:
    make_command(empty_path, "node", answer)
    make_command(empty_path, "npm")
    with pytest.raises(SetupError, match=complaint):
        machine.ensure_node()


@pytest.mark.parametrize("answer", ["echo v20.19.0", "echo v24.1.0"])
def test_fit_node_is_taken(empty_path: Path, answer: str) -> None:
    make_command(empty_path, "node", answer)
    make_command(empty_path, "npm")
    machine.ensure_node()


def test_missing_node_is_refused(empty_path: Path) -> None:
    with pytest.raises(SetupError, match="node is missing"):
        machine.ensure_node()
