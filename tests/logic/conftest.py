"""A pool of real solver processes, shared by the tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sara_annotate.domain.corpus import Program
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import LogicProgram

DEMO = Path(__file__).resolve().parent.parent.parent / "fixtures" / "demo"


@pytest.fixture(scope="session")
def pool() -> Iterator[SolverPool]:
    if shutil.which("swipl") is None:
        pytest.skip("SWI-Prolog is not installed.")
    with SolverPool(2) as pool:
        yield pool


@pytest.fixture(scope="session")
def demo_program() -> LogicProgram:
    files = sorted((DEMO / "statutes" / "prolog").glob("*.pl"))
    return LogicProgram(
        tuple(Program(f"statutes/prolog/{f.name}", f.read_text(encoding="utf-8")) for f in files)
    )


def make_program(text: str, *, compat: bool = False) -> LogicProgram:
    return LogicProgram((Program("statutes/prolog/init.pl", text),), compat)
