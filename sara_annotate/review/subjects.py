"""The text that a review is about: a subsection or a case, found once for all addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from sara_annotate.corpus.models import Case, Project, Subsection
from sara_annotate.corpus.selectors import printed

KINDS = ("subsections", "cases")


@dataclass(frozen=True, slots=True)
class Subject:
    """Either a subsection or a case."""

    subsection: Subsection | None = None
    case: Case | None = None

    @property
    def where(self) -> dict[str, Any]:
        """The fields that a row about it has."""
        return {"subsection": self.subsection, "case": self.case}

    @property
    def text(self) -> str:
        """The text that spans count in."""
        if self.case is not None:
            return self.case.text
        assert self.subsection is not None
        return self.subsection.statute.text

    def describe(self) -> dict[str, Any]:
        return describe_subject(self.subsection, self.case)


def subject_get(*, project: Project, kind: str, name: str) -> Subject:
    if kind == "cases":
        case = Case.objects.filter(project=project, name=name).first()
        if case is not None:
            return Subject(case=case)
    if kind == "subsections":
        rows = Subsection.objects.filter(project=project, label=name).select_related("statute")
        subsection = rows.first()
        if subsection is not None:
            return Subject(subsection=subsection)
    raise Http404


def describe_subject(subsection: Subsection | None, case: Case | None) -> dict[str, Any]:
    """How lists and screens name it; the statute must be fetched with the subsection."""
    if case is not None:
        return {
            "kind": "cases",
            "name": case.name,
            "printed": case.name,
            "heading": "",
            "section": "",
        }
    assert subsection is not None
    return {
        "kind": "subsections",
        "name": subsection.label,
        "printed": printed(subsection.label),
        "heading": subsection.heading,
        "section": subsection.statute.section,
    }
