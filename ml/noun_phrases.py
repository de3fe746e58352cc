"""The noun-phrase baseline, with whichever parser there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ml.data import Paragraph
from ml.errors import ModelError, TrainingDataError
from ml.features import tag_words
from sara_annotate.domain.spans import Span

LABELS = frozenset({"NP", "NML", "NNP", "NNPS", "PRP$"})
_WORD_LABELS = frozenset({"NNP", "NNPS", "PRP$"})
_TREE_TOKEN = re.compile(r"\(|\)|[^\s()]+")
_ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}

Parser = Callable[[Paragraph], list[Span]]


@dataclass(frozen=True, slots=True)
class Tree:
    """A constituent: its label with children, or a word."""

    label: str
    children: tuple[Tree, ...] = ()
    word: str = ""


def find_with_textblob(paragraph: Paragraph) -> list[Span]:
    """Noun chunks, proper nouns and possessive pronouns, by the model that textblob carries."""
    words = tag_words(paragraph.text)
    found = [word.span for word in words if word.pos in _WORD_LABELS]
    start: int | None = None
    for k, word in enumerate(words):
        if word.chunk == "B-NP" or (word.chunk == "I-NP" and start is None):
            start = k
        ends = k + 1 == len(words) or words[k + 1].chunk != "I-NP"
        if start is not None and word.chunk.endswith("-NP") and ends:
            found.append(Span(words[start].span.start, word.span.end))
            start = None
    return sorted(set(found))


def make_stanza_parser() -> Parser:
    """A parser that asks stanza's constituency model."""
    try:
        import stanza
    except ImportError as error:
        raise ModelError(
            "stanza is not installed. Install it with its English models (pip install stanza; "
            "python -c \"import stanza; stanza.download('en')\"), or use --parser textblob."
        ) from error
    pipeline = stanza.Pipeline("en", processors="tokenize,pos,constituency", verbose=False)

    def parse(paragraph: Paragraph) -> list[Span]:
        trees = [_from_stanza(s.constituency) for s in pipeline(paragraph.text).sentences]
        return align_trees(trees, paragraph.text)

    return parse


def _from_stanza(tree: object) -> Tree:
    children = tuple(_from_stanza(child) for child in tree.children)  # type: ignore[attr-defined]
    label: str = tree.label  # type: ignore[attr-defined]
    if not children:
        return Tree("", word=label)
    return Tree(label, children)


def find_in_trees(folder: Path, section: str, text: str) -> list[Span]:
    """Noun phrases of a statute, from the bracketed trees in `folder/sectionN`."""
    file = folder / f"section{section}"
    if not file.is_file():
        raise TrainingDataError(f"There is no file of trees {file}.")
    return align_trees(read_trees(file.read_text(encoding="utf-8"), name=str(file)), text)


def read_trees(text: str, *, name: str = "trees") -> list[Tree]:
    """Bracketed trees, one after another."""
    stack: list[tuple[str, list[Tree]]] = []
    found: list[Tree] = []
    opened = False
    for token in _TREE_TOKEN.findall(text):
        if token == "(":  # noqa: S105 - a bracket
            stack.append(("", []))
            opened = True
        elif token == ")":  # noqa: S105
            if not stack:
                raise TrainingDataError(f"{name}: a closing bracket without an opening one.")
            label, children = stack.pop()
            tree = Tree(label, tuple(children))
            (stack[-1][1] if stack else found).append(tree)
            opened = False
        elif opened:
            stack[-1] = (token, stack[-1][1])
            opened = False
        elif stack:
            stack[-1][1].append(Tree("", word=_ESCAPES.get(token, token)))
        else:
            raise TrainingDataError(f"{name}: “{token}” stands outside any bracket.")
    if stack:
        raise TrainingDataError(f"{name}: {len(stack)} brackets are left open.")
    return found


def align_trees(trees: Sequence[Tree], text: str) -> list[Span]:
    """Spans of the noun phrases; words are met in the order of the text, spaces skipped."""
    found: set[Span] = set()
    position = 0
    for tree in trees:
        _, position = _align(tree, text, position, found)
    return sorted(found)


def _align(tree: Tree, text: str, position: int, found: set[Span]) -> tuple[Span, int]:
    if tree.word:
        return _meet_word(tree.word, text, position)
    start: int | None = None
    end = position
    for child in tree.children:
        span, position = _align(child, text, position, found)
        if span.start < span.end:
            start = span.start if start is None else start
            end = span.end
    here = Span(end if start is None else start, end)
    if tree.label.split("-")[0].split("=")[0] in LABELS and here.start < here.end:
        found.add(here)
    return here, position


def _meet_word(word: str, text: str, position: int) -> tuple[Span, int]:
    while position < len(text) and text[position].isspace():
        position += 1
    if not text.startswith(word, position):
        near = text[position : position + 20]
        raise TrainingDataError(
            f"The trees do not follow the text: “{word}” was expected at character {position}, "
            f"where “{near}” stands."
        )
    end = position + len(word)
    return Span(position, end), end
