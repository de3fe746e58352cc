"""CoNLL coreference files: what the reference scorer reads."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from pathlib import Path

from ml.errors import TrainingDataError
from sara_annotate.domain.metrics.coreference import Clusters, Score, score_coreference

_BEGIN = re.compile(r"#begin document \(?(?P<name>[^)]*)\)?;?\s*(?:part\s+(?P<part>\S+))?")
_PIECE = re.compile(r"(\()?(\d+)(\))?")
Documents = dict[str, dict[str, set[Hashable]]]


def parse_documents(text: str, *, name: str = "") -> Documents:
    """Clusters by document and id; a mention is its first and last line in the document."""
    found: Documents = {}
    current: str | None = None
    line_number = 0
    opened: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        where = f"{name}:{number}"
        if begin := _BEGIN.match(line):
            current = f"{begin['name']}/{begin['part'] or 0}"
            found[current], opened, line_number = {}, {}, 0
        elif line.startswith("#end document"):
            if any(opened.values()):
                raise TrainingDataError(f"{where}: a mention is still open at the document's end.")
            current = None
        elif line.strip() and not line.startswith("#"):
            if current is None:
                raise TrainingDataError(f"{where}: the line stands outside any document.")
            _read_column(line.split()[-1], line_number, opened, found[current], where)
            line_number += 1
    if not found:
        raise TrainingDataError(f"{name} holds no “#begin document” line; it is no CoNLL file.")
    return found


def _read_column(
    column: str,
    line: int,
    opened: dict[str, list[int]],
    clusters: dict[str, set[Hashable]],
    where: str,
) -> None:
    if column in ("-", "_", "*"):
        return
    for piece in column.split("|"):
        match = _PIECE.fullmatch(piece)
        if not match or not (match[1] or match[3]):
            raise TrainingDataError(f"{where}: “{piece}” is no coreference mark such as (3).")
        if match[1]:
            opened.setdefault(match[2], []).append(line)
        if match[3]:
            if not opened.get(match[2]):
                raise TrainingDataError(f"{where}: {match[2]} is closed but was not opened.")
            clusters.setdefault(match[2], set()).add((opened[match[2]].pop(), line))


def score_files(key: Path, response: Path) -> dict[str, Score]:
    """All metrics of a response against a key; documents are matched by name."""
    sides = [_read(path) for path in (key, response)]
    extra = set(sides[1]) - set(sides[0])
    if extra:
        raise TrainingDataError(f"{response}: the key has no document {sorted(extra)[0]}.")
    documents: list[tuple[Clusters, Clusters]] = [
        (list(clusters.values()), list(sides[1].get(name, {}).values()))
        for name, clusters in sides[0].items()
    ]
    return score_coreference(documents)


def _read(path: Path) -> Documents:
    try:
        return parse_documents(path.read_text(encoding="utf-8"), name=str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise TrainingDataError(f"{path} cannot be read: {error}") from error


ConllGroup = tuple[str, Sequence[Collection[Hashable]], Sequence[Hashable]]
"""A subsection's name in column 1, its clusters, and all mentions that have a line."""


def render_clusters(groups: Iterable[ConllGroup]) -> str:
    """One document: a line a mention, ids that run through all subsections."""
    lines = ["#begin document (SARA);"]
    offset = 0
    for name, clusters, mentions in groups:
        if not mentions:
            continue
        number = {m: offset + k for k, cluster in enumerate(clusters) for m in cluster}
        # A mention that this side lacks still has its line, or the sides would not align.
        lines += [f"{name} ({number[m]})" if m in number else f"{name} -" for m in mentions]
        lines.append("")
        offset += len(clusters)
    return "\n".join([*lines, "#end document", ""])
