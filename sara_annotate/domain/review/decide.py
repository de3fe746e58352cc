"""Decisions put together: what gold would hold. Whatever is decided, the outcome is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sara_annotate.domain.review.contents import Chosen, check_choice, choose
from sara_annotate.domain.review.decide_case import resolve_rows
from sara_annotate.domain.review.decide_subsection import resolve_subsection
from sara_annotate.domain.review.diff import Differences
from sara_annotate.domain.review.items import Choice
from sara_annotate.domain.review.result import Result


def resolve(differences: Differences, choices: Iterable[Choice] = ()) -> Result:
    """The result of these choices; disputes without one take the first version, and are open."""
    items = {item.key: item for item in differences.items}
    made = {choice.key: choice for choice in choices}
    for choice in made.values():
        check_choice(items, choice)

    def chosen(key: str) -> Chosen:
        return choose(items[key], made.get(key))

    open_items = tuple(item.key for item in differences.disputes if item.key not in made)
    work: Callable[..., Result] = resolve_rows if differences.kind == "case" else resolve_subsection
    return work(differences, chosen, open_items)
