"""The clauses of the shared data: both notations, equal terms, the same bytes back."""

from __future__ import annotations

from pathlib import Path

from sara_annotate.domain.clauses.parse import parse_clauses
from sara_annotate.domain.clauses.render import render_file, render_paper


def test_all_clauses_in_both_notations(sara_data: Path) -> None:
    count = 0
    for path in sorted((sara_data / "structure").iterdir()):
        filed = path.read_bytes().decode()
        paper = (sara_data / "structure_paper_notation" / path.name).read_bytes().decode()
        one, two = parse_clauses(filed, "file"), parse_clauses(paper, "paper")
        assert one.problems == two.problems == ()
        assert one.clauses == two.clauses
        assert "".join(render_file(c) + "\n" for c in one.clauses) == filed
        assert "".join(render_paper(c) + "\n" for c in one.clauses) == paper
        count += len(one.clauses)
    assert count == 193
