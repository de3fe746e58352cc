"""A clause's text with other names for its own arguments, all else left as it was written."""

from __future__ import annotations

from collections.abc import Mapping

from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import iter_calls
from sara_annotate.domain.corpus import fold_name


def rename_in_clause(text: str, names: Mapping[str, str]) -> str:
    """The text with these names (folded) replaced; text that cannot be read stays as it is."""
    changed = {old: fold_name(new) for old, new in names.items() if old != fold_name(new)}
    clause = parse_clause(text).clause if changed else None
    if clause is None:
        return text
    equals = "=" if text.lstrip().startswith("§") else ":"
    edits = [
        (at.start, at.end, changed[name])
        for name, at in zip(clause.names, clause.names_at, strict=True)
        if name in changed
    ]
    for call in iter_calls(clause.body):
        for arg in call.args:
            if arg.caller not in changed:
                continue
            new, at = changed[arg.caller], arg.caller_at
            if arg.callee_at == arg.caller_at:
                # A bare name says both sides; the callee's stays what it was.
                bare = text[at.start : at.end]
                new = bare if new == arg.callee else f"{bare}{equals}{new}"
            edits.append((at.start, at.end, new))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
