"""A trained instantiation model as a source of values: each case by a fold that never saw it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sara_annotate.annotations.models import Argument, AuthorKind
from sara_annotate.annotations.suggestion_services import Fold
from sara_annotate.corpus.models import Project
from sara_annotate.corpus.selectors import known_labels
from sara_annotate.domain import corpus
from sara_annotate.domain.case_suggestions import widen_to_words
from sara_annotate.domain.corpus import Instantiation, fold_name
from sara_annotate.suggestions.models import TrainedModel
from sara_annotate.suggestions.training_data import corpus_read
from sara_annotate.suggestions.value_sources import (
    CaseProposal,
    NoAnswerError,
    ProposedRow,
    asked_label,
)

if TYPE_CHECKING:
    from ml.instantiation.rows import World
    from ml.instantiation.saved import ValuesModel
    from ml.instantiation.tree import Result


class ModelSource:
    def __init__(self, project: Project, row: TrainedModel) -> None:
        from ml.instantiation.saved import load_model, open_values_run

        self.name = row.name
        self._project, self._known = project, known_labels(project)
        self._run = open_values_run(row.path)
        for model in self._run.models:
            load_model(model)  # all of them now, so that a broken folder is told at once
        self._worlds: dict[str, World] = {}

    @cached_property
    def _corpus(self) -> corpus.Corpus:
        return corpus_read(project=self._project, cases=True)

    @cached_property
    def _names(self) -> dict[str, str]:
        """Arguments as gold spells them, by their name in upper case."""
        found = Argument.objects.filter(
            removed_at=None, layer__project=self._project, layer__author_kind=AuthorKind.GOLD
        )
        return {fold_name(name): name for name in found.values_list("name", flat=True)}

    def propose(self, case: corpus.Case) -> CaseProposal:
        from ml.errors import RunError

        label = asked_label(case, self._known)
        try:
            model = self._run.pick(case.name)
        except RunError as refusal:
            raise NoAnswerError(refusal.message) from refusal
        result, chances = self._solve(model, Instantiation(case.name, label, (), (), False))
        truth = result.truth >= 0.5
        read = self._world(model).cases[case.name]
        values = [(self._name(n), _widen(read, v)) for n, v in result.values.items()]
        sure = {self._name(n): _round(chances.get(n)) for n in result.values}
        confidence = round(result.truth if truth else 1 - result.truth, 4)
        why = (
            f"{self.name}, fold {model.name}: {round(100 * result.truth)} in 100 that it is true. "
            f"It learnt from {len(model.trained_on)} cases, not from this one or its counterpart"
        )
        row = ProposedRow(label.plain, [], values if truth else [], truth, confidence, why, sure)
        fold = Fold(f"{self.name}, fold {model.name}", tuple(sorted(model.trained_on)))
        return CaseProposal(case.name, row, fold)

    def _name(self, name: str) -> str:
        return self._names.get(name, name.capitalize())

    def _solve(self, model: ValuesModel, asked: Instantiation) -> tuple[Result, dict[str, float]]:
        from ml.instantiation.rows import make_rows
        from ml.instantiation.run import solve_row_measured
        from ml.instantiation.saved import load_model

        world = self._world(model)
        [row] = make_rows(world, [asked])
        return solve_row_measured(load_model(model), world, row)

    def _world(self, model: ValuesModel) -> World:
        """Rules and cases as this fold reads them; what is a number is what it learnt as one."""
        from ml.instantiation.rows import build_world
        from ml.instantiation.store import read_settings

        if model.name not in self._worlds:
            integers = frozenset(read_settings(model.folder)["integers"])
            self._worlds[model.name] = build_world(self._corpus, integers)
        return self._worlds[model.name]


def _widen(read: str, value: corpus.Value) -> corpus.Value:
    """Whole words of what the model read, not the pieces that it cuts them into."""
    return widen_to_words(read, value) if isinstance(value, str) else value


def _round(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)
