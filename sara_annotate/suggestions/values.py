"""Suggested values of cases: by the program, by a trained model, or by what is usual."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Literal

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author, InstantiationRow, LayerLoader
from sara_annotate.annotations.models import AuthorKind, Instantiation, Value
from sara_annotate.corpus.models import Case, Project, Subsection
from sara_annotate.corpus.selectors import case_value
from sara_annotate.domain import corpus
from sara_annotate.domain.labels import parse_label
from sara_annotate.logic import selectors
from sara_annotate.suggestions.models import ModelState, ModelTask, TrainedModel
from sara_annotate.suggestions.value_sources import (
    CaseProposal,
    CountSource,
    NoAnswerError,
    ProgramSource,
    ProposedRow,
    ValueSource,
)

ValuesBy = Literal["", "program", "model"]
"""Empty: the program where it has an answer, else the model in use; a count without either."""


class ValueProposer:
    """Answers for cases; to be used in a `with`, since it may start the solver."""

    def __init__(self, project: Project, by: ValuesBy = "") -> None:
        self.project, self._by = project, by
        self._stack = ExitStack()
        self.sources: list[ValueSource] = []

    def __enter__(self) -> ValueProposer:
        with ExitStack() as stack:
            self.sources = self._open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _open(self, stack: ExitStack) -> list[ValueSource]:
        found: list[ValueSource] = []
        program = selectors.program_get(project=self.project) if self._by != "model" else None
        if program is not None:
            found.append(ProgramSource(self.project, program, stack))
        model = values_model(self.project) if self._by != "program" else None
        if model is not None:
            # Imported here so that web processes never load torch.
            from sara_annotate.suggestions.value_models import ModelSource

            found.append(ModelSource(self.project, model))
        if not found and self._by:
            missing = {
                "program": "The project has no program to ask.",
                "model": "No model for values is in use. Train one of the kind “instantiation”.",
            }
            raise NoAnswerError(missing[self._by])
        return found or [CountSource(self.project)]

    @property
    def description(self) -> str:
        return f"values by {', else by '.join(source.name for source in self.sources)}"

    def cases(self, wanted: Sequence[str]) -> list[str]:
        """Names of the cases to answer, all when none are named."""
        found = Case.objects.filter(project=self.project).order_by("sort_key", "name")
        found = found.filter(name__in=wanted) if wanted else found
        return list(found.values_list("name", flat=True))

    def propose(self, name: str) -> CaseProposal:
        """The first answer that a source has."""
        case = case_value(Case.objects.get(project=self.project, name=name))
        refusals = []
        for source in self.sources:
            try:
                return source.propose(case)
            except NoAnswerError as refusal:
                refusals.append(refusal.message)
        raise NoAnswerError(" ".join(refusals))


def values_model(project: Project) -> TrainedModel | None:
    """The trained model for values that is in use."""
    found = TrainedModel.objects.filter(
        project=project, task=ModelTask.VALUES, state=ModelState.IN_USE
    )
    return found.first()


def values_store(*, project: Project, run: str, proposals: Sequence[CaseProposal], by: User) -> int:
    """Layers of the model for these cases; the number that was stored."""
    loader = LayerLoader(project, Author(by, AuthorKind.MODEL, run))
    subsections = {s.label: s for s in Subsection.objects.filter(project=project)}
    cases = {c.name: c for c in Case.objects.filter(project=project)}
    said: dict[object, ProposedRow] = {}
    for proposal in proposals:
        row = proposal.row
        if row.label not in subsections:
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
    for value in loader.buffer.rows[Value]:
        row = said[value.instantiation_id]
        value.confidence = row.sure.get(value.name, row.confidence)
    loader.buffer.flush()
    return len(said)


def _plain(value: corpus.Value) -> corpus.Value:
    return tuple(value) if isinstance(value, list) else value
