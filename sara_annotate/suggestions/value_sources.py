"""Who may answer a case's question: the project's program, or, at worst, a mere count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Protocol

from sara_annotate.annotations.models import AuthorKind, Instantiation
from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.corpus.models import Project
from sara_annotate.corpus.selectors import known_labels
from sara_annotate.domain import corpus
from sara_annotate.domain.errors import DomainError, LabelError
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic import selectors
from sara_annotate.logic.asking import NotAskedError, ask_test
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits, Loaded, LogicProgram
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.tabling_services import program_tabled

LIMITS = Limits(inferences=2_000_000, seconds=10.0, solutions=20)
SURE = 0.95
_NAMED = re.compile(r"(?:section|§)\s*([0-9]+[A-Za-z]*(?:\([0-9A-Za-z]+\))*)", re.IGNORECASE)
_GOAL = re.compile(r":-\s*(?:\\\+\s*\(?\s*)?([a-z]\w*)\s*[(.]")


class NoAnswerError(DomainError):
    code = "no_answer"


@dataclass(frozen=True, slots=True)
class ProposedRow:
    label: str
    given: list[tuple[str, corpus.Value]]
    found: list[tuple[str, corpus.Value]]
    truth: bool
    confidence: float
    why: str
    sure: Mapping[str, float | None] = field(default_factory=dict)
    """By name, how sure of a value; of those not named, as sure as of the truth."""


@dataclass(frozen=True, slots=True)
class CaseProposal:
    """A row for a case; `fold` says which model spoke and the cases that it had learnt from."""

    case: str
    row: ProposedRow
    fold: Fold


class ValueSource(Protocol):
    @property
    def name(self) -> str:
        """As people see it: “the program”, “model 3”."""

    def propose(self, case: corpus.Case) -> CaseProposal:
        """An answer; raises NoAnswerError when this source has none."""


class ProgramSource:
    """The program's answer to the case's own test; values are written in the case's words."""

    name = "the program"

    def __init__(self, project: Project, program: LogicProgram, stack: ExitStack) -> None:
        self._program = program_tabled(project=project, program=program)
        self._pool = stack.enter_context(SolverPool(1))
        self._loaded: Loaded = self._pool.load(self._program)
        self._integers = selectors.integer_names(project=project)

    def propose(self, case: corpus.Case) -> CaseProposal:
        reading = read_case(case, pool=self._pool, program=self._program)
        try:
            said = ask_test(
                case,
                reading,
                pool=self._pool,
                program=self._program,
                loaded=self._loaded,
                integers=self._integers,
                limits=LIMITS,
            )
        except NotAskedError as refusal:
            raise NoAnswerError(refusal.message) from refusal
        word = "true" if said.told.truth else "false"
        why = f"The program says {word} to {said.told.goal}"
        if said.unsaid:
            why += f". In no words of the case: {', '.join(said.unsaid)}"
        row = ProposedRow(
            said.label.plain, list(said.given), list(said.told.found), said.told.truth, SURE, why
        )
        return CaseProposal(case.name, row, Fold(self.name))


class CountSource:
    """The truth that most gold rows of other training cases have; better than nothing."""

    name = "a count"

    def __init__(self, project: Project) -> None:
        self._known = known_labels(project)
        self._rows = Instantiation.objects.filter(
            removed_at=None,
            truth__isnull=False,
            layer__project=project,
            layer__author_kind=AuthorKind.GOLD,
        ).exclude(layer__case__split="test")

    def propose(self, case: corpus.Case) -> CaseProposal:
        label = asked_label(case, self._known)
        rows = self._rows.exclude(layer__case__name=case.name)
        counted = Counter(rows.values_list("truth", flat=True))
        total = counted.total()
        truth = counted[True] >= counted[False]
        share = (counted[truth] + 1) / (total + 2)
        why = (
            f"Only a count: {counted[truth]} of {total} gold rows are {str(truth).lower()}. "
            "Nothing was trained for values, and there is no program to ask"
        )
        row = ProposedRow(label.plain, [], [], truth, round(share, 4), why)
        return CaseProposal(case.name, row, Fold(self.name))


def asked_label(case: corpus.Case, known: frozenset[Label]) -> Label:
    """What a case asks about: what its test calls, else what its question or its name names."""
    named = [match[1] for match in _NAMED.finditer(case.question)]
    for text in (*_GOAL.findall(case.test), *named, re.sub(r"_(pos|neg)$", "", case.name)):
        try:
            label = parse_label(text)
        except LabelError:
            continue
        if label in known:
            return label
    raise NoAnswerError(
        "Neither the test nor the question nor the name of the case names a subsection of this "
        "project."
    )
