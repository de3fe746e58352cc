"""The proposer that goes by a name: a number, “rules”, or a model elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from sara_annotate.corpus.models import Project
from sara_annotate.domain.clause_drafts import ClauseDrafter
from sara_annotate.domain.corpus import AnnotatedStatute
from sara_annotate.suggestions.errors import ModelUnknownError
from sara_annotate.suggestions.models import ModelState, ModelTask, TrainedModel
from sara_annotate.suggestions.proposers.base import Proposer
from sara_annotate.suggestions.proposers.elsewhere import elsewhere_names, open_elsewhere
from sara_annotate.suggestions.proposers.rules import RulesProposer
from sara_annotate.suggestions.training_data import integer_names

IN_USE = ""
RULES = "rules"


def model_check(*, project: Project, model: str) -> None:
    """Refuse a name that means nothing, without loading anything."""
    if model in (IN_USE, RULES) or model in elsewhere_names():
        return
    _row(project, model)


def open_proposer(
    *, project: Project, model: str, clauses: bool, statutes: Sequence[AnnotatedStatute]
) -> Proposer:
    """Ready to propose; refuses a model whose folder is missing or holds something else.

    `statutes` are all of the project: clauses are drafted from what the others say.
    """
    if model in elsewhere_names():
        return open_elsewhere(model, clauses=clauses)
    row = _in_use(project) if model == IN_USE else None if model == RULES else _row(project, model)
    if row is None:
        return RulesProposer(clauses=clauses)
    # Imported here so that web processes never load torch.
    from ml.saved_runs import load_model, open_run
    from sara_annotate.suggestions.proposers.trained import TrainedProposer

    run = open_run(row.path)
    for saved in run.models:
        load_model(saved)  # all of them now, so that a broken folder is told at once
    drafter = ClauseDrafter(statutes) if clauses else None
    return TrainedProposer(row, run, integer_names(project), drafter)


def _in_use(project: Project) -> TrainedModel | None:
    return TrainedModel.objects.filter(
        project=project, task=ModelTask.SPANS, state=ModelState.IN_USE
    ).first()


def _row(project: Project, model: str) -> TrainedModel:
    number = model.removeprefix("model ")
    found = TrainedModel.objects.filter(project=project, task=ModelTask.SPANS)
    row = found.filter(number=int(number)).first() if number.isdecimal() else None
    if row is None:
        names = ", ".join([RULES, *elsewhere_names()])
        raise ModelUnknownError(
            f"There is no model “{model}” here. Name one by its number, or {names}."
        )
    return row
