"""What is refused before it is asked, and replies of the engine as answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sara_annotate.logic.protocol import Answer, Note, Query
from sara_annotate.logic.terms import read_term

MAX_NESTING = 1_000
_BRACKETS = re.compile(r"[()\[\]{}]")


def check_nesting(query: Query) -> Answer | None:
    """An error when brackets go so deep that Prolog's reader would fall; else None."""
    for what, text in (("goal", query.goal), ("facts", query.facts)):
        if is_too_nested(text):
            message = f"Brackets in the {what} go deeper than {MAX_NESTING} levels."
            return Answer("error", complete=False, code="too_nested", message=message)
    return None


def is_too_nested(text: str) -> bool:
    """True when brackets go deeper than Prolog's reader is sure to stand."""
    if sum(map(text.count, "([{")) <= MAX_NESTING:
        return False
    depth = 0
    for mark in _BRACKETS.findall(text):
        depth = depth + 1 if mark in "([{" else max(0, depth - 1)
        if depth > MAX_NESTING:
            return True
    return False


def fits_batch(goal: str) -> bool:
    """True for a goal that may stand on a line beside others."""
    return "\n" not in goal and not is_too_nested(goal)


def read_answer(reply: Mapping[str, Any], notes: tuple[Note, ...], seconds: float) -> Answer:
    """The answer that a reply says; `notes` are of the facts that it was asked about."""
    return Answer(
        outcome=reply["outcome"],
        solutions=tuple(_bindings(found) for found in reply.get("solutions", ())),
        complete=reply.get("complete", False),
        code=reply.get("code", ""),
        message=reply.get("message", ""),
        extra=_extra(reply) if "code" in reply else {},
        derivation=tuple(reply["derivation"]) if "derivation" in reply else None,
        derivation_cut=reply.get("derivation_cut", False),
        output=reply.get("output", ""),
        written=reply.get("written", 0),
        inferences=reply.get("inferences", 0),
        seconds=seconds,
        compat_used=reply.get("compat_used", False),
        notes=notes,
    )


def _extra(reply: Mapping[str, Any]) -> dict[str, Any]:
    return {key: reply[key] for key in ("name", "arity", "column") if key in reply}


def _bindings(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: read_term(data) for name, data in found.items()}
