"""What a new argument might be called; `frontend/src/text/words-join.ts` says the same."""

from __future__ import annotations

import re
from collections.abc import Collection

from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.suggestions import fold_phrase

MAX_NAME = 24
_WORD = re.compile("[a-z0-9]+")


def propose_name(taken: Collection[str], text: str) -> str:
    """A free name made from the text of a span: "the taxable income" → Taxable_income."""
    stem = _join_words(_WORD.findall(fold_phrase(text)))
    if not stem[:1].isalpha():
        stem = f"x{stem}"
    name = stem[0].upper() + stem[1:]
    folded = {fold_name(other) for other in taken}
    number = 1
    while fold_name(_number(name, number)) in folded:
        number += 1
    return _number(name, number)


def _join_words(words: list[str]) -> str:
    stem = ""
    for word in words:
        if stem and len(stem) + 1 + len(word) > MAX_NAME:
            break
        stem = (f"{stem}_{word}" if stem else word)[:MAX_NAME]
    return stem


def _number(name: str, number: int) -> str:
    return name if number == 1 else f"{name}_{number}"
