"""What an uploaded file is, told by its content, and how it gets in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction

from sara_annotate.accounts.errors import ConflictError
from sara_annotate.annotations.loading import Author, LayerOptions
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus.models import Project
from sara_annotate.corpus.selectors import known_labels
from sara_annotate.domain.errors import DomainError, Problem
from sara_annotate.domain.formats.layout import LayoutReader, open_layout
from sara_annotate.domain.formats.report import FormatError, problem_as_dict
from sara_annotate.exchange.full_in import full_import
from sara_annotate.exchange.gold_in import GoldFromTests
from sara_annotate.exchange.importing import CorpusImport
from sara_annotate.exchange.prolog_check import check_facts, check_programs
from sara_annotate.exchange.statistics import statistics_refresh

Progress = Callable[[int], None]
SHOWN_PROBLEMS = 200


@dataclass(slots=True)
class Preview:
    """What would come in, and everything that is wrong with it."""

    version: str
    counts: Counter[str] = field(default_factory=Counter)
    problems: tuple[Problem, ...] = ()
    error_count: int = 0
    problem_count: int = 0

    def as_json(self) -> dict[str, object]:
        return {
            "version": self.version,
            "counts": dict(self.counts),
            "problems": [problem_as_dict(p) for p in self.problems[:SHOWN_PROBLEMS]],
            "problem_count": self.problem_count,
            "error_count": self.error_count,
        }


class _Undo(Exception):
    """Takes a trial import back."""


def is_full(path: Path) -> bool:
    """True for our own full format, which names itself in its first bytes."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(40).lstrip().startswith(b'{"format":"sara-annotate"')


def import_check(
    *, path: Path, project: Project, author: Author, progress: Progress = lambda done: None
) -> Preview:
    """Look through everything without saving anything."""
    if is_full(path):
        return _check_full(path, project, progress)
    try:
        with open_layout(path, known=known_labels(project)) as reader:
            check_programs(reader.programs(), reader.report)
            counts = _make_import(project, author, reader, progress).check()
            check_facts(reader.cases(), reader.report)
            report = reader.report
            preview = Preview(f"SARA {reader.version}", counts, report.problems)
            preview.counts["ignored_files"] = sum(
                1 for p in report.problems if p.code == "file_ignored"
            )
            preview.error_count = report.count("error")
            preview.problem_count = report.total
            return preview
    except FormatError as error:
        return _refused("unknown", error.problems)


def import_save(
    *, path: Path, project: Project, author: Author, progress: Progress = lambda done: None
) -> Counter[str]:
    """Save everything, or raise and save nothing."""
    if is_full(path):
        with _lines(path) as lines:
            counts = full_import(project=project, lines=lines, progress=progress)
    else:
        with open_layout(path, known=known_labels(project)) as reader:
            check_programs(reader.programs(), reader.report)
            reader.report.raise_errors()
            counts = _make_import(project, author, reader, progress).save()
    statistics_refresh()
    return counts


def _make_import(
    project: Project, author: Author, reader: LayoutReader, progress: Progress
) -> CorpusImport:
    """What nobody wrote down as rows may still be gold, but is never a person's work."""
    if author.kind != AuthorKind.GOLD:
        return CorpusImport(project, author, reader, progress)
    source = GoldFromTests(reader, project)
    return CorpusImport(project, author, source, progress, LayerOptions(states=source.states))


def _check_full(path: Path, project: Project, progress: Progress) -> Preview:
    """The only way to know that the database takes it all is to try, and take it back."""
    counts: Counter[str] = Counter()
    try:
        with _lines(path) as lines, transaction.atomic():
            counts = full_import(project=project, lines=lines, progress=progress)
            raise _Undo
    except _Undo:
        return Preview("SARA Annotate", counts)
    except (DomainError, ConflictError) as error:
        line = error.extra.get("line")
        at = line if isinstance(line, int) else None
        return _refused("SARA Annotate", (Problem(error.code, error.message, path.name, at),))


def _refused(version: str, problems: tuple[Problem, ...]) -> Preview:
    errors = sum(1 for p in problems if p.is_error)
    return Preview(version, Counter(), problems, errors, len(problems))


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[bytes]]:
    with path.open("rb") as file:
        yield iter(file)
