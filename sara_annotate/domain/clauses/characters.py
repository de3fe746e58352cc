"""Characters that look right and are not: found, named and read as what they resemble.

Every replacement is one character for one, so that offsets stay those of the text.
"""

from __future__ import annotations

import re
import unicodedata

from sara_annotate.domain.clauses.problems import ClauseProblem, Edit, Places

# Capitals and small letters of Cyrillic and Greek that most fonts draw like Latin ones.
_LETTERS = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХаеѕіјкорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧικνορυχ",
        "ABESIJKMHOPCTYXaesijkopcyxhdqwABEZHIKMNOPTYXiknopux",
        strict=True,
    )
)
_SIGNS = {
    "〔": "[", "【": "[", "⟦": "[", "〕": "]", "】": "]", "⟧": "]", "❨": "(", "❩": ")",
    "﹙": "(", "﹚": ")", "，": ",", "、": ",", "‚": ",", "。": ".", "։": ":", "∶": ":", "：": ":",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "⁃": "-", "＿": "_", "∣": "|",
}  # fmt: skip
_KEEP = frozenset("§←⇐∧∨¬")
_SUSPECT = re.compile(r"[^\x20-\x7e\t\n\r§←⇐∧∨¬]")


def read_characters(places: Places) -> tuple[str, list[ClauseProblem]]:
    """The text with look-alikes replaced, and a problem for each run of them."""
    text = places.text
    if not _SUSPECT.search(text):
        return text, []
    plain = _SUSPECT.sub(lambda found: _resemble(found[0]), text)
    return plain, [_explain(places, plain, a, b) for a, b in _find_runs(text, plain)]


def _resemble(char: str) -> str:
    known = _LETTERS.get(char) or _SIGNS.get(char)
    if known:
        return known
    if char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Cn"):
        return " "
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 and folded.isascii() and folded.isprintable() else char


def _find_runs(text: str, plain: str) -> list[tuple[int, int]]:
    """Ranges of text to report: a whole word when letters of it are foreign."""
    spots = [m.start() for m in _SUSPECT.finditer(text) if not _harmless(text[m.start()])]
    edges = [_word_around(text, plain, at) for at in spots]
    runs: list[tuple[int, int]] = []
    for start, end in edges:
        if runs and start < runs[-1][1]:
            continue
        runs.append((start, end))
    return runs


def _harmless(char: str) -> bool:
    return char.isspace() and unicodedata.category(char) != "Cc"


def _word_around(text: str, plain: str, at: int, limit: int = 60) -> tuple[int, int]:
    if not (plain[at].isalnum() or plain[at] == "_"):
        return at, at + 1
    start, end = at, at + 1
    while start > max(0, at - limit) and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < min(len(text), at + limit) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return start, end


def _explain(places: Places, plain: str, start: int, end: int) -> ClauseProblem:
    raw, read = places.text[start:end], plain[start:end]
    odd = next(c for c in raw if _SUSPECT.match(c))
    name = f"{unicodedata.name(odd, 'no name')} (U+{ord(odd):04X})"
    if read.isspace():
        code, what = "hidden_character", f"a character that cannot be seen: {name}"
        fix = Edit(start, end, "", "Remove it")
    elif read.isascii():
        code, what = "look_alike", f"{raw!r}, which contains {name} and reads like {read!r}"
        fix = Edit(start, end, read, f"Use {read}")
    else:
        code, what = "foreign_character", f"{raw!r}, which contains {name}"
        fix = None
    message = f"Found {what}. Write clauses with plain letters, digits and signs."
    return places.make_problem(
        code, message, start, end, found=raw, expected="plain letters, digits or signs", fix=fix
    )
