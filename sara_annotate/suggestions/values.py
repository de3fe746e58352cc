"""Suggested values of cases: by the program where there is one, else by what is usual."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author, InstantiationRow, LayerLoader
from sara_annotate.annotations.models import AuthorKind, Instantiation
from sara_annotate.corpus.models import Case, Project, Subsection
from sara_annotate.corpus.selectors import case_value, known_labels
from sara_annotate.domain import corpus
from sara_annotate.domain.errors import DomainError, LabelError
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.logic import selectors
from sara_annotate.logic.asking import ask_program
from sara_annotate.logic.gold import read_gold
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits, Loaded, LogicProgram
from sara_annotate.logic.reading import read_case
from sara_annotate.logic.tabling_services import program_tabled

LIMITS = Limits(inferences=2_000_000, seconds=10.0, solutions=20)
SURE = 0.95
_NAMED = re.compile(r"(?:section|§)\s*([0-9]+[A-Za-z]*(?:\([0-9A-Za-z]+\))*)", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class CaseProposal:
    case: str
    row: ProposedRow | None


@dataclass(slots=True)
class ValueProposer:
    """Answers for cases; to be used in a `with`, since it may start the solver."""

    project: Project
    program: LogicProgram | None = None
    description: str = ""
    _open: ExitStack = field(default_factory=ExitStack)
    _pool: SolverPool | None = None
    _loaded: Loaded | None = None

    def __post_init__(self) -> None:
        found = selectors.program_get(project=self.project)
        if found is not None:
            self.program = program_tabled(project=self.project, program=found)
        self.description = "values by the program" if found else "values by the majority"

    def __enter__(self) -> ValueProposer:
        if self.program is not None:
            self._pool = self._open.enter_context(SolverPool(1))
            self._loaded = self._pool.load(self.program)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def cases(self, wanted: Sequence[str]) -> list[str]:
        """Names of the cases to answer, all when none are named."""
        found = Case.objects.filter(project=self.project).order_by("sort_key", "name")
        found = found.filter(name__in=wanted) if wanted else found
        return list(found.values_list("name", flat=True))

    def propose(self, name: str) -> CaseProposal:
        case = case_value(Case.objects.get(project=self.project, name=name))
        if self.program is not None:
            return CaseProposal(name, self._ask(case))
        return CaseProposal(name, self._guess(case))

    def _ask(self, case: corpus.Case) -> ProposedRow:
        """What the program says to the case's own question."""
        assert self.program and self._pool and self._loaded
        integers = selectors.integer_names(project=self.project)
        reading = read_case(case, pool=self._pool, program=self.program)
        asked = read_gold(case, reading, loaded=self._loaded, integers=integers)
        if asked.row is None:
            raise NoAnswerError(asked.why_not)
        clauses = selectors.clause_map(project=self.project)
        answer = ask_program(
            asked.row,
            case,
            reading,
            pool=self._pool,
            program=self.program,
            loaded=self._loaded,
            clause=clauses.get(asked.row.label),
            integers=integers.get(asked.row.label, frozenset()),
            limits=LIMITS,
        )
        why = f"The program says {'true' if answer.truth else 'false'} to {answer.goal}"
        return ProposedRow(
            asked.row.label.plain,
            list(asked.row.given),
            list(answer.found),
            answer.truth,
            SURE,
            why,
        )

    def _guess(self, case: corpus.Case) -> ProposedRow:
        """The truth that most gold rows of training cases have; the question names the place."""
        label = _asked_label(case, known_labels(self.project))
        rows = Instantiation.objects.filter(
            removed_at=None,
            truth__isnull=False,
            layer__project=self.project,
            layer__author_kind=AuthorKind.GOLD,
        ).exclude(layer__case__split="test")
        rows = rows.exclude(layer__case__name=case.name)
        counted = Counter(rows.values_list("truth", flat=True))
        total = counted.total()
        truth = counted[True] >= counted[False]
        share = (counted[truth] + 1) / (total + 2)
        why = (
            f"Only a count: {counted[truth]} of {total} gold rows are {str(truth).lower()}. "
            "Nothing was trained for values, and there is no program to ask"
        )
        return ProposedRow(label.plain, [], [], truth, round(share, 4), why)


def _asked_label(case: corpus.Case, known: frozenset[Label]) -> Label:
    """The subsection that the question names."""
    for match in _NAMED.finditer(case.question):
        try:
            label = parse_label(match[1])
        except LabelError:
            continue
        if label in known:
            return label
    raise NoAnswerError("The question names no subsection of this project.")


def values_store(*, project: Project, run: str, proposals: Sequence[CaseProposal], by: User) -> int:
    """Layers of the model for these cases; the number that was stored."""
    loader = LayerLoader(project, Author(by, AuthorKind.MODEL, run))
    subsections = {s.label: s for s in Subsection.objects.filter(project=project)}
    cases = {c.name: c for c in Case.objects.filter(project=project)}
    said: dict[object, ProposedRow] = {}
    for proposal in proposals:
        row = proposal.row
        if row is None or row.label not in subsections:
            continue
        value = corpus.Instantiation(
            proposal.case,
            parse_label(row.label),
            tuple((n, _plain(v)) for n, v in row.given),
            tuple((n, _plain(v)) for n, v in row.found),
            row.truth,
            "model",
        )
        case = cases[proposal.case]
        loader.add_case(case=case, rows=[InstantiationRow(value, subsections[row.label], 0)])
        said[loader.buffer.rows[Instantiation][-1].pk] = row
    for item in loader.buffer.rows[Instantiation]:
        item.confidence, item.why = said[item.pk].confidence, said[item.pk].why
    loader.buffer.flush()
    return len(said)


def _plain(value: corpus.Value) -> corpus.Value:
    return tuple(value) if isinstance(value, list) else value
