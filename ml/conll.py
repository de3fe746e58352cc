"""CoNLL coreference files scored, and written in pairs that align line by line."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from pathlib import Path

from ml.errors import TrainingDataError
from sara_annotate.domain.formats import conll
from sara_annotate.domain.formats.report import Report
from sara_annotate.domain.metrics.coreference import Clusters, Score, score_coreference

ConllGroup = tuple[str, Sequence[Collection[Hashable]], Sequence[Hashable]]
"""A subsection's name in column 1, its clusters, and all mentions that have a line."""


def score_files(key: Path, response: Path) -> dict[str, Score]:
    """All metrics of a response against a key; documents are matched by name."""
    wanted, offered = _read(key), _read(response)
    extra = sorted(set(offered) - set(wanted))
    if extra:
        raise TrainingDataError(f"{response}: the key has no document “{extra[0]}”.")
    documents: list[tuple[Clusters, Clusters]] = [
        (clusters, offered.get(name, [])) for name, clusters in wanted.items()
    ]
    return score_coreference(documents)


def _read(path: Path) -> dict[str, Clusters]:
    """Clusters by document; refuses a file with errors or without a document."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TrainingDataError(f"{path} cannot be read: {error}") from error
    report = Report()
    documents = conll.parse(text, report.at(str(path)))
    report.raise_errors()
    if not documents:
        raise TrainingDataError(f"{path} holds no “#begin document” line; it is no CoNLL file.")
    return {document.name: document.clusters for document in documents}


def render_clusters(groups: Iterable[ConllGroup]) -> str:
    """One document: a line a mention, ids that run through all subsections.

    A mention that this side lacks still has its line, or the two sides would not align.
    """
    lines = ["#begin document (SARA);"]
    offset = 0
    for name, clusters, mentions in groups:
        if not mentions:
            continue
        number = {m: offset + k for k, cluster in enumerate(clusters) for m in cluster}
        lines += [f"{name} ({number[m]})" if m in number else f"{name} -" for m in mentions]
        lines.append("")
        offset += len(clusters)
    return "\n".join([*lines, "#end document", ""])
