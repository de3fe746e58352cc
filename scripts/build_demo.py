"""Write fixtures/demo from fixtures/demo/source, all offsets computed.

python -m scripts.build_demo            write what has changed
python -m scripts.build_demo --check    write nothing; fail when a file is not up to date
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from sara_annotate.domain.corpus import AnnotatedStatute, Case
from sara_annotate.domain.formats import (
    boundaries,
    case_file,
    instantiation,
    placeholders,
    splits,
    structure,
)
from scripts.demo.cases import predicate_of, read_cases
from scripts.demo.layers import Layer, entries_of, read_layer
from scripts.demo.markup import home_of, read_annotated, read_clauses, read_marked

DEMO = Path(__file__).resolve().parent.parent / "fixtures" / "demo"
SECTIONS = ("8", "12", "14", "21")
CASE_FILES = ("cases_8", "cases_12", "cases_14", "cases_21", "cases_dues")
ANNOTATORS = ("robin", "sam")
BUILT = (
    "statutes/source",
    "boundaries",
    "argument_placeholders",
    "structure",
    "cases",
    "splits",
    "layers",
)
INTEGERS = frozenset({"Amount", "Dues", "Fee", "Limit", "Rebate", "Sum"})
"""Arguments whose values are crowns; all others are spans of the case."""

Files = dict[str, str]
K = TypeVar("K")


def build(source: Path) -> Files:
    """Every file of the demo that is computed, by its path below fixtures/demo."""
    clauses = read_clauses(_read(source / "clauses.txt"))
    gold = [read_annotated(_read(source / f"section{n}.txt"), clauses) for n in SECTIONS]
    pairs = [pair for name in CASE_FILES for pair in read_cases(_read(source / f"{name}.toml"))]
    pairs.sort(key=lambda pair: _case_order(pair[0].name))
    rows = [row for _, own in pairs for row in own]
    layers = [read_layer(n, _read(source / f"{n}.toml"), gold, rows) for n in ANNOTATORS]
    files = dict(_render_gold(gold)) | dict(_render_cases([case for case, _ in pairs]))
    files["argument_instantiation"] = instantiation.render(rows)
    for layer in layers:
        files |= dict(_render_layer(layer))
    files["layers.json"] = _dump({"annotators": [_describe(layer) for layer in layers]})
    files["argument_types.json"] = _dump(_list_integers(gold))
    files["clause_notes.json"] = _dump(tomllib.loads(_read(source / "notes.toml")))
    files["free_predicates.json"] = _dump(_describe_free(_read(source / "dues.txt")))
    return files


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _case_order(name: str) -> tuple[object, ...]:
    """By subsection as the law is printed, pairs together, computed amounts last."""
    label = predicate_of(name)
    number = int(name.rsplit("_", 1)[1]) if label.is_free else 0
    place = [step.zfill(3) if step.isdigit() else step for step in label.path]
    section = 0 if label.is_free else int(label.section)
    return (label.is_free, section, place, number, name)


def _render_gold(gold: Iterable[AnnotatedStatute]) -> Iterator[tuple[str, str]]:
    for annotated in gold:
        name = f"section{annotated.statute.section}"
        yield f"statutes/source/{name}", annotated.statute.text
        yield f"boundaries/{name}", boundaries.render(annotated.statute.subsections)
        yield f"argument_placeholders/{name}", placeholders.render(annotated.mentions)
        yield f"structure/{name}", structure.render(annotated.clauses)


def _render_cases(cases: list[Case]) -> Iterator[tuple[str, str]]:
    for case in cases:
        yield f"cases/{case.name}.pl", case_file.render_canonical(case)
    for split in ("train", "test"):
        yield f"splits/{split}", splits.render(c.name for c in cases if c.split == split)


def _render_layer(layer: Layer) -> Iterator[tuple[str, str]]:
    root = f"layers/{layer.name}"
    for section in SECTIONS:
        own = [c for head, c in layer.clauses.items() if home_of(head) == section]
        if entries := entries_of(layer, section):
            yield f"{root}/argument_placeholders/section{section}", placeholders.render(entries)
            yield f"{root}/structure/section{section}", structure.render(own)
    yield f"{root}/argument_instantiation", instantiation.render(layer.rows.values())


def _describe(layer: Layer) -> dict[str, object]:
    return {
        "name": layer.name,
        "display_name": layer.display_name,
        "subsections": _describe_states("subsection", layer.states),
        "cases": _describe_states("case", layer.case_states),
        "changes": layer.changes,
    }


def _describe_states(key: str, states: Mapping[K, tuple[str, str]]) -> list[dict[str, str]]:
    return [
        {key: str(item), "state": state} | ({"reason": reason} if reason else {})
        for item, (state, reason) in states.items()
    ]


def _list_integers(gold: Iterable[AnnotatedStatute]) -> dict[str, list[str]]:
    """For every predicate, the arguments of its head that hold whole crowns."""
    upper = {name.upper(): name for name in INTEGERS}
    found: dict[str, list[str]] = {}
    for clause in (clause for annotated in gold for clause in annotated.clauses):
        head = clause.text[clause.text.index("(") + 1 : clause.text.index(")")].split(",")
        if names := [upper[name] for name in head if name in upper]:
            found[clause.head.plain] = names
    return found


def _describe_free(source: str) -> dict[str, object]:
    """The sentence that stands for `dues`, with its spans as SARA's JSON writes them."""
    text, mentions = read_marked(source.rstrip("\n"))
    spans = [[m.start, m.end - 1, m.argument.upper()] for m in mentions]
    return {"statutes": {"dues": text}, "spans": {"dues": spans}}


def find_stale(files: Files, root: Path) -> list[str]:
    """Files that are missing, differ, or should not be there, each with the reason."""
    stale = []
    for name, text in files.items():
        path = root / name
        if not path.is_file():
            stale.append(f"{name}: missing")
        elif path.read_bytes() != text.encode():
            stale.append(f"{name}: differs")
    return stale + [f"{name}: not in the source" for name in _find_strays(files, root)]


def _find_strays(files: Files, root: Path) -> list[str]:
    present = (p for folder in BUILT for p in (root / folder).rglob("*") if p.is_file())
    return sorted(name for p in present if (name := p.relative_to(root).as_posix()) not in files)


def write(files: Files, root: Path) -> None:
    """Make the folder hold exactly these files where files are computed."""
    for name in _find_strays(files, root):
        (root / name).unlink()
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())


def main() -> int:
    """0 when the demo is up to date in the end."""
    parser = argparse.ArgumentParser(description="Write fixtures/demo from its source.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail when stale")
    arguments = parser.parse_args()
    files = build(DEMO / "source")
    stale = find_stale(files, DEMO)
    for line in stale:
        print(line)
    if arguments.check:
        print("Run: python -m scripts.build_demo" if stale else "The demo is up to date.")
        return 1 if stale else 0
    write(files, DEMO)
    return 0


if __name__ == "__main__":
    sys.exit(main())
