"""Words as they are compared: `frontend/src/text/words-join.ts` says the same."""

from __future__ import annotations

import re
import unicodedata

# What JavaScript's \s is, so that both compare the same words.
_BLANKS = re.compile("[\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
DETERMINERS = frozenset(
    ["a", "an", "the", "any", "such", "each", "every", "this", "that", "these", "those"]
)
_OWNED = frozenset(["his", "her", "its", "their", "either", "one", "some", "all", "other", "same"])
_BEHIND = frozenset(["of", "for", "in", "to", "by", "with", "under", "over", "from", "or", "and"])
_DIGITS = re.compile("[0-9]+([.,][0-9]+)*")
_EDGES = re.compile("^[^a-z0-9#]+|[^a-z0-9#]+$")


def fold_phrase(text: str) -> str:
    """A text as it is compared: letter case, blanks and leading determiners do not count."""
    words = _split(text)
    first = next((i for i, word in enumerate(words) if word not in DETERMINERS), 0)
    return " ".join(words[first:])


def fold_likeness(text: str) -> str:
    """A text without what rarely tells things apart: owners, plurals, and which number it is."""
    words = [_DIGITS.sub("#", word) for word in fold_phrase(text).split(" ") if word]
    while len(words) > 1 and (words[0] in _OWNED or words[0] in DETERMINERS or words[0] == "#"):
        words = words[1:]
    return " ".join([*words[:-1], _singular(words[-1])]) if words else ""


def find_head(text: str) -> str:
    """The word that a phrase is about: the last before “of” and the like."""
    words = fold_likeness(text).split(" ")
    cut = next((i for i, word in enumerate(words) if i and word in _BEHIND), len(words))
    return _singular(_EDGES.sub("", words[cut - 1]))


def _split(text: str) -> list[str]:
    return [w for w in _BLANKS.split(unicodedata.normalize("NFC", text).lower()) if w]


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word
