"""A question beside its project: subsections that are there, values of their type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.case_checks import arguments_of
from sara_annotate.annotations.case_reading import seen_layers
from sara_annotate.annotations.models import ValueType
from sara_annotate.corpus.models import Project, Subsection
from sara_annotate.domain.corpus import Value, fold_name
from sara_annotate.logic.models import Engine
from sara_annotate.logic.questions import Question, WhatIf

_WHOLE = re.compile(r"[-−]?\s*\$?\s*[0-9][0-9,]*")


class SubsectionUnknownError(ApplicationError):
    code = "subsection_unknown"


class ValueTypeError(ApplicationError):
    code = "value_type"


def refuse_question(
    *, project: Project, user: User, question: Question, what_if: WhatIf, mine: bool
) -> None:
    """Raise for a subsection that the project has not, or words where a number is wanted."""
    if question.label is None:
        return
    label = question.label.plain
    if question.engine == Engine.STRUCTURE:
        _refuse_unknown(project, label)
    seen = seen_layers(project=project, user=user)
    known = arguments_of(layers=seen, labels=[label], author_id=user.pk if mine else None)
    integers = frozenset(
        fold_name(a.name) for a in known.get(label, ()) if a.value_type == ValueType.INTEGER
    )
    _refuse_words(question.given, integers, label, "given")
    _refuse_words(dict(what_if.given), integers, label, "what_if.given")


def _refuse_unknown(project: Project, label: str) -> None:
    labels = Subsection.objects.filter(project=project)
    if labels.filter(label=label).exists():
        return
    near = difflib.get_close_matches(label, labels.values_list("label", flat=True), 3)
    message = f"The project has no subsection {label}."
    raise SubsectionUnknownError(message, extra={"nearest": near})


def _refuse_words(
    values: Mapping[str, Value], integers: frozenset[str], label: str, path: str
) -> None:
    for name, value in values.items():
        items = value if isinstance(value, tuple) else (value,)
        wrong = [i for i in items if isinstance(i, str) and not _WHOLE.fullmatch(i.strip())]
        if wrong and fold_name(name) in integers:
            raise ValueTypeError(
                f"{name} of {label} takes a whole number; “{wrong[0]}” is none.",
                extra={"path": f"{path}.{name}", "expected": "integer"},
            )
