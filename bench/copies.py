"""A data set many times over: names and ids of each copy are its own, texts are the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from sara_annotate.domain.formats.archive import TarWriter

STRIDE = 100_000
"""Copy k of section 63 is section k·100000 + 63; no data set has such numbers of its own."""
BY_SECTION = ("statutes/source", "boundaries", "argument_placeholders", "structure")
ROWS = "argument_instantiation"

_PREDICATE = re.compile(r"(?<![A-Za-z0-9_])s([0-9]+)(?=[^0-9])")
_PLAIN = re.compile(r"(?m)^(# |[0-9]+,[0-9]+,)([0-9]+)")
_NUMBER = re.compile(r"(?<![0-9])([0-9]+)")


def write_copies(folder: Path, archive: Path, copies: int) -> None:
    """A .tar.gz with the data set `copies` times, the first of them under its own names."""
    with archive.open("wb") as file, TarWriter(file) as tar:
        for k in range(copies):
            for name, text in _copy(folder, k):
                tar.add(name, [text])
        tar.add(ROWS, _joined(folder / ROWS, copies, _rename_row))
        for split in ("train", "test"):
            tar.add(f"splits/{split}", _joined(folder / "splits" / split, copies, _rename_case))


def _copy(folder: Path, k: int) -> Iterator[tuple[str, str]]:
    for kind in BY_SECTION:
        for path in sorted((folder / kind).glob("section*")):
            yield f"{kind}/{_shift(_NUMBER, path.name, k)}", _rename_file(kind, _read(path), k)
    for path in sorted((folder / "cases").glob("*.pl")):
        yield f"cases/{_rename_case(path.stem, k)}.pl", _read(path)


def _rename_file(kind: str, text: str, k: int) -> str:
    if kind == "structure":
        return _shift(_PREDICATE, _own_clauses(text) if k else text, k)
    if kind == "statutes/source":
        return text
    return _PLAIN.sub(lambda found: f"{found[1]}{int(found[2]) + k * STRIDE}", text)


def _own_clauses(text: str) -> str:
    """The clauses of subsections; a free predicate (tax) may have one clause in all."""
    clauses = (clause.strip() for clause in text.split("."))
    return "".join(f"{clause}.\n" for clause in clauses if _PREDICATE.match(clause))


def _rename_row(line: str, k: int) -> str:
    case, predicate, rest = line.split("\t", 2)
    return f"{_rename_case(case, k)}\t{_shift(_PREDICATE, predicate + ' ', k).rstrip()}\t{rest}"


def _rename_case(name: str, k: int) -> str:
    """s63_c_5_neg by its section, tax_case_7 by its own number."""
    if not k:
        return name
    if _PREDICATE.match(name):
        return _shift(_PREDICATE, name, k)
    return re.sub(r"([0-9]+)(?=\D*$)", lambda found: str(int(found[1]) + k * STRIDE), name)


def _shift(pattern: re.Pattern[str], text: str, k: int) -> str:
    return pattern.sub(
        lambda found: found[0].replace(found[1], str(int(found[1]) + k * STRIDE), 1), text
    )


def _joined(path: Path, copies: int, rename: Callable[[str, int], str]) -> Iterator[str]:
    lines = _read(path).splitlines()
    for k in range(copies):
        yield "".join(f"{rename(line, k)}\n" for line in lines)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
