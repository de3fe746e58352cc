"""Clauses read and checked: one while it is typed, the words for its editor, a whole project."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import Http404

from sara_annotate.annotations.clause_context import Wanted, context_load, load_names, load_terms
from sara_annotate.annotations.clause_views import ClauseView
from sara_annotate.corpus.models import Subsection
from sara_annotate.domain.clauses.check import check_clause
from sara_annotate.domain.clauses.draft import draft_clause
from sara_annotate.domain.clauses.english import render_english
from sara_annotate.domain.clauses.notes import find_answer, parse_notes
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.problems import ClauseProblem, sort_problems
from sara_annotate.domain.clauses.project import MemoryProject
from sara_annotate.domain.clauses.render import render_file, render_paper, show_name
from sara_annotate.domain.clauses.wire import clause_to_json
from sara_annotate.domain.labels import Label, parse_label

Row = dict[str, Any]
COMPLETIONS = 30
START_OF_TEXT = 90


def clause_check(*, view: ClauseView, label: Label, text: str, note: str) -> Row:
    """All that the editor shows of a clause's text; nothing is stored."""
    parsed = parse_clause(text)
    term = parsed.recovered
    heads = (label,) if term is None else tuple(dict.fromkeys((label, term.head)))
    notes = dict.fromkeys(heads, parse_notes(note))
    wanted = Wanted(heads, () if term is None else (term,), notes)
    project = context_load(view, wanted)
    problems = list(parsed.problems)
    if term is not None:
        problems += check_clause(term, text, project, at=label, drafting=True)
    whole = parsed.clause
    return {
        "ok": not any(p.is_error for p in problems),
        "problems": [problem_row(p) for p in sort_problems(problems)],
        "formatted": render_paper(whole) if whole else None,
        "stored": render_file(whole).removesuffix(".") if whole else None,
        "english": _say(project, whole) if whole else "",
        "term": clause_to_json(term) if term else None,
    }


def _say(project: MemoryProject, clause: Any) -> str:
    def phrase(label: Label, name: str) -> str | None:
        info = project.get_arguments(label).get(name)
        return info.mentions[0] if info and info.mentions else None

    return render_english(clause, phrase)


def problem_row(problem: ClauseProblem) -> Row:
    fix = problem.fix
    edit = {"start": fix.start, "end": fix.end, "text": fix.replacement} if fix else None
    answer = find_answer(problem)
    return {
        "code": problem.code,
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "start": problem.start,
        "end": problem.end,
        "message": problem.message,
        "fix": {"title": fix.title or "Fix", "edits": [edit]} if fix else None,
        "note": {"kind": answer.kind, "subject": answer.subject} if answer else None,
    }


def subsection_get(*, view: ClauseView, label: Label) -> Subsection:
    """The subsection, or nothing there; free predicates are subsections of their own."""
    found = Subsection.objects.filter(project=view.project, label=label.plain)
    row = found.select_related("statute").prefetch_related("parts").first()
    if row is None:
        raise Http404
    return row


def clause_completions(*, view: ClauseView, typed: str) -> list[Row]:
    """Subsections whose label starts with what was typed, with the start of their texts."""
    plain = _as_plain(typed)
    section, bracket, _ = plain.partition("(")
    rows = Subsection.objects.filter(project=view.project)
    # The section first: statutes are few, and those of one section are found by its index.
    of_statute = Q(statute__section=section) if bracket else Q(statute__section__startswith=section)
    rows = rows.filter(of_statute, label__startswith=plain).order_by(
        "statute__position", "position"
    )
    some = list(rows.select_related("statute").prefetch_related("parts")[:COMPLETIONS])
    labels = [parse_label(row.label) for row in some]
    terms, names = load_terms(view, labels), load_names(view, labels)
    return [
        {
            "label": label.plain,
            "printed": label.printed,
            "heading": row.heading,
            "text": text_of(row)[:START_OF_TEXT],
            "names": _head_names(terms.get(label), names[label]),
        }
        for label, row in zip(labels, some, strict=True)
    ]


def _as_plain(typed: str) -> str:
    """What was typed of a label, in any spelling, as the start of a plain one."""
    text = typed.strip().removeprefix("§").strip()
    if text[:1] == "s" and text[1:2].isdigit():
        text = text[1:]
    if not text[:1].isdigit():
        return text
    section, *steps = text.split("_") if "_" in text else [text]
    # The last step may be unfinished: (c)(5 finds (c)(5) and (c)(50).
    done = "".join(f"({step})" for step in steps[:-1])
    return section + done + (f"({steps[-1]}" if steps and steps[-1] else "")


def _head_names(term: Any, names: dict[str, Any]) -> list[str]:
    return [show_name(n) for n in dict.fromkeys([*(term.names if term else ()), *names])]


def text_of(row: Subsection) -> str:
    text = row.statute.text
    return "".join(text[p.start : p.end].replace("\n", " ") for p in row.parts.all())


def clause_card(*, view: ClauseView, label: Label) -> Row:
    """What hovering over a call shows: the callee's text, arguments and clause."""
    row = subsection_get(view=view, label=label)
    term = load_terms(view, [label]).get(label)
    names = load_names(view, [label])[label]
    listed = dict.fromkeys([*(term.names if term else ()), *names])
    return {
        "label": label.plain,
        "printed": label.printed,
        "section": row.statute.section,
        "heading": row.heading,
        "text": text_of(row),
        "arguments": [
            {
                "name": show_name(name),
                "value_type": names[name].value_type if name in names else None,
                "mentions": list(names[name].mentions) if name in names else [],
                "in_head": term is not None and name in term.names,
            }
            for name in listed
        ],
        "clause": render_paper(term) if term else None,
    }


def clause_references(*, view: ClauseView, label: Label) -> list[Row]:
    """References in the subsection's text with what they resolve to."""
    subsection_get(view=view, label=label)
    project = context_load(view, Wanted((label,)))
    text = project.get_text(label)
    return [
        {
            "start": found.start,
            "end": found.end,
            "text": text[found.start : found.end],
            "kind": found.kind,
            "labels": [one.plain for one in found.labels],
            "missing": [one.plain for one in found.missing],
        }
        for found in project.get_references(label)
    ]


def clause_draft(*, view: ClauseView, label: Label) -> Row:
    """A first proposal, with the reasons for its calls; never stored by itself."""
    subsection_get(view=view, label=label)
    project = context_load(view, Wanted((label,), whole_sections=True))
    draft = draft_clause(label, project)
    return {
        "text": render_paper(draft.clause),
        "stored": render_file(draft.clause).removesuffix("."),
        "reasons": [
            {"label": r.label.plain, "source": r.source, "message": r.message}
            for r in draft.reasons
        ],
    }


@dataclass(frozen=True, slots=True)
class StoredClause:
    label: Label
    text: str
    note: str


def problems_of(view: ClauseView, clauses: list[StoredClause]) -> Iterator[Row]:
    """Problems of stored clauses; their number decides the cost, not the project's size."""
    read = [(one, parse_clause(one.text)) for one in clauses]
    terms = tuple(parsed.recovered for _, parsed in read if parsed.recovered is not None)
    heads = tuple(dict.fromkeys([*(one.label for one in clauses), *(t.head for t in terms)]))
    notes = {one.label: parse_notes(one.note) for one in clauses}
    project = context_load(view, Wanted(heads, terms, notes))
    for one, parsed in read:
        found = list(parsed.problems)
        if parsed.recovered is not None:
            found += check_clause(parsed.recovered, one.text, project, at=one.label, drafting=True)
        for problem in sort_problems(found):
            yield {**problem_row(problem), "label": one.label.plain, "printed": one.label.printed}
