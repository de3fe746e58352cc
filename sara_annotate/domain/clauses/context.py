"""What every check works with: a clause, its text, its project, and ways to write a fix."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import islice

from sara_annotate.domain.clauses.problems import ClauseProblem, Edit, Places
from sara_annotate.domain.clauses.project import ClauseNote, NoteKind, Project
from sara_annotate.domain.clauses.render import show_name
from sara_annotate.domain.clauses.terms import Arg, Call, Clause, Or, iter_calls, make_call
from sara_annotate.domain.corpus import ValueType, default_value_type
from sara_annotate.domain.errors import LabelError, Severity
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem before its line and column are known."""

    code: str
    severity: Severity
    message: str
    at: Span
    fix: Edit | None = None
    found: str = ""
    expected: str = ""


class Context:
    """One clause under check."""

    def __init__(
        self, clause: Clause, text: str, project: Project, *, drafting: bool = False
    ) -> None:
        self.clause, self.text, self.project = clause, text, project
        self.drafting = drafting
        self.calls: tuple[Call, ...] = tuple(iter_calls(clause.body))
        self._places = Places(text)
        self._names: dict[Label, dict[str, None]] = {}

    def names_of(self, label: Label) -> dict[str, None]:
        """Names that a call to this subsection may use."""
        if label not in self._names:
            self._names[label] = get_head_names(self.project, label)
        return self._names[label]

    @property
    def head(self) -> Label:
        return self.clause.head

    @cached_property
    def is_paper(self) -> bool:
        """True unless the text is in the distribution's notation."""
        at = self.clause.head_at
        return self.text[at.start : at.start + 1] == "§" or "§" in self.text

    @cached_property
    def passed(self) -> frozenset[str]:
        """Names of the clause's own arguments that some call is given."""
        return frozenset(arg.caller for call in self.calls for arg in call.args)

    @cached_property
    def _notes(self) -> frozenset[tuple[NoteKind, str]]:
        return frozenset((n.kind, _fold_subject(n)) for n in self.project.get_notes(self.head))

    def has_note(self, kind: NoteKind, subject: str) -> bool:
        return (kind, subject) in self._notes

    def place(self, finding: Finding) -> ClauseProblem:
        """The problem, with line and column."""
        return self._places.make_problem(
            finding.code,
            finding.message,
            finding.at.start,
            finding.at.end,
            severity=finding.severity,
            found=finding.found,
            expected=finding.expected,
            fix=finding.fix,
        )

    def write_name(self, name: str) -> str:
        return show_name(name) if self.is_paper else name

    def write_label(self, label: Label) -> str:
        return label.printed if self.is_paper else label.predicate

    def write_arg(self, arg: Arg) -> str:
        names = dict.fromkeys((arg.callee, arg.caller))
        return ("=" if self.is_paper else ":").join(map(self.write_name, names))

    def write_call(self, call: Call) -> str:
        comma = ", " if self.is_paper else ","
        return f"{self.write_label(call.label)}({comma.join(map(self.write_arg, call.args))})"

    def add_to_head(self, name: str) -> Edit:
        """The edit that adds an argument to the head."""
        close = self.clause.list_at.end - 1
        comma = ("," if not self.is_paper else ", ") if self.clause.names else ""
        shown = self.write_name(name)
        return Edit(close, close, comma + shown, f"Add {shown} to the head")

    def add_call(self, label: Label) -> Edit | None:
        """The edit that adds a call with AND, arguments passed where names are equal."""
        names = get_head_names(self.project, label)
        call = make_call(label, *(n for n in self.clause.names if n in names))
        shown = self.write_call(call)
        body = self.clause.body
        end = self._end_of_body()
        if body is None:
            return Edit(end, end, f" :- {shown}", f"Call {self.write_label(label)}")
        if isinstance(body, Or):
            return None  # where it belongs is for a person to say
        return Edit(end, end, f" AND {shown}", f"Call {self.write_label(label)}")

    def _end_of_body(self) -> int:
        text = self.text.rstrip()
        return len(text.removesuffix(".").rstrip())

    def wrong_head(self, at: Label) -> Finding:
        shown = self.write_label(at)
        place = self.clause.head_at
        return Finding(
            "wrong_head",
            "error",
            f"This is the clause of {at.printed}, but its head says {self.head.printed}.",
            place,
            Edit(place.start, place.end, shown, f"Use {shown}"),
            found=self.head.printed,
            expected=at.printed,
        )


def get_head_names(project: Project, label: Label) -> dict[str, None]:
    """Names that a call to this subsection may use: its head's, then its mentions'."""
    clause = project.get_clause(label)
    return dict.fromkeys([*(clause.names if clause else ()), *project.get_arguments(label)])


def find_type(project: Project, label: Label, name: str) -> ValueType:
    """The type of an argument: as set, or what its name says by default."""
    info = project.get_arguments(label).get(name)
    return info.value_type if info else default_value_type(name)


def find_nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, or None; only so many are compared."""
    some = list(islice(names, 200))
    return next(iter(get_close_matches(name[:60], some, n=1, cutoff=0.6)), None)


def _fold_subject(note: ClauseNote) -> str:
    if note.kind == "argument":
        return note.subject.upper()
    try:
        return parse_label(note.subject).plain
    except LabelError:
        return note.subject  # a note on something that is no label explains nothing
