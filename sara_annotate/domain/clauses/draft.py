"""A first clause for a subsection, from its children, conjunctions, references and names.

Offered as a suggestion with a reason for each call; nothing is written by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sara_annotate.domain.clauses.context import get_head_names
from sara_annotate.domain.clauses.project import Project
from sara_annotate.domain.clauses.references import Reference
from sara_annotate.domain.clauses.terms import (
    And,
    Arg,
    Call,
    Clause,
    Node,
    Not,
    Operator,
    Or,
    join_nodes,
    walk,
)
from sara_annotate.domain.labels import Label

Source = Literal["child", "reference", "served"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a call is proposed, in words."""

    label: Label
    source: Source
    message: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposed clause and the reasons for its calls."""

    clause: Clause
    reasons: tuple[Reason, ...] = ()


_LISTED = re.compile(r"\s*\([A-Za-z0-9]{1,5}\)(?:\s|$)")
_ENDS = re.compile(r"\b(and|or)\W*$", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:other than|except|but not|is not|are not|not an?|unless|shall not)\b[^;.]*$",
    re.IGNORECASE,
)
_EXCLUDES = re.compile(
    r"\b(?:except|other than|shall not include|shall not apply to|but not)\W*$", re.IGNORECASE
)
_UNLESS = re.compile(r"\b(?:unless|but not if)\b[^.;,]*$", re.IGNORECASE)
_TERM = re.compile(r"\bthe term\s+[\"“]([^\"”]+)[\"”]", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"^\W*notwithstanding\b|\bshall not be (?:considered|treated)\b|\bshall not apply\b",
    re.IGNORECASE,
)
_NO_CALL = re.compile(
    r"\b(?:for purposes of|notwithstanding|without regard to|in the case of)\W*$", re.IGNORECASE
)
_SERVES = re.compile(r"\bfor purposes of\W*$", re.IGNORECASE)
_LOCAL = re.compile(r"S[0-9]+[A-Z]*")


def draft_clause(label: Label, project: Project) -> Draft:
    """A proposal for the clause of a subsection; a leaf when nothing is found to call."""
    text = project.get_text(label)
    reasons: list[Reason] = []
    children = _draft_children(label, project, reasons)
    parts: list[Node] = [*_draft_references(label, text, project, reasons), *children]
    body = join_nodes("AND", _dissolve(parts))
    names = _choose_names(label, body, project)
    passed = _pass_names(body, names, project) if body is not None else None
    return Draft(Clause(label, tuple(names), passed), tuple(reasons))


def _dissolve(parts: Iterable[Node]) -> Iterator[Node]:
    """Parts of an AND among parts of an AND need no group of their own."""
    for part in parts:
        yield from part.items if isinstance(part, And) else (part,)


def _draft_references(
    label: Label, text: str, project: Project, reasons: list[Reason]
) -> Iterator[Node]:
    seen: set[Label] = set()
    for reference in project.get_references(label):
        if reference.kind != "known" or _NO_CALL.search(text[: reference.start]):
            continue
        words = text[reference.start : reference.end]
        denied = bool(_DENIES.search(_find_sentence(text, reference)))
        nodes = _call_targets(label, reference, words, reasons, seen)
        for node in nodes:
            yield Not(node) if denied else node
    for target in _find_serving(label, project):
        if target not in seen:
            message = f"{target.printed} says that it is for the purposes of this one"
            reasons.append(Reason(target, "served", message))
            yield Call(target)


def _call_targets(
    label: Label, reference: Reference, words: str, reasons: list[Reason], seen: set[Label]
) -> list[Node]:
    """Calls of what a reference names; several are alternatives."""
    calls: list[Node] = []
    for target in reference.labels:
        if target in seen or label.is_ancestor_of(target) or target.is_ancestor_of(label):
            continue
        seen.add(target)
        reasons.append(Reason(target, "reference", f"the text says “{words}”"))
        calls.append(Call(target))
    joined = join_nodes("OR", calls)
    return [joined] if joined is not None else []


def _find_sentence(text: str, reference: Reference) -> str:
    """What stands before a reference in its clause, up to 80 characters."""
    before = text[max(0, reference.start - 80) : reference.start]
    return re.split(r"[;.]\s|,\s(?:and|or|if)\s", before)[-1]


def _find_serving(label: Label, project: Project) -> Iterator[Label]:
    """Brothers, or brothers of the parent, whose text is “for purposes of” this subsection."""
    for level in (label, label.parent):
        parent = level.parent if level else None
        for other in project.get_children(parent) if parent else ():
            if other == level:
                continue
            text = project.get_text(other)
            for reference in project.get_references(other):
                served = label in reference.labels and reference.kind == "known"
                if served and _SERVES.search(text[: reference.start]):
                    yield other


def _draft_children(label: Label, project: Project, reasons: list[Reason]) -> list[Node]:
    """What the subsections below contribute, list by list."""
    nodes: list[Node] = []
    lead = project.get_text(label)
    for family in _split_families(project.get_children(label)):
        listed = [c for c in family if _LISTED.match(project.get_text(c))]
        # Below a section itself stand headings, even where their text is the heading only.
        if label.depth and len(listed) * 2 > len(family):
            node = _draft_list(lead, listed, project, reasons)
        else:
            node = _draft_headed(family, project, reasons)
        if node is not None:
            nodes.append(node)
        lead = project.get_text(family[-1])
    return nodes


def _split_families(children: Sequence[Label]) -> list[list[Label]]:
    """Children by the form of their step: (A), (B) and (1), (2) are two lists."""
    families: dict[str, list[Label]] = {}
    for child in children:
        step = child.path[-1]
        form = "digit" if step.isdigit() else "upper" if step.isupper() else "lower"
        families.setdefault(form, []).append(child)
    # Letters in front of numbers open the rule; order_labels puts numbers first.
    return sorted(families.values(), key=lambda family: family[0].path[-1].isdigit())


def _draft_list(
    lead: str, items: list[Label], project: Project, reasons: list[Reason]
) -> Node | None:
    word = _find_conjunction([project.get_text(item) for item in items])
    for item in items:
        said = f"joined by “{word.lower()}”" if word else "an item of the list"
        reasons.append(Reason(item, "child", f"it stands below this one, {said}"))
    calls: list[Node] = [Call(item) for item in items]
    if _EXCLUDES.search(lead.rstrip("-: \n")):
        return join_nodes("AND", [Not(call) for call in calls])
    joined = join_nodes(word or "OR", calls)
    return Not(joined) if joined and _UNLESS.search(lead.rstrip("-: \n")) else joined


def _find_conjunction(texts: Sequence[str]) -> Operator | None:
    """The conjunction that ends the last item but one, or any before it."""
    for text in reversed(texts[:-1]):
        found = _ENDS.search(text)
        if found:
            return "AND" if found[1].lower() == "and" else "OR"
    return None


def _draft_headed(family: list[Label], project: Project, reasons: list[Reason]) -> Node | None:
    """The general rule, its alternatives, and NOT for what announces itself as an exception."""
    first, *others = family
    reasons.append(Reason(first, "child", "it is the general rule"))
    rules: list[Node] = [Call(first)]
    exceptions: list[Node] = []
    subject = _find_subject(project.get_text(first))
    for other in others:
        text = project.get_text(other)
        if _EXCEPTION.search(text):
            reasons.append(Reason(other, "child", "it announces an exception"))
            exceptions.append(Not(Call(other)))
        elif _find_subject(text) == subject:
            reasons.append(Reason(other, "child", f"it speaks of “{subject}” as well"))
            rules.append(Call(other))
    rule = join_nodes("OR", rules)
    return join_nodes("AND", [*([rule] if rule else []), *exceptions])


def _find_subject(text: str) -> str:
    """What a rule is about: the term it defines, or the words it opens with."""
    term = _TERM.search(text)
    return term[1].lower() if term else " ".join(text.split()[:5]).lower()


def _choose_names(label: Label, body: Node | None, project: Project) -> list[str]:
    """The head's arguments: those marked in the text, then those its calls need.

    A call's argument is taken up when two calls share it, when the enclosing text marks it,
    or when there is nothing else to go by.
    """
    own = list(project.get_arguments(label))
    shared: dict[str, int] = {}
    callees = dict.fromkeys(node.label for node in walk(body) if isinstance(node, Call))
    for callee in callees:
        for name in get_known_names(project, callee):
            if not _LOCAL.fullmatch(name):
                shared[name] = shared.get(name, 0) + 1
    above = _collect_above(label, project)
    bare = not own and all(count == 1 for count in shared.values())
    implied = [n for n, count in shared.items() if count > 1 or n in above or bare]
    names = dict.fromkeys([*own, *implied])
    return sorted(names, key=lambda n: (bool(_LOCAL.fullmatch(n)), n))


def _collect_above(label: Label, project: Project) -> set[str]:
    """Arguments of the subsections that contain this one."""
    names: set[str] = set()
    parent = label.parent
    while parent is not None:
        names.update(get_head_names(project, parent))
        parent = parent.parent
    return names


def get_known_names(project: Project, label: Label) -> list[str]:
    """Arguments of a subsection: its head's, its mentions', or else those marked below it."""
    names = list(get_head_names(project, label))
    if names:
        return names
    below = (n for child in project.get_children(label) for n in project.get_arguments(child))
    return [n for n in dict.fromkeys(below) if not _LOCAL.fullmatch(n)]


def _pass_names(body: Node, names: Sequence[str], project: Project) -> Node:
    """The body with each call given the names that caller and callee share."""
    if isinstance(body, Call):
        known = set(get_known_names(project, body.label))
        return Call(body.label, tuple(Arg(n, n) for n in names if n in known))
    if isinstance(body, Not):
        return Not(_pass_names(body.item, names, project))
    kind = And if isinstance(body, And) else Or
    return kind(tuple(_pass_names(item, names, project) for item in body.items))
